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
from numberhouse.server.matches.access.insights import GrantedPerspective, own_perspective
from numberhouse.server.matches.access.permissions import check, may
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.delayed import is_delayed
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.play.sessions.session_cache import SessionLease
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Journal
from numberhouse.server.storage.journal_entry import JournalEntry
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
    perspective = own_perspective(info) if text == "own" else read_perspective(text, len(info.seats), "own")
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
        self, granted: GrantedPerspective, form: Form, lang: Language, size: int
    ) -> bytes:
        """The transcript, encoded. `size` is the length of a piece in the form `pieces`. Raises `Refused`
        for an impossible size, and for a match that hasn't begun."""
        if not SHORTEST <= size <= LONGEST:
            raise Refused(400, "size", f"pieces of {size} characters; {SHORTEST} to {LONGEST} are possible")
        info = granted.info
        async with self._seen(info) as session:
            if not session.begun and not session.over:
                raise _not_begun("transcript", info)
            all_entries = await self.journal.read(info.id)
            frozen = _freeze(session)
        journal_entries = all_entries[: frozen.number]
        hosts = await self._names(info, journal_entries)
        return await asyncio.to_thread(_render, frozen, journal_entries, granted, form, lang, size, hosts)

    async def record_of(self, granted: GrantedPerspective) -> str:
        """The record: open after the end, sealed before. With everything it has all actions and options at
        any time, but the seed after the end only. Raises `Refused` for a match that hasn't begun."""
        async with self._seen(granted.info) as session:
            if not session.begun:
                raise _not_begun("record", granted.info)
            frozen = _freeze(session)
        return await asyncio.to_thread(_record_text, frozen, granted.everything)

    def _seen(self, info: MatchInfo) -> SessionLease:
        """A lease of the session that the person with this view of the match may be shown."""
        return self.sessions.seen(info.id, self.now(), delayed=is_delayed(info))

    async def _names(self, info: MatchInfo, journal_entries: list[JournalEntry]) -> dict[str, str]:
        """The names of the hosts and administrators with entries, by id; empty for everybody but hosts."""
        if not may(info.roles, "oversee", info.status):
            return {}
        ids = {entry.by for entry in journal_entries if entry.by}
        async with self.database.read() as connection:
            rows = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
        return {row.id: row.name for row in rows}


def _not_begun(thing: str, info: MatchInfo) -> Refused:
    return Refused(
        409,
        "not-begun",
        f"a match has a {thing} from its start on, and this one is {info.status}: start it"
        if info.status in ("draft", "open")
        else f"this match was {info.status} before its start: no {thing}",
    )


def _freeze(session: Session) -> Session:
    """A copy of the session that later entries don't change."""
    frozen = copy.copy(session)
    frozen.match = copy.copy(session.match)
    frozen.match.log, frozen.match.events = list(session.match.log), list(session.match.events)
    frozen.states, frozen.moments = list(session.states), list(session.moments)
    frozen.occupants, frozen.announcements = list(session.occupants), list(session.announcements)
    return frozen


def _render(
    session: Session,
    journal_entries: list[JournalEntry],
    granted: GrantedPerspective,
    form: Form,
    lang: Language,
    size: int,
    hosts: Mapping[str, str],
) -> bytes:
    content = transcript(session, journal_entries, granted, lang, hosts)
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


def _record_text(session: Session, secrets: bool) -> str:
    players = session.names("en")
    return record.write(
        session.match,
        players,
        installed=session.installed,
        open=session.over,
        secrets=secrets,
        seeding=session.row.seeding,
    )
