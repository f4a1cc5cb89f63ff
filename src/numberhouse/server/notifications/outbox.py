"""The outbox: notifications, stored in the database until they are sent or have become untrue.

A notification is a row (of the table `notifications`) whose key is the event, the person and the address:
however many processes see the same event, and however often they are restarted, the row is inserted once and
sent by the process that claims it. Events are collected in memory and stored a moment later, so that no
action waits for it; `delivery` sends them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.server.accounts.preferences import Preferences, address_id
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.delivery import Delivery, not_before
from numberhouse.server.notifications.offers import NO_SEAT
from numberhouse.server.notifications.talk import message_triggers
from numberhouse.server.notifications.triggers import Trigger, standing_triggers, triggers
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.database import insert_into
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.journal_entry import JournalEntry
from numberhouse.server.storage.outage import is_reported
from numberhouse.server.storage.schema import delivery_statuses, matches, notifications, people, seats

__all__ = ["Outbox"]

BATCH_INTERVAL: Final = 0.5
"""Seconds in which events are collected and then stored together."""

PRESENCE_DELAY: Final = 5.0
"""Seconds before a notification of something that its person may be watching: only another process may know
that the person is present."""

LONGEST_SLEEP: Final = 15.0
"""Seconds before the database is asked again; other processes may have stored a notification."""

RETENTION: Final = 30 * 86_400.0
"""Seconds for which sent notifications are stored, so that none is sent twice."""

MOST_PENDING: Final = 10_000
"""Events in memory; the oldest are dropped when there are more."""

log = structlog.get_logger("numberhouse")


class Outbox:
    """The outbox of one process."""

    def __init__(self, settings: Settings, delivery: Delivery) -> None:
        """`delivery` sends what the outbox stores; both share the database and the clock."""
        self.settings = settings
        self.delivery = delivery
        self.database = delivery.database
        self.sessions = delivery.sessions
        self.presence = delivery.presence
        self.now = delivery.now
        self._pending: deque[tuple[Trigger, float, bool]] = deque(maxlen=MOST_PENDING)
        """Triggers that aren't stored yet, the time of each, and whether its person was present."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the task that stores and sends. It first stores what was missed when the service ended."""
        if self.settings.notification_services:
            self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop: wait for the deliveries under way and store the pending triggers."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.delivery.close()
        with contextlib.suppress(JournalFailed, SQLAlchemyError):
            await self.flush()

    def watch(self, session: Session, entry: JournalEntry) -> None:
        """Remember the triggers of an entry. The session cache calls this after each entry."""
        if self.settings.notification_services:
            self._remember(triggers(session, entry))

    def notify_offer(self, news: str, match: str, person: str, offer: str) -> None:
        """Remember an offer to this person, or that the person's offer was declined."""
        if self.settings.notification_services:
            self._remember([Trigger(person, match, "invitation", f"{news} {offer}", NO_SEAT)])

    async def notify_message(self, match: str, room: str, author: str, readers: Iterable[str]) -> None:
        """Remember a new message for its readers who aren't at the match. Raises `JournalFailed`."""
        if not self.settings.notification_services:
            return
        async with self.database.read() as connection:
            found = await message_triggers(connection, match, room, author, readers)
        # A row for somebody who is there would stand in the way of a later one with the same mark.
        present = self.presence.present(match)
        self._remember([trigger for trigger in found if trigger.seat not in present])

    async def flush(self) -> None:
        """Store the pending triggers. Raises `JournalFailed`: they stay pending, and the caller must try
        again."""
        pending = list(self._pending)
        self._pending.clear()
        try:
            for first in range(0, len(pending), 500):
                await self._store(pending[first : first + 500])
        except BaseException:
            self._pending.extendleft(reversed(pending))
            raise

    async def catch_up(self) -> None:
        """Store what running matches wait for, if it isn't stored: the process that saw a turn begin may have
        ended before it stored the trigger."""
        query = (
            select(seats.c.match)
            .distinct()
            .join(matches, matches.c.id == seats.c.match)
            .join(people, people.c.id == seats.c.person)
            .where(matches.c.status == "running", people.c.preferences.contains("://"))
        )
        async with self.database.read() as connection:
            ids = list((await connection.execute(query)).scalars())
        for match in ids:
            try:
                async with self.sessions.at(match) as session:
                    self._remember(standing_triggers(session))
            except (JournalFailed, LookupError):
                continue  # the match can't be played now, or is deleted
            await self.flush()

    def _remember(self, new_triggers: Sequence[Trigger]) -> None:
        for trigger in new_triggers:
            was_present = trigger.kind != "deadline" and trigger.seat in self.presence.present(trigger.match)
            self._pending.append((trigger, self.now(), was_present))
        if new_triggers:
            self._changed.set()

    async def _store(self, pending: Sequence[tuple[Trigger, float, bool]]) -> None:
        person_ids = {trigger.person for trigger, _, _ in pending}
        query = select(people.c.id, people.c.preferences)
        query = query.where(people.c.id.in_(person_ids), people.c.preferences.contains("://"))
        async with self.database.read() as connection:
            preferences_by_person = {
                row.id: msgspec.json.decode(row.preferences, type=Preferences)
                for row in await connection.execute(query)
            }
            if not preferences_by_person:
                return
            failing_query = select(delivery_statuses).where(
                delivery_statuses.c.person.in_(preferences_by_person)
            )
            failures = {(row.person, row.address): row for row in await connection.execute(failing_query)}
            existing_ids = set(
                (
                    await connection.execute(
                        select(matches.c.id).where(matches.c.id.in_({due.match for due, _, _ in pending}))
                    )
                ).scalars()
            )
        rows: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        for trigger, noticed_at, was_present in pending:
            preferences = preferences_by_person.get(trigger.person)
            if (
                preferences is None
                or trigger.match not in existing_ids
                or trigger.kind not in preferences.notification_kinds
            ):
                continue
            for address in preferences.addresses:
                address_key = address_id(address)
                earliest = not_before(failures.get((trigger.person, address_key)))
                if earliest is not None:
                    rows[was_present].append(_row(trigger, address_key, noticed_at, earliest, was_present))
        async with self.database.begin() as connection:
            await _insert(connection, rows[False], was_present=False)
            await _insert(connection, rows[True], was_present=True)

    async def _watch(self) -> None:
        caught_up, last_sweep = False, 0.0
        while True:
            sleep = LONGEST_SLEEP
            self._changed.clear()
            try:
                if not caught_up:
                    await self.catch_up()
                    caught_up = True
                if self.now() - last_sweep > 86_400:
                    await self._sweep()
                    last_sweep = self.now()
                await self.flush()
                await self.delivery.send_due()
                sleep = await self._seconds_to_next()
            except Exception as error:  # the database may be away for a while; the task must outlive that
                if not is_reported(error):
                    log.error("notifications wait", problem=type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(sleep):
                    await self._changed.wait()
            await asyncio.sleep(BATCH_INTERVAL)

    async def _seconds_to_next(self) -> float:
        """Seconds until the next notification is due, `LONGEST_SLEEP` at most."""
        async with self.database.read() as connection:
            due = (await connection.execute(select(func.min(notifications.c.send_at)))).scalar()
        return LONGEST_SLEEP if due is None else min(max(due - self.now(), BATCH_INTERVAL), LONGEST_SLEEP)

    async def _sweep(self) -> None:
        old = notifications.c.send_at.is_(None) & (notifications.c.created < self.now() - RETENTION)
        async with self.database.begin() as connection:
            await connection.execute(delete(notifications).where(old))


async def _insert(connection: AsyncConnection, rows: list[dict[str, Any]], *, was_present: bool) -> None:
    """Insert the rows; existing rows stay. With `was_present` the existing ones that no process has begun to
    send are never sent."""
    if not rows:
        return
    statement = insert_into(connection, notifications)
    key = list(notifications.primary_key.columns)
    statement = (
        statement.on_conflict_do_update(
            index_elements=key, set_={"send_at": None}, where=notifications.c.attempts == 0
        )
        if was_present
        else statement.on_conflict_do_nothing(index_elements=key)
    )
    # All processes insert in the same order: otherwise two of them could wait for each other for ever.
    await connection.execute(statement, sorted(rows, key=lambda row: [row[column.name] for column in key]))


def _row(
    trigger: Trigger, address_key: str, noticed_at: float, not_before: float, was_present: bool
) -> dict[str, Any]:
    send_at = (
        trigger.at
        if trigger.at is not None
        else noticed_at + (0.0 if trigger.seat == NO_SEAT else PRESENCE_DELAY)
    )
    return {
        "person": trigger.person,
        "match": trigger.match,
        "kind": trigger.kind,
        "subject": trigger.mark,
        "address": address_key,
        "details": msgspec.json.encode({"seat": trigger.seat}).decode(),
        "created": noticed_at,
        "send_at": None if was_present else max(send_at, not_before),
        "attempts": 0,
    }
