"""The contract between a reviewer and the house: the evaluation of an action after the match.

A reviewer comes with a game's package. Its input is the seat's view at the time of the action, never the
state, so that it blames nobody for facts that the seat couldn't see. Only `hindsight` may use the rest of the
match. Values are on the game's own scale; more is better.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.words import Words

__all__ = [
    "MARKS",
    "Alternative",
    "Evaluation",
    "Explanation",
    "Mark",
    "Playout",
    "Reviewer",
    "Standing",
    "Unrated",
    "Words",
    "mark_for",
]

View_contra = TypeVar("View_contra", contravariant=True)
Action_contra = TypeVar("Action_contra", contravariant=True)

Mark: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

MARKS: Final[tuple[Mark, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""From right to wrong."""


class Explanation(msgspec.Struct, frozen=True):
    """A sentence about an action: a text of the game in English and its values. It travels so, and the
    reader's side puts it into words."""

    text: str
    """With placeholders, as a key of the game's catalogues."""
    values: Mapping[str, str | int | float | tuple[str | int | Explanation, ...]] = {}
    """Sentences in a value follow each other after a semicolon; other values in it are alternatives."""


class Alternative(msgspec.Struct, frozen=True):
    """Another action that the seat could have done."""

    action: Any
    """An action of the game."""
    value: float
    reason: Words


class Standing(msgspec.Struct, frozen=True):
    """A seat's standing before it acted: its points, or the possibilities that remained."""

    value: float
    words: Words
    """The unit: `points`, `codes left`."""
    fewer_is_better: bool = False


class Evaluation(msgspec.Struct, frozen=True):
    """The evaluation of an action by the knowledge of its seat."""

    mark: Mark
    played: float
    """The value of the action."""
    best: float
    """The value of the best action that the reviewer found; never less than `played`."""
    scale: Words
    """The unit: `points`, `rounds to the end, the fewer the better`."""
    reason: Words
    better: tuple[Alternative, ...] = ()
    """Better actions that the reviewer found, at most three, the best first."""
    exact: bool = True
    """Whether no action is better than `best`; if not, `best` is the best that the reviewer found in time."""
    standing: Standing | None = None
    why: tuple[Explanation, ...] = ()
    """The facts behind the values, a few short sentences: what the action left open, what the best one does
    instead, and what in the position makes the difference."""

    @property
    def lost(self) -> float:
        """The value that the action lost against the best; at least 0."""
        return max(self.best - self.played, 0.0)


class Unrated(msgspec.Struct, frozen=True):
    """An action that can't be evaluated, and the reason."""

    reason: Words


class Playout(msgspec.Struct, frozen=True):
    """The bot that plays a match out from a position, many times, to estimate who wins. `playout` of a game's
    package chooses it for a view; it chooses None where the result would mean nothing or take too long."""

    bot: str
    """One of the game's bots, for all seats: it has to be quick."""
    nodes: int
    """Positions that it may look at for an action."""


@runtime_checkable
class Reviewer(Protocol[View_contra, Action_contra]):
    """Evaluates the actions of a game; `reviewer` of its package is one."""

    def evaluate(
        self, view: View_contra, seat: Seat, action: Action_contra, legal: Legal[Any], budget: Budget
    ) -> Evaluation | Unrated | None:
        """The evaluation of an action that the seat did with this view, or the reason why there is none. None
        for an action that needs no evaluation, such as a note or the only legal action."""

    def hindsight(self, view: View_contra, seat: Seat, action: Action_contra, end: View_contra) -> Words:
        """A remark on the action with the knowledge of the whole match; `end` is the seat's view after the
        end. Empty where there is nothing to add."""


def mark_for(lost: float, inaccuracy: float, mistake: float, blunder: float) -> Mark:
    """The mark for a loss of that value. A loss of up to a hundredth of an inaccuracy counts as none."""
    if lost <= inaccuracy / 100:
        return "best"
    bounds: tuple[tuple[float, Mark], ...] = (
        (blunder, "blunder"), (mistake, "mistake"), (inaccuracy, "inaccuracy")
    )  # fmt: skip
    return next((mark for bound, mark in bounds if lost >= bound), "good")
