"""The service of one process: everything it is made of, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from numberhouse.server.accounts.account_deletion import AccountDeletion
from numberhouse.server.accounts.people import People
from numberhouse.server.base.metrics import Metrics
from numberhouse.server.base.rate_limits import RateLimits
from numberhouse.server.base.settings import Settings
from numberhouse.server.chat.chat import Chat
from numberhouse.server.hosting.downloads import Downloads
from numberhouse.server.hosting.schedule import Scheduler
from numberhouse.server.matches.hosts import Hosts
from numberhouse.server.matches.invitations import Invitations
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.rematch import Rematches
from numberhouse.server.matches.seating import Seating
from numberhouse.server.matches.start import Starter
from numberhouse.server.matches.timetable import Timetable
from numberhouse.server.notifications.delivery import Delivery
from numberhouse.server.notifications.outbox import Outbox
from numberhouse.server.play.bot_seats import BotSeats
from numberhouse.server.play.deadlines import Deadlines
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.practice.practice import PracticeProblems
from numberhouse.server.review.advice import DraftAdvice
from numberhouse.server.review.reviews import Reviews
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.health import Health
from numberhouse.server.storage.journal import Journal
from numberhouse.server.workers.precompiler import Precompiler

__all__ = ["Service"]


class Service:
    """Made once; `start` and `close` are called by the application, or by a test."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.database = Database(settings)
        self.journal: Journal = self.database.journal()
        self.people = People(self.database, now, settings.administrators)
        self.matches = Matches(self.database, now, settings.games, bots=settings.bots > 0)
        self.hosts = Hosts(self.database)
        self.invitations = Invitations(self.database, self.matches, now)
        self.limits = RateLimits(settings, now)
        self.sessions = Sessions(self.journal, self.matches.session, now)
        self.presence = Presence(settings.connections_each, settings.connections_an_address)
        self.sessions.send_to(self.presence)
        self.chat = Chat(
            self.database, self.matches, self.sessions, self.presence, now, settings.messages_a_minute
        )
        self.deadlines = Deadlines(self.database, self.sessions, now)
        self.bots = BotSeats(settings, self.database, self.sessions)
        self.precompiler = Precompiler(self.matches.installed_games, wanted=settings.prepare)
        self.reviews = Reviews(self.precompiler)
        self.draft_advice = DraftAdvice()
        self.starter = Starter(self.database, self.matches, self.sessions, self.presence, now)
        self.timetable = Timetable(self.database, now, self.starter.start, self.presence.notify)
        self.practice = PracticeProblems(self.database, self.matches, now, self.precompiler)
        self.closing = asyncio.Event()
        """Set when the service is about to stop."""
        self.metrics = Metrics()
        self.health = Health(self.database, self.journal, self.metrics, self.closing)
        self.metrics.watch(self.presence, self.sessions)
        delivery = Delivery(settings, self.database, self.sessions, self.presence, self.metrics, now)
        self.notices = Outbox(settings, delivery)
        self.seating = Seating(
            self.database, self.people, self.matches, self.sessions, self.presence, self.notices.seated, now
        )
        self.rematches = Rematches(
            self.database, self.matches, self.sessions, self.presence, self.starter, settings
        )
        self.downloads = Downloads(self.database, self.journal, self.sessions, now)
        self.scheduler = Scheduler(
            self.database, self.people, self.matches, self.timetable, self.notices.seated, settings, now
        )
        self.account_deletion = AccountDeletion(
            self.database, self.people, self.sessions, self.presence, self.matches.leave
        )
        self.journal.committed = self.metrics.committed
        self.sessions.meter = self.metrics.acted
        self.bots.meter = self.metrics.thought
        self.sessions.watchers += [
            self.deadlines.watch,
            self.bots.watch,
            self.notices.watch,
        ]
        self._ending = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Begin, part by part; what has begun is ended again if another part can't. Raises `NoDatabase`."""
        settings = self.settings
        parts: list[tuple[Callable[[], Awaitable[None]], Callable[[], Awaitable[None]]]] = [
            (lambda: self.database.prepare(migrate=settings.migrate), self.database.close),
            (lambda: self.journal.start(self._heard), self.journal.close),
            (nothing, self.sessions.close),
            (self.deadlines.start, self.deadlines.close),
            (self.bots.start, self.bots.close),
            (nothing, self.reviews.close),
            (nothing, self.draft_advice.close),
            (nothing, self.practice.close),
            (self.precompiler.start, self.precompiler.close),
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
        self.presence.notify_everybody()

    async def close(self) -> None:
        """End gracefully, in the opposite order: what has been handed over is stored."""
        self.leave()
        await self._ending.aclose()

    def _heard(self, match: str | None) -> None:
        """Another process has appended lines, to no one knows which match if None: who looks here is to see
        them, whether or not the match is in memory now."""
        self.sessions.heard(match)
        if match is None:
            self.presence.notify_everybody()
        else:
            self.presence.notify(match)


async def nothing() -> None:
    """A part that needs no beginning."""
