"""Downloads of a match: its record, and its transcript in a form and from a perspective."""

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
from numberhouse.server.base.perspectives import read_perspective
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.chat_pieces import LONGEST, SHORTEST, pieces
from numberhouse.server.hosting.transcript import transcript
from numberhouse.server.hosting.transcript_forms import as_html, as_markdown, as_text
from numberhouse.server.matches.permissions import check, may
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.session import Session
from numberhouse.server.play.updates import ViewerState
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Journal
from numberhouse.server.storage.journal_entry import Act, JournalEntry
from numberhouse.server.storage.schema import people

__all__ = ["FORMS", "Downloads", "Form", "parse_perspective"]

Form: TypeAlias = Literal["text", "markdown", "html", "json", "pieces"]

FORMS: Final[dict[str, tuple[str, str]]] = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "markdown": ("text/markdown; charset=utf-8", "md"),
    "html": ("text/html; charset=utf-8", "html"),
    "json": ("application/json", "json"),
    "pieces": ("application/json", "json"),
}
"""By form, the media type and the extension of the file's name."""


def parse_perspective(info: MatchInfo, text: str) -> Perspective:
    """The perspective that the text names: `own`, `spectator`, `everything` or a seat's number. Raises
    `Refused` for one that doesn't exist, and for one that this person may not have."""
    perspective: Perspective
    if text == "own":
        perspective = info.seat if info.seat is not None else "spectator"
    else:
        perspective = read_perspective(text, len(info.seats), "own")
    is_own = perspective == "spectator" or (perspective != "everything" and perspective == info.seat)
    check(info, "export" if is_own else "export everything")
    return perspective


@dataclass(frozen=True)
class Downloads:
    """Makes transcripts and records. A thread writes them from a frozen copy of the session, so that the
    match continues meanwhile."""

    database: Database
    journal: Journal
    sessions: Sessions
    now: Callable[[], float]

    async def transcript_of(
        self, info: MatchInfo, perspective: Perspective, form: Form, lang: Language, size: int
    ) -> bytes:
        """The transcript, encoded. `size` is the length of a piece in the form `pieces`. Raises `Refused`
        for an impossible size."""
        if not SHORTEST <= size <= LONGEST:
            raise Refused(400, "size", f"pieces of {size} characters; {SHORTEST} to {LONGEST} are possible")
        async with self.sessions.at(info.id) as session:
            all_entries = await self.journal.read(info.id)
            hosts = await self._names(info, all_entries)
            frozen = _freeze(session)
            entries = _entries(session, perspective, self.now())
        journal_entries = all_entries[: frozen.number]
        return await asyncio.to_thread(
            _render, frozen, journal_entries, perspective, entries, form, lang, size, hosts
        )

    async def record_of(self, info: MatchInfo, *, everything: bool) -> str:
        """The record: open after the end, sealed before. With `everything` it is open at any time, so that
        the match can be resumed from it."""
        check(info, "export everything" if everything else "export")
        async with self.sessions.at(info.id) as session:
            frozen = _freeze(session)
            perspective: Perspective = (
                "everything" if everything else info.seat if info.seat is not None else "spectator"
            )
            entries = _entries(session, perspective, self.now())
        return await asyncio.to_thread(_record_text, frozen, entries, everything or frozen.over)

    async def _names(self, info: MatchInfo, journal_entries: list[JournalEntry]) -> dict[str, str]:
        """The names of the hosts and administrators with entries, by id; empty for everybody but hosts."""
        if not may(info.roles, "oversee", info.status):
            return {}
        ids = {
            entry.body.by for entry in journal_entries if not isinstance(entry.body, Act) and entry.body.by
        }
        async with self.database.read() as connection:
            rows = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
        return {row.id: row.name for row in rows}


def _freeze(session: Session) -> Session:
    """A copy of the session that later entries don't change."""
    frozen = copy.copy(session)
    frozen.match = copy.copy(session.match)
    frozen.match.log, frozen.match.events = list(session.match.log), list(session.match.events)
    frozen.states, frozen.moments = list(session.states), list(session.moments)
    frozen.occupants, frozen.announcements = list(session.occupants), list(session.announcements)
    return frozen


def _entries(session: Session, perspective: Perspective, now: float) -> int:
    """The number of entries that the perspective may see by now: spectators may be behind."""
    return ViewerState(session, None, now).entries if perspective == "spectator" else len(session.match.log)


def _render(
    session: Session,
    journal_entries: list[JournalEntry],
    perspective: Perspective,
    entries: int,
    form: Form,
    lang: Language,
    size: int,
    hosts: Mapping[str, str],
) -> bytes:
    content = transcript(session, journal_entries, perspective, entries, lang, hosts)
    match form:
        case "text":
            return as_text(content).encode()
        case "markdown":
            return as_markdown(content).encode()
        case "html":
            return as_html(content).encode()
        case "json":
            return msgspec.json.encode(content)
        case "pieces":
            return msgspec.json.encode(pieces(as_markdown(content), size))


def _record_text(session: Session, entries: int, is_open: bool) -> str:
    match = session.match
    if entries < len(match.log):
        match = session.after(entries)
    players = session.names("en")
    return record.write(match, players, installed=session.installed, open=is_open)
