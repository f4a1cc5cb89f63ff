"""The service of one process: everything it is made of, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from numberhouse.server.advising import Advising
from numberhouse.server.bot_seats import BotSeats
from numberhouse.server.database import Database
from numberhouse.server.deadlines import Deadlines
from numberhouse.server.digests import Digests
from numberhouse.server.health import Health
from numberhouse.server.hosts import Hosts
from numberhouse.server.hub import Hub
from numberhouse.server.invitations import Invitations
from numberhouse.server.limits import Limits
from numberhouse.server.log import Log
from numberhouse.server.matches import Matches
from numberhouse.server.metrics import Metrics
from numberhouse.server.notices import Notices
from numberhouse.server.people import People
from numberhouse.server.practising import Practising
from numberhouse.server.reviews import Reviews
from numberhouse.server.settings import Settings
from numberhouse.server.tables import Tables
from numberhouse.server.talk import Talk
from numberhouse.server.timetable import Timetable
from numberhouse.server.warmth import Warmth

__all__ = ["Service"]


class Service:
    """Made once; `start` and `close` are called by the application, or by a test."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.database = Database(settings)
        self.log: Log = self.database.log()
        self.people = People(self.database, now, settings.administrators)
        self.matches = Matches(self.database, now, settings.games, bots=settings.bots > 0)
        self.hosts = Hosts(self.database)
        self.invitations = Invitations(self.database, self.matches, now)
        self.limits = Limits(settings, now)
        self.tables = Tables(self.log, self.matches.table, now)
        self.hub = Hub(settings.connections_each, settings.connections_an_address)
        self.talk = Talk(self.database, self.matches, self.tables, self.hub, now, settings.messages_a_minute)
        self.deadlines = Deadlines(self.database, self.tables, now)
        self.bots = BotSeats(settings, self.database, self.tables)
        self.warmth = Warmth(self.matches.folders, wanted=settings.prepare)
        self.reviews = Reviews(self.warmth)
        self.advising = Advising()
        self.timetable = Timetable(self.database, now, self._begin, self.hub.wake_all)
        self.practice = Practising(self.database, self.matches, now, self.warmth)
        self.closing = asyncio.Event()
        """Set when the service is about to stop."""
        self.metrics = Metrics()
        self.health = Health(self.database, self.log, self.metrics, self.closing)
        self.metrics.watch(self.hub, self.tables)
        digests = Digests(settings, self.database, self.tables, self.hub, self.metrics, now)
        self.notices = Notices(settings, digests)
        self.log.committed = self.metrics.committed
        self.tables.meter = self.metrics.acted
        self.bots.meter = self.metrics.thought
        self.bots.meter = lambda game, ended, seconds: self.metrics.bot_seconds.labels(game, ended).observe(
            seconds
        )
        self.tables.watchers += [self.hub.watch, self.deadlines.watch, self.bots.watch, self.notices.watch]
        self._ending = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Begin, part by part; what has begun is ended again if another part can't. Raises `NoDatabase`."""
        settings = self.settings
        parts: list[tuple[Callable[[], Awaitable[None]], Callable[[], Awaitable[None]]]] = [
            (lambda: self.database.prepare(migrate=settings.migrate), self.database.close),
            (lambda: self.log.start(self._heard), self.log.close),
            (nothing, self.tables.close),
            (self.deadlines.start, self.deadlines.close),
            (self.bots.start, self.bots.close),
            (nothing, self.reviews.close),
            (nothing, self.advising.close),
            (nothing, self.practice.close),
            (self.warmth.start, self.warmth.close),
            (self.timetable.start, self.timetable.close),
            (self.notices.start, self.notices.close),
            (self.health.start, self.health.close),
        ]
        try:
            for begin, end in parts:
                self._ending.push_async_callback(end)
                await begin()
        except BaseException:
            await self._ending.aclose()
            raise

    def leave(self) -> None:
        """The service is about to stop: nobody waits here for news any more."""
        self.closing.set()
        self.hub.wake_everybody()

    async def close(self) -> None:
        """End gracefully, in the opposite order: what has been handed over is stored."""
        self.leave()
        await self._ending.aclose()

    async def _begin(self, match: str) -> None:
        from numberhouse.server.start import start

        await start(self, match)

    def _heard(self, match: str | None) -> None:
        """Another process has appended lines, to no one knows which match if None: who looks here is to see
        them, whether or not the match is in memory now."""
        self.tables.heard(match)
        if match is None:
            self.hub.wake_everybody()
        else:
            self.hub.wake_all(match)


async def nothing() -> None:
    """A part that needs no beginning."""
