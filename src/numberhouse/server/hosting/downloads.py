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
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.review import Language, Perspective
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.chat_pieces import LONGEST, SHORTEST, pieces
from numberhouse.server.hosting.transcript import transcript
from numberhouse.server.hosting.transcript_forms import as_html, as_markdown, as_text
from numberhouse.server.matches.permissions import Deed, may
from numberhouse.server.play.session import Session
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.play.updates import ViewerState
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Journal
from numberhouse.server.storage.journal_entry import Act, JournalEntry
from numberhouse.server.storage.schema import people

__all__ = ["FORMS", "Downloads", "Form", "perspective_asked"]

Form: TypeAlias = Literal["text", "markdown", "html", "json", "pieces"]

FORMS: Final[dict[str, tuple[str, str]]] = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "markdown": ("text/markdown; charset=utf-8", "md"),
    "html": ("text/html; charset=utf-8", "html"),
    "json": ("application/json", "json"),
    "pieces": ("application/json", "json"),
}
"""Media type, and how the file's name ends."""


def perspective_asked(info: MatchInfo, asked: str) -> Perspective:
    """Through whose eyes: `own`, `spectator`, `everything` or a seat's number. Raises `Refused` for eyes that
    aren't there, or that aren't for whoever asks."""
    found: Perspective
    if asked == "own":
        found = info.seat if info.seat is not None else "spectator"
    elif asked == "spectator":
        found = "spectator"
    elif asked == "everything":
        found = "everything"
    elif asked.isascii() and asked.isdigit() and len(asked) <= 3 and int(asked) < len(info.seats):
        found = int(asked)
    else:
        raise Refused(
            400, "perspective", f"there are: own, spectator, everything, and seats 0 to {len(info.seats) - 1}"
        )
    mine = found == "spectator" or (found != "everything" and found == info.seat)
    check_export(info, "export" if mine else "export everything")
    return found


@dataclass(frozen=True)
class Downloads:
    """Makes transcripts and records of matches in memory."""

    database: Database
    journal: Journal
    sessions: Sessions
    now: Callable[[], float]

    async def transcript_of(
        self, info: MatchInfo, perspective: Perspective, form: Form, lang: Language, size: int
    ) -> bytes:
        """The transcript as it is sent. Raises `Refused` for pieces of another size than there can be."""
        if not SHORTEST <= size <= LONGEST:
            raise Refused(400, "size", f"pieces of {size} characters; {SHORTEST} to {LONGEST} are possible")
        async with self.sessions.at(info.id) as session:
            lines = await self.journal.read(info.id)
            hosts = await self._names(info, lines)
            seen = _still(session)
            entries = _entries(session, perspective, self.now())
        done = lines[: seen.number]
        return await asyncio.to_thread(_formed, seen, done, perspective, entries, form, lang, size, hosts)

    async def record_of(self, info: MatchInfo, *, everything: bool) -> str:
        """The record: open after the end, sealed before; `everything` is the open one at any time, from which
        the match can be gone on with."""
        check_export(info, "export everything" if everything else "export")
        async with self.sessions.at(info.id) as session:
            seen = _still(session)
            perspective: Perspective = (
                "everything" if everything else info.seat if info.seat is not None else "spectator"
            )
            entries = _entries(session, perspective, self.now())
        return await asyncio.to_thread(_recorded, seen, entries, everything or seen.over)

    async def _names(self, info: MatchInfo, lines: list[JournalEntry]) -> dict[str, str]:
        """Of the hosts and administrators who have done something, by id; for hosts alone."""
        if not may(info.roles, "oversee", info.status):
            return {}
        ids = {line.body.by for line in lines if not isinstance(line.body, Act) and line.body.by}
        async with self.database.read() as connection:
            found = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
        return {row.id: row.name for row in found}


def check_export(info: MatchInfo, deed: Deed) -> None:
    """Raises `Refused` for somebody who may not take this away now."""
    if not may(info.roles, deed, info.status):
        raise Refused(
            403,
            "not-allowed",
            f"{deed}: not allowed to {' and '.join(info.roles)} of a match that is {info.status}",
            deed=deed,
            match_status=info.status,
        )


# Below


def _still(session: Session) -> Session:
    """The session as it is now, whatever happens next."""
    still = copy.copy(session)
    still.match = copy.copy(session.match)
    still.match.log, still.match.events = list(session.match.log), list(session.match.events)
    still.states, still.moments = list(session.states), list(session.moments)
    still.occupants, still.announcements = list(session.occupants), list(session.announcements)
    return still


def _entries(session: Session, perspective: Perspective, now: float) -> int:
    """How many entries of the log may be told by now: spectators may be behind."""
    return ViewerState(session, None, now).entries if perspective == "spectator" else len(session.match.log)


def _formed(
    session: Session,
    lines: list[JournalEntry],
    perspective: Perspective,
    entries: int,
    form: Form,
    lang: Language,
    size: int,
    hosts: Mapping[str, str],
) -> bytes:
    info = transcript(session, lines, perspective, entries, lang, hosts)
    match form:
        case "text":
            return as_text(info).encode()
        case "markdown":
            return as_markdown(info).encode()
        case "html":
            return as_html(info).encode()
        case "json":
            return msgspec.json.encode(info)
        case "pieces":
            return msgspec.json.encode(pieces(as_markdown(info), size))


def _recorded(session: Session, entries: int, is_open: bool) -> str:
    match = session.match
    if entries < len(match.log):
        match = session.after(entries)
    players = session.names("en")
    return record.write(match, players, installed=session.installed, open=is_open)
