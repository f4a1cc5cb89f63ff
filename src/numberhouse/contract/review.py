"""The contract between a reviewer and the house: how good an action was, looking back.

A reviewer comes with a game's package. It is given what the seat could know when it acted,
never the state, so that it blames nobody for what couldn't be seen; what all the others did, it may use in
`hindsight` alone. Values are on the game's own scale, more is better.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat

__all__ = [
    "MARKS",
    "Alternative",
    "Judgement",
    "Mark",
    "Playout",
    "Reviewer",
    "Standing",
    "Unjudged",
    "Words",
    "marked",
]

View_contra = TypeVar("View_contra", contravariant=True)
Action_contra = TypeVar("Action_contra", contravariant=True)

Words: TypeAlias = Mapping[str, str]
"""A sentence by language: `en`, `ru`."""

Mark: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

MARKS: Final[tuple[Mark, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""From right to wrong."""


class Alternative(msgspec.Struct, frozen=True):
    """Something that the seat could have done instead."""

    action: Any
    """The game's."""
    value: float
    reason: Words


class Standing(msgspec.Struct, frozen=True):
    """How far a seat had come before it acted: points, or what was still possible to it."""

    value: float
    words: Words
    """What is counted: `points`, `codes left`."""
    fewer_is_better: bool = False


class Judgement(msgspec.Struct, frozen=True):
    """How good an action was for all that its seat could know."""

    mark: Mark
    played: float
    """What the action was worth."""
    best: float
    """What the best that was found was worth; never less than `played`."""
    scale: Words
    """What is counted: `points`, `rounds to the end, the fewer the better`."""
    reason: Words
    better: tuple[Alternative, ...] = ()
    """The best that was found, at most three, the best first; none where nothing better was found."""
    exact: bool = True
    """Whether nothing better than `best` can be; otherwise it is what was found in time."""
    standing: Standing | None = None

    @property
    def lost(self) -> float:
        """By how much something else would have been worth more."""
        return max(self.best - self.played, 0.0)


class Unjudged(msgspec.Struct, frozen=True):
    """What nothing can be said of, and why."""

    reason: Words


class Playout(msgspec.Struct, frozen=True):
    """By whom a match is played out from a position, many times over, to see who wins. `playout` of a
    game's package chooses it for a view; it chooses None where that would tell nothing or take too long."""

    bot: str
    """One of the game's, for all seats: it has to be quick."""
    nodes: int
    """Positions that it may look at for an action."""


@runtime_checkable
class Reviewer(Protocol[View_contra, Action_contra]):
    """Judges the actions of a game; `reviewer` of its package is one."""

    def judge(
        self, view: View_contra, seat: Seat, action: Action_contra, legal: Legal[Any], budget: Budget
    ) -> Judgement | Unjudged | None:
        """The judgement of an action that was done with this view, or why there is none; None for what there
        is nothing to say about, such as a note or the only thing possible."""

    def hindsight(self, view: View_contra, seat: Seat, action: Action_contra, end: View_contra) -> Words:
        """What can be said of it knowing how everything came, `end` being the seat's view after the end;
        nothing where there is nothing to add."""


def marked(lost: float, inaccuracy: float, mistake: float, blunder: float) -> Mark:
    """The mark for having lost so much: up to a hundredth of an inaccuracy counts as nothing."""
    if lost <= inaccuracy / 100:
        return "best"
    bounds: tuple[tuple[float, Mark], ...] = (
        (blunder, "blunder"), (mistake, "mistake"), (inaccuracy, "inaccuracy")
    )  # fmt: skip
    return next((mark for bound, mark in bounds if lost >= bound), "good")
