"""Matches with further operations and chains, in every face: MX-20, MX-21."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.contract.review import Evaluation
from numberhouse.games.mixmath.bots import Greedy, OneTile, bots
from numberhouse.games.mixmath.coach.advice import PlanDraft, Worked, adviser
from numberhouse.games.mixmath.coach.practice import BestTurn
from numberhouse.games.mixmath.coach.review import reviewer
from numberhouse.games.mixmath.rules.arithmetic import OPERATIONS, Arithmetic
from numberhouse.games.mixmath.rules.board import CELLS, INDEX
from numberhouse.games.mixmath.rules.equation import Chain, Equation
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Action,
    Challenge,
    Finish,
    Line,
    Options,
    Pass,
    Place,
    State,
    game,
)
from numberhouse.games.mixmath.solver.search import best_turn
from numberhouse.games.mixmath.terminal.text import draw
from numberhouse.games.mixmath.words.refusals import refuse
from numberhouse.match import Match, state_digest
from tests.games.mixmath.rules.test_arithmetic import arithmetics
from tests.games.mixmath.rules.test_board import board
from tests.games.mixmath.rules.test_rules import SEVEN, do, table
from tests.games.reviewing import ENOUGH

POWERS = Options(operations=("power",), turn_ends="player")
CHAINS = Options(chains=True, turn_ends="player")


def by_powers(**more: object) -> State:
    """Seat 0 may lay an 81 on C4, which 3 and 4 come to by a power alone, and nothing else anywhere."""
    options = msgspec.structs.replace(POWERS, **more)
    return table((81, 90), SEVEN, board=board(A4=3, B4=4), options=options)


def by_chains(**more: object) -> State:
    """Seat 0 may lay a 10 on D4, which 4, 2 and 2 come to."""
    options = msgspec.structs.replace(CHAINS, **more)
    return table((10, 90), SEVEN, board=board(A4=4, B4=2, C4=2), options=options)


@pytest.mark.parametrize(
    ("state", "place", "equations", "chains", "points"),
    [
        (by_powers(), Place("C4", 81), (Equation("B4", "A4", 3, "^", 4),), (), 81),
        (by_chains(), Place("D4", 10), (), (Chain(("A4", "B4", "C4"), (4, 2, 2), ("x", "+")),), 20),
    ],
)
def test_mx_20_and_mx_21_a_tile_scores_and_tells_what_it_solves(
    state: State,
    place: Place,
    equations: tuple[Equation, ...],
    chains: tuple[Chain, ...],
    points: int,
) -> None:
    (laid,) = do(state, place).turn.laid
    assert (laid.equations, laid.chains, laid.points) == (equations, chains, points)
    assert place in game.legal(game.view(state, 0), 0).actions
    plain = msgspec.structs.replace(state, options=Options())
    assert place not in game.legal(game.view(plain, 0), 0).actions
    with pytest.raises(IllegalAction, match="is no result of"):
        do(plain, place)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), arithmetics)
def test_mx_20_and_mx_21_what_is_listed_is_what_is_accepted(seed: int, arithmetic: Arithmetic) -> None:
    options = Options(operations=arithmetic.operations, chains=arithmetic.chains)
    match = Match(game, f"listed {seed}", options)
    dice = Chance("listed", seed)
    for _ in range(dice.below(20)):
        if not match.to_act:
            return
        (seat,) = match.to_act
        match.act(seat, match.legal(seat).sample(dice))
    if not match.to_act:
        return
    (seat,) = match.to_act
    view = match.view(seat)
    assert view.hand is not None
    listed = {one for one in match.legal(seat).actions if isinstance(one, Place) and not one.draw}
    accepted = set()
    for index in view.board.spots(options.arithmetic):
        for tile in set(view.hand.rack):
            try:
                match.prepare(seat, Place(CELLS[index], tile))
            except IllegalAction:
                continue
            accepted.add(Place(CELLS[index], tile))
    assert listed == accepted


def test_mx_20_operations_are_chosen_in_any_order_and_once() -> None:
    assert Options(operations=("modulus", "power")).arithmetic == Arithmetic(("power", "modulus"))
    for wrong in (("power", "power"), ("sine",)):
        with pytest.raises(IllegalAction) as caught:
            game.setup(Options(operations=wrong), 2, Chance("options"))  # type: ignore[arg-type]
        assert caught.value.code == "options"
        assert str(caught.value).endswith("any of power, root, logarithm, modulus can be chosen, each once")
        assert refuse(caught.value, "ru").startswith("Из действий power, root, logarithm, modulus можно")


def test_mx_12_a_turn_ends_by_itself_when_no_variation_helps_either() -> None:
    start = table((3, 81), SEVEN, board=board(A4=3, B4=4), options=Options(operations=("power",)))
    assert not do(start, Place("F7", 3)).past  # the 81 is 3 to the power of 4
    plain = msgspec.structs.replace(start, options=Options())
    assert len(do(plain, Place("F7", 3)).past) == 1


def test_mx_17_a_challenge_is_judged_by_the_variations() -> None:
    for state, place in (
        (by_powers(challenge=True), Place("C4", 81)),
        (by_chains(challenge=True), Place("D4", 10)),
    ):
        asked = do(state, place)
        assert not asked.turn.laid[0].equations
        assert not asked.turn.laid[0].chains
        doubted = do(asked, Challenge(), seat=1)
        assert doubted.turn.wrong is None
        (laid,) = doubted.turn.laid
        assert len(laid.equations) + len(laid.chains) == 1
        for bot in (Greedy(), OneTile()):
            view = game.view(asked, 1)
            thought = bot.choose(view, 1, game.legal(view, 1), Budget(), Chance("a"))
            assert thought.action == Accept()
        judged = reviewer.evaluate(
            game.view(asked, 1), 1, Challenge(), game.legal(game.view(asked, 1), 1), ENOUGH
        )
        assert isinstance(judged, Evaluation)
        assert judged.mark == "blunder"


@pytest.mark.parametrize(
    ("state", "expected"), [(by_powers(), Place("C4", 81)), (by_chains(), Place("D4", 10))]
)
def test_mx_20_and_mx_21_bots_and_review_find_what_the_variations_allow(
    state: State, expected: Place
) -> None:
    view = game.view(state, 0)
    legal = game.legal(view, 0)
    found = best_turn(view.board, (81, 90, 10), False, arithmetic=state.options.arithmetic)
    assert expected in found.placements
    for name, bot in bots.items():
        action: Action = bot().choose(view, 0, legal, Budget(), Chance("a")).action
        laid = action.placements if isinstance(action, Line) else (action,)
        assert laid[0] == expected, name
    passed = reviewer.evaluate(view, 0, Pass(), legal, ENOUGH)
    assert isinstance(passed, Evaluation)
    assert passed.best == do(state, expected).turn.points
    assert isinstance(passed.better[0].action, Line)
    assert passed.better[0].action.placements == (expected,)
    right = reviewer.evaluate(view, 0, Line((expected,), end=True), legal, ENOUGH)
    assert isinstance(right, Evaluation)
    assert right.mark == "best"


@pytest.mark.parametrize("name", list(bots))
@pytest.mark.parametrize(
    "options", [Options(operations=OPERATIONS), Options(operations=OPERATIONS, chains=True)]
)
def test_mx_20_and_mx_21_bots_play_whole_matches(name: str, options: Options) -> None:
    match = Match(game, "whole", options, 2)
    while match.to_act:
        (seat,) = match.to_act
        thought = bots[name]().choose(
            match.view(seat), seat, match.legal(seat), Budget(nodes=300), Chance("bots", len(match.log))
        )
        match.act(seat, thought.action)
    assert match.outcome is not None
    assert max(match.outcome.scores) > 300


def test_mx_20_and_mx_21_a_plan_scores_what_it_scores_when_laid() -> None:
    for state, place, words in (
        (by_powers(assistance=True), Place("C4", 81), "81@C4: points 81: 3^4 = 81"),
        (by_chains(assistance=True), Place("D4", 10), "10@D4: points 20: 4 × 2 + 2 = 10"),
    ):
        advice = adviser.advise(game.view(state, 0), 0, PlanDraft((place,)), "en")
        assert isinstance(advice.result, Worked)
        (planned,) = advice.result.placements
        (laid,) = do(state, place).turn.laid
        assert (planned.points, planned.equations, planned.chains) == (
            laid.points,
            laid.equations,
            laid.chains,
        )
        assert advice.lines == (words,)


def test_mx_20_and_mx_21_the_terminal_says_what_is_played_and_what_was_solved() -> None:
    state = do(by_chains(operations=OPERATIONS), Place("D4", 10))
    english = draw(game.view(state, 1))
    assert "also powers, roots, logarithms, remainders (mod), longer lines" in " ".join(english.split())
    assert "10@D4 (4 × 2 + 2 = 10), points 20" in english
    russian = " ".join(draw(game.view(state, 1), "ru").split())
    assert "также степени, корни, логарифмы, остатки (mod), длинные цепочки считаются" in russian
    plain = do(table((3,), SEVEN), Place("F7", 3))
    assert "1 + 2" not in draw(game.view(plain, 1))


def test_mx_21_refusals_in_russian() -> None:
    with pytest.raises(IllegalAction) as caught:
        do(by_chains(), Place("D4", 90))
    assert refuse(caught.value, "ru") == (
        "90 на D4 не получается ни из чисел: 2 и 2, ни из большего числа чисел соседнего ряда 2 2 4, "
        "прочитанных с любого конца."
    )


def test_mx_20_practice_judges_by_the_options_of_its_position() -> None:
    drill = BestTurn()
    state = msgspec.structs.replace(by_powers(), bag=())
    last = drill.apply(drill.apply(state, Place("C4", 81), Chance("a")), Finish(), Chance("b"))
    verdict = drill.judge(state, last)
    assert (verdict.score, verdict.solved) == (1.0, True)


def test_mx_20_and_mx_21_a_board_is_told_as_before() -> None:
    """Records hold a digest of the state: what a board knows of its arithmetic is no part of it."""
    state = by_chains()
    state.board.spots(state.options.arithmetic)
    assert msgspec.json.decode(msgspec.json.encode(state.board)).keys() == {"cells"}
    digest = state_digest(state)
    assert digest == state_digest(by_chains())
    assert INDEX["D4"] in state.board.spots(CHAINS.arithmetic)
