"""The bots: sound, and as good as they say."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.bots import Greedy, OneTile, bots
from numberhouse.games.mixmath.rules.board import INDEX, Board
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Challenge,
    Exchange,
    Finish,
    Line,
    Options,
    Pass,
    Place,
    game,
)
from numberhouse.match import Match
from tests.games.mixmath.rules.test_rules import BY_PLAYER, SEVEN, do, table


def played(seed: str, names: tuple[str, ...], options: Options) -> Match[Any, Any, Any, Any]:
    match = Match(game, seed, options, len(names))
    players = [bots[name]() for name in names]
    while match.to_act:
        (seat,) = match.to_act
        chance = Chance("bots", len(match.log))
        thought = players[seat].choose(
            match.view(seat), seat, match.legal(seat), Budget(nodes=20_000), chance
        )
        assert thought.reason
        match.act(seat, thought.action)
    return match


@pytest.mark.parametrize("names", [("greedy", "one-tile"), ("one-tile",) * 3, ("greedy",) * 4])
@pytest.mark.parametrize("options", [Options(), Options(blanks=2, challenge=True), Options(idle_rounds=1)])
def test_bots_play_whole_matches(names: tuple[str, ...], options: Options) -> None:
    outcome = played("whole", names, options).outcome
    assert outcome is not None
    assert max(outcome.scores) > 100


def test_greedy_plays_a_whole_turn_on_one_line() -> None:
    state = table((1, 2, 3, 4, 5, 6, 7), SEVEN)
    thought = Greedy().choose(
        game.view(state, 0), 0, game.legal(game.view(state, 0), 0), Budget(), Chance("a")
    )
    assert isinstance(thought.action, Line)
    after = do(state, thought.action)
    last = thought.action.placements[-1]
    assert thought.action.end != last.draw
    assert (after.past or (after.turn,))[0].laid


def test_one_tile_lays_what_scores_most_now() -> None:
    state = table((3, 7, 12), SEVEN)
    thought = OneTile().choose(
        game.view(state, 0), 0, game.legal(game.view(state, 0), 0), Budget(), Chance("a")
    )
    assert isinstance(thought.action, Place)
    assert thought.action.tile == 12


@pytest.mark.parametrize("name", bots)
def test_nothing_to_lay(name: str) -> None:
    def choice(state: Any) -> Any:
        view = game.view(state, 0)
        return bots[name]().choose(view, 0, game.legal(view, 0), Budget(), Chance("a")).action

    assert choice(table((80, 90), SEVEN, bag=())) == Pass()
    assert choice(table((72, 80, 90), SEVEN, bag=(1, 2))) == Exchange((80, 90))
    assert choice(do(table((3, 80, 90), SEVEN, options=BY_PLAYER), Place("F7", 3))) == Finish()


@pytest.mark.parametrize("name", bots)
def test_mx_18_a_match_that_may_go_on_for_ever_is_ended_by_bots(name: str) -> None:
    """Nobody can lay anything, and the bag has tiles to exchange for ever."""
    state = table((80,) * 7, (81,) * 7, bag=(70, 72), options=Options(idle_rounds=0))
    exchanged = 0
    while not state.reason:
        (seat,) = game.to_act(state)
        view = game.view(state, seat)
        action = bots[name]().choose(view, seat, game.legal(view, seat), Budget(), Chance("a")).action
        exchanged += isinstance(action, Exchange)
        assert exchanged < 20
        state = game.apply(state, seat, action, Chance("on", state.idle)).state
    assert (state.reason, exchanged) == ("all-passed", 8)


@pytest.mark.parametrize("name", bots)
def test_mx_17_bots_challenge_what_is_wrong_and_nothing_else(name: str) -> None:
    for tile, answer in ((90, Challenge()), (3, Accept())):
        state = do(table(SEVEN, SEVEN, options=Options(challenge=True)), Place("F7", tile))
        view = game.view(state, 1)
        assert bots[name]().choose(view, 1, game.legal(view, 1), Budget(), Chance("a")).action == answer


def test_mx_14_greedy_declines_the_draw_that_costs_the_bonus() -> None:
    board = (
        Board.opening().with_tile(INDEX["G6"], 9).with_tile(INDEX["G9"], 9)
    )  # so that E7 is left for the 4
    for began, draw in ((7, False), (6, True)):
        state = do(table((3, 4), SEVEN, bag=(90,), began=began, board=board), Place("F7", 3))
        view = game.view(state, 0)
        action = Greedy().choose(view, 0, game.legal(view, 0), Budget(), Chance("a")).action
        place = action.placements[0] if isinstance(action, Line) else action
        assert place == Place("E7", 4, draw=draw)
