"""The bot that looks ahead."""

from __future__ import annotations

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.bots.champion import Champion
from numberhouse.games.mixmath.rules.gameplay import Options, game
from numberhouse.match import Match
from tests.games.mixmath.bots.test_bots import played
from tests.games.mixmath.solver.test_endgame import ending, plainly


def test_the_same_nodes_give_the_same_turn() -> None:
    match = played_on("same", 6)
    (seat,) = match.to_act
    view = match.view(seat)
    for nodes in (1, 120):
        turns = {
            Champion().choose(view, seat, match.legal(seat), Budget(nodes=nodes), Chance("a")).action
            for _ in range(2)
        }
        assert len(turns) == 1


def test_it_plays_the_end_as_the_rules_say() -> None:
    """With an empty bag, no action of the rules leads to a better margin than its own."""
    for seed in "ab":
        state = ending(seed, 2, 2)
        seat = state.turn.seat
        view = game.view(state, seat)
        bot = Champion()
        bot.world = lambda *_, known=state: known  # type: ignore[method-assign]
        action = bot.choose(view, seat, game.legal(view, seat), Budget(), Chance("c")).action
        assert plainly(game.apply(state, seat, action, Chance("d")).state, seat) == plainly(state, seat)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, Options()),
        (2, Options(blanks=2, challenge=True)),
        (3, Options(turn_ends="player", operations=("power",))),
        (2, Options(chains=True)),
        (4, Options(idle_rounds=0)),
    ],
)
def test_it_plays_with_every_option(seats: int, options: Options) -> None:
    match = Match(game, "every", options, seats)
    bot = Champion()
    for number in range(8):
        (seat,) = match.to_act
        thought = bot.choose(match.view(seat), seat, match.legal(seat), Budget(nodes=20), Chance("e", number))
        assert thought.reason
        match.act(seat, thought.action)


@pytest.mark.long
def test_it_plays_whole_matches() -> None:
    for seats in (2, 3):
        assert played("whole", ("champion",) * seats, Options()).outcome is not None


def played_on(seed: str, actions: int) -> Match:  # type: ignore[type-arg]
    match = Match(game, seed)
    for number in range(actions):
        (seat,) = match.to_act
        thought = Champion().choose(
            match.view(seat), seat, match.legal(seat), Budget(nodes=5), Chance("p", number)
        )
        match.act(seat, thought.action)
    return match
