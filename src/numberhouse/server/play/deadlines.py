"""Lets time run out: one task sleeps until the next deadline of all matches."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Final

import structlog
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from numberhouse.server.play.session import Session
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed, Unplayable
from numberhouse.server.storage.journal_entry import Extend, JournalEntry
from numberhouse.server.storage.schema import lines, matches, pulse

__all__ = ["Deadlines"]

LONGEST_SLEEP: Final = 30.0
"""Seconds; other processes may have set a nearer deadline."""

GRACE: Final = 0.05
"""Seconds that a deadline is past before anybody is late, so that what arrived in time is entered first."""

PULSE: Final = 5.0
"""Seconds between two signs of life."""

SHORTEST_DOWNTIME: Final = 15.0
"""Seconds; less isn't being down."""

log = structlog.get_logger("numberhouse")


class Deadlines:
    """Of all matches in the database."""

    def __init__(self, database: Database, sessions: Sessions, now: Callable[[], float]) -> None:
        self.database = database
        self.sessions = sessions
        self.now = now
        self._changed = asyncio.Event()
        self._next = float("inf")
        """When the watch wakes by itself."""
        self._tasks: list[asyncio.Task[None]] = []
        self._troubled: set[str] = set()
        """Matches that can't be played on."""

    async def start(self) -> None:
        """Make up for the time that the service was down, then keep watch."""
        await self.make_up()
        await self.settle()
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._beat())]

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            with contextlib.suppress(JournalFailed):
                await self._live()

    def watch(self, session: Session, line: JournalEntry) -> None:
        """Wake when an entry has brought a deadline forward. A watcher of sessions."""
        del line
        if session.due is not None and session.due < self._next:
            self._changed.set()

    async def make_up(self) -> None:
        """Deadlines that passed while no process was alive are moved, where the host wants that."""
        async with self.database.read() as connection:
            last = (await connection.execute(select(pulse.c.at))).scalar()
        now = self.now()
        if last is not None and now - last > SHORTEST_DOWNTIME:
            await self._extend(last, now)
        with contextlib.suppress(IntegrityError):  # another process has begun at the same moment
            async with self.database.begin() as connection:
                if last is None:
                    await connection.execute(insert(pulse).values(id=1, at=now))
                else:
                    await connection.execute(update(pulse).values(at=now))

    async def settle(self) -> None:
        """Whoever has resigned does nothing, though the process that saw to it has ended before it could."""
        resigned = select(lines.c.match).where(lines.c.kind == "resign", lines.c.match == matches.c.id)
        query = select(matches.c.id).where(matches.c.status == "running", resigned.exists())
        async with self.database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        for match in ids:
            with self._trouble(match):
                async with self.sessions.at(match) as session:
                    await self.sessions.settle(session)

    async def run_out(self) -> float | None:
        """Let every time run out that is up; when the next one will be, if there is one. Raises
        `JournalFailed`."""
        passed: set[str] = set()
        while True:
            query = select(matches.c.id, matches.c.due).where(matches.c.due.is_not(None))
            if self._troubled or passed:
                query = query.where(matches.c.id.not_in([*self._troubled, *passed]))
            async with self.database.read() as connection:
                first = (await connection.execute(query.order_by(matches.c.due).limit(1))).first()
            if first is None:
                return self.now() + SHORTEST_DOWNTIME if passed else None
            if first.due + GRACE > self.now():
                return float(first.due)
            with self._trouble(first.id):
                async with self.sessions.at(first.id) as session:
                    if not await self.sessions.expire_due(session):
                        passed.add(first.id)  # the entries say otherwise; they will be asked again

    @contextlib.contextmanager
    def _trouble(self, match: str) -> Iterator[None]:
        """A match that can't be played on must not keep the others waiting; it is left alone until the next
        start."""
        try:
            yield
        except Unplayable:
            self._troubled.add(match)
        except JournalFailed:
            raise
        except Exception as error:  # whatever its game does
            self._troubled.add(match)
            log.error("deadlines leave a match alone", match=match, problem=type(error).__name__)

    async def _extend(self, last: float, now: float) -> None:
        query = select(matches.c.id).where(matches.c.due > last, matches.c.due <= now)
        async with self.database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        for match in ids:
            with self._trouble(match):
                await self._extend_one(match, last, now)

    async def _extend_one(self, match: str, last: float, now: float) -> None:
        async with self.sessions.at(match) as session:
            if session.row.terms.after_downtime == "extend":
                body = Extend(now - last, reason="downtime")
                await self.sessions.enter(session, None, body, at=now, key=f"downtime {last}")

    async def _watch(self) -> None:
        while True:
            self._changed.clear()
            try:
                due = await self.run_out()
            except Exception as error:  # the database has gone, say; it will be back
                log.error("deadlines wait", problem=type(error).__name__)
                due = self.now() + 1
            sleep = LONGEST_SLEEP if due is None else min(max(due + GRACE - self.now(), 0.0), LONGEST_SLEEP)
            self._next = self.now() + sleep
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(sleep):
                    await self._changed.wait()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._live()
            except Exception as error:  # the next beat tries again
                log.warning("no sign of life stored", problem=type(error).__name__)

    async def _live(self) -> None:
        now = self.now()
        async with self.database.begin() as connection:
            await connection.execute(update(pulse).where(pulse.c.at < now).values(at=now))
