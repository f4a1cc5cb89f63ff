"""Whether the service can serve: asked by whatever sends it people."""

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
from numberhouse.server.storage.schema import matches, pulse

__all__ = ["Health", "Readiness"]

LONGEST: Final = 3.0
"""Seconds that the database has for an answer."""

FRESH: Final = 1.0
"""Seconds for which an answer is good: asking often costs no more than asking once."""

COUNTED: Final = 15.0
"""The same for the number of matches."""

LOOKED: Final = 5.0
"""Seconds between two looks at what is counted for other processes."""

STATUSES: Final[tuple[Status, ...]] = ("draft", "open", "running", "paused", "finished", "abandoned")

log = structlog.get_logger("numberhouse")


class Readiness(msgspec.Struct, frozen=True):
    """All must be so."""

    database: bool
    """It answers."""
    migration: bool
    """Its tables are those of this version."""
    writing: bool
    """It takes what is written, durably, and the log's writer is at work."""
    open: bool
    """The service isn't about to stop."""

    @property
    def ready(self) -> bool:
        """Whether people may be sent here."""
        return self.database and self.migration and self.writing and self.open


class Health:
    """Of one process."""

    def __init__(
        self, database: Database, journal: Journal, metrics: Metrics, closing: asyncio.Event
    ) -> None:
        self.database = database
        self.journal = journal
        self.metrics = metrics
        self.closing = closing
        self._asking = asyncio.Lock()
        self._found = Readiness(False, False, False, False)
        self._asked = -FRESH
        self._counted = -COUNTED
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to count what other processes may be asked about."""
        if self.metrics.shared:
            self._looking = asyncio.create_task(self._look_on())

    async def close(self) -> None:
        """Stop."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def readiness(self) -> Readiness:
        """As it was at most a second ago."""
        async with self._asking:
            if time.monotonic() - self._asked >= FRESH:
                before, self._found = self._found, await self._look()
                self._asked = time.monotonic()
                if before.ready and not self._found.ready:
                    log.error("not ready", **_parts(self._found))
        return msgspec.structs.replace(self._found, open=not self.closing.is_set())

    async def count_matches(self) -> None:
        """Bring the number of matches up to date, if it can be had."""
        if time.monotonic() - self._counted < COUNTED:
            return
        query = select(matches.c.status, func.count()).group_by(matches.c.status)
        try:
            async with asyncio.timeout(LONGEST), self.database.read() as connection:
                found = {row[0]: row[1] for row in await connection.execute(query)}
        except Exception as error:  # the other numbers are wanted most when the database has gone
            log.warning("matches can't be counted", problem=type(error).__name__)
            return
        self._counted = time.monotonic()
        for status in STATUSES:
            self.metrics.matches.labels(status).set(found.get(status, 0))

    async def _look_on(self) -> None:
        while True:
            self.metrics.look()
            await asyncio.sleep(LOOKED)

    async def _look(self) -> Readiness:
        database = migration = writing = False
        try:
            async with asyncio.timeout(LONGEST):
                async with self.database.read() as connection:
                    revision = await connection.run_sync(revision_of)
                database, migration = True, revision == head()
                if migration:
                    async with self.database.begin() as connection:
                        await connection.execute(update(pulse).values(at=pulse.c.at))
                    writing = self.journal.at_work()
        except Exception as error:  # whatever it is, nobody can be served
            log.warning("the database doesn't do what it should", problem=type(error).__name__)
        return Readiness(database, migration, writing, True)


def _parts(found: Readiness) -> dict[str, bool]:
    return {name: getattr(found, name) for name in found.__struct_fields__}
