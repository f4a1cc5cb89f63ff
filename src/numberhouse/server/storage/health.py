"""Readiness: whether the service can serve. Load balancers and supervisors ask for it
(`http/routes/health.py`)."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
import structlog
from sqlalchemy import func, select, update

from numberhouse.protocol.terms import Status
from numberhouse.server.base.metrics import Metrics
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Journal
from numberhouse.server.storage.migrations import head, revision_of
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

STATUSES: Final[tuple[Status, ...]] = ("draft", "open", "running", "paused", "finished", "abandoned")

log = structlog.get_logger("numberhouse")


class Readiness(msgspec.Struct, frozen=True):
    """The conditions of readiness; all must hold."""

    database: bool
    """The database answers."""
    migration: bool
    """Its tables are those of this version."""
    writing: bool
    """It accepts writes durably, and the journal's writer runs."""
    open: bool
    """The service isn't about to stop."""

    @property
    def ready(self) -> bool:
        """Whether people may be sent here."""
        return self.database and self.migration and self.writing and self.open


class Health:
    """The readiness of one process."""

    def __init__(
        self, database: Database, journal: Journal, metrics: Metrics, closing: asyncio.Event
    ) -> None:
        self.database = database
        self.journal = journal
        self.metrics = metrics
        self.closing = closing
        self._lock = asyncio.Lock()
        self._readiness = Readiness(False, False, False, False)
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
                database, migration = True, revision == head()
                if migration:
                    async with self.database.begin() as connection:
                        await connection.execute(update(service_heartbeat).values(at=service_heartbeat.c.at))
                    writing = self.journal.at_work()
        except Exception as error:  # after any error nobody can be served
            log.warning("the database doesn't do what it should", problem=type(error).__name__)
        return Readiness(database, migration, writing, True)


def _conditions(readiness: Readiness) -> dict[str, bool]:
    return {name: getattr(readiness, name) for name in readiness.__struct_fields__}
