"""The service of one process: everything it is made of, started and stopped in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from numberhouse.server.bot_seats import BotSeats
from numberhouse.server.database import Database
from numberhouse.server.deadlines import Deadlines
from numberhouse.server.hub import Hub
from numberhouse.server.log import Log
from numberhouse.server.matches import Matches
from numberhouse.server.migrations import upgrade
from numberhouse.server.people import People
from numberhouse.server.settings import Settings
from numberhouse.server.tables import Tables

__all__ = ["Service"]


class Service:
    """Made once; `start` and `close` are called by the application, or by a test."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.database = Database(settings)
        self.log: Log = self.database.log()
        self.people = People(self.database, now, settings.administrators)
        self.matches = Matches(self.database, now, settings.games)
        self.tables = Tables(self.log, self.matches.table, now)
        self.hub = Hub()
        self.deadlines = Deadlines(self.database, self.tables, now)
        self.bots = BotSeats(settings, self.database, self.tables)
        self.closing = asyncio.Event()
        self.tables.watchers += [self.hub.watch, self.deadlines.watch, self.bots.watch]

    async def start(self) -> None:
        """Bring the database up to date, then begin."""
        if self.settings.migrate:
            async with self.database.begin() as connection:
                await connection.run_sync(upgrade)
        await self.log.start(self.tables.heard)
        await self.deadlines.start()
        await self.bots.start()

    async def close(self) -> None:
        """End gracefully: what has been handed over is stored."""
        self.closing.set()
        await self.bots.close()
        await self.deadlines.close()
        await self.log.close()
        await self.database.close()
