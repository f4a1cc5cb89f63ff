"""The review of a match: its steps, evaluations of actions, probabilities of winning."""

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
    "PositionValue",
    "RecordActionsRequest",
    "RecordPositionRequest",
    "RecordRequest",
    "RecordWhatIfRequest",
    "StepInfo",
    "Timeline",
    "UnratedInfo",
    "WhatIf",
    "WhatIfRequest",
    "WinProbabilities",
    "WinProbabilityInfo",
]

Language: TypeAlias = str
"""Code of a language that the service has words in, such as `ru`."""

Perspective: TypeAlias = Seat | Literal["spectator", "everything"]
"""A seat's perspective, a spectator's, or that of a person who may see everything."""


class PlayerInfo(msgspec.Struct, frozen=True):
    """A player."""

    name: str
    bot: str | None = None
    translated: Mapping[str, str] = {}
    """The name in other languages, where it differs."""


class StepInfo(msgspec.Struct, frozen=True):
    """An entry of the match's log, and its effect."""

    number: int
    seat: Seat
    """`HOST` (-1) for a ruling of the host."""
    at: float | None
    notation: str
    """The action; empty for an expiry and for a ruling."""
    lines: list[str]
    """Its events in words, as the perspective saw them."""
    item: int
    """Number of items of the stream up to and including this step."""
    free: bool = False
    """Whether it is a free action, such as a note, which is no step of the match."""
    round_end: int = 0
    """In a round in which all submit at once: the number of the round's last step, with which all of it is
    looked at as one. 0 for a step of its own."""


class Timeline(msgspec.Struct, frozen=True):
    """A whole match."""

    game: str
    title: str
    """The game's title."""
    epoch: int
    status: str
    players: list[PlayerInfo]
    perspective: Perspective
    steps: list[StepInfo]
    first: dict[str, Any] | None
    """The view before the first step; None for the perspective `everything`, which has no view."""
    items: list[Item]
    """The changes of the view, as on a live connection."""
    outcome: Outcome | None
    has_reviewer: bool
    """Whether the game has a reviewer."""


class WhatIf(msgspec.Struct, frozen=True):
    """The result of another action."""

    seat: Seat
    """The seat of the action."""
    view: Any
    """The game's view of this seat after the action."""
    lines: list[str]
    """The events that the seat would have seen, in words."""


class PositionValue(msgspec.Struct, frozen=True):
    """The value of a seat's position before its action: its points, or the possibilities that remained."""

    value: float
    unit: str
    lower_is_better: bool


class AlternativeInfo(msgspec.Struct, frozen=True):
    """Another action that the seat could have done."""

    action: dict[str, Any]
    notation: str
    value: float
    reason: str


class EvaluationInfo(msgspec.Struct, frozen=True):
    """The evaluation of an action by the knowledge that its seat had."""

    number: int
    """Number of the action."""
    seat: Seat
    mark: Mark
    played: float
    best: float
    loss: float
    """The value that the action lost against the best."""
    unit: str
    """The unit of these numbers."""
    reason: str
    hindsight: str
    """A remark with the knowledge of the whole match."""
    better: list[AlternativeInfo]
    exact: bool
    """Whether no action is better than `best`; if not, `best` is the best that was found in time."""
    position_value: PositionValue | None
    why: list[str] = []
    """The facts behind the values, a sentence each."""


class UnratedInfo(msgspec.Struct, frozen=True):
    """The reason why an action has no evaluation."""

    number: int
    reason: str


class Evaluations(msgspec.Struct, frozen=True):
    """The evaluations of consecutive actions."""

    evaluations: list[EvaluationInfo]
    """Actions that are no choice, such as a note, have no evaluation."""
    timed_out: list[int]
    """Actions that couldn't be evaluated in time."""
    unrated: list[UnratedInfo]
    """Actions that can't be evaluated, where the game gives a reason."""
    next: int | None
    """The first action that isn't evaluated yet; None at the end."""


class WinProbabilityInfo(msgspec.Struct, frozen=True):
    """A seat's probability of winning before an action of its own, by the knowledge that it had."""

    number: int
    """Number of the action."""
    seat: Seat
    probability: float
    """0 … 1; a shared victory is a share of one."""
    error: float
    """`probability` is within this error 19 times of 20, as far as the number of playouts is concerned."""
    playouts: int
    loss: float | None
    """The probability after the best action that was found, less that after the seat's own action; only where
    the best one was better."""
    loss_error: float | None


class WinProbabilities(msgspec.Struct, frozen=True):
    """The probabilities of winning before consecutive actions."""

    probabilities: list[WinProbabilityInfo]
    """Actions are left out where playing out takes too long, or means nothing."""
    bot: str
    """The bot that played the match out, for all seats; empty where none did."""
    next: int | None
    """The first action that isn't evaluated yet; None at the end."""


class RecordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record, and the perspective from which to see it."""

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
    """Another action of the same seat in place of entry `entry`."""

    entry: int
    action: Any
    """An action of the game."""
    lang: Language = "en"


class RecordWhatIfRequest(WhatIfRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another action in place of an entry of a record."""

    record: str


class RecordPositionRequest(RecordRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of a record."""

    entry: Annotated[int, msgspec.Meta(ge=0)] = 0


class PositionText(msgspec.Struct, frozen=True):
    """A position of a match."""

    entry: int
    """Number of entries before this position."""
    text: str
    """The board as the terminal shows it, at most 80 columns."""
