"""Sends notifications: to each person at most one digest a minute, to each of their addresses one message.

Several processes may send at the same time. A process claims a digest by a conditional update of the person's
row, and each notification by a conditional update of its own row. If the process ends before it has stored
the result, its claims lapse after `LEASE`, and any process sends the notifications again. An address that
fails is tried again after growing pauses, and then left alone until its owner adds it anew.
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
from numberhouse.server.notifications.phrases import NotificationText, compose
from numberhouse.server.notifications.triggers import Trigger, due_of, is_current
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database, insert_into
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.schema import notices, people, receivers

__all__ = ["MOST_FAILURES", "Delivery", "failing_addresses", "forget_receiver", "not_before"]

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
            select(notices.c.person)
            .distinct()
            .join(people, people.c.id == notices.c.person)
            .where(notices.c.due <= now, _digest_allowed(now))
            .limit(self.sender.capacity)
        )
        async with self.database.read() as connection:
            person_ids = list((await connection.execute(query)).scalars())
        for person in person_ids:
            await self._begin_digest(person)

    # Below

    async def _begin_digest(self, person: str) -> None:
        now = self.now()
        due = (notices.c.person == person) & (notices.c.due <= now)
        async with self.database.read() as connection:
            query = select(notices).where(due).order_by(notices.c.made)
            rows = list(await connection.execute(query))
            settings = (
                await connection.execute(select(people.c.settings).where(people.c.id == person))
            ).scalar()
        preferences = msgspec.json.decode(settings or "{}", type=Preferences)
        addresses = {address_id(address): address for address in preferences.addresses}
        texts: dict[tuple[str, str, str], NotificationText | None] = {}
        sendable: dict[str, list[tuple[Any, NotificationText]]] = defaultdict(list)
        obsolete: list[Any] = []
        for row in rows:
            subject = (row.match, row.kind, row.mark)
            if subject not in texts:
                is_wanted = row.kind in preferences.about and now - row.made < (
                    LIFETIMES.get(row.kind) or STALE
                )
                texts[subject] = await self._notification_text(row) if is_wanted else None
            text = texts[subject]
            if text is None or row.receiver not in addresses:
                obsolete.append(row)
            elif len(sendable[row.receiver]) < MOST_IN_ONE:
                sendable[row.receiver].append((row, text))
        claimed = await self._claim(person, obsolete, sendable, now)
        for receiver, batch in claimed.items():
            task = asyncio.create_task(
                self._send(person, receiver, addresses[receiver], batch, preferences.language)
            )
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _notification_text(self, row: Any) -> NotificationText | None:
        """The text of the notification; None if it isn't true any more, or if the person looks at the match
        now."""
        seat = msgspec.json.decode(row.details)["seat"]
        try:
            async with self.sessions.at(row.match) as session:
                if not is_current(session, Trigger(row.person, row.match, row.kind, row.mark, seat)):
                    return None
                if row.kind != "deadline" and seat in self.presence.present(row.match):
                    return None
                title = session.row.terms.title or session.installed.game.card.title
                until = due_of(session, seat) if row.kind in ("your-turn", "deadline") else None
                link = f"{self.origin}/matches/{row.match}" if self.origin else ""
                return NotificationText(row.kind, title, link, until)
        except (LookupError, JournalFailed):
            return None  # the match is deleted, or can't be played on

    async def _claim(
        self,
        person: str,
        obsolete: Sequence[Any],
        sendable: dict[str, list[tuple[Any, NotificationText]]],
        now: float,
    ) -> dict[str, list[tuple[Any, NotificationText]]]:
        """Claim the digest. By receiver, what this process must send; nothing if another process sends it."""
        claimed: dict[str, list[tuple[Any, NotificationText]]] = defaultdict(list)
        async with self.database.begin() as connection:
            for row in obsolete:
                await connection.execute(update(notices).where(_unclaimed(row)).values(due=None))
            if not any(sendable.values()):
                return {}
            claim_digest = (
                update(people).where(people.c.id == person, _digest_allowed(now)).values(noticed=now)
            )
            if not (await connection.execute(claim_digest)).rowcount:
                return {}
            for receiver, batch in sendable.items():
                for row, text in batch:
                    claim = update(notices).where(_unclaimed(row))
                    result = await connection.execute(claim.values(due=now + LEASE, tries=row.tries + 1))
                    if result.rowcount:
                        claimed[receiver].append((row, text))
        return claimed

    async def _send(
        self,
        person: str,
        receiver: str,
        address: str,
        batch: Sequence[tuple[Any, NotificationText]],
        language: str,
    ) -> None:
        title, body = compose([text for _, text in batch], language)
        sent = await self.sender.send(address, title, body)
        try:
            if sent:
                await self._record_success(person, receiver, [row for row, _ in batch])
            else:
                await self._record_failure(person, receiver)
        except JournalFailed as error:  # the lease ends, and they are sent again
            log.warning("a notice's fate isn't stored", problem=str(error))
        for _ in batch:
            self.metrics.record_notice("sent" if sent else "failed")

    async def _record_success(self, person: str, receiver: str, rows: Sequence[Any]) -> None:
        async with self.database.begin() as connection:
            for row in rows:
                await connection.execute(update(notices).where(_key(row)).values(due=None))
            await connection.execute(
                _upsert_receiver(connection, person, receiver, failures=0, reached=self.now())
            )

    async def _record_failure(self, person: str, receiver: str) -> None:
        """Let all notifications for the address wait longer, or drop them after the last failure."""
        now = self.now()
        condition = (receivers.c.person == person) & (receivers.c.receiver == receiver)
        pending = (notices.c.person == person) & (notices.c.receiver == receiver) & notices.c.due.is_not(None)
        async with self.database.begin() as connection:
            query = select(receivers.c.failures).where(condition).with_for_update()
            failures = ((await connection.execute(query)).scalar() or 0) + 1
            await connection.execute(
                _upsert_receiver(connection, person, receiver, failures=failures, failed=now)
            )
            if failures >= MOST_FAILURES:
                await connection.execute(update(notices).where(pending).values(due=None))
                return
            later = now + PAUSES[failures - 1]
            # A claimed notification is due at the end of its lease, so its due time says nothing of the
            # pause.
            soon = or_(notices.c.due < later, notices.c.tries > 0)
            await connection.execute(update(notices).where(pending, soon).values(due=later))


LIFETIMES: Final = {"deadline": 366 * 86_400.0, "your-turn": 366 * 86_400.0}
"""Seconds after which notifications of these kinds are obsolete. They are created long before they are due,
or stay true for long; `is_current` says whether they are true."""


def not_before(row: Any) -> float | None:
    """The earliest time for sending to the receiver of this row, which may be None; None for never."""
    if row is None or not row.failures:
        return 0.0
    if row.failures >= MOST_FAILURES:
        return None
    return float(row.failed + PAUSES[row.failures - 1])


async def failing_addresses(database: Database, person: str) -> dict[str, tuple[float, bool]]:
    """The person's failing addresses by id: when each failed last, and whether it is off."""
    query = select(receivers).where(receivers.c.person == person, receivers.c.failures > 0)
    async with database.read() as connection:
        rows = (await connection.execute(query)).all()
    return {row.receiver: (row.failed, row.failures >= MOST_FAILURES) for row in rows}


async def forget_receiver(database: Database, person: str, receiver: str) -> None:
    """Delete the state of an address and all notifications for it. If it is added again, its failures count
    from zero."""
    async with database.begin() as connection:
        for table in (receivers, notices):
            condition = and_(table.c.person == person, table.c.receiver == receiver)
            await connection.execute(delete(table).where(condition))


def _digest_allowed(now: float) -> Any:
    """Whether the person's last digest was sent long enough ago."""
    return people.c.noticed.is_(None) | (people.c.noticed <= now - MINUTE)


def _key(row: Any) -> Any:
    return and_(*(column == getattr(row, column.name) for column in notices.primary_key.columns))


def _unclaimed(row: Any) -> Any:
    """The row, if no process has claimed it since it was read."""
    return _key(row) & (notices.c.tries == row.tries) & notices.c.due.is_not(None)


def _upsert_receiver(connection: Any, person: str, receiver: str, **values: Any) -> Any:
    statement = insert_into(connection, receivers).values(person=person, receiver=receiver, **values)
    return statement.on_conflict_do_update(index_elements=list(receivers.primary_key.columns), set_=values)
