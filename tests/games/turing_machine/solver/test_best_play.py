"""TM-9, TM-11, TM-13: best play against a plain search over all plays, and against its own playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Observation, Problem
from numberhouse.games.turing_machine.solver.best_play import Aim, Effort, Forecast, Move, Solver, solver_for
from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound
from tests.games.turing_machine.problems.oracle import (
    YES,
    World,
    code_of,
    layouts,
    left_of,
    positions,
    worlds_of,
)

Worlds: TypeAlias = frozenset[int]
Cost: TypeAlias = tuple[int, int]
"""Rounds and questions: of the hardest world, or summed over all worlds."""

README = Layout("classic", ((4,), (9,), (11,), (14,)))
FEW = 9
"""Worlds that the plain search can bear."""


def plain_search(worlds: Sequence[World], aim: Aim) -> Callable[[Worlds, OpenRound | None], Cost]:
    """Best play by definition: every proposal, every order of questions, nothing remembered but results."""
    verifiers = len(worlds[0])
    codes = [code_of(world) for world in worlds]
    answers = {
        code: tuple(
            frozenset(i for i, world in enumerate(worlds) if code in YES[world[v]]) for v in range(verifiers)
        )
        for code in CODES
    }

    def join(costs: Sequence[Cost]) -> Cost:
        if aim == "worst":
            return max(costs)
        return sum(cost[0] for cost in costs), sum(cost[1] for cost in costs)

    @cache
    def fresh(left: Worlds) -> Cost:
        """From the start of a round on."""
        if len({codes[i] for i in left}) == 1:
            return 0, 0
        sides = {tuple(yes & left for yes in answers[code]) for code in CODES}
        rounds, questions = min(inside(left, side, 0, 0) for side in sides)
        return rounds + (len(left) if aim == "mean" else 1), questions

    @cache
    def inside(left: Worlds, sides: tuple[Worlds, ...], asked: int, gone: int) -> Cost:
        """From inside a round on; the round itself isn't counted."""
        if len({codes[i] for i in left}) == 1:
            return 0, 0
        options = [fresh(left)] if gone else []
        for verifier in range(verifiers if gone < 3 else 0):
            yes = left & sides[verifier]
            if asked >> verifier & 1 or not yes or yes == left:
                continue
            after = [inside(side, sides, asked | 1 << verifier, gone + 1) for side in (yes, left - yes)]
            rounds, questions = join(after)
            options.append((rounds, questions + (len(left) if aim == "mean" else 1)))
        return min(options, default=(10**6, 0))

    def found(left: Worlds, standing: OpenRound | None) -> Cost:
        """With the round under way, or to come, counted."""
        unit = len(left) if aim == "mean" else 1
        known = len({codes[i] for i in left}) == 1
        if standing is None:
            return (unit, 0) if known else fresh(left)
        proposals = CODES if standing.proposal is None else [CODES[standing.proposal]]
        sides = {tuple(yes & left for yes in answers[code]) for code in proposals}
        rounds, questions = min(inside(left, side, *standing[1:]) for side in sides)
        return rounds + unit, questions

    return found


def expected_cost(forecast: Forecast, worlds: int) -> Cost:
    assert forecast.exact
    return round(forecast.best.rounds * worlds), round(forecast.best.questions * worlds)


small = layouts(modes=["classic", "extreme"], most=3_000).filter(lambda layout: len(worlds_of(layout)) <= FEW)


@given(small)
@settings(max_examples=15, deadline=None)
def test_tm_9_forecasts_are_those_of_the_plain_search(layout: Layout) -> None:
    worlds = worlds_of(layout)
    everything = frozenset(range(len(worlds)))
    solver = Solver(layout)
    assert solver.count_worlds(solver.everything) == len(worlds)
    assert expected_cost(solver.worst(), 1) == plain_search(worlds, "worst")(everything, None)
    assert expected_cost(solver.expected(), len(worlds)) == plain_search(worlds, "mean")(everything, None)


@given(
    positions(modes=["classic", "extreme"]).filter(lambda position: len(worlds_of(position[0])) <= FEW),
    st.sampled_from(CODES),
    st.lists(st.integers(0, 3), max_size=3, unique=True),
)
@settings(max_examples=40, deadline=None)
def test_tm_9_forecasts_inside_a_round_and_after_answers(
    position: tuple[Layout, tuple[Observation, ...], tuple[str, ...]], proposal: str, asked: list[int]
) -> None:
    layout, observations, wrong = position
    worlds = worlds_of(layout)
    possible = set(left_of(layout, observations, wrong))
    left = frozenset(i for i, world in enumerate(worlds) if world in possible)
    solver = solver_for(layout)
    rows = solver.rows(observations, wrong)
    assert solver.count_worlds(rows) == len(left)
    assert set(solver.codes(rows)) == {code_of(world) for world in possible}
    standing = OpenRound(INDEX[proposal], sum(1 << verifier for verifier in asked), len(asked))
    if not asked:
        return
    assert expected_cost(solver.worst(rows, standing), 1) == plain_search(worlds, "worst")(left, standing)
    mean = expected_cost(solver.expected(rows, standing), len(left))
    assert mean == plain_search(worlds, "mean")(left, standing)


@pytest.mark.parametrize("handicap", [1, 2])
@given(small)
@settings(max_examples=6, deadline=None)
def test_tm_13_forecasts_with_a_handicap(handicap: int, layout: Layout) -> None:
    worlds = worlds_of(layout)
    everything = frozenset(range(len(worlds)))
    solver = solver_for(layout)
    standing = OpenRound(None, 0, handicap)
    assert expected_cost(solver.worst(standing=standing), 1) == plain_search(worlds, "worst")(
        everything, standing
    )
    mean = expected_cost(solver.expected(standing=standing), len(worlds))
    assert mean == plain_search(worlds, "mean")(everything, standing)


@pytest.mark.parametrize(
    ("mode", "verifiers", "number"),
    [("classic", 4, 8), ("classic", 5, 5), ("classic", 6, 3), ("extreme", 4, 2)],
)
def test_tm_12_playing_every_world_takes_what_was_forecast(mode: Mode, verifiers: int, number: int) -> None:
    for seed in range(number):
        layout = draw(
            Chance(f"played {seed}"), mode, verifiers, "easy" if mode == "extreme" else "standard"
        ).layout
        played_as_forecast(layout)


def test_tm_12_playing_nightmare_takes_what_was_forecast() -> None:
    played_as_forecast(Layout("nightmare", README.cards))


def played_as_forecast(layout: Layout) -> None:
    known = Knowledge(layout)
    problems = [Problem(layout, known.possible.world(number)) for number in range(known.worlds)]
    solver = Solver(layout)
    worst = solver.worst()
    assert worst.exact
    lines = [solver.play(problem, "worst") for problem in problems]
    assert max((line.rounds, line.questions) for line in lines) == worst.best
    mean = solver.expected()
    assert mean.exact
    lines = [solver.play(problem, "mean") for problem in problems]
    assert sum(line.rounds for line in lines) / len(lines) == pytest.approx(mean.best.rounds)
    assert sum(line.questions for line in lines) / len(lines) == pytest.approx(mean.best.questions)
    for line, problem in zip(lines, problems, strict=True):
        follows_the_rules(line.asked, problem)
        assert line.rounds == len(line.asked)
        assert line.questions == sum(map(len, line.asked))
        answers = [seen for asked in line.asked for seen in asked]
        assert set(Knowledge(layout, answers).codes) == {problem.code}


def follows_the_rules(rounds: Sequence[Sequence[Observation]], problem: Problem) -> None:
    """TM-9: one proposal a round, up to three verifiers, none twice."""
    for asked in rounds:
        assert len(asked) <= 3
        assert len({seen.code for seen in asked}) <= 1
        assert len({seen.verifier for seen in asked}) == len(asked)
        assert all(problem.answer(seen.code, seen.verifier) == seen.answer for seen in asked)


def test_tm_11_who_knows_the_code_plays_one_round_without_a_question() -> None:
    solver = Solver(README)
    rows = solver.rows([Observation("345", 0, True)])
    assert solver.codes(rows) == ["241"]
    for standing in (None, OpenRound(INDEX["345"], 1, 1)):
        assert solver.worst(rows, standing).best == Effort(1, 0)
        assert solver.expected(rows, standing).best == Effort(1, 0)
        assert solver.next(rows, "worst", standing) == Move(solution="241")
    assert list(solver.tree(rows)) == ["solve 241"]


@pytest.mark.parametrize("aim", ["worst", "mean"])
@pytest.mark.parametrize("cards", [(4, 9, 11, 14), (3, 7, 10, 14)])
def test_the_tree_is_the_play_of_every_world(aim: Aim, cards: Sequence[int]) -> None:
    layout = Layout("classic", tuple((card,) for card in cards))
    solver = Solver(layout)
    lines = list(solver.tree(aim=aim))
    assert sorted(line.split()[-1] for line in lines if "solve" in line) == sorted(Knowledge(layout).codes)
    for world in worlds_of(layout):
        problem = Problem(layout, world)
        line = solver.play(problem, aim)
        rounds, questions, code = followed(lines, problem)
        assert (rounds, questions, code) == (line.rounds, line.questions, problem.code)


def followed(lines: Sequence[str], problem: Problem) -> tuple[int, int, str]:
    """Follow a printed tree: rounds, questions and the code it says."""
    at, rounds, questions, proposal = 0, 1, 0, ""
    while True:
        line = lines[at]
        depth = len(line) - len(line.lstrip())
        words = line.split()
        if words[0] == "solve":
            return rounds, questions, words[1]
        if words[0] == "round":
            rounds, proposal = int(words[1][:-1]), words[2]
        answer = problem.answer(proposal, "ABCDEF".index(words[-1][0]))
        questions += 1
        mark = " " * depth + ("✓" if answer else "✗")
        at = lines.index(mark, at) + 1


def test_the_tree_ends_at_its_depth() -> None:
    solver = Solver(Layout("classic", ((3,), (7,), (10,), (14,))))
    lines = list(solver.tree(depth=1))
    assert len(lines) == 5
    left = [int(line.split()[1]) for line in lines if line.endswith("codes left")]
    assert len(left) == 2
    assert sum(left) == 7


def test_the_tree_may_begin_inside_a_round() -> None:
    solver = Solver(Layout("classic", ((3,), (7,), (10,), (14,))))
    standing = OpenRound(INDEX["111"], 0b100, 1)
    rows = solver.rows([Observation("111", 2, False)])
    first = next(iter(solver.tree(rows, standing=standing)))
    assert first.startswith(("round 1: 111 ", "round 2: "))
    handicapped = next(iter(solver.tree(standing=OpenRound(None, 0, 2))))
    assert handicapped.startswith("round 1: ")


@given(layouts(), st.sampled_from(["worst", "mean"]))
@settings(max_examples=15, deadline=None)
def test_an_answer_in_a_hurry_is_bounded_and_its_question_can_be_asked(layout: Layout, aim: Aim) -> None:
    solver = Solver(layout)
    budget = Budget(nodes=1)
    hurried = solver.worst(budget=budget), solver.expected(budget=budget)
    for forecast in hurried:
        assert forecast.least <= forecast.best
    move = solver.next(aim=aim, budget=budget)
    if move.solution is None:
        assert move.proposal is not None
        assert move.verifier is not None
        assert all(solver.sides(solver.everything, move.proposal, move.verifier))
    else:
        assert solver.codes(solver.everything) == [move.solution]
    if layout.mode == "classic":
        for forecast, exact in zip(hurried, (solver.worst(), solver.expected()), strict=True):
            assert exact.exact
            assert forecast.least <= exact.best <= forecast.best


def test_contradicting_answers_leave_no_rows() -> None:
    solver = Solver(README)
    assert not solver.rows([Observation("345", 0, True), Observation("345", 0, False)])
    assert solver.rows(wrong_codes=["221", "555"]) == solver.rows([Observation("345", 0, True)])
