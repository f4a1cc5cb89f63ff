"""Notices: who is to be told what, kept in the database until it is sent or has become untrue.

A notice is a row, and what it is about is its key: however many processes see the same thing happen, and
however often they are started anew, it is made once and sent by whoever claims it. What is seen is written
down a moment after it has happened, outside of everybody's way; `delivery` sends it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.server.accounts.preferences import Preferences, address_id
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.delivery import Delivery, not_before
from numberhouse.server.notifications.triggers import Trigger, standing_triggers, triggers
from numberhouse.server.play.session import Session
from numberhouse.server.storage.database import insert_into
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.journal_entry import JournalEntry
from numberhouse.server.storage.schema import matches, notices, people, receivers, seats

__all__ = ["Outbox"]

GATHERING: Final = 0.5
"""Seconds in which what happens is written down together."""

SETTLING: Final = 5.0
"""Seconds before somebody is told of what they may see happen: another process may know that they look."""

LONGEST_SLEEP: Final = 15.0
"""Seconds; other processes may have made a notice."""

KEPT: Final = 30 * 86_400.0
"""Seconds for which it is remembered that somebody has been told something."""

MOST_UNWRITTEN: Final = 10_000

log = structlog.get_logger("numberhouse")


class Outbox:
    """Of one process."""

    def __init__(self, settings: Settings, delivery: Delivery) -> None:
        """With those who send what is made here, out of the same database by the same clock."""
        self.settings = settings
        self.delivery = delivery
        self.database = delivery.database
        self.sessions = delivery.sessions
        self.presence = delivery.presence
        self.now = delivery.now
        self._seen: deque[tuple[Trigger, float, bool]] = deque(maxlen=MOST_UNWRITTEN)
        """What isn't written down yet, when it was seen, and whether whom it concerns was looking."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Make up for what wasn't written down when the service ended, then keep watch."""
        if self.settings.notice_kinds:
            self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop; what was seen is written down, and what is being sent may end."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.delivery.close()
        with contextlib.suppress(JournalFailed, SQLAlchemyError):
            await self.flush()

    def watch(self, session: Session, line: JournalEntry) -> None:
        """Note whom an entry concerns. A watcher of sessions."""
        if self.settings.notice_kinds:
            self._see(triggers(session, line))

    def seated(self, match: str, seat: Seat, person: str) -> None:
        """A host has given somebody a seat before the start."""
        if self.settings.notice_kinds:
            self._see([Trigger(person, match, "invitation", f"seat {seat}", seat)])

    async def flush(self) -> None:
        """Write down what was seen. Raises `JournalFailed`; then it is to be tried again."""
        seen = list(self._seen)
        self._seen.clear()
        try:
            for first in range(0, len(seen), 500):
                await self._keep(seen[first : first + 500])
        except BaseException:
            self._seen.extendleft(reversed(seen))
            raise

    async def make_up(self) -> None:
        """What running matches wait for is written down, if it isn't: the process that saw it begin may have
        ended too soon."""
        query = (
            select(seats.c.match)
            .distinct()
            .join(matches, matches.c.id == seats.c.match)
            .join(people, people.c.id == seats.c.person)
            .where(matches.c.status == "running", people.c.settings.contains("://"))
        )
        async with self.database.read() as connection:
            ids = list((await connection.execute(query)).scalars())
        for match in ids:
            try:
                async with self.sessions.at(match) as session:
                    self._see(standing_triggers(session))
            except (JournalFailed, LookupError):
                continue  # it can't be played now, or has gone
            await self.flush()

    # Below

    def _see(self, found: Sequence[Trigger]) -> None:
        for one in found:
            seen = one.kind != "deadline" and one.seat in self.presence.present(one.match)
            self._seen.append((one, self.now(), seen))
        if found:
            self._changed.set()

    async def _keep(self, seen: Sequence[tuple[Trigger, float, bool]]) -> None:
        who = {one.person for one, _, _ in seen}
        query = select(people.c.id, people.c.settings)
        query = query.where(people.c.id.in_(who), people.c.settings.contains("://"))
        async with self.database.read() as connection:
            info = {
                row.id: msgspec.json.decode(row.settings, type=Preferences)
                for row in await connection.execute(query)
            }
            if not info:
                return
            chosen = select(receivers).where(receivers.c.person.in_(info))
            failing = {(row.person, row.receiver): row for row in await connection.execute(chosen)}
            there = set(
                (
                    await connection.execute(
                        select(matches.c.id).where(matches.c.id.in_({one.match for one, _, _ in seen}))
                    )
                ).scalars()
            )
        rows: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        for one, made, subscription in seen:
            preferences = info.get(one.person)
            if preferences is None or one.match not in there or one.kind not in preferences.about:
                continue
            for address in preferences.addresses:
                receiver = address_id(address)
                at = not_before(failing.get((one.person, receiver)))
                if at is not None:
                    rows[subscription].append(_row(one, receiver, made, at, subscription))
        async with self.database.begin() as connection:
            await _insert(connection, rows[False], settled=False)
            await _insert(connection, rows[True], settled=True)

    async def _watch(self) -> None:
        made_up, swept = False, 0.0
        while True:
            sleep = LONGEST_SLEEP
            self._changed.clear()
            try:
                if not made_up:
                    await self.make_up()
                    made_up = True
                if self.now() - swept > 86_400:
                    await self._sweep()
                    swept = self.now()
                await self.flush()
                await self.delivery.send_due()
                sleep = await self._next()
            except Exception as error:  # the database has gone, say; it will be back
                log.error("notices wait", problem=type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(sleep):
                    await self._changed.wait()
            await asyncio.sleep(GATHERING)

    async def _next(self) -> float:
        """Seconds until something is due."""
        async with self.database.read() as connection:
            due = (await connection.execute(select(func.min(notices.c.due)))).scalar()
        return LONGEST_SLEEP if due is None else min(max(due - self.now(), GATHERING), LONGEST_SLEEP)

    async def _sweep(self) -> None:
        old = notices.c.due.is_(None) & (notices.c.made < self.now() - KEPT)
        async with self.database.begin() as connection:
            await connection.execute(delete(notices).where(old))


async def _insert(connection: AsyncConnection, rows: list[dict[str, Any]], *, settled: bool) -> None:
    """Rows that are there already stay; with `settled` those that nobody has begun to send are never sent."""
    if not rows:
        return
    made = insert_into(connection, notices)
    key = list(notices.primary_key.columns)
    made = (
        made.on_conflict_do_update(index_elements=key, set_={"due": None}, where=notices.c.tries == 0)
        if settled
        else made.on_conflict_do_nothing(index_elements=key)
    )
    # In one order everywhere, so that two processes don't wait for each other.
    await connection.execute(made, sorted(rows, key=lambda row: [row[column.name] for column in key]))


def _row(one: Trigger, receiver: str, made: float, not_before: float, subscription: bool) -> dict[str, Any]:
    at = one.at if one.at is not None else made + (0.0 if one.kind == "invitation" else SETTLING)
    return {
        "person": one.person,
        "match": one.match,
        "kind": one.kind,
        "mark": one.mark,
        "receiver": receiver,
        "details": msgspec.json.encode({"seat": one.seat}).decode(),
        "made": made,
        "due": None if subscription else max(at, not_before),
        "tries": 0,
    }
