"""The random bot plays any game."""

from __future__ import annotations

from collections import Counter

from numberhouse.bot import Budget
from numberhouse.bots.random import RandomBot
from numberhouse.game import Chance
from numberhouse.match import Match
from tests.contract.sound import Pick, PickGame, RaceGame


def test_it_plays_to_the_end_and_only_moves_that_move_the_match_on() -> None:
    for game in (PickGame(), RaceGame()):
        match = Match(game, "seed")
        while match.to_act:
            seat = min(match.to_act)
            chance = Chance("bot", len(match.log))
            thought = RandomBot().choose(match.view(seat), seat, match.legal(seat), Budget(), chance)
            match.act(seat, thought.action)
        assert match.outcome is not None
        assert len(match.log) <= game.card.longest


def test_every_listed_action_is_equally_likely() -> None:
    match = Match(PickGame(), "seed")
    legal = match.legal(0)
    chosen = Counter(
        RandomBot().choose(match.view(0), 0, legal, Budget(), Chance("bot", number)).action.number
        for number in range(3000)
    )
    listed = {action.number for action in legal.actions if isinstance(action, Pick)}
    assert set(chosen) == listed
    assert all(850 < count < 1150 for count in chosen.values())
