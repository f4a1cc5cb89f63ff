"""The service of one process: all its parts, made once, started in order and stopped in the opposite
order."""

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
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.bot_seats import BotSeats
from numberhouse.server.play.deadlines import Deadlines
from numberhouse.server.play.presence import Presence
from numberhouse.server.practice.practice import PracticeProblems
from numberhouse.server.review.advice import DraftAdvice
from numberhouse.server.review.reviews import Reviews
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.health import Health
from numberhouse.server.storage.journal import Journal
from numberhouse.server.workers.precompiler import Precompiler

__all__ = ["Service"]


class Service:
    """All parts of one process. The application, or a test, calls `start` and `close`."""

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
        self.presence = Presence(settings.max_connections_per_person, settings.max_connections_per_address)
        self.sessions.presence = self.presence
        self.chat = Chat(
            self.database, self.matches, self.sessions, self.presence, now, settings.messages_per_minute
        )
        self.deadlines = Deadlines(self.database, self.sessions, now)
        self.bots = BotSeats(settings, self.database, self.sessions)
        self.precompiler = Precompiler(self.matches.installed_games, enabled=settings.precompile)
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
        self.notifications = Outbox(settings, delivery)
        self.seating = Seating(
            self.database,
            self.people,
            self.matches,
            self.sessions,
            self.presence,
            self.notifications.notify_seated,
            now,
        )
        self.rematches = Rematches(
            self.database, self.matches, self.sessions, self.presence, self.starter, settings
        )
        self.downloads = Downloads(self.database, self.journal, self.sessions, now)
        self.scheduler = Scheduler(
            self.database,
            self.people,
            self.matches,
            self.timetable,
            self.notifications.notify_seated,
            settings,
            now,
        )
        self.account_deletion = AccountDeletion(
            self.database, self.people, self.sessions, self.presence, self.matches.leave
        )
        self.journal.on_commit = self.metrics.record_commit
        self.sessions.meter = self.metrics.record_action
        self.bots.meter = self.metrics.record_bot_turn
        self.sessions.watchers += [
            self.deadlines.watch,
            self.bots.watch,
            self.notifications.watch,
        ]
        self._exit_stack = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Start part by part. If a part can't start, the parts that have started are closed again. Raises
        `NoDatabase`."""
        settings = self.settings
        parts: list[tuple[Callable[[], Awaitable[None]], Callable[[], Awaitable[None]]]] = [
            (lambda: self.database.prepare(migrate=settings.migrate), self.database.close),
            (lambda: self.journal.start(self._on_append), self.journal.close),
            (no_start, self.sessions.close),
            (self.deadlines.start, self.deadlines.close),
            (self.bots.start, self.bots.close),
            (no_start, self.reviews.close),
            (no_start, self.draft_advice.close),
            (no_start, self.practice.close),
            (self.precompiler.start, self.precompiler.close),
            (self.timetable.start, self.timetable.close),
            (self.notifications.start, self.notifications.close),
            (self.health.start, self.health.close),
        ]
        try:
            for start, close in parts:
                self._exit_stack.push_async_callback(close)
                await start()
        except BaseException:
            await self._exit_stack.aclose()
            raise

    def leave(self) -> None:
        """Wake all requests that wait for updates, because the service is about to stop."""
        self.closing.set()
        self.presence.notify_everybody()

    async def close(self) -> None:
        """Close all parts in the opposite order; entries that are queued are stored first."""
        self.leave()
        await self._exit_stack.aclose()

    def _on_append(self, match: str | None) -> None:
        """Show the entries that another process has appended to this match, or perhaps to any if it is None.
        Viewers here must see them whether or not the session is in memory."""
        self.sessions.on_append(match)
        if match is None:
            self.presence.notify_everybody()
        else:
            self.presence.notify(match)


async def no_start() -> None:
    """Start a part that needs no start."""
