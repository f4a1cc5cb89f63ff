"""The random bot plays any game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from numberhouse.bots.random import RandomBot
from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.match import Match
from numberhouse.registry import AnyGame
from tests.contract.sound import PickAction, PickGame, RaceGame, View


def test_random_bot_plays_to_the_end_and_does_nothing_without_effect() -> None:
    games: list[AnyGame] = [PickGame(), RaceGame()]
    bot: RandomBot[Any, Any] = RandomBot()
    for game in games:
        match = Match(game, "seed")
        while match.to_act:
            seat = min(match.to_act)
            chance = Chance("bot", len(match.log))
            thought = bot.choose(match.view(seat), seat, match.legal(seat), Budget(), chance)
            match.act(seat, thought.action)
        assert match.outcome is not None
        assert len(match.log) <= game.card.longest


def test_every_listed_action_is_equally_likely() -> None:
    bot: RandomBot[View, PickAction] = RandomBot()
    match = Match(PickGame(), "seed")
    legal = match.legal(0)
    chosen = Counter(
        bot.choose(match.view(0), 0, legal, Budget(), Chance("bot", number)).action for number in range(3000)
    )
    assert set(chosen) == set(legal.actions)
    assert all(850 < count < 1150 for count in chosen.values())
