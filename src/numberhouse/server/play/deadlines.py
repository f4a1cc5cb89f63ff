"""Expires deadlines: one task sleeps until the next deadline of all matches.

Every process may run it: the journal accepts each expiry once, whichever process enters it first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Final

import structlog
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed, Unplayable
from numberhouse.server.storage.journal_entry import Extend, JournalEntry
from numberhouse.server.storage.outage import is_reported
from numberhouse.server.storage.schema import journal_entries, matches, service_heartbeat

__all__ = ["Deadlines"]

LONGEST_SLEEP: Final = 30.0
"""Seconds; another process may have set a nearer deadline meanwhile."""

GRACE: Final = 0.05
"""Seconds after a deadline before it expires, so that an action that arrived in time is entered first."""

PULSE: Final = 5.0
"""Seconds between two signs of life in the table `pulse`."""

SHORTEST_DOWNTIME: Final = 15.0
"""Seconds; a shorter gap doesn't count as downtime."""

log = structlog.get_logger("numberhouse")


class Deadlines:
    """The deadlines of all matches in the database."""

    def __init__(self, database: Database, sessions: Sessions, now: Callable[[], float]) -> None:
        self.database = database
        self.sessions = sessions
        self.now = now
        self._wake = asyncio.Event()
        self._wakes_at = float("inf")
        """When the watching task wakes by itself; seconds since the epoch."""
        self._tasks: list[asyncio.Task[None]] = []
        self._unplayable: set[str] = set()
        """Matches that can't be played on."""

    async def start(self) -> None:
        """Extend deadlines by the downtime and settle resignations, then watch."""
        await self.extend_by_downtime()
        await self.settle()
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._keep_pulse())]

    async def close(self) -> None:
        """Stop watching, and store a last sign of life."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            with contextlib.suppress(JournalFailed):
                await self._store_pulse()

    def watch(self, session: Session, entry: JournalEntry) -> None:
        """Wake the watching task when an entry has set a nearer deadline. A watcher of sessions."""
        del entry
        if session.due is not None and session.due < self._wakes_at:
            self._wake.set()

    async def extend_by_downtime(self) -> None:
        """Extend the deadlines that passed while no process was alive, where the match's terms say so."""
        async with self.database.read() as connection:
            last = (await connection.execute(select(service_heartbeat.c.at))).scalar()
        now = self.now()
        if last is not None and now - last > SHORTEST_DOWNTIME:
            await self._extend_passed(last, now)
        with contextlib.suppress(IntegrityError):  # another process has begun at the same moment
            async with self.database.begin() as connection:
                if last is None:
                    await connection.execute(insert(service_heartbeat).values(id=1, at=now))
                else:
                    await connection.execute(update(service_heartbeat).values(at=now))

    async def settle(self) -> None:
        """Expire resigned seats that the match waits for: a process may have ended before it could do so."""
        resigned = select(journal_entries.c.match).where(
            journal_entries.c.kind == "resign", journal_entries.c.match == matches.c.id
        )
        query = select(matches.c.id).where(matches.c.status == "running", resigned.exists())
        async with self.database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        for match in ids:
            with self._isolate_fault(match):
                async with self.sessions.at(match) as session:
                    await self.sessions.settle(session)

    async def expire_due(self) -> float | None:
        """Expire every deadline that has passed. Returns the next one, None if there is none. Raises
        `JournalFailed`."""
        unchanged: set[str] = set()
        while True:
            query = select(matches.c.id, matches.c.due).where(matches.c.due.is_not(None))
            if self._unplayable or unchanged:
                query = query.where(matches.c.id.not_in([*self._unplayable, *unchanged]))
            async with self.database.read() as connection:
                first = (await connection.execute(query.order_by(matches.c.due).limit(1))).first()
            if first is None:
                return self.now() + SHORTEST_DOWNTIME if unchanged else None
            if first.due + GRACE > self.now():
                return float(first.due)
            with self._isolate_fault(first.id):
                async with self.sessions.at(first.id) as session:
                    if not await self.sessions.expire_due(session):
                        unchanged.add(first.id)  # its entries contradict its row: look at it again later

    @contextlib.contextmanager
    def _isolate_fault(self, match: str) -> Iterator[None]:
        """Leave a match that can't be played on alone until the next start: it must not hold up the
        others."""
        try:
            yield
        except Unplayable:
            self._unplayable.add(match)
        except JournalFailed:
            raise
        except Refused as refused:
            if refused.status == 503:  # the game is being prepared: try again in a second
                raise
            self._unplayable.add(match)
        except Exception as error:  # a game may raise anything
            self._unplayable.add(match)
            log.error("deadlines leave a match alone", match=match, problem=type(error).__name__)

    async def _extend_passed(self, last: float, now: float) -> None:
        query = select(matches.c.id).where(matches.c.due > last, matches.c.due <= now)
        async with self.database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        for match in ids:
            with self._isolate_fault(match):
                await self._extend_one(match, last, now)

    async def _extend_one(self, match: str, last: float, now: float) -> None:
        async with self.sessions.at(match) as session:
            if session.row.terms.after_downtime == "extend":
                body = Extend(now - last, reason="downtime")
                await self.sessions.enter(session, None, body, at=now, key=f"downtime {last}")

    async def _watch(self) -> None:
        while True:
            self._wake.clear()
            try:
                due = await self.expire_due()
            except Exception as error:  # for example, the database is unreachable: try again in a second
                if not is_reported(error):
                    log.error("deadlines wait", problem=type(error).__name__)
                due = self.now() + 1
            sleep = LONGEST_SLEEP if due is None else min(max(due + GRACE - self.now(), 0.0), LONGEST_SLEEP)
            self._wakes_at = self.now() + sleep
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(sleep):
                    await self._wake.wait()

    async def _keep_pulse(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._store_pulse()
            except Exception as error:  # the next beat tries again
                if not is_reported(error):
                    log.warning("no sign of life stored", problem=type(error).__name__)

    async def _store_pulse(self) -> None:
        now = self.now()
        async with self.database.begin() as connection:
            await connection.execute(
                update(service_heartbeat).where(service_heartbeat.c.at < now).values(at=now)
            )
