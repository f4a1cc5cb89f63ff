"""Removes what nobody needs any more: drafts and open matches that never begin, guests who can't come back,
sessions that have ended, invitations that nobody uses, exercises that nobody answers.

Everything that has begun stays, and so does everybody who sits at a match, hosts one or has written in one.
Each age is a setting; 0 keeps for ever. The sweep runs once a day, at the hour that the operator names, in
small batches with pauses: no request waits for it longer than for one batch.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, Table, and_, delete, exists, func, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import (
    attempts,
    hosts,
    invitations,
    journal_entries,
    matches,
    messages,
    people,
    seats,
    service_heartbeat,
    sign_ins,
    tokens,
)

__all__ = ["Sweeper"]

DAY: Final = 86_400.0

BATCH: Final = 100
"""Rows that one transaction removes."""

PAUSE: Final = 0.2
"""Seconds between two batches."""

CHECK_INTERVAL: Final = 300.0
"""Seconds between two looks at the time."""

log = structlog.get_logger("numberhouse")


class Sweeper:
    """The daily sweep of the database."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        now: Callable[[], float],
        on_removed: Callable[[str], None],
        count: Callable[[str, int], None],
    ) -> None:
        """`on_removed` is called with every match that was removed, `count` with a kind of row and the number
        of rows removed."""
        self.settings = settings
        self.database = database
        self.now = now
        self._on_removed = on_removed
        self._count = count
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Watch for the hour of the sweep."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop; what is removed stays removed."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def sweep_if_due(self) -> bool:
        """Sweep at the hour of the sweep, or as soon as the last one is two days ago; returns whether this
        process did it. Of several processes one does."""
        now = self.now()
        is_hour = datetime.fromtimestamp(now, UTC).hour == self.settings.sweep_hour
        before = now - (0.8 if is_hour else 2) * DAY
        due = or_(service_heartbeat.c.swept.is_(None), service_heartbeat.c.swept < before)
        async with self.database.begin() as connection:
            claimed = await connection.execute(update(service_heartbeat).where(due).values(swept=now))
        if not claimed.rowcount:
            return False
        await self.sweep()
        return True

    async def sweep(self) -> dict[str, int]:
        """Remove everything that is too old; returns the number of removed rows by kind."""
        settings, now = self.settings, self.now()
        unneeded = (  # matches before guests: a guest who hosts a draft is needed as long as the draft
            ("sessions", sign_ins, None, lambda _: sign_ins.c.expires <= now),
            ("drafts", matches, settings.draft_days, lambda before: _draft(now, before)),
            ("open_matches", matches, settings.open_days, lambda before: _open_match(now, before)),
            ("invitations", invitations, settings.invitation_days, _invitation),
            ("exercises", attempts, settings.exercise_days, _exercise),
            ("guests", people, settings.guest_days, lambda before: _guest(now, before)),
        )
        removed: dict[str, int] = {}
        for kind, table, days, condition in unneeded:
            if days == 0:
                continue
            removed[kind] = await self._remove(table, condition(now - (days or 0) * DAY))
            self._count(kind, removed[kind])
        log.info("swept", **removed)
        return removed

    async def _remove(self, table: Table, unneeded: ColumnElement[bool]) -> int:
        """Remove rows batch by batch. The condition is asked again while removing: a row that is needed by
        then stays."""
        (key,) = table.primary_key.columns
        count = 0
        last = ""
        while True:
            async with self.database.read() as connection:
                query = select(key).where(unneeded, key > last).order_by(key).limit(BATCH)
                found: Sequence[Any] = (await connection.execute(query)).scalars().all()
            if not found:
                return count
            async with self.database.begin() as connection:
                statement = delete(table).where(key.in_(found), unneeded).returning(key)
                removed = list((await connection.execute(statement)).scalars())
            for one in removed if table is matches else ():
                self._on_removed(one)
            count += len(removed)
            last = found[-1]
            await asyncio.sleep(PAUSE)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                await self.sweep_if_due()
            except (SQLAlchemyError, OSError) as error:
                log.error("the sweep waits", problem=type(error).__name__)


def _not_begun(status: str) -> ColumnElement[bool]:
    begun = exists().where(journal_entries.c.match == matches.c.id)
    return and_(matches.c.status == status, matches.c.started.is_(None), ~begun)


def _draft(now: float, before: float) -> ColumnElement[bool]:
    """A draft from before that moment, unless it opens or starts later by itself."""
    planned = func.coalesce(matches.c.opens, matches.c.starts, 0.0) > now
    return _not_begun("draft") & (matches.c.created < before) & ~planned


def _open_match(now: float, before: float) -> ColumnElement[bool]:
    """A match that was opened, or was to start, before that moment, unless it starts later by itself."""
    waits_since = func.coalesce(matches.c.starts, matches.c.opened, matches.c.created)
    planned = func.coalesce(matches.c.starts, 0.0) > now
    return _not_begun("open") & (waits_since < before) & ~planned


def _invitation(before: float) -> ColumnElement[bool]:
    return invitations.c.used.is_(None) & (invitations.c.created < before)


def _exercise(before: float) -> ColumnElement[bool]:
    return attempts.c.ended.is_(None) & (attempts.c.started < before)


def _guest(now: float, before: float) -> ColumnElement[bool]:
    """A guest of whom nothing depends: without a seat, a match to host, a message, an invitation that was
    used; and without a session or token with which the guest could come back to exercises of practice."""
    person = people.c.id
    bound = [exists().where(table.c.person == person) for table in (seats, hosts, messages, invitations)]
    can_return = or_(
        exists().where(sign_ins.c.person == person, sign_ins.c.expires > now),
        exists().where(tokens.c.person == person),
    )
    practises = exists().where(attempts.c.person == person)
    is_old_guest = (people.c.kind == "guest") & (people.c.created < before)
    return and_(is_old_guest, *(~one for one in bound), ~and_(can_return, practises))
