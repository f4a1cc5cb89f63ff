"""Readiness: whether the service can serve. Load balancers and supervisors ask for it
(`http/routes/health.py`)."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from typing import Final

import msgspec
import structlog
from sqlalchemy import case, func, select, update

from numberhouse.protocol.terms import Status
from numberhouse.server.base.metrics import Metrics
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Journal
from numberhouse.server.storage.migrations import is_servable, revision_of
from numberhouse.server.storage.outage import is_reported
from numberhouse.server.storage.schema import matches, service_heartbeat

__all__ = ["Health", "Readiness"]

LONGEST: Final = 3.0
"""Seconds that the database has for an answer."""

FRESH: Final = 1.0
"""Seconds for which an answer is reused, so that frequent requests cost no more than one."""

COUNT_FRESH: Final = 15.0
"""Seconds for which the number of matches is reused."""

UPDATE_INTERVAL: Final = 5.0
"""Seconds between two updates of the gauges that other processes may be asked for."""

LEAST_ROOM: Final = 16 << 20
"""Bytes that the disk of a SQLite file must have free: its log of writes grows by as much between two
check-points."""

STATUSES: Final[tuple[Status, ...]] = ("draft", "open", "running", "paused", "finished", "abandoned")

log = structlog.get_logger("numberhouse")


class Readiness(msgspec.Struct, frozen=True):
    """The conditions of readiness; all must hold."""

    database: bool
    """The database answers."""
    migration: bool
    """Its tables are those of this version, or those that a newer version has added to."""
    writing: bool
    """It has just stored a row durably and has room for more, and the journal's writer runs."""
    games: bool
    """What matches need is built and compiled on this machine."""
    open: bool
    """The service isn't about to stop."""

    @property
    def ready(self) -> bool:
        """Whether people may be sent here."""
        return self.database and self.migration and self.writing and self.games and self.open


class Health:
    """The readiness of one process."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        metrics: Metrics,
        closing: asyncio.Event,
        now: Callable[[], float],
        games_ready: Callable[[], bool] = lambda: True,
    ) -> None:
        self.database = database
        self.journal = journal
        self.metrics = metrics
        self.closing = closing
        self.now = now
        self._games_ready = games_ready
        self._lock = asyncio.Lock()
        self._readiness = Readiness(False, False, False, False, False)
        self._checked_at = -FRESH
        self._counted_at = -COUNT_FRESH
        self._updating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to update the gauges, where other processes may be asked for them."""
        if self.metrics.shared:
            self._updating = asyncio.create_task(self._update_gauges())

    async def close(self) -> None:
        """Stop."""
        if self._updating is not None:
            self._updating.cancel()
            await asyncio.gather(self._updating, return_exceptions=True)

    async def readiness(self) -> Readiness:
        """The readiness, at most a second old."""
        async with self._lock:
            if time.monotonic() - self._checked_at >= FRESH:
                before, self._readiness = self._readiness, await self._look()
                self._checked_at = time.monotonic()
                if before.ready and not self._readiness.ready:
                    log.error("not ready", **_conditions(self._readiness))
        return msgspec.structs.replace(self._readiness, open=not self.closing.is_set())

    async def count_matches(self) -> None:
        """Update the number of matches, if the database answers."""
        if time.monotonic() - self._counted_at < COUNT_FRESH:
            return
        query = select(matches.c.status, func.count()).group_by(matches.c.status)
        try:
            async with asyncio.timeout(LONGEST), self.database.read() as connection:
                counts = {row[0]: row[1] for row in await connection.execute(query)}
        except Exception as error:  # the other metrics matter most while the database is unreachable
            if not is_reported(error):
                log.warning("matches can't be counted", problem=type(error).__name__)
            return
        self._counted_at = time.monotonic()
        for status in STATUSES:
            self.metrics.matches.labels(status).set(counts.get(status, 0))

    async def _update_gauges(self) -> None:
        while True:
            self.metrics.update_gauges()
            await asyncio.sleep(UPDATE_INTERVAL)

    async def _look(self) -> Readiness:
        database = migration = writing = False
        try:
            async with asyncio.timeout(LONGEST):
                async with self.database.read() as connection:
                    revision = await connection.run_sync(revision_of)
                database, migration = True, is_servable(revision)
                if migration:
                    writing = await self._writes() and self.journal.at_work()
        except Exception as error:  # after any error nobody can be served
            if not is_reported(error):
                log.warning("the database doesn't do what it should", problem=type(error).__name__)
        return Readiness(database, migration, writing, self._games_ready(), True)

    async def _writes(self) -> bool:
        """Whether a row was committed, and entries will be. A small write alone proves little: on a full disk
        it may still find room in pages that exist."""
        outage = self.database.outage
        async with self.database.begin() as connection:
            at, now = service_heartbeat.c.at, self.now()
            # It is a sign of life too, which never goes back.
            sign = update(service_heartbeat).values(at=case((at < now, now), else_=at))
            stored = (await connection.execute(sign)).rowcount > 0
        return stored and not outage.full and self._has_room()

    def _has_room(self) -> bool:
        """Whether the disk of a SQLite file has room; PostgreSQL's may be on another machine."""
        path = self.database.path
        try:
            return path is None or shutil.disk_usage(path.absolute().parent).free >= LEAST_ROOM
        except OSError:
            return True  # not every file system tells


def _conditions(readiness: Readiness) -> dict[str, bool]:
    return {name: getattr(readiness, name) for name in readiness.__struct_fields__}
