"""Drills, attempts and ratings."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from numberhouse.contract.game import Seat

__all__ = [
    "Attempt",
    "AttemptAction",
    "AttemptPosition",
    "DailyProgress",
    "DrillInfo",
    "FinishedAttempt",
    "FirstMatchProgress",
    "LessonInfo",
    "LevelInfo",
    "PositionRequest",
    "Practice",
    "ProblemRequest",
    "RecordPlayOnRequest",
    "TodaysProblem",
    "TodaysResults",
    "VerdictInfo",
]


LONGEST_WAIT: Final = 25.0
"""Seconds that a request for a problem may ask to wait."""


class LevelInfo(msgspec.Struct, frozen=True):
    """A level of a drill."""

    id: str
    title: str
    today: DailyProgress | None
    """The person's progress today; None: not begun."""


class DrillInfo(msgspec.Struct, frozen=True):
    """A kind of problem."""

    game: str
    drill: str
    title: str
    task: str
    levels: tuple[LevelInfo, ...]
    attempted: int
    """Number of problems that the person has answered."""
    solved: int
    rating: float | None
    """The person's rating; None: not rated yet."""
    ready: bool
    """Whether anybody's problem has been posed since the service started. The first one may have to wait for
    the compilation of its code."""


class VerdictInfo(msgspec.Struct, frozen=True):
    """The rating of an answer."""

    score: float
    solved: bool
    explanation: tuple[str, ...]
    """The result and its reason, a paragraph each."""
    answer: tuple[str, ...]
    """The best answer, a paragraph each, for a person who asks for it; empty where it has no words."""
    best: Any
    """The view after the best answer; null where the board has none."""
    rating: float | None
    """The person's rating after the answer."""
    rating_change: float | None


class DailyProgress(msgspec.Struct, frozen=True):
    """The person's progress with the problem of the day."""

    attempt: str
    ended: bool
    score: float | None
    """0 … 1; None before the verdict."""
    solved: bool
    seconds: float | None = None
    """Seconds from the beginning to the verdict; None before it."""


class TodaysResults(msgspec.Struct, frozen=True):
    """How people did with today's problem: counts alone."""

    answered: int
    solved: int
    scores: tuple[int, ...]
    """Number of answers by score, in equal ranges from 0 to 1."""


class TodaysProblem(msgspec.Struct, frozen=True):
    """The one problem of all problems of the day that the front page shows, the same for everybody."""

    game: str
    drill: str
    level: str
    title: str
    """Of the drill."""
    level_title: str
    progress: DailyProgress | None
    """The person's own; None: not begun."""
    results: TodaysResults


class LessonInfo(msgspec.Struct, frozen=True):
    """The present step of a first match."""

    step: int
    """Number of completed steps."""
    steps: int
    """Number of all steps; as many are completed once the learner plays freely."""
    prompt: tuple[str, ...]
    """What to do now, a paragraph each."""
    example: Any
    """A right action; null once the learner plays freely."""


class Attempt(msgspec.Struct, frozen=True):
    """A problem that the person has begun, or answered."""

    id: str
    game: str
    drill: str
    level: str
    day: str | None
    board: str
    """The board that shows the view: `game`, or a small board of the house."""
    seats: int
    """Number of seats; the person has seat 0, bots have the others."""
    view: Any
    """The person's view; of the game's type where the board is the game's."""
    actions: list[Any]
    """The legal actions, where they may be listed."""
    parts: list[dict[str, Any]]
    """Kinds of built-up actions: `name`, `schema`, `free`."""
    text: str
    """The view in words."""
    moves: int
    """Number of actions on it so far; an action repeats it, so that a late one is refused."""
    retractable: bool
    """Whether all actions can be taken back."""
    rating: float | None
    """The problem's rating."""
    explanations: list[list[str]]
    """Explanations of the complete parts, a paragraph each; the verdict explains the last part."""
    verdict: VerdictInfo | None
    """None: not answered yet."""
    lesson: LessonInfo | None = None
    """The present step of a first match; None for other drills and after its end."""
    seat: Seat = 0
    """The person's seat: 0, but for a match that began from a position."""


class PositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a match that is over, as one of its seats saw it."""

    entry: Annotated[int, msgspec.Meta(ge=0)]
    """Number of steps before it."""
    seat: Annotated[int, msgspec.Meta(ge=0, le=1000)]


class RecordPlayOnRequest(PositionRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of a record, as one of its seats saw it."""

    record: str


class FirstMatchProgress(msgspec.Struct, frozen=True):
    """A game's first match, and whether the person has played it to its end."""

    game: str
    ended: bool


class FinishedAttempt(msgspec.Struct, frozen=True):
    """A problem that the person has answered."""

    attempt: str
    game: str
    drill: str
    level: str
    day: str | None
    """The day of a problem of the day; None: an endless one."""
    ended: float
    score: float
    solved: bool
    rating: float | None
    """The person's rating after the answer; None where the problem isn't rated."""
    rating_change: float | None


class Practice(msgspec.Struct, frozen=True):
    """The drills, and the person's results."""

    day: str
    """Today, UTC, as 2026-11-21."""
    streak: int
    """Days in a row, up to today or yesterday, on which the person has answered a problem of the day."""
    drills: tuple[DrillInfo, ...]
    today: TodaysProblem | None = None
    """Today's problem; None where no game has drills."""
    first_matches: tuple[FirstMatchProgress, ...] = ()
    """The games that have a first match, in order."""


Moves = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class AttemptAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action at a problem."""

    action: Any
    moves: Moves
    """`moves` of the attempt that the action takes into account. If there are more by now, the action is
    refused as late."""


class AttemptPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position of the attempt that the client knows."""

    moves: Moves


class ProblemRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a problem."""

    level: str
    daily: bool = False
    """The problem of the day, the same for everybody; otherwise an endless one."""
    wait: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_WAIT)] | None = None
    """Seconds after which the request is refused as `being-posed`, while posing goes on; repeat it then. None
    waits as long as posing takes: a minute or two for the first problem of its kind on a machine."""
