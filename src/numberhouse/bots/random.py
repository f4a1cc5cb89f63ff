"""The bot that plays any game, badly: it draws a legal action at random."""

from __future__ import annotations

from typing import Generic, TypeVar

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat

__all__ = ["RandomBot"]

Action = TypeVar("Action")
View = TypeVar("View")


class RandomBot(Generic[View, Action]):
    """A bot that draws a legal action. Each listed action and each kind of built-up action is equally
    likely."""

    name = "random"

    def choose(
        self,
        view: View,  # noqa: ARG002 - the contract's parameter, which this bot doesn't use
        seat: Seat,  # noqa: ARG002
        legal: Legal[Action],
        budget: Budget,  # noqa: ARG002 - it never needs long
        chance: Chance,
    ) -> Thought[Action]:
        """One action that moves the match on."""
        return Thought(legal.sample(chance))
