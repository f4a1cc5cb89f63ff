"""Sends notifications: to each person at most one digest a minute, to each of their addresses one message.

Several processes may send at the same time. A process claims a digest by a conditional update of the person's
row, and each notification by a conditional update of its own row. If the process ends before it has stored
the result, its claims lapse after `LEASE`, and any process sends the notifications again. An address that
fails is tried again after growing pauses, and then disabled until its owner adds it again.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import and_, delete, or_, select, update

from numberhouse.server.accounts.preferences import Preferences, address_id
from numberhouse.server.base.metrics import Metrics
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.channels import Channels
from numberhouse.server.notifications.offers import (
    PROPOSAL,
    OfferPhrase,
    current_offer,
    current_proposal,
)
from numberhouse.server.notifications.phrases import NotificationText, compose
from numberhouse.server.notifications.talk import has_unread_message
from numberhouse.server.notifications.triggers import Trigger, due_of, is_current
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database, insert_into
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.outage import is_reported
from numberhouse.server.storage.schema import delivery_statuses, notifications, people

__all__ = ["MOST_FAILURES", "Delivery", "failing_addresses", "forget_address", "not_before"]

MINUTE: Final = 60.0
"""Seconds between two digests for one person."""

PAUSES: Final = (60.0, 300.0, 1800.0, 7200.0)
"""Seconds before an address is tried again, by the number of its failures in a row."""

MOST_FAILURES: Final = len(PAUSES) + 1
"""Failures in a row after which nothing more is sent to an address."""

LEASE: Final = 120.0
"""Seconds after which any process may claim the notifications again whose result hasn't been stored."""

STALE: Final = 86_400.0
"""Seconds after which a notification is obsolete; `LIFETIMES` has the exceptions."""

MOST_IN_ONE: Final = 20
"""Notifications in a digest; the others come with the next one."""

log = structlog.get_logger("numberhouse")


class Delivery:
    """The deliveries of one process."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        sessions: Sessions,
        presence: Presence,
        metrics: Metrics,
        now: Callable[[], float],
    ) -> None:
        self.database = database
        self.sessions = sessions
        self.presence = presence
        self.metrics = metrics
        self.now = now
        self.origin = settings.origin.rstrip("/")
        self.sender = Channels(settings)
        self._sending: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait for the deliveries under way."""
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def send_due(self) -> None:
        """Begin to send the notifications that are due, as far as there is capacity. Raises
        `JournalFailed`."""
        now = self.now()
        query = (
            select(notifications.c.person)
            .distinct()
            .join(people, people.c.id == notifications.c.person)
            .where(notifications.c.send_at <= now, _digest_allowed(now))
            .limit(self.sender.capacity)
        )
        async with self.database.read() as connection:
            person_ids = list((await connection.execute(query)).scalars())
        for person in person_ids:
            await self._begin_digest(person)

    async def _begin_digest(self, person: str) -> None:
        now = self.now()
        due = (notifications.c.person == person) & (notifications.c.send_at <= now)
        async with self.database.read() as connection:
            query = select(notifications).where(due).order_by(notifications.c.created)
            rows = list(await connection.execute(query))
            settings = (
                await connection.execute(select(people.c.preferences).where(people.c.id == person))
            ).scalar()
        preferences = msgspec.json.decode(settings or "{}", type=Preferences)
        addresses = {address_id(address): address for address in preferences.addresses}
        texts: dict[tuple[str, str, str], NotificationText | None] = {}
        sendable: dict[str, list[tuple[Any, NotificationText]]] = defaultdict(list)
        obsolete: list[Any] = []
        for row in rows:
            subject = (row.match, row.kind, row.subject)
            if subject not in texts:
                is_wanted = row.kind in preferences.notification_kinds and now - row.created < (
                    LIFETIMES.get(row.kind) or STALE
                )
                texts[subject] = await self._notification_text(row) if is_wanted else None
            text = texts[subject]
            if text is None or row.address not in addresses:
                obsolete.append(row)
            elif len(sendable[row.address]) < MOST_IN_ONE:
                sendable[row.address].append((row, text))
        claimed = await self._claim(person, obsolete, sendable, now)
        for address_key, batch in claimed.items():
            task = asyncio.create_task(
                self._send(person, address_key, addresses[address_key], batch, preferences.language)
            )
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _notification_text(self, row: Any) -> NotificationText | None:
        """The text of the notification; None if it isn't true any more, or if the person is at the match
        now."""
        seat = msgspec.json.decode(row.details)["seat"]
        offer: tuple[OfferPhrase, str] | None = None
        is_proposal = row.subject.startswith(f"{PROPOSAL} ")
        if row.kind == "invitation" and not is_proposal:
            async with self.database.read() as connection:
                offer = await current_offer(connection, row)
            if offer is None:
                return None
        if row.kind == "message":
            async with self.database.read() as connection:
                if not await has_unread_message(connection, row):
                    return None
        try:
            async with self.sessions.at(row.match) as session:
                if is_proposal:
                    if session.occupants[seat].person != row.person:
                        return None
                    offer = current_proposal(session, row.subject, seat)
                    if offer is None:
                        return None
                trigger = Trigger(row.person, row.match, row.kind, row.subject, seat)
                if offer is None and not is_current(session, trigger):
                    return None
                if session.over and offer is not None and not is_proposal:  # a correction may follow the end
                    return None
                if row.kind != "deadline" and seat in self.presence.present(row.match):
                    return None
                title = session.row.terms.title or session.installed.game.card.title
                until = due_of(session, seat) if row.kind in ("your-turn", "deadline") else None
                link = f"{self.origin}/matches/{row.match}" if self.origin else ""
                if offer is not None:
                    return NotificationText(offer[0], title, link, name=offer[1])
                return NotificationText(row.kind, title, link, until)
        except (LookupError, JournalFailed):
            return None  # the match is deleted or unplayable

    async def _claim(
        self,
        person: str,
        obsolete: Sequence[Any],
        sendable: dict[str, list[tuple[Any, NotificationText]]],
        now: float,
    ) -> dict[str, list[tuple[Any, NotificationText]]]:
        """Claim the digest. By address, what this process must send; nothing if another process sends it."""
        claimed: dict[str, list[tuple[Any, NotificationText]]] = defaultdict(list)
        async with self.database.begin() as connection:
            for row in obsolete:
                await connection.execute(update(notifications).where(_unclaimed(row)).values(send_at=None))
            if not any(sendable.values()):
                return {}
            claim_digest = (
                update(people).where(people.c.id == person, _digest_allowed(now)).values(last_digest=now)
            )
            if not (await connection.execute(claim_digest)).rowcount:
                return {}
            for address_key, batch in sendable.items():
                for row, text in batch:
                    claim = update(notifications).where(_unclaimed(row))
                    result = await connection.execute(
                        claim.values(send_at=now + LEASE, attempts=row.attempts + 1)
                    )
                    if result.rowcount:
                        claimed[address_key].append((row, text))
        return claimed

    async def _send(
        self,
        person: str,
        address_key: str,
        address: str,
        batch: Sequence[tuple[Any, NotificationText]],
        language: str,
    ) -> None:
        title, body = compose([text for _, text in batch], language)
        sent = await self.sender.send(address, title, body)
        try:
            if sent:
                await self._record_success(person, address_key, [row for row, _ in batch])
            else:
                await self._record_failure(person, address_key)
        except JournalFailed as error:  # the lease ends, and they are sent again
            if not is_reported(error):
                log.warning("a notice's fate isn't stored", problem=str(error))
        for _ in batch:
            self.metrics.record_notification("sent" if sent else "failed")

    async def _record_success(self, person: str, address_key: str, rows: Sequence[Any]) -> None:
        async with self.database.begin() as connection:
            for row in rows:
                await connection.execute(update(notifications).where(_key(row)).values(send_at=None))
            await connection.execute(
                _upsert_status(connection, person, address_key, failures=0, last_success=self.now())
            )

    async def _record_failure(self, person: str, address_key: str) -> None:
        """Let all notifications for the address wait longer, or drop them after the last failure."""
        now = self.now()
        condition = (delivery_statuses.c.person == person) & (delivery_statuses.c.address == address_key)
        pending = (
            (notifications.c.person == person)
            & (notifications.c.address == address_key)
            & notifications.c.send_at.is_not(None)
        )
        async with self.database.begin() as connection:
            query = select(delivery_statuses.c.failures).where(condition).with_for_update()
            failures = ((await connection.execute(query)).scalar() or 0) + 1
            await connection.execute(
                _upsert_status(connection, person, address_key, failures=failures, last_failure=now)
            )
            if failures >= MOST_FAILURES:
                await connection.execute(update(notifications).where(pending).values(send_at=None))
                return
            later = now + PAUSES[failures - 1]
            # A claimed notification is due at the end of its lease, so its due time says nothing of the
            # pause.
            soon = or_(notifications.c.send_at < later, notifications.c.attempts > 0)
            await connection.execute(update(notifications).where(pending, soon).values(send_at=later))


LIFETIMES: Final = {"deadline": 366 * 86_400.0, "your-turn": 366 * 86_400.0}
"""Seconds after which notifications of these kinds are obsolete. They are created long before they are due,
or stay true for long; `is_current` says whether they are true."""


def not_before(row: Any) -> float | None:
    """The earliest time for sending to the address of this row, which may be None; None for never."""
    if row is None or not row.failures:
        return 0.0
    if row.failures >= MOST_FAILURES:
        return None
    return float(row.last_failure + PAUSES[row.failures - 1])


async def failing_addresses(database: Database, person: str) -> dict[str, tuple[float, bool]]:
    """The person's failing addresses by id: when each failed last, and whether it is disabled."""
    query = select(delivery_statuses).where(
        delivery_statuses.c.person == person, delivery_statuses.c.failures > 0
    )
    async with database.read() as connection:
        rows = (await connection.execute(query)).all()
    return {row.address: (row.last_failure, row.failures >= MOST_FAILURES) for row in rows}


async def forget_address(database: Database, person: str, address_key: str) -> None:
    """Delete the state of an address and all notifications for it. If it is added again, its failures count
    from zero."""
    async with database.begin() as connection:
        for table in (delivery_statuses, notifications):
            condition = and_(table.c.person == person, table.c.address == address_key)
            await connection.execute(delete(table).where(condition))


def _digest_allowed(now: float) -> Any:
    """Whether the person's last digest was sent long enough ago."""
    return people.c.last_digest.is_(None) | (people.c.last_digest <= now - MINUTE)


def _key(row: Any) -> Any:
    return and_(*(column == getattr(row, column.name) for column in notifications.primary_key.columns))


def _unclaimed(row: Any) -> Any:
    """The row, if no process has claimed it since it was read."""
    return _key(row) & (notifications.c.attempts == row.attempts) & notifications.c.send_at.is_not(None)


def _upsert_status(connection: Any, person: str, address_key: str, **values: Any) -> Any:
    statement = insert_into(connection, delivery_statuses).values(
        person=person, address=address_key, **values
    )
    return statement.on_conflict_do_update(
        index_elements=list(delivery_statuses.primary_key.columns), set_=values
    )
