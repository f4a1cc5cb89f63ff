"""Opens and starts matches at their stored times: one task sleeps until the next time.

A match that lacks players at its time starts as soon as its seats are taken. Several processes may run the
same timetable: a match that one of them has opened or started is no longer due for the others.
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
from numberhouse.server.storage.outage import is_reported
from numberhouse.server.storage.schema import matches

__all__ = ["Timetable"]

LONGEST_SLEEP: Final = 15.0
"""Seconds; another process may have planned an earlier time, and a missing player may have joined."""

RETRY_DELAY: Final = 1.0
"""Seconds before a retry after a change couldn't be stored."""

log = structlog.get_logger("numberhouse")


class Timetable:
    """The timetable of all matches in the database."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        start: Callable[[str], Awaitable[None]],
        on_opened: Callable[[str], None],
    ) -> None:
        """`start` begins a match, and raises `Refused` while it can't begin; `on_opened` is called with a
        match that people may join now."""
        self.database = database
        self.now = now
        self._start = start
        self._on_opened = on_opened
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Run what came due while no process ran, then watch."""
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def wake(self) -> None:
        """Wake the watching task, because a new time may be the next one."""
        self._changed.set()

    async def plan(self, match: str, opens: float | None, starts: float | None) -> None:
        """Set when a match that hasn't begun opens and starts. Raises `Refused` for times that are past, too
        far away or in the wrong order."""
        now = self.now()
        if any(at is not None and not now < at <= now + FAR for at in (opens, starts)):
            raise Refused(400, "schedule", "a moment within a year from now is possible")
        if opens is not None and starts is not None and starts < opens:
            raise Refused(400, "schedule", "it would start before it opens")
        not_begun = (matches.c.id == match) & matches.c.status.in_(("draft", "open"))
        async with self.database.begin() as connection:
            change = update(matches).where(not_begun).values(opens=opens, starts=starts)
            if not (await connection.execute(change)).rowcount:
                raise Refused(409, "already-started", "the match has begun; it can be planned no more")
        self.wake()

    async def run_due(self) -> float | None:
        """Open and start every match whose time has come. Returns the next time, None if there is none."""
        now = self.now()
        async with self.database.begin() as connection:
            due = (matches.c.status == "draft") & (matches.c.opens <= now)
            ids = list((await connection.execute(select(matches.c.id).where(due))).scalars())
            if ids:
                opening = update(matches).where(due, matches.c.id.in_(ids))
                await connection.execute(opening.values(status="open", opened=now))
        for match in ids:
            self._on_opened(match)
        due = (matches.c.status == "open") & (matches.c.starts <= now)
        async with self.database.read() as connection:
            query = select(matches.c.id).where(due).order_by(matches.c.starts)
            ids = list((await connection.execute(query)).scalars())
        retry = False
        for match in ids:
            try:
                await self._start(match)
            except Refused as refused:  # below 500 the match lacks players, or has begun meanwhile
                retry |= refused.status == 503
            except (IllegalAction, LookupError):
                pass
            except JournalFailed as failed:
                retry = True
                if not is_reported(failed):
                    log.warning("not started yet", match=match, problem=str(failed))
        return now + RETRY_DELAY if retry else await self._next(now)

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
                if not is_reported(error):
                    log.error("the timetable waits", problem=type(error).__name__)
                at = self.now() + RETRY_DELAY
            sleep = LONGEST_SLEEP if at is None else min(max(at - self.now(), 0.01), LONGEST_SLEEP)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(sleep):
                    await self._changed.wait()
