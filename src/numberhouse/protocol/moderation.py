"""Blocks and mutes, reports, and the decisions of administrators on them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from numberhouse.protocol.texts import ReasonText

__all__ = [
    "BlockInfo",
    "BlockKind",
    "BlockRequest",
    "Decision",
    "OpenReport",
    "OpenReports",
    "OwnReport",
    "ReportKind",
    "ReportOutcome",
    "ReportReason",
    "ReportRequest",
    "Target",
]

BlockKind: TypeAlias = Literal["block", "mute"]
"""`mute`: the person's messages are hidden; `block`: the person also stays away from one's tables."""

ReportKind: TypeAlias = Literal["message", "name", "match"]

ReportReason: TypeAlias = Literal["insult", "harassment", "name", "spam", "cheating", "other"]

ReportOutcome: TypeAlias = Literal["hidden", "renamed", "banned", "dismissed"]


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody or something at a match: a message by `room` and `number`, a player by `seat`, a host by
    `host`, or the match itself where all of them are null."""

    match: Annotated[str, msgspec.Meta(max_length=32)]
    room: Annotated[str, msgspec.Meta(max_length=400)] | None = None
    number: Annotated[int, msgspec.Meta(ge=1, lt=2**31)] | None = None
    """Number of the message in its room."""
    seat: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    host: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """Name of a host of the match."""

    def __post_init__(self) -> None:
        if (self.room is None) != (self.number is None):
            raise ValueError("room, number: a message is named by both")
        if sum(part is not None for part in (self.room, self.seat, self.host)) > 1:
            raise ValueError("name one: a message (room and number), a seat or a host")


class BlockRequest(Target, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A person to block or to mute: the author of a message, the player of a seat, or a host."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.room is None and self.seat is None and self.host is None:
            raise ValueError("name a person: by a message (room and number), a seat or a host")


class BlockInfo(msgspec.Struct, frozen=True):
    """A person whom one has blocked or muted."""

    id: str
    name: str
    """The present name; empty for a closed account."""
    at: float


class ReportRequest(Target, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A report of a message, of a person's name, or of a match, to the operators of this house."""

    reason: ReportReason
    text: ReasonText = ""
    """At most 500 characters, for the operators alone."""


class OwnReport(msgspec.Struct, frozen=True):
    """A report, for the person who made it."""

    id: str
    at: float
    kind: ReportKind
    name: str
    """Name of the person concerned at that time."""
    reported: str
    """The message, name or title as it was."""
    reason: ReportReason
    outcome: ReportOutcome | None
    """None: nobody has decided yet."""
    decided: float | None


class OpenReport(msgspec.Struct, frozen=True):
    """A report, for administrators. It never says who made it."""

    id: str
    at: float
    kind: ReportKind
    match: str
    name: str
    """Name of the person concerned at that time."""
    present_name: str
    """The name now; empty for a closed account."""
    sealed: bool
    """Whether it is about a room of a running match that not everybody reads; its texts are null then."""
    reported: str | None
    """The message, name or title as it was."""
    reason: ReportReason
    text: str | None
    """What the reporter says."""
    reports: int
    """Number of reports about this person."""
    outcome: ReportOutcome | None
    decided: float | None


class OpenReports(msgspec.Struct, frozen=True):
    """A page of reports, oldest first where nobody has decided, else newest first."""

    reports: tuple[OpenReport, ...]
    more: bool


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The decision of an administrator on a report."""

    action: Literal["hide", "rename", "ban", "dismiss"]
    reason: Annotated[ReasonText, msgspec.Meta(min_length=1)]
    """For the audit log; a banned person reads it too."""
    until: float | None = None
    """When a ban ends, in seconds since the epoch; null is never."""
