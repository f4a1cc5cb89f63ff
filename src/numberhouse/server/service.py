"""The service of one process: all its parts, made once, started in order and stopped in the opposite
order."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from numberhouse.server.accounts.account_deletion import AccountDeletion
from numberhouse.server.accounts.blocks import Blocks
from numberhouse.server.accounts.passwords.devices import Devices
from numberhouse.server.accounts.passwords.forgotten_passwords import ForgottenPasswords
from numberhouse.server.accounts.passwords.mail_addresses import MailAddresses
from numberhouse.server.accounts.passwords.password_resets import PasswordResets
from numberhouse.server.accounts.people import People
from numberhouse.server.accounts.renaming import Renaming
from numberhouse.server.base.large_bodies import LargeBodies
from numberhouse.server.base.metrics import Metrics
from numberhouse.server.base.rate_limits import RateLimits
from numberhouse.server.base.settings import Settings
from numberhouse.server.chat.chat import Chat
from numberhouse.server.chat.shared_chat import SharedChat
from numberhouse.server.chat.trust_notes import TrustNotes
from numberhouse.server.hosting.downloads import Downloads
from numberhouse.server.hosting.host_actions import HostActions
from numberhouse.server.hosting.proposals import Proposing
from numberhouse.server.hosting.schedule import Scheduler
from numberhouse.server.mail.mailer import Mailer
from numberhouse.server.matches.access.insights import Insights
from numberhouse.server.matches.lists.missing_results import MissingResults
from numberhouse.server.matches.lists.statistics import Statistics
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.seats.codes import Codes
from numberhouse.server.matches.seats.contributions import Contributions
from numberhouse.server.matches.seats.hosts import Hosts
from numberhouse.server.matches.seats.invitations import Invitations
from numberhouse.server.matches.seats.offers import Offers
from numberhouse.server.matches.seats.rematch import Rematches
from numberhouse.server.matches.seats.seat_count import SeatCounts
from numberhouse.server.matches.seats.seating import Seating
from numberhouse.server.matches.start import Starter
from numberhouse.server.matches.sweeper import Sweeper
from numberhouse.server.matches.timetable import Timetable
from numberhouse.server.moderation.decisions import Decisions
from numberhouse.server.moderation.reports import Reports
from numberhouse.server.notifications.delivery import Delivery
from numberhouse.server.notifications.outbox import Outbox
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.bot_seats import BotSeats
from numberhouse.server.play.claims import Claims
from numberhouse.server.play.deadlines import Deadlines
from numberhouse.server.play.first_looks import FirstLooks
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.shared_presence import SharedPresence
from numberhouse.server.practice.practice import PracticeProblems
from numberhouse.server.review.advice import DraftAdvice
from numberhouse.server.review.reviews import Reviews
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.health import Health
from numberhouse.server.storage.journal import Journal
from numberhouse.server.workers.options_worker import OptionsWorker
from numberhouse.server.workers.precompiler import Precompiler

__all__ = ["Service"]


class Service:
    """All parts of one process. The application, or a test, calls `start` and `close`."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.database = Database(settings)
        self.journal: Journal = self.database.journal()
        self.people = People(self.database, now)
        self.options_worker = OptionsWorker()
        self.devices = Devices(self.database, now)
        self.password_resets = PasswordResets(self.database, self.people, now)
        self.mailer = Mailer(settings)
        self.mail_addresses = MailAddresses(self.database, self.people, self.mailer, now)
        self.forgotten_passwords = ForgottenPasswords(
            self.people, self.mail_addresses, self.password_resets, self.mailer
        )
        self.matches = Matches(
            self.database,
            now,
            settings.games,
            bots=settings.bots > 0,
            options_worker=self.options_worker,
        )
        self.statistics = Statistics(self.database, self.matches.offers)
        self.missing_results = MissingResults(self.database, self.journal, self.matches.session)
        self.hosts = Hosts(self.database)
        self.contributions = Contributions(self.database, self.matches)
        self.seat_counts = SeatCounts(self.database, self.matches, now)
        self.insights = Insights(self.database, now)
        self.invitations = Invitations(self.database, self.matches, now)
        self.codes = Codes(self.database, self.invitations, now)
        self.limits = RateLimits(settings, now)
        self.large_bodies = LargeBodies()
        self.sessions = Sessions(self.journal, self.matches.session, now)
        self.matches.delayed_session = lambda match: self.sessions.delayed_session(match, now())
        self.presence = Presence(
            settings.max_connections_per_person, settings.max_connections_per_address, now
        )
        self.sessions.presence = self.presence
        self.shared_presence = SharedPresence(self.database, self.presence)
        self.first_looks = FirstLooks(self.sessions, self.presence)
        self.presence.on_arrival = self.first_looks.look
        self.claims = Claims(self.sessions, self.presence, settings)
        self.chat = Chat(
            self.database,
            self.matches,
            self.sessions,
            self.presence,
            now,
            settings.messages_per_minute,
            self.insights,
        )
        self.shared_chat = SharedChat(self.database, self.chat.updates)
        self.blocks = Blocks(self.database, now)
        self.trust_notes = TrustNotes(self.database, self.matches, now)
        self.reports = Reports(self.database, self.chat, self.matches, now)
        notify_renamed = self.chat.updates.notify_renamed
        self.renaming = Renaming(self.database, self.sessions, self.presence, notify_renamed)
        self.decisions = Decisions(self.database, self.chat, self.renaming, self.presence, now)
        self.deadlines = Deadlines(self.database, self.sessions, now)
        self.bots = BotSeats(settings, self.database, self.sessions)
        self.precompiler = Precompiler(self.matches.installed_games, enabled=settings.precompile)
        self.matches.check_ready = self.precompiler.check_ready
        self.reviews = Reviews(self.precompiler)
        self.draft_advice = DraftAdvice()
        self.starter = Starter(self.database, self.matches, self.sessions, self.presence, now)
        self.timetable = Timetable(self.database, now, self.starter.start, self.presence.notify)
        self.practice = PracticeProblems(self.database, self.matches, now, self.precompiler)
        self.precompiler.first = self.practice.todays_piece
        self.closing = asyncio.Event()
        """Set when the service is about to stop."""
        self.metrics = Metrics()
        self.health = Health(
            self.database,
            self.journal,
            self.metrics,
            self.closing,
            now,
            games_ready=lambda: self.precompiler.matches_ready,
        )
        self.metrics.watch(self.presence, self.sessions)
        delivery = Delivery(settings, self.database, self.sessions, self.presence, self.metrics, now)
        self.notifications = Outbox(settings, delivery)
        self.chat.changes.notify_readers = self.notifications.notify_message
        self.sweeper = Sweeper(settings, self.database, now, self._on_removed, self.metrics.record_swept)
        self.seating = Seating(
            self.database,
            self.people,
            self.matches,
            self.sessions,
            self.presence,
            now,
        )
        self.offers = Offers(
            self.database,
            self.people,
            self.matches,
            self.hosts,
            self.seating,
            self.sessions,
            self.presence,
            self.starter,
            self.timetable,
            self.notifications.notify_offer,
            now,
        )
        self.rematches = Rematches(
            self.database,
            self.people,
            self.matches,
            self.offers,
            self.sessions,
            self.presence,
            self.starter,
            settings,
        )
        self.host_actions = HostActions(self.sessions, now)
        self.proposing = Proposing(
            self.sessions, self.seating, self.offers, self.invitations, self.host_actions
        )
        self.downloads = Downloads(self.database, self.journal, self.sessions, now)
        self.scheduler = Scheduler(
            self.database,
            self.people,
            self.matches,
            self.timetable,
            self.offers,
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
            self.first_looks.watch,
            self.notifications.watch,
        ]
        self._exit_stack = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Start part by part. If a part can't start, the parts that have started are closed again. Raises
        `NoDatabase`."""
        settings = self.settings
        parts: list[tuple[Callable[[], Awaitable[None]], Callable[[], Awaitable[None]]]] = [
            (self._claim, self.database.close),
            (lambda: self.database.prepare(migrate=settings.migrate), no_start),
            (self.database.watch, self.database.end_watch),
            (lambda: self.journal.start(self._on_append), self.journal.close),
            (no_start, self.sessions.close),
            (self.shared_presence.start, self.shared_presence.close),
            (self.shared_chat.start, self.shared_chat.close),
            (no_start, self.first_looks.close),
            (self.deadlines.start, self.deadlines.close),
            (self.bots.start, self.bots.close),
            (no_start, self.options_worker.close),
            (no_start, self.reviews.close),
            (no_start, self.draft_advice.close),
            (self.precompiler.start, self.precompiler.close),
            (self.practice.start, self.practice.close),
            (self.timetable.start, self.timetable.close),
            (self.sweeper.start, self.sweeper.close),
            (self.missing_results.start, self.missing_results.close),
            (self.notifications.start, self.notifications.close),
            (self.mailer.start, self.mailer.close),
            (self.health.start, self.health.close),
        ]
        try:
            for start, close in parts:
                self._exit_stack.push_async_callback(close)
                await start()
        except BaseException:
            await self._exit_stack.aclose()
            raise

    async def _claim(self) -> None:
        self.database.claim()

    def leave(self) -> None:
        """Wake all requests that wait for updates, because the service is about to stop."""
        self.closing.set()
        self.presence.notify_everybody()

    async def close(self) -> None:
        """Close all parts in the opposite order; entries that are queued are stored first."""
        self.leave()
        await self._exit_stack.aclose()

    def _on_removed(self, match: str) -> None:
        """Tell the viewers of a match that it is gone."""
        self.sessions.forget(match)
        self.presence.notify(match)

    def _on_append(self, match: str | None) -> None:
        """Show the entries that another process has appended to this match, or perhaps to any if it is None.
        Viewers here must see them whether or not the session is in memory."""
        self.sessions.on_append(match)
        if match is None:
            self.presence.notify_everybody()
        else:
            self.presence.notify(match)


async def no_start() -> None:
    """Start or close a part that needs no such step."""
