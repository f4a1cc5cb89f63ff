"""What hosts see and do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat

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
    "SplitRequest",
    "Standing",
    "Submission",
    "TimetableRequest",
]

Standing: TypeAlias = Literal["asked", "submitted", "confirmed", "ran-out", "defaulted", "settled", "idle"]
"""`asked`: waited for, nothing done; `submitted`: done something that may still be replaced; `confirmed`:
done and no longer waited for; `ran-out`: done something, and then the time ran out; `defaulted`: the time ran
out with nothing done; `settled`: one of the last three, to eyes that may not know which; `idle`: not asked.
"""


Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=48)]
"""Chosen by the sender: repeated, it is the same request."""


class DeskSeat(msgspec.Struct, frozen=True):
    """A seat as the host sees it."""

    seat: Seat
    name: str
    bot: str | None
    present: bool
    """Whether the player is looking."""
    awaited: bool
    standing: Standing
    since: float | None
    """When the running turn or round began for it; clocks that were moved or stood still are reckoned in."""
    due: float | None
    """When its time runs out; None for never, and while the clocks stand still."""
    reserves: int | None
    """Reserve periods that are left now."""
    resigned: bool
    missed: int | None
    """How often its time ran out; None to a host who plays."""
    usable: int | None = None
    """Reserve periods that its running turn may draw on: `due` counts them in. An opening decision draws on
    none."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it isn't the same."""


class Submission(msgspec.Struct, frozen=True):
    """What a seat has done in the running round."""

    number: int
    """Of the action, by which an amendment names it."""
    seat: Seat
    at: float | None
    notation: str | None
    """None: the time ran out."""
    action: Any


class Desk(msgspec.Struct, frozen=True):
    """The match from the hosting desk."""

    id: str
    status: str
    seats: tuple[DeskSeat, ...]
    due: float | None
    """The next time that runs out."""
    began: float | None
    """When the running round or turn began, whatever was done to the clocks since."""
    stopped: float | None
    """Since when the clocks stand still."""
    opens: float | None
    starts: float | None
    released: bool
    """Whether spectators see everything at once."""
    spectators: int
    announcements: tuple[tuple[float, str], ...]
    handed_in: tuple[str, ...]
    """Secret options that the host has set; their names alone."""
    remarks: tuple[Mapping[str, str], ...] = ()
    """What the game says about secrets that were handed in just now, by language: only in the answer to who
    handed them in."""
    actions: int | None = None
    """How many there are in all; only for those who may see everything."""
    submissions: tuple[Submission, ...] | None = None
    """In the running round; only for those who may see everything, and ask for it."""


class Extension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More time, or less: by `seconds`, or `until` a moment, in seconds since the epoch or as ISO 8601."""

    seconds: float | None = None
    until: float | str | None = None
    seats: tuple[Seat, ...] | None = None
    """None: all that are waited for."""
    reason: str = ""
    key: Key | None = None


class Amendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What action `number` should have been. With neither `action` nor `notation`: that the time of the seat
    ran out."""

    number: int
    action: Any = None
    """As JSON."""
    notation: str | None = None
    """The same as text, as the game writes it."""
    reason: str = ""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One public fact that changes."""

    path: str
    """Where in the spectators' view, as a JSON Pointer: `/scores/0`."""
    kind: Literal["changed", "added", "removed"]
    old: Any = None
    new: Any = None


class Correction(msgspec.Struct, frozen=True):
    """What an amendment does."""

    number: int
    seat: Seat
    old: str | None
    """The action as it is, in notation; none for a time that ran out."""
    new: str | None
    changes: tuple[Change, ...]
    outcome_before: Outcome | None
    outcome_after: Outcome | None
    announcement: str
    """What everybody is told."""


class RulingChoice(msgspec.Struct, frozen=True):
    """A ruling that is possible now."""

    ruling: Any
    """As JSON."""
    words: Mapping[str, str]
    """By language, in one line."""


class RulingForm(msgspec.Struct, frozen=True):
    """A kind of ruling that has to be filled in."""

    name: str
    """Tag of the ruling."""
    describe: Mapping[str, Any]
    """JSON Schema."""


class PastRuling(msgspec.Struct, frozen=True):
    """A ruling of this match."""

    number: int
    """Of the entry."""
    at: float | None
    words: Mapping[str, str]
    reason: str


class Rulings(msgspec.Struct, frozen=True):
    """What the host can decide now, and what was decided."""

    possible: bool
    """Whether the game leaves anything to the host at all."""
    choices: tuple[RulingChoice, ...]
    forms: tuple[RulingForm, ...]
    made: tuple[PastRuling, ...]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling that a host wants to make."""

    ruling: Any
    """As JSON."""
    reason: str = ""
    """Why, for everybody."""


class RulingPreview(msgspec.Struct, frozen=True):
    """What a ruling does."""

    words: Mapping[str, str]
    changes: tuple[Change, ...]
    outcome_before: Outcome | None
    outcome_after: Outcome | None
    announcement: str
    """What everybody is told, in the match's language."""


class Replacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: the member of this name, or a bot."""

    member: str | None = None
    bot: str | None = None
    key: Key | None = None


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a row."""

    row: int
    """As spreadsheets number them for CSV, where the column names are row 1; from 1 in JSON."""
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
    """By seat, the secret of its invitation; shown this once."""


class RulingRequest(Ruling, frozen=True, forbid_unknown_fields=True):
    """A ruling that is to be made."""

    key: Key | None = None


class KeyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the key of the request."""

    key: Key | None = None


class ReasonRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why, for everybody."""

    reason: str = ""
    key: Key | None = None


class ExpireRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time of a seat is to run out."""

    since: float | None = None
    """When its turn or round began, as the desk says: if another one runs by now, nothing happens."""
    key: Key | None = None


class AnnounceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host says to everybody."""

    text: str
    key: Key | None = None


class AnnouncementDraft(msgspec.Struct, frozen=True):
    """An announcement to be looked over."""

    text: str


class SplitRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be passed on to a chat program."""

    text: str


class AmendmentRequest(Amendment, frozen=True, forbid_unknown_fields=True):
    """An amendment that is to be made."""

    key: Key | None = None


class HandInRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Secret options by name; null is the usual one."""

    secrets: dict[str, Any]


class CopyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a match is to be in its copy."""

    people: bool = False
    bots: bool = True
    title: str | None = None


class TimetableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a match opens and starts by itself, in seconds since the epoch or ISO 8601; null is never."""

    opens: float | str | None = None
    starts: float | str | None = None
