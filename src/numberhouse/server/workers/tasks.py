"""The tasks of worker processes and their replies: one tagged struct for each kind of task.

A task carries everything that it needs: a worker knows nothing else of the match.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat
from numberhouse.contract.playouts import Winning
from numberhouse.contract.review import Explanation, Mark, Standing
from numberhouse.protocol.review import Language, Perspective
from numberhouse.registry.precompile import Piece

__all__ = [
    "Advise",
    "BeginFrom",
    "Better",
    "ContinueFrom",
    "ContinuedMatch",
    "EstimateWin",
    "Evaluate",
    "EvaluatedAction",
    "Exercise",
    "Farewell",
    "FarewellOfRecord",
    "GiveWay",
    "PlayedAction",
    "PlayedPosition",
    "Prepare",
    "ReadRecord",
    "RecordAction",
    "RemarkOnOptions",
    "Reply",
    "SetUp",
    "Task",
    "TextOfRecord",
    "Think",
    "UnratedAction",
    "ViewInRecord",
    "WhatIfInRecord",
    "WinProbability",
]


class Think(msgspec.Struct, frozen=True, tag="think"):
    """Choose an action as this bot, from a seat's view only."""

    game: str
    rules: int
    """Version of the game's rules that the match is played by."""
    bot: str
    seat: Seat
    view: bytes
    """The seat's view as JSON."""
    seconds: float
    """The bot's budget."""
    chance: str
    """The seed of the bot's own randomness."""


class Exercise(msgspec.Struct, frozen=True, kw_only=True, tag="exercise"):
    """Pose a problem of practice, explain a part of an answer, or rate the answer."""

    kind: Literal["pose", "explain", "judge"]
    game: str
    drill: str
    level: str = ""
    """Level of the problem to pose."""
    seed: str = ""
    """Seed from which the problem is drawn."""
    first: bytes = b""
    """The problem as JSON, if an answer is rated."""
    last: bytes = b""
    """The answer so far as JSON, if it is explained or rated."""


class PlayedPosition(msgspec.Struct, frozen=True):
    """A position of a match as one of its seats saw it, and nothing else of the match."""

    game: str
    rules: int
    """Version of the game's rules."""
    seats: int
    seat: Seat
    view: bytes
    """The seat's view as JSON."""


class BeginFrom(msgspec.Struct, frozen=True, tag="begin-from"):
    """Begin a match from a position: the hidden facts are drawn anew, to fit what its seat saw."""

    position: PlayedPosition
    bot: str
    """The bot on all other seats."""
    seed: str


class ContinueFrom(msgspec.Struct, frozen=True, tag="continue-from"):
    """Continue a match that began from a position, or only look at it."""

    game: str
    match: bytes
    """The match as JSON, as the worker has returned it."""
    action: bytes = b""
    """An action of the person as JSON; empty to look."""


class ContinuedMatch(msgspec.Struct, frozen=True):
    """A match from a position, for its person."""

    match: msgspec.Raw
    """It holds all secrets and is for the worker alone."""
    seat: Seat
    seats: int
    view: msgspec.Raw
    actions: list[msgspec.Raw]
    parts: list[dict[str, Any]]
    text: dict[str, str]
    """The view in words, by language."""
    lines: dict[str, str]
    """By language, what has happened since the person's action, an event a line."""
    outcome: Outcome | None


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Compile or build a piece, so that nobody has to wait for it later."""

    piece: Piece


class SetUp(msgspec.Struct, frozen=True, tag="set-up"):
    """Set a match up: check its options, and make its first state."""

    game: str
    rules: int
    """Version of the game's rules."""
    options: bytes
    """As JSON."""
    seats: int
    seed: str


class RemarkOnOptions(msgspec.Struct, frozen=True, tag="remark-on-options"):
    """Write the game's remarks on options, in every language."""

    game: str
    rules: int
    """Version of the game's rules."""
    options: bytes
    """As JSON."""


class PlayedAction(msgspec.Struct, frozen=True, tag="played"):
    """An action of a match of this server: its seat's views, and nothing else of the match."""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    view: bytes
    """The seat's view when it acted, as JSON."""
    action: bytes
    end: bytes
    """The seat's view after the last entry, as JSON."""


class RecordAction(msgspec.Struct, frozen=True, tag="record"):
    """An action of an uploaded record."""

    text: str
    entry: int


class Evaluate(msgspec.Struct, frozen=True, tag="evaluate"):
    """Evaluate an action."""

    action: PlayedAction | RecordAction
    seconds: float


class EstimateWin(msgspec.Struct, frozen=True, tag="estimate-win"):
    """Estimate how likely the seat was to win when it acted."""

    action: PlayedAction | RecordAction
    better: bytes
    """The better action as JSON, to compare the action with; empty if they aren't to be compared."""
    seconds: float


class ReadRecord(msgspec.Struct, frozen=True, tag="read-record"):
    """Verify a record, and return its timeline."""

    text: str
    perspective: Perspective
    lang: Language


class TextOfRecord(msgspec.Struct, frozen=True, tag="text-of-record"):
    """A position of a record as text."""

    text: str
    entry: int
    perspective: Perspective
    lang: Language


class ViewInRecord(msgspec.Struct, frozen=True, tag="view-in-record"):
    """Find out what a seat of a record saw after so many entries."""

    text: str
    entry: int
    seat: Seat


class WhatIfInRecord(msgspec.Struct, frozen=True, tag="what-if-in-record"):
    """Find out what another action at a record's entry would have led to."""

    text: str
    entry: int
    action: bytes
    lang: Language


class Advise(msgspec.Struct, frozen=True, tag="advise"):
    """Give advice on a draft of an action."""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    view: bytes
    """The seat's view as JSON, and nothing else of the match."""
    draft: bytes
    lang: str


class Farewell(msgspec.Struct, frozen=True, tag="farewell"):
    """Write the game's farewell after the end."""

    game: str
    rules: int
    """Version of the game's rules."""
    view: bytes
    lang: str
    names: list[str]
    """Displayed names of the seats."""


class FarewellOfRecord(msgspec.Struct, frozen=True, tag="farewell-of-record"):
    """Write the game's farewell for a record."""

    text: str
    perspective: Perspective
    lang: Language


Task: TypeAlias = (
    Think | Exercise | Prepare | Evaluate | EstimateWin | ReadRecord | TextOfRecord | WhatIfInRecord
    | Advise | Farewell | FarewellOfRecord | SetUp | RemarkOnOptions | ViewInRecord | BeginFrom | ContinueFrom
)  # fmt: skip


class Reply(msgspec.Struct, frozen=True):
    """A result, a refusal, or a kind of fault."""

    body: bytes = b""
    """JSON, or text in UTF-8."""
    code: str = ""
    message: str = ""
    values: dict[str, Any] = {}
    """Code, message and values of a refusal."""
    template: str = ""
    """The message of a game's refusal, before its values are filled in."""
    fault: str = ""
    """Class of the error and its place in the code; never its message."""
    unfinished: bool = False
    """Whether the task has given way to others; it continues where it was when it is asked again."""


class GiveWay(Exception):  # noqa: N818 - no fault
    """Raised in a worker by a task that has worked for a while: others have their turn now. The worker keeps
    what is done, and the same task continues from there."""


class Better(msgspec.Struct, frozen=True):
    """A better action, with its notation."""

    action: msgspec.Raw
    notation: str
    value: float
    reason: dict[str, str]


class EvaluatedAction(msgspec.Struct, frozen=True, tag="evaluated"):
    """The evaluation of an action in all languages, with the remark made in hindsight."""

    mark: Mark
    played: float
    best: float
    lost: float
    scale: dict[str, str]
    reason: dict[str, str]
    hindsight: dict[str, str]
    better: list[Better]
    exact: bool
    standing: Standing | None
    why: tuple[Explanation, ...] = ()


class UnratedAction(msgspec.Struct, frozen=True, tag="unrated"):
    """The reason why an action can't be evaluated."""

    reason: dict[str, str]


class WinProbability(msgspec.Struct, frozen=True):
    """How likely the seat was to win, and how much less likely after its action than after the better one."""

    bot: str
    """The bot that played the match out."""
    before: Winning
    after: Winning | None
