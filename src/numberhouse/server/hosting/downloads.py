"""What is taken away from a match: its record, and its transcript in a form and through somebody's eyes."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import select

from numberhouse import record
from numberhouse.protocol.matches import Told
from numberhouse.protocol.review import Eyes, Language
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.chat_pieces import LONGEST, SHORTEST, pieces
from numberhouse.server.hosting.transcript import transcript
from numberhouse.server.hosting.transcript_forms import as_html, as_markdown, as_text
from numberhouse.server.matches.permissions import Deed, may
from numberhouse.server.play.session import Table
from numberhouse.server.play.sessions import Tables
from numberhouse.server.play.updates import Sight
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Log
from numberhouse.server.storage.journal_entry import Act, Line
from numberhouse.server.storage.schema import people

__all__ = ["FORMS", "Downloads", "Form", "eyes_asked"]

Form: TypeAlias = Literal["text", "markdown", "html", "json", "pieces"]

FORMS: Final[dict[str, tuple[str, str]]] = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "markdown": ("text/markdown; charset=utf-8", "md"),
    "html": ("text/html; charset=utf-8", "html"),
    "json": ("application/json", "json"),
    "pieces": ("application/json", "json"),
}
"""Media type, and how the file's name ends."""


def eyes_asked(told: Told, asked: str) -> Eyes:
    """Through whose eyes: `own`, `spectator`, `everything` or a seat's number. Raises `Refused` for eyes that
    aren't there, or that aren't for whoever asks."""
    found: Eyes
    if asked == "own":
        found = told.seat if told.seat is not None else "spectator"
    elif asked == "spectator":
        found = "spectator"
    elif asked == "everything":
        found = "everything"
    elif asked.isascii() and asked.isdigit() and len(asked) <= 3 and int(asked) < len(told.seats):
        found = int(asked)
    else:
        raise Refused(
            400, "eyes", f"there are: own, spectator, everything, and seats 0 to {len(told.seats) - 1}"
        )
    mine = found == "spectator" or (found != "everything" and found == told.seat)
    check_export(told, "export" if mine else "export everything")
    return found


@dataclass(frozen=True)
class Downloads:
    """Makes transcripts and records of matches in memory."""

    database: Database
    log: Log
    tables: Tables
    now: Callable[[], float]

    async def transcript_of(self, told: Told, eyes: Eyes, form: Form, lang: Language, size: int) -> bytes:
        """The transcript as it is sent. Raises `Refused` for pieces of another size than there can be."""
        if not SHORTEST <= size <= LONGEST:
            raise Refused(400, "size", f"pieces of {size} characters; {SHORTEST} to {LONGEST} are possible")
        async with self.tables.at(told.id) as table:
            lines = await self.log.read(told.id)
            hosts = await self._names(told, lines)
            seen = _still(table)
            entries = _entries(table, eyes, self.now())
        done = lines[: seen.number]
        return await asyncio.to_thread(_formed, seen, done, eyes, entries, form, lang, size, hosts)

    async def record_of(self, told: Told, *, everything: bool) -> str:
        """The record: open after the end, sealed before; `everything` is the open one at any time, from which
        the match can be gone on with."""
        check_export(told, "export everything" if everything else "export")
        async with self.tables.at(told.id) as table:
            seen = _still(table)
            eyes: Eyes = "everything" if everything else told.seat if told.seat is not None else "spectator"
            entries = _entries(table, eyes, self.now())
        return await asyncio.to_thread(_recorded, seen, entries, everything or seen.over)

    async def _names(self, told: Told, lines: list[Line]) -> dict[str, str]:
        """Of the hosts and administrators who have done something, by id; for hosts alone."""
        if not may(told.roles, "oversee", told.status):
            return {}
        ids = {line.body.by for line in lines if not isinstance(line.body, Act) and line.body.by}
        async with self.database.read() as connection:
            found = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
        return {row.id: row.name for row in found}


def check_export(told: Told, deed: Deed) -> None:
    """Raises `Refused` for somebody who may not take this away now."""
    if not may(told.roles, deed, told.status):
        raise Refused(
            403,
            "not-allowed",
            f"{deed}: not allowed to {' and '.join(told.roles)} of a match that is {told.status}",
            deed=deed,
            match_status=told.status,
        )


# Below


def _still(table: Table) -> Table:
    """The table as it is now, whatever happens next."""
    still = copy.copy(table)
    still.match = copy.copy(table.match)
    still.match.log, still.match.events = list(table.match.log), list(table.match.events)
    still.states, still.moments = list(table.states), list(table.moments)
    still.sittings, still.announcements = list(table.sittings), list(table.announcements)
    return still


def _entries(table: Table, eyes: Eyes, now: float) -> int:
    """How many entries of the log may be told by now: spectators may be behind."""
    return Sight(table, None, now).entries if eyes == "spectator" else len(table.match.log)


def _formed(
    table: Table,
    lines: list[Line],
    eyes: Eyes,
    entries: int,
    form: Form,
    lang: Language,
    size: int,
    hosts: Mapping[str, str],
) -> bytes:
    told = transcript(table, lines, eyes, entries, lang, hosts)
    match form:
        case "text":
            return as_text(told).encode()
        case "markdown":
            return as_markdown(told).encode()
        case "html":
            return as_html(told).encode()
        case "json":
            return msgspec.json.encode(told)
        case "pieces":
            return msgspec.json.encode(pieces(as_markdown(told), size))


def _recorded(table: Table, entries: int, is_open: bool) -> str:
    match = table.match
    if entries < len(match.log):
        match = table.after(entries)
    players = table.names("en")
    return record.write(match, players, folder=table.folder, open=is_open)
