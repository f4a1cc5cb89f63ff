"""The contract between a drill and the house: practice for one person, posed by chance and rated at the end.

A game's package brings `drills`, by name. A drill has positions, as a match has states: `pose` draws the
first, `apply` leads from one to the next until the drill is `over`, and then `judge` rates the answer. People
are shown `view`, so that the secrets of a position stay hidden until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from numberhouse.contract.game import Chance, Legal
from numberhouse.words import Words

__all__ = ["Drill", "DrillCard", "Explaining", "Posed", "Verdict", "Words"]

Position = TypeVar("Position")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillCard:
    """The constant description of a drill."""

    title: Words
    task: Words
    """The task, in a sentence or two."""
    levels: Mapping[str, Words]
    """By id, easiest first."""
    position_type: Any
    action_type: Any
    board: str = "game"
    """The board that shows a view: `game`, the game's own; or one of the house's small boards, such as
    `choice`."""
    seats: int = 1
    """Number of seats. The person who practises has seat 0, bots have the others."""
    retractable: bool = False
    """Whether a person may take everything back and begin again: only where an attempt reveals nothing
    hidden."""


@runtime_checkable
class Drill(Protocol[Position, Action]):
    """One kind of problem. Every member is a pure function of its arguments."""

    @property
    def card(self) -> DrillCard:
        """The constant description."""

    def pose(self, level: str, chance: Chance) -> Posed[Position]:
        """A new problem. May take a few seconds."""

    def view(self, position: Position) -> Any:
        """The view of the person who practises, on seat 0. It has the game's view type where `board` is
        `game`."""

    def legal(self, position: Position) -> Legal[Action]:
        """The legal actions."""

    def apply(self, position: Position, action: Action, chance: Chance) -> Position:
        """The next position. Raises `IllegalAction` for an action that isn't legal."""

    def over(self, position: Position) -> bool:
        """Whether the answer is complete."""

    def judge(self, first: Position, last: Position) -> Verdict:
        """The rating of the answer that led from the first position to the last. May take a few seconds."""


@runtime_checkable
class Explaining(Drill[Position, Action], Protocol[Position, Action]):
    """A drill whose answer has parts, such as rounds, each explained as soon as it is complete."""

    def parts(self, position: Position) -> int:
        """The number of complete parts."""

    def explain(self, position: Position) -> Words:
        """The result of the last complete part and its reason, a paragraph a line. It contains only facts of
        `view` and the card. May take a few seconds."""


@dataclass(frozen=True, slots=True)
class Posed(Generic[Position]):
    """A problem."""

    position: Position
    rating: float | None = None
    """The difficulty, on the scale on which solvers are rated; None: the problem isn't rated."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The rating of an answer, and the best answer."""

    score: float
    """0 … 1; 1 is as good as the best known."""
    solved: bool
    """Whether it counts as solved."""
    explanation: Words
    """The result and its reason, a paragraph a line."""
    answer: Words = {}
    """The best answer in words, a paragraph a line, for a person who asks for it: `explanation` leaves it
    out, so that the person may go on looking. Empty where there are no words for it."""
    best: Any = None
    """The view after the best answer, where the board can show it."""
