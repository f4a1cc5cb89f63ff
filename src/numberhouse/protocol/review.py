"""Looking back at a match: its steps, evaluations of actions, chances of winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat
from numberhouse.contract.review import Mark
from numberhouse.protocol.play import Item

__all__ = [
    "AlternativeInfo",
    "EvaluationInfo",
    "Evaluations",
    "Language",
    "Perspective",
    "PlayerInfo",
    "PositionText",
    "RecordActionsRequest",
    "RecordPositionRequest",
    "RecordRequest",
    "RecordWhatIfRequest",
    "StandingInfo",
    "StepInfo",
    "Timeline",
    "UnratedInfo",
    "WhatIf",
    "WhatIfRequest",
    "WinProbabilities",
    "WinProbabilityInfo",
]

Language: TypeAlias = Literal["en", "ru"]


Perspective: TypeAlias = Seat | Literal["spectator", "everything"]
"""Whose: a seat's, a spectator's, or of somebody who may see all."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """A player."""

    name: str
    bot: str | None = None
    translated: Mapping[str, str] = {}
    """The name in other languages, where it isn't the same."""


class StepInfo(msgspec.Struct, frozen=True):
    """An entry of the match's log, and what came of it."""

    number: int
    seat: Seat
    """`HOST` (-1) for a ruling of the host."""
    at: float | None
    notation: str
    """What was done; empty where the time ran out, and for a ruling."""
    lines: list[str]
    """What these eyes saw of it, in words."""
    item: int
    """How many items of the stream there are after it."""


class Timeline(msgspec.Struct, frozen=True):
    """A whole match."""

    game: str
    title: str
    """Of the game."""
    epoch: int
    status: str
    players: list[PlayerInfo]
    perspective: Perspective
    steps: list[StepInfo]
    first: dict[str, Any] | None
    """The view before the first step; none for the eyes that see everything, for there is no such view."""
    items: list[Item]
    """What changed in the view, as a live connection tells it."""
    outcome: Outcome | None
    judged: bool
    """Whether somebody judges this game's actions."""


class WhatIf(msgspec.Struct, frozen=True):
    """What would have come of something else."""

    seat: Seat
    """Whose it was to do."""
    view: Any
    """The game's, with this seat's eyes."""
    lines: list[str]
    """What it would have seen, in words."""


class StandingInfo(msgspec.Struct, frozen=True):
    """How far the seat had come before: `value` of what `words` say."""

    value: float
    words: str
    fewer_is_better: bool


class AlternativeInfo(msgspec.Struct, frozen=True):
    """What could have been done instead."""

    action: dict[str, Any]
    notation: str
    value: float
    reason: str


class EvaluationInfo(msgspec.Struct, frozen=True):
    """How good an action was, for all that its seat could know when it acted."""

    number: int
    """Of the action."""
    seat: Seat
    mark: Mark
    played: float
    best: float
    lost: float
    """By how much something else would have been worth more."""
    scale: str
    """What these numbers count."""
    reason: str
    hindsight: str
    """What can be added knowing how everything came."""
    better: list[AlternativeInfo]
    exact: bool
    """Whether nothing can be better than `best`; otherwise it is what was found in time."""
    standing: StandingInfo | None


class UnratedInfo(msgspec.Struct, frozen=True):
    """Why there is no judgement of an action."""

    number: int
    why: str


class Evaluations(msgspec.Struct, frozen=True):
    """Those of some actions in a row."""

    judged: list[EvaluationInfo]
    """There is none of what is no choice, such as a note."""
    given_up: list[int]
    """Actions that couldn't be judged in time."""
    unjudged: list[UnratedInfo]
    """Actions of which nothing can be said, as far as the game says why."""
    next: int | None
    """The first action that hasn't been looked at; none when that is all."""


class WinProbabilityInfo(msgspec.Struct, frozen=True):
    """How likely a seat was to win before an action of its own, for all that it could know."""

    number: int
    """Of the action."""
    seat: Seat
    chance: float
    """0 … 1; a shared victory is a share of one."""
    error: float
    """By how much it may be wrong, 19 times of 20, for the number of playouts alone."""
    playouts: int
    lost: float | None
    """By how much less likely the seat was after what it did than after the best that was found; only where
    that was better."""
    lost_error: float | None


class WinProbabilities(msgspec.Struct, frozen=True):
    """Those before some actions in a row."""

    chances: list[WinProbabilityInfo]
    """There is none where playing out takes too long, or tells nothing."""
    bot: str
    """Who played the match out, for all seats; empty where nobody did."""
    next: int | None
    """The first action that hasn't been looked at; none when that is all."""


class RecordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record, and with whose eyes to see it."""

    record: str
    perspective: str = "spectator"
    """`spectator`, `everything`, or a seat's number."""
    lang: Language = "en"


class RecordActionsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Actions of a record, from number `first` on."""

    record: str
    first: Annotated[int, msgspec.Meta(ge=1)] = 1
    lang: Language = "en"


class WhatIfRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something else than what was done in entry `entry`, by the same seat."""

    entry: int
    action: Any
    """One of the game's."""
    lang: Language = "en"


class RecordWhatIfRequest(WhatIfRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same, of a record."""

    record: str


class RecordPositionRequest(RecordRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of a record."""

    entry: Annotated[int, msgspec.Meta(ge=0)] = 0


class PositionText(msgspec.Struct, frozen=True):
    """A position of a match."""

    entry: int
    """After so many actions."""
    text: str
    """The board as the terminal shows it, at most 80 columns."""
