"""The journals of all matches: entries are appended durably, in batches, and read back in order.

`sqlite/journal.py` and `postgres/journal.py` implement the protocol; `journal_entry.py` defines the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

import msgspec

from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.journal_entry import Body, JournalEntry, Seated

__all__ = [
    "EntryExists",
    "Journal",
    "JournalFailed",
    "Result",
    "RowChange",
    "RulesGone",
    "Unplayable",
    "decode_entries",
    "encode_body",
    "is_over",
    "not_stored",
    "seat_parameters",
]


Result: TypeAlias = tuple[tuple[float | None, int], ...]
"""By seat its score and place; a match that a forfeit has decided has no scores."""


class RowChange(msgspec.Struct, frozen=True):
    """What an entry changes in its match's row, in the same transaction."""

    status: str
    due: float | None
    started: float | None = None
    ended: float | None = None
    changed: bool = True
    """Whether any of these values differs from the row's."""
    result: Result | None = None
    """By seat its score and place, where the entry ends the match or changes its result; empty for a match
    that is stopped, and for one that goes on again. None: the seats' results stay."""
    replaces: int | None = None
    """Number of the entry of a free action that this one replaces: it is deleted in the same transaction."""


class EntryExists(Exception):  # noqa: N818 - no fault: somebody was quicker
    """An entry with this number or a greater one, or of this seat with this key, exists already. Nothing was
    stored."""


class JournalFailed(Exception):  # noqa: N818
    """The entry may not have been stored: the disk is full or the database is gone. Its key shows later
    whether it was."""

    reported = False
    """Whether the outage that caused it is logged already."""


class Unplayable(JournalFailed):
    """The entries of a match exist, but its game doesn't play them: nothing can happen to the match until the
    version of the game is installed again that it was played with. The text names only the match and the
    entry."""


class RulesGone(Unplayable):
    """The match began with a version of the rules that its game doesn't keep any more."""

    def __init__(self, match: str, game: str, rules: int, kept: Sequence[int]) -> None:
        self.match, self.game, self.rules, self.kept = match, game, rules, tuple(kept)
        super().__init__(
            f"match {match} began by version {rules} of the rules of {game}; "
            f"the versions kept here are: {', '.join(map(str, kept))}"
        )


class Journal(Protocol):
    """The store of all entries."""

    shared: bool
    """Whether other processes append too, so that a session may be behind."""
    on_commit: Callable[[int, float], None] | None
    """Called by any thread after every commit with the number of entries and the duration in seconds."""

    def at_work(self) -> bool:
        """Whether the writer runs, so that an appended entry will be written."""

    async def start(self, on_append: Callable[[str | None], None]) -> None:
        """Start the writer. `on_append` is called with the id of a match to which another process has
        appended, and with None when that may have been any match."""

    async def close(self) -> None:
        """Store the entries that are queued, and stop."""

    async def append(self, entry: JournalEntry, change: RowChange) -> None:
        """Return when the entry is durable. Raises `EntryExists` and `JournalFailed`. A cancelled request may
        already have appended the entry: the caller must read the journal before it retries."""

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:
        """The entries of a match with greater numbers than `after`, in order. Raises `JournalFailed`."""


def encode_body(body: Body) -> str:
    """The body as it is stored: JSON."""
    return msgspec.json.encode(body).decode()


def decode_entries(
    match: str, rows: Sequence[tuple[int, int | None, str, float, str | None]]
) -> list[JournalEntry]:
    """Entries from rows of number, seat, body, at and key."""
    return [
        JournalEntry(match, number, seat, BODY.decode(body), at, key) for number, seat, body, at, key in rows
    ]


def seat_parameters(entry: JournalEntry, seated: Seated) -> tuple[object, ...]:
    """The parameters of the statement that gives a seat to another player: person, bot, name and moment, then
    the match and seat, then match, person and seat of the condition that the person has no other seat."""
    place = (entry.match, entry.seat)
    condition = (entry.match, seated.person, entry.seat)
    return seated.person, seated.bot, seated.name, entry.at, *place, *condition


BODY: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


def is_over(change: RowChange) -> bool:
    """Whether the match is over after the entry."""
    return change.status in ("finished", "abandoned")


def not_stored(failed: JournalFailed) -> Refused:
    """The refusal for a client. The database's own message goes only to the service's log."""
    del failed
    return Refused(503, "not-stored", "this can't be stored at the moment; try again with the same key")
