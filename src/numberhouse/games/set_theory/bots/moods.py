"""The opponents with good days and bad days: in one match they play in a better manner than in another, as
people do.

The day depends on the match's examples and on the seat. Everybody knows them, so a bot needs no memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from numberhouse.contract.bot import Bot, Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.set_theory.bots.collector import Collector
from numberhouse.games.set_theory.bots.dabblers import Guesser, Liner, Sower
from numberhouse.games.set_theory.bots.plain import Plain
from numberhouse.games.set_theory.rules.model import Action, View

__all__ = ["Explorer", "Gambler", "Novice", "Weaver"]


class Moody:
    """Plays a match in one of several manners."""

    name: str
    moods: ClassVar[tuple[tuple[int, Callable[[], Bot[View, Action]]], ...]]
    """The manners, each with its number of days in ten."""

    def choose(
        self, view: View, seat: Seat, legal: Legal[Action], budget: Budget, chance: Chance
    ) -> Thought[Action]:
        """The choice of the bot of the day."""
        manners, days = [manner for _, manner in self.moods], [count for count, _ in self.moods]
        bot = Chance(f"{view.examples} {seat}").weighted(manners, days)()
        return bot.choose(view, seat, legal, budget, chance)


class Novice(Moody):
    """Guesses, and on good days tries more numbers."""

    name = "novice"
    moods = ((7, Guesser), (3, Plain))


class Gambler(Moody):
    """Tries many numbers; on good days it sees lines."""

    name = "gambler"
    moods = ((3, Guesser), (4, Plain), (3, Sower))


class Explorer(Moody):
    """Sees lines."""

    name = "explorer"
    moods = ((3, Plain), (3, Sower), (4, Liner))


class Weaver(Moody):
    """Sees lines, and on good days compares everything."""

    name = "weaver"
    moods = ((3, Sower), (3, Liner), (4, Collector))
