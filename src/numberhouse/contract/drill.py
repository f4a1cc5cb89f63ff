"""The contract between a drill and the house: practice for one person, posed by chance and judged at the end.

A game's package brings `drills`, by name. A drill has positions, as a match has
states: `pose` draws the first, `apply` leads from one to the next until it is `over`, and then `judge` says
how good that was. What a position hides stays hidden until then: people are shown `view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from numberhouse.contract.game import Chance, Legal

__all__ = ["Drill", "DrillCard", "Explaining", "Posed", "Verdict", "Words"]

Position = TypeVar("Position")
Action = TypeVar("Action")

Words: TypeAlias = Mapping[str, str]
"""By language, `en` and `ru`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillCard:
    """What is fixed about a drill."""

    title: Words
    task: Words
    """What is to be done, in a sentence or two."""
    levels: Mapping[str, Words]
    """By id, easiest first."""
    position_type: Any
    action_type: Any
    board: str = "game"
    """What shows a view: `game`, the game's own board; or one of the small ones that the house has, such as
    `choice`."""
    seats: int = 1
    """At the table; whoever practises has seat 0, bots have the others."""
    retracts: bool = False
    """Whether one may take everything back and begin anew: where trying tells nothing that was hidden."""


@runtime_checkable
class Drill(Protocol[Position, Action]):
    """One kind of problem. Every member is a pure function of its arguments."""

    @property
    def card(self) -> DrillCard:
        """What is fixed."""

    def pose(self, level: str, chance: Chance) -> Posed[Position]:
        """A problem. May take a few seconds."""

    def view(self, position: Position) -> Any:
        """What whoever practises may know, on seat 0: of the game's view type where `board` is `game`."""

    def legal(self, position: Position) -> Legal[Action]:
        """What can be done next."""

    def apply(self, position: Position, action: Action, chance: Chance) -> Position:
        """The next position. Raises `IllegalAction` and changes nothing otherwise."""

    def over(self, position: Position) -> bool:
        """Whether the answer is complete."""

    def judge(self, first: Position, last: Position) -> Verdict:
        """How good it was to come from the first position to this one. May take a few seconds."""


@runtime_checkable
class Explaining(Drill[Position, Action], Protocol[Position, Action]):
    """A drill whose answer has parts, such as rounds, each explained as soon as it is complete."""

    def parts(self, position: Position) -> int:
        """How many are complete."""

    def explain(self, position: Position) -> Words:
        """What the last complete part has come to and why, a paragraph a line: of what `view` and the card
        tell, and nothing else. May take a few seconds."""


@dataclass(frozen=True, slots=True)
class Posed(Generic[Position]):
    """A problem."""

    position: Position
    rating: float | None = None
    """How hard it is, on the scale on which solvers are rated; None: nobody is rated by it."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How good an answer was, and what would have been best."""

    score: float
    """0 … 1; 1 is as good as the best known."""
    right: bool
    """Whether it counts as solved."""
    told: Words
    """What happened and why, a paragraph a line."""
    best: Any = None
    """The view after the best answer, where the board can show it."""
