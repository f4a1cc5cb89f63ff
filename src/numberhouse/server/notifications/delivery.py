"""Sends notices: to each person at most one digest a minute, to each of their addresses one message.

Several processes may do so at once. A digest is claimed by a conditional update of its person's row, its
notices by one of theirs; a process that ends before it knows whether it has sent them lets them go after a
while. An address that fails is tried again after growing pauses, and then left alone until its owner adds it
anew.
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
from numberhouse.server.notifications.phrases import NoticeText, in_words
from numberhouse.server.notifications.triggers import Trigger, due_of, still
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database, insert_into
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.schema import notices, people, receivers

__all__ = ["MOST_FAILURES", "Delivery", "failing", "forget_receiver", "not_before"]

MINUTE: Final = 60.0
"""Seconds between two digests."""

PAUSES: Final = (60.0, 300.0, 1800.0, 7200.0)
"""Seconds before an address is tried again, by how often it has failed in a row."""

MOST_FAILURES: Final = len(PAUSES) + 1
"""After so many nothing more is sent there."""

LEASE: Final = 120.0
"""Seconds after which notices that a process has claimed, and said nothing more of, are anybody's."""

STALE: Final = 86_400.0
"""Seconds after which it is no news any more."""

MOST_IN_ONE: Final = 20
"""Notices in a digest; the others come with the next one."""

log = structlog.get_logger("numberhouse")


class Delivery:
    """Of one process."""

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
        """What is being sent may end."""
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def send_due(self) -> None:
        """Begin to send what is due, as far as there is room. Raises `JournalFailed`."""
        now = self.now()
        query = (
            select(notices.c.person)
            .distinct()
            .join(people, people.c.id == notices.c.person)
            .where(notices.c.due <= now, _rested(now))
            .limit(self.sender.room)
        )
        async with self.database.read() as connection:
            found = list((await connection.execute(query)).scalars())
        for person in found:
            await self._begin(person)

    # Below

    async def _begin(self, person: str) -> None:
        now = self.now()
        due = (notices.c.person == person) & (notices.c.due <= now)
        async with self.database.read() as connection:
            query = select(notices).where(due).order_by(notices.c.made)
            rows = list(await connection.execute(query))
            stored = (
                await connection.execute(select(people.c.settings).where(people.c.id == person))
            ).scalar()
        preferences = msgspec.json.decode(stored or "{}", type=Preferences)
        known = {address_id(one): one for one in preferences.addresses}
        said: dict[tuple[str, str, str], NoticeText | None] = {}
        worth: dict[str, list[tuple[Any, NoticeText]]] = defaultdict(list)
        gone: list[Any] = []
        for row in rows:
            about = (row.match, row.kind, row.mark)
            if about not in said:
                wanted = row.kind in preferences.about and now - row.made < (KEPT_LONG.get(row.kind) or STALE)
                said[about] = await self._said(row) if wanted else None
            telling = said[about]
            if telling is None or row.receiver not in known:
                gone.append(row)
            elif len(worth[row.receiver]) < MOST_IN_ONE:
                worth[row.receiver].append((row, telling))
        claimed = await self._claimed(person, gone, worth, now)
        for receiver, notes in claimed.items():
            task = asyncio.create_task(
                self._send(person, receiver, known[receiver], notes, preferences.language)
            )
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _said(self, row: Any) -> NoticeText | None:
        """What there is to say; None if it isn't so any more, or whom it concerns sees it now."""
        seat = msgspec.json.decode(row.details)["seat"]
        try:
            async with self.sessions.at(row.match) as session:
                if not still(session, Trigger(row.person, row.match, row.kind, row.mark, seat)):
                    return None
                if row.kind != "deadline" and seat in self.presence.present(row.match):
                    return None
                title = session.row.terms.title or session.installed.game.card.title
                until = due_of(session, seat) if row.kind in ("your-turn", "deadline") else None
                link = f"{self.origin}/matches/{row.match}" if self.origin else ""
                return NoticeText(row.kind, title, link, until)
        except (LookupError, JournalFailed):
            return None  # deleted, or it can't be played on

    async def _claimed(
        self, person: str, gone: Sequence[Any], worth: dict[str, list[tuple[Any, NoticeText]]], now: float
    ) -> dict[str, list[tuple[Any, NoticeText]]]:
        """By receiver, what this process is to send; nothing if another one sends."""
        claimed: dict[str, list[tuple[Any, NoticeText]]] = defaultdict(list)
        async with self.database.begin() as connection:
            for row in gone:
                await connection.execute(update(notices).where(_same(row)).values(due=None))
            if not any(worth.values()):
                return {}
            mine = update(people).where(people.c.id == person, _rested(now)).values(noticed=now)
            if not (await connection.execute(mine)).rowcount:
                return {}
            for receiver, notes in worth.items():
                for row, said in notes:
                    taking = update(notices).where(_same(row))
                    taken = await connection.execute(taking.values(due=now + LEASE, tries=row.tries + 1))
                    if taken.rowcount:
                        claimed[receiver].append((row, said))
        return claimed

    async def _send(
        self, person: str, receiver: str, address: str, notes: Sequence[tuple[Any, NoticeText]], language: str
    ) -> None:
        title, body = in_words([said for _, said in notes], language)
        sent = await self.sender.send(address, title, body)
        try:
            if sent:
                await self._succeeded(person, receiver, [row for row, _ in notes])
            else:
                await self._failed(person, receiver)
        except JournalFailed as failed:  # the lease ends, and it is sent again
            log.warning("a notice's fate isn't stored", problem=str(failed))
        for _ in notes:
            self.metrics.noticed("sent" if sent else "failed")

    async def _succeeded(self, person: str, receiver: str, rows: Sequence[Any]) -> None:
        async with self.database.begin() as connection:
            for row in rows:
                await connection.execute(update(notices).where(_key(row)).values(due=None))
            await connection.execute(_noted(connection, person, receiver, failures=0, reached=self.now()))

    async def _failed(self, person: str, receiver: str) -> None:
        """All that waits for the address waits longer, or for ever."""
        now = self.now()
        there = (receivers.c.person == person) & (receivers.c.receiver == receiver)
        waiting = (notices.c.person == person) & (notices.c.receiver == receiver) & notices.c.due.is_not(None)
        async with self.database.begin() as connection:
            query = select(receivers.c.failures).where(there).with_for_update()
            failures = ((await connection.execute(query)).scalar() or 0) + 1
            await connection.execute(_noted(connection, person, receiver, failures=failures, failed=now))
            if failures >= MOST_FAILURES:
                await connection.execute(update(notices).where(waiting).values(due=None))
                return
            later = now + PAUSES[failures - 1]
            # What was claimed has a due of its own for that while.
            soon = or_(notices.c.due < later, notices.c.tries > 0)
            await connection.execute(update(notices).where(waiting, soon).values(due=later))


KEPT_LONG: Final = {"deadline": 366 * 86_400.0, "your-turn": 366 * 86_400.0}
"""Kinds that are made long before they are due, or stay true: `still` says whether they are."""


def not_before(row: Any) -> float | None:
    """When something may be sent to the receiver of this row, which may be None; None for never."""
    if row is None or not row.failures:
        return 0.0
    if row.failures >= MOST_FAILURES:
        return None
    return float(row.failed + PAUSES[row.failures - 1])


async def failing(database: Database, person: str) -> dict[str, tuple[float, bool]]:
    """By id, the addresses of the person that fail: since when, and whether they are off."""
    query = select(receivers).where(receivers.c.person == person, receivers.c.failures > 0)
    async with database.read() as connection:
        rows = (await connection.execute(query)).all()
    return {row.receiver: (row.failed, row.failures >= MOST_FAILURES) for row in rows}


async def forget_receiver(database: Database, person: str, receiver: str) -> None:
    """The address was removed, so nothing waits for it; added anew, it begins anew."""
    async with database.begin() as connection:
        for session in (receivers, notices):
            there = and_(session.c.person == person, session.c.receiver == receiver)
            await connection.execute(delete(session).where(there))


def _rested(now: float) -> Any:
    """Whether the last digest of the person is long enough ago."""
    return people.c.noticed.is_(None) | (people.c.noticed <= now - MINUTE)


def _key(row: Any) -> Any:
    return and_(*(column == getattr(row, column.name) for column in notices.primary_key.columns))


def _same(row: Any) -> Any:
    """The row as it was read, which nobody has claimed since."""
    return _key(row) & (notices.c.tries == row.tries) & notices.c.due.is_not(None)


def _noted(connection: Any, person: str, receiver: str, **values: Any) -> Any:
    made = insert_into(connection, receivers).values(person=person, receiver=receiver, **values)
    return made.on_conflict_do_update(index_elements=list(receivers.primary_key.columns), set_=values)
