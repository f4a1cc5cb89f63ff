"""Drills, attempts and ratings."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

__all__ = [
    "Attempt",
    "AttemptPosition",
    "DailyProgress",
    "Deed",
    "DrillInfo",
    "FinishedAttempt",
    "LevelInfo",
    "Practice",
    "ProblemRequest",
    "VerdictInfo",
]


class LevelInfo(msgspec.Struct, frozen=True):
    """A level of a drill."""

    id: str
    title: str
    today: DailyProgress | None
    """One's own; None: not begun."""


class DrillInfo(msgspec.Struct, frozen=True):
    """A kind of problem."""

    game: str
    drill: str
    title: str
    task: str
    levels: tuple[LevelInfo, ...]
    tried: int
    """Problems that one has answered."""
    solved: int
    rating: float | None
    """One's own; None: not rated yet."""
    ready: bool
    """Whether a problem has been posed since the service started, by whomever; a first one may have to wait
    until what it needs is compiled."""


class VerdictInfo(msgspec.Struct, frozen=True):
    """How good the answer was."""

    score: float
    solved: bool
    told: tuple[str, ...]
    """What happened and why, a paragraph each."""
    best: Any
    """The view after the best answer; null where the board has none."""
    rating: float | None
    """Afterwards."""
    gained: float | None


class DailyProgress(msgspec.Struct, frozen=True):
    """How far one has come with the problem of the day."""

    attempt: str
    ended: bool
    score: float | None
    """0 … 1; None while it isn't judged."""
    solved: bool


class Attempt(msgspec.Struct, frozen=True):
    """A problem that one is at, or has answered."""

    id: str
    game: str
    drill: str
    level: str
    day: str | None
    board: str
    """What shows the view: `game`, or a small board of the house."""
    seats: int
    """At the table; one has seat 0, bots have the others."""
    view: Any
    """What one may know; of the game's type where the board is the game's."""
    actions: list[Any]
    """What can be done, where that may be listed."""
    parts: list[dict[str, Any]]
    """What is built up: `name`, `describe`, `free`."""
    text: str
    """The view in words."""
    moves: int
    """How often it has been acted on: what an action answers."""
    retracts: bool
    """Whether everything can be taken back."""
    rating: float | None
    """The problem's."""
    explained: list[list[str]]
    """What has been said of the parts that are complete, a paragraph each; of the last part the verdict
    speaks."""
    verdict: VerdictInfo | None
    """None: not answered yet."""


class FinishedAttempt(msgspec.Struct, frozen=True):
    """A problem that one has answered."""

    attempt: str
    game: str
    drill: str
    level: str
    day: str | None
    """Of a problem of the day; None: an endless one."""
    ended: float
    score: float
    solved: bool
    rating: float | None
    """Afterwards; None where it isn't rated."""
    gained: float | None


class Practice(msgspec.Struct, frozen=True):
    """What can be practised here, and what one has done."""

    day: str
    """Today, UTC, as 2026-11-21."""
    streak: int
    """Days in a row, up to today or yesterday, on which one has answered a problem of the day."""
    drills: tuple[DrillInfo, ...]


Moves = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action at a problem."""

    action: Any
    moves: Moves
    """Of the attempt that it answers: if it has gone on meanwhile, the action is refused as late."""


class AttemptPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one believes the attempt to be."""

    moves: Moves


class ProblemRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which problem."""

    level: str
    daily: bool = False
    """The problem of the day, the same for everybody; otherwise an endless one."""
