"""The journals of all matches: entries are appended durably, many together, and read back in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.journal_entry import Body, JournalEntry, Seated

__all__ = [
    "EntryExists",
    "Journal",
    "JournalFailed",
    "RowChange",
    "RulesGone",
    "Unplayable",
    "decoded",
    "encoded",
    "not_stored",
    "seat_row",
]


class RowChange(msgspec.Struct, frozen=True):
    """What an entry changes in its match's row, in the same transaction."""

    status: str
    due: float | None
    started: float | None = None
    ended: float | None = None
    changed: bool = True
    """Whether any of it differs from what the row says."""


class EntryExists(Exception):  # noqa: N818 - no fault: somebody was quicker
    """An entry with this number, or of this seat with this key, is there already. Nothing was stored."""


class JournalFailed(Exception):  # noqa: N818
    """The entry may not have been stored: the disk is full or the database gone. Its key tells later whether
    it was."""


class Unplayable(JournalFailed):
    """The entries of a match are there, and its game doesn't play them: nothing can happen to the match until
    the version of the game is back that it was played with. The text names the match and the entry alone."""


class RulesGone(Unplayable):
    """The match began by a version of the rules that its game doesn't keep any more."""

    def __init__(self, match: str, game: str, rules: int, kept: Sequence[int]) -> None:
        self.match, self.game, self.rules, self.kept = match, game, rules, tuple(kept)
        super().__init__(
            f"match {match} began by version {rules} of the rules of {game}; "
            f"the versions kept here are: {', '.join(map(str, kept))}"
        )


class Journal(Protocol):
    """Where entries are kept."""

    shared: bool
    """Whether other processes append too, so that a session may be behind."""
    committed: Callable[[int, float], None] | None
    """Called by any thread after every commit: how many entries it stored, and the seconds it took."""

    def at_work(self) -> bool:
        """Whether what is appended will be written."""

    async def start(self, heard: Callable[[str | None], None]) -> None:
        """Get ready. `heard` is called with the id of a match that another process has appended to, and with
        None when that may have been any."""

    async def close(self) -> None:
        """Store what has been handed over and stop."""

    async def append(self, line: JournalEntry, head: RowChange) -> None:
        """Returns when the entry is durable. Raises `EntryExists` and `JournalFailed`. Whoever is cancelled
        meanwhile may have appended it all the same."""

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:
        """The entries of a match with greater numbers than `after`, in order. Raises `JournalFailed`."""


def encoded(body: Body) -> str:
    """As it is stored."""
    return msgspec.json.encode(body).decode()


def decoded(match: str, rows: Sequence[tuple[int, int | None, str, float, str | None]]) -> list[JournalEntry]:
    """Entries from rows of number, seat, body, at and key."""
    return [
        JournalEntry(match, number, seat, BODY.decode(body), at, key) for number, seat, body, at, key in rows
    ]


def seat_row(line: JournalEntry, seated: Seated) -> tuple[object, ...]:
    """What the row of a seat is set to when somebody takes it over: person, bot, name, moment; and where."""
    there = (line.match, line.seat)
    where = (line.match, seated.person, line.seat)
    return seated.person, seated.bot, seated.name, line.at, *there, *where


BODY: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


def not_stored(failed: JournalFailed) -> Refused:
    """The refusal for a client. What the database says stays in the service's own log."""
    del failed
    return Refused(503, "not-stored", "this can't be stored at the moment; try again with the same key")
