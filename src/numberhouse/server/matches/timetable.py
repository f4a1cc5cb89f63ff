"""Opens and starts matches at the times that are stored with them: one task sleeps until the next one.

A match whose time has come and that lacks players starts as soon as its seats are taken. Several processes
may keep the same timetable: what one has done is nothing any more to the others.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.contract.game import IllegalAction
from numberhouse.server.base.instants import FAR
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.schema import matches

__all__ = ["Timetable"]

LONGEST_SLEEP: Final = 15.0
"""Seconds; another process may have planned something nearer, and a missing player may have come."""

AGAIN: Final = 1.0
"""Seconds until what couldn't be stored is tried again."""

log = structlog.get_logger("numberhouse")


class Timetable:
    """Of all matches in the database."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        start: Callable[[str], Awaitable[None]],
        opened: Callable[[str], None],
    ) -> None:
        """`start` begins a match, and is refused while it can't; `opened` is told of one that people may
        join now."""
        self.database = database
        self.now = now
        self._start = start
        self._opened = opened
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Make up for what came due while no process ran, then keep watch."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def changed(self) -> None:
        """Something has been planned, and may be the next thing."""
        self._changed.set()

    async def plan(self, match: str, opens: float | None, starts: float | None) -> None:
        """Say when a match that hasn't begun opens and starts. Raises `Refused` for times that are over, or
        in the wrong order."""
        now = self.now()
        if any(at is not None and not now < at <= now + FAR for at in (opens, starts)):
            raise Refused(400, "schedule", "a moment within a year from now is possible")
        if opens is not None and starts is not None and starts < opens:
            raise Refused(400, "schedule", "it would start before it opens")
        waiting = (matches.c.id == match) & matches.c.status.in_(("draft", "open"))
        async with self.database.begin() as connection:
            done = update(matches).where(waiting).values(opens=opens, starts=starts)
            if not (await connection.execute(done)).rowcount:
                raise Refused(409, "begun", "the match has begun; it can be planned no more")
        self.changed()

    async def run_due(self) -> float | None:
        """Open and start everything whose time has come; when the next time will be, if there is one."""
        now = self.now()
        async with self.database.begin() as connection:
            due = (matches.c.status == "draft") & (matches.c.opens <= now)
            ids = list((await connection.execute(select(matches.c.id).where(due))).scalars())
            if ids:
                opening = update(matches).where(due, matches.c.id.in_(ids))
                await connection.execute(opening.values(status="open", opened=now))
        for match in ids:
            self._opened(match)
        due = (matches.c.status == "open") & (matches.c.starts <= now)
        async with self.database.read() as connection:
            query = select(matches.c.id).where(due).order_by(matches.c.starts)
            ids = list((await connection.execute(query)).scalars())
        again = False
        for match in ids:
            try:
                await self._start(match)
            except (Refused, IllegalAction, LookupError):
                pass  # it lacks players, or has begun meanwhile
            except JournalFailed as failed:
                again = True
                log.warning("not started yet", match=match, problem=str(failed))
        return now + AGAIN if again else await self._next(now)

    async def _next(self, now: float) -> float | None:
        opening = (matches.c.status == "draft") & (matches.c.opens > now)
        starting = matches.c.status.in_(("draft", "open")) & (matches.c.starts > now)
        query = select(matches.c.opens, matches.c.starts).where(or_(opening, starting))
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        moments = [at for row in rows for at in (row.opens, row.starts) if at is not None and at > now]
        return min(moments, default=None)

    async def _watch(self) -> None:
        while True:
            self._changed.clear()
            try:
                at = await self.run_due()
            except (JournalFailed, SQLAlchemyError, OSError) as error:
                log.error("the timetable waits", problem=type(error).__name__)
                at = self.now() + AGAIN
            sleep = LONGEST_SLEEP if at is None else min(max(at - self.now(), 0.01), LONGEST_SLEEP)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(sleep):
                    await self._changed.wait()
