"""Two honest players, and players that misbehave."""

# ruff: noqa: ARG002 - the shape is the contract's

from __future__ import annotations

import time

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat

from .rules import Take, View


class Greedy:
    name = "greedy"

    def choose(
        self, view: View, seat: Seat, legal: Legal[Take], budget: Budget, chance: Chance
    ) -> Thought[Take]:
        return Thought(max(legal.actions, key=lambda take: take.count), "as many as I can")


class Shy(Greedy):
    name = "shy"

    def choose(
        self, view: View, seat: Seat, legal: Legal[Take], budget: Budget, chance: Chance
    ) -> Thought[Take]:
        return Thought(min(legal.actions, key=lambda take: take.count))


class Cheat(Greedy):
    name = "cheat"

    def choose(
        self, view: View, seat: Seat, legal: Legal[Take], budget: Budget, chance: Chance
    ) -> Thought[Take]:
        return Thought(Take(99))


class Fainter(Greedy):
    name = "fainter"

    def choose(
        self, view: View, seat: Seat, legal: Legal[Take], budget: Budget, chance: Chance
    ) -> Thought[Take]:
        raise ZeroDivisionError("too many pebbles")


class Spy(Greedy):
    """Gives as its reason what it can find out about the match's seed."""

    name = "spy"

    def choose(
        self, view: View, seat: Seat, legal: Legal[Take], budget: Budget, chance: Chance
    ) -> Thought[Take]:
        return Thought(legal.actions[0], f"seed {chance.seed}")


class Ponderer(Greedy):
    """Thinks until its budget is spent."""

    name = "ponderer"

    def choose(
        self, view: View, seat: Seat, legal: Legal[Take], budget: Budget, chance: Chance
    ) -> Thought[Take]:
        while not budget.spent():
            time.sleep(0.01)
        return Thought(legal.actions[0], "time is up")


bots = {bot.name: bot for bot in (Greedy, Shy, Cheat, Fainter, Spy, Ponderer)}
