"""What worker processes are asked, and what they answer: one tagged struct for each kind of task.

A task carries all that it needs: a worker knows nothing of the match but what is in it.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.contract.playouts import Winning
from numberhouse.contract.review import Mark, Standing
from numberhouse.precompile import Piece
from numberhouse.protocol.review import Language, Perspective

__all__ = [
    "Advise",
    "Better",
    "EstimateWin",
    "EstimateWinInRecord",
    "Evaluation",
    "Exercise",
    "Farewell",
    "FarewellOfRecord",
    "Judge",
    "JudgeRecord",
    "Prepare",
    "ReadRecord",
    "Reply",
    "Task",
    "Think",
    "Unrated",
    "WhatIfInRecord",
    "WinProbability",
    "WordsOfRecord",
]


class Think(msgspec.Struct, frozen=True, tag="think"):
    """What would this bot do? It is given a seat's view and nothing else of the match."""

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
    """Pose a problem of practice, explain a part of an answer, or judge the answer."""

    deed: Literal["pose", "explain", "judge"]
    game: str
    drill: str
    level: str = ""
    """Of the problem that is posed."""
    seed: str = ""
    """What it is drawn from."""
    first: bytes = b""
    """The problem as JSON, where an answer is judged."""
    last: bytes = b""
    """The answer so far, where it is explained or judged."""


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Compile or build this piece, so that nobody has to wait for it later."""

    piece: Piece


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """How good was this?"""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    view: bytes
    """The seat's view when it acted, as JSON."""
    action: bytes
    end: bytes
    """The seat's view after the end."""
    seconds: float


class ReadRecord(msgspec.Struct, frozen=True, tag="read"):
    """Verify a record and tell its course."""

    text: str
    perspective: Perspective
    lang: Language


class WordsOfRecord(msgspec.Struct, frozen=True, tag="words"):
    """A position of a record as text."""

    text: str
    entry: int
    perspective: Perspective
    lang: Language


class JudgeRecord(msgspec.Struct, frozen=True, tag="judge-record"):
    """How good was an action of a record?"""

    text: str
    entry: int
    seconds: float


class EstimateWin(msgspec.Struct, frozen=True, tag="weigh"):
    """How likely was the seat to win?"""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    view: bytes
    """The seat's view when it acted, as JSON."""
    actions: tuple[bytes, ...]
    """What it did, after what would have been better; none where that isn't to be compared."""
    seconds: float


class EstimateWinInRecord(msgspec.Struct, frozen=True, tag="weigh-record"):
    """How likely was the seat that acted then to win?"""

    text: str
    entry: int
    better: bytes
    """What would have been better; empty where that isn't to be compared."""
    seconds: float


class WhatIfInRecord(msgspec.Struct, frozen=True, tag="instead"):
    """What if something else had been done then?"""

    text: str
    entry: int
    action: bytes
    lang: Language


class Advise(msgspec.Struct, frozen=True, tag="advise"):
    """What would this draft come to?"""

    game: str
    rules: int
    """Version of the game's rules."""
    seat: Seat
    view: bytes
    """The seat's own, as JSON, and nothing else of the match."""
    draft: bytes
    lang: str


class Farewell(msgspec.Struct, frozen=True, tag="farewell"):
    """What has the game to say after the end?"""

    game: str
    rules: int
    """Version of the game's rules."""
    view: bytes
    lang: str
    names: list[str]
    """Of the seats."""


class FarewellOfRecord(msgspec.Struct, frozen=True, tag="farewell-of-record"):
    """The same of a record."""

    text: str
    perspective: Perspective
    lang: Language


Task: TypeAlias = (
    Think | Exercise | Prepare | Judge | ReadRecord | WordsOfRecord | JudgeRecord | EstimateWin
    | EstimateWinInRecord | WhatIfInRecord | Advise | Farewell | FarewellOfRecord
)  # fmt: skip


class Reply(msgspec.Struct, frozen=True):
    """A result, a refusal, or the kind of fault there was."""

    body: bytes = b""
    """JSON, or text in UTF-8."""
    code: str = ""
    message: str = ""
    values: dict[str, Any] = {}
    """Code, message and values of a refusal."""
    fault: str = ""
    """Kind of error and where it was; nothing of what it was about."""


class Better(msgspec.Struct, frozen=True):
    """An alternative, with its notation."""

    action: msgspec.Raw
    notation: str
    value: float
    reason: dict[str, str]


class Evaluation(msgspec.Struct, frozen=True, tag="found"):
    """A judgement as it is kept: in all languages."""

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


class Unrated(msgspec.Struct, frozen=True, tag="unsaid"):
    """Why there is no judgement."""

    reason: dict[str, str]


class WinProbability(msgspec.Struct, frozen=True):
    """How likely the seat was to win, and by how much less after what it did than after what was better."""

    bot: str
    """Who played the match out."""
    before: Winning
    after: Winning | None
