"""The hosting desk: the host's view of a match, and the host's requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat
from numberhouse.protocol.texts import AnnouncementText, ReasonText, Title

__all__ = [
    "Amendment",
    "AmendmentRequest",
    "AnnounceRequest",
    "AnnouncementDraft",
    "Change",
    "CopyRequest",
    "Correction",
    "Desk",
    "DeskSeat",
    "ExpireRequest",
    "Extension",
    "HandInRequest",
    "Key",
    "KeyRequest",
    "PastRuling",
    "Problem",
    "ReasonRequest",
    "Replacement",
    "Ruling",
    "RulingChoice",
    "RulingForm",
    "RulingPreview",
    "RulingRequest",
    "Rulings",
    "ScheduledMatch",
    "SecretOptions",
    "SplitRequest",
    "Submission",
    "SubmissionStatus",
    "TimetableRequest",
]

SubmissionStatus: TypeAlias = Literal[
    "asked", "submitted", "confirmed", "ran-out", "defaulted", "settled", "idle"
]
"""`asked`: awaited, without an action; `submitted`: has an action that may still be replaced; `confirmed`:
has acted and is no longer awaited; `ran-out`: has an action, and then the time ran out; `defaulted`: the time
ran out without an action; `settled`: one of the last three, for a viewer who may not know which; `idle`: not
awaited in this round.
"""


Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]
"""Chosen by the sender. A request with the same key is carried out once."""


class DeskSeat(msgspec.Struct, frozen=True):
    """A seat as the host sees it."""

    seat: Seat
    name: str
    bot: str | None
    present: bool
    """Whether the player is connected to the match."""
    awaited: bool
    submission_status: SubmissionStatus
    turn_started: float | None
    """When the running turn or round began for it, adjusted for extensions and pauses."""
    due: float | None
    """When its time runs out; None for never, and while the clocks stand still."""
    reserves: int | None
    """Reserve periods that are left."""
    resigned: bool
    timeouts: int | None
    """How often its time ran out; None for a host who plays."""
    usable_reserves: int | None = None
    """Reserve periods that its running turn may draw on; `due` includes them. An opening decision draws on
    none."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it differs."""


class Submission(msgspec.Struct, frozen=True):
    """The action of a seat in the running round."""

    number: int
    """Number of the action, by which an amendment refers to it."""
    seat: Seat
    at: float | None
    notation: str | None
    """None: the time ran out."""
    action: Any


class Desk(msgspec.Struct, frozen=True):
    """The match as its host sees it."""

    id: str
    status: str
    seats: tuple[DeskSeat, ...]
    due: float | None
    """The next deadline."""
    round_started: float | None
    """When the running round or turn began, not adjusted for extensions and pauses."""
    paused_at: float | None
    """When the clocks were stopped; None while they run."""
    opens: float | None
    starts: float | None
    released: bool
    """Whether spectators see everything at once."""
    spectators: int
    announcements: tuple[tuple[float, str], ...]
    secrets_set: tuple[str, ...]
    """Names of the secret options that the host has set."""
    remarks: tuple[Mapping[str, str], ...] = ()
    """The game's remarks on the secrets of this request, by language; only in the response to the host who
    sent them."""
    actions: int | None = None
    """Number of all actions; only for people who may see everything."""
    submissions: tuple[Submission, ...] | None = None
    """Actions in the running round; only for people who may see everything, and ask for it."""


class Extension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More time, or less: by `seconds`, or `until` a moment, in seconds since the epoch or as ISO 8601."""

    seconds: float | None = None
    until: float | str | None = None
    seats: tuple[Seat, ...] | None = None
    """None: all awaited seats."""
    reason: ReasonText = ""
    key: Key | None = None


class Amendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The correct action in place of action `number`. With neither `action` nor `notation`, the entry becomes
    an expiry of the seat's time."""

    number: int
    action: Any = None
    """As JSON."""
    notation: str | None = None
    """The action in the game's notation."""
    reason: ReasonText = ""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One public fact that changes."""

    path: str
    """The place in the spectators' view, as a JSON Pointer: `/scores/0`."""
    kind: Literal["changed", "added", "removed"]
    old: Any = None
    new: Any = None


class Correction(msgspec.Struct, frozen=True):
    """The effect of an amendment."""

    number: int
    seat: Seat
    old: str | None
    """The present action, in notation; None for an expiry."""
    new: str | None
    changes: tuple[Change, ...]
    outcome_before: Outcome | None
    outcome_after: Outcome | None
    announcement: str
    """The announcement to everybody."""


class RulingChoice(msgspec.Struct, frozen=True):
    """A ruling that is possible now."""

    ruling: Any
    """As JSON."""
    words: Mapping[str, str]
    """By language, in one line."""


class RulingForm(msgspec.Struct, frozen=True):
    """A kind of ruling with values that the host has to fill in."""

    name: str
    """Tag of the ruling."""
    schema: Mapping[str, Any]
    """JSON Schema."""


class PastRuling(msgspec.Struct, frozen=True):
    """A ruling of this match."""

    number: int
    """Number of the entry."""
    at: float | None
    words: Mapping[str, str]
    reason: str


class Rulings(msgspec.Struct, frozen=True):
    """The rulings that the host can make now, and the rulings of the match."""

    supported: bool
    """Whether the game has rulings of the host at all."""
    choices: tuple[RulingChoice, ...]
    forms: tuple[RulingForm, ...]
    history: tuple[PastRuling, ...]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling that a host wants to make."""

    ruling: Any
    """As JSON."""
    reason: ReasonText = ""
    """The reason, which everybody reads."""


class RulingPreview(msgspec.Struct, frozen=True):
    """The effect of a ruling."""

    words: Mapping[str, str]
    changes: tuple[Change, ...]
    outcome_before: Outcome | None
    outcome_after: Outcome | None
    announcement: str
    """The announcement to everybody, in the match's language."""


class Replacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new player of a seat: the member of this name, or a bot."""

    member: str | None = None
    bot: str | None = None
    key: Key | None = None


class Problem(msgspec.Struct, frozen=True):
    """An error in a row of a schedule."""

    row: int
    """As a spreadsheet numbers the rows of CSV, where the column names are row 1; from 1 in JSON."""
    column: str
    problem: str


class ScheduledMatch(msgspec.Struct, frozen=True):
    """A match of the schedule."""

    row: int
    id: str | None
    """None in a dry run."""
    title: str
    game: str
    opens: float | None
    starts: float | None
    invitations: dict[str, str]
    """By seat, the secret of its invitation, which the service never shows again."""


class RulingRequest(Ruling, frozen=True, forbid_unknown_fields=True):
    """A request to make a ruling."""

    key: Key | None = None


class KeyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request with nothing but its key."""

    key: Key | None = None


class ReasonRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request with a reason, which everybody reads."""

    reason: ReasonText = ""
    key: Key | None = None


class ExpireRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to let the time of a seat run out."""

    turn_started: float | None = None
    """When its turn or round began, from the desk. If another one runs by now, nothing happens."""
    key: Key | None = None


class AnnounceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to announce a text to everybody."""

    text: AnnouncementText
    key: Key | None = None


class AnnouncementDraft(msgspec.Struct, frozen=True):
    """A draft of an announcement, for the host to edit."""

    text: str


class SplitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to split a text into pieces for a chat program."""

    text: AnnouncementText


class AmendmentRequest(Amendment, frozen=True, forbid_unknown_fields=True):
    """A request to make an amendment."""

    key: Key | None = None


class HandInRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Secret options by name; null is the default."""

    secrets: dict[str, Any]


class SecretOptions(msgspec.Struct, frozen=True):
    """The secret options that were handed in, by name."""

    secrets: dict[str, Any]


class CopyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a match that its copy shall have."""

    people: bool = False
    bots: bool = True
    title: Title | None = None


class TimetableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The times at which a match opens and starts by itself, in seconds since the epoch or ISO 8601; null is
    never."""

    opens: float | str | None = None
    starts: float | str | None = None
