"""All sessions of this process, and the path of an entry: prepared, stored, committed, encoded once per
audience, sent.

An action reaches `act` from a live connection or a request, which has authenticated its sender
(`server/http/access.py`). Nothing is visible to anybody before it is durable: an entry is prepared on the
present session, appended to the journal, and only then committed and sent. Hosts' entries and expired times
take the same path. A request may be cancelled while its entry is being stored: the entry is finished
nevertheless, and the client learns from its key whether it was stored.
docs/service/how-an-action-travels.md describes the path file by file; `session_cache.py` loads and evicts
sessions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec
import structlog

from numberhouse.contract.clock import NoClock
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.protocol.play import ActionResponse, Update, Viewer
from numberhouse.server.base.metrics import Result
from numberhouse.server.base.refusals import NotNow
from numberhouse.server.play.all_resigned import all_resigned, ends_soon
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions.session import Occupant, Session
from numberhouse.server.play.sessions.session_cache import Loader, SessionCache, Watcher
from numberhouse.server.storage.journal import EntryExists, Journal, JournalFailed
from numberhouse.server.storage.journal_entry import (
    Act,
    Body,
    Expire,
    JournalEntry,
    Resign,
    Seated,
    Start,
    Stop,
)

__all__ = ["Loader", "Question", "Sessions", "Watcher", "key_reused"]

TRIES: Final = 20
"""How often an entry is prepared anew when other processes are quicker."""

PROMPT: Final = 15.0
"""Seconds after a deadline within which it counts as noticed in time. A deadline that is noticed later,
because the service was down, expires when it is noticed: the next seat has all of its time."""

Question: TypeAlias = tuple[int | None, int | None]
"""The item of the seat's stream to which an action responds, and the epoch of that item; None where the
sender named none."""

log = structlog.get_logger("numberhouse")

encode_update = msgspec.json.Encoder().encode
"""Bound once, for every message to every audience."""


class Sessions(SessionCache):
    """The sessions of this process, and the one path on which anything happens to a match."""

    def __init__(self, journal: Journal, load: Loader, now: Callable[[], float] = time.time) -> None:
        super().__init__(journal, load)
        self.now = now
        self.presence: Presence | None = None
        """The viewers of this process; None where there can be no viewers, as in some tests."""
        self.meter: Callable[[str, Result, float], None] | None = None
        """Called after every action with the game, the result and the duration in seconds."""

    async def act(
        self,
        match: str,
        seat: Seat,
        action: msgspec.Raw,
        *,
        last_item: int | None,
        key: str | None,
        at: float,
        epoch: int | None = None,
        steady: bool = False,
    ) -> ActionResponse:
        """Accept an action of `seat`, which the service received at `at`.

        A `steady` caller is never cancelled before the end, which spares a task. Raises `IllegalAction` with
        the reason: its code is `late` if the seat's time was up, or if the question has passed to which the
        action responds.
        """
        began = time.perf_counter()
        session = await self.take(match)
        result: Result = "refused"
        try:
            acceptance = self.accept(session, seat, Act(action), at, key, None, (last_item, epoch))
            is_new = await (acceptance if steady else self.run_to_end(acceptance))
            result = "accepted" if is_new else "repeated"
            return ActionResponse(session.stream(seat).number, session.epoch, repeated=not is_new)
        except IllegalAction as refused:
            result = "late" if refused.code == "late" else "refused"
            raise
        except JournalFailed:
            result = "not-stored"
            raise
        finally:
            self.give_back(session)
            if self.meter is not None:  # right after the answer has been sent
                duration = time.perf_counter() - began
                asyncio.get_running_loop().call_soon(self.meter, session.installed.id, result, duration)

    async def enter(
        self,
        session: Session,
        seat: Seat | None,
        body: Body,
        *,
        at: float | None = None,
        key: str | None = None,
        provided: Callable[[Session], bool] | None = None,
    ) -> bool:
        """Accept an entry of a host, of a bot or of the service; see `accept`."""
        moment = self.now() if at is None else at
        return await self.run_to_end(self.accept(session, seat, body, moment, key, provided))

    async def accept(
        self,
        session: Session,
        seat: Seat | None,
        body: Body,
        at: float,
        key: str | None = None,
        provided: Callable[[Session], bool] | None = None,
        question: Question | None = None,
    ) -> bool:
        """Enter the next entry of the match.

        `at` is when the service received it. An action that a person or program sent comes with a `question`.
        Returns False, and changes nothing, if an entry with that key exists already or if `provided` is false
        for the session. Raises `IllegalAction` and `JournalFailed`.
        """
        if key is not None and not key.isprintable():  # PostgreSQL can't store it, nor its whole batch
            raise NotNow("key", "the key has invisible characters; letters, digits and signs are accepted")
        async with session.lock:
            if session.stale or session.needs_recovery:
                await self.check_usable(session)
            for _ in range(TRIES):
                # Has this been accepted before?
                if key is not None and (accepted := session.keys.get((seat, key))) is not None:
                    if question is not None and not session.is_same(accepted, body):
                        raise key_reused(key)
                    return False
                if provided is not None and not provided(session):
                    if await self.was_behind(session):
                        continue
                    return False
                # Is it in time? The time of receipt decides, even if nobody has noticed the deadline yet.
                if isinstance(body, Act) and (
                    session.missed_deadlines or (session.due is not None and at > session.due)
                ):
                    assert seat is not None
                    if await self._expire_first(session, seat, at):
                        continue
                # Prepare, store, commit, send. Another process may have changed what is refused here.
                try:
                    if question is not None and seat is not None and question[0] is not None:
                        check_question(session, seat, question[0], question[1])
                    is_stored = await self.store(session, seat, body, at, key)
                except IllegalAction:
                    if await self.was_behind(session):
                        continue
                    raise
                if is_stored:
                    without_clock = isinstance(session.row.clock, NoClock)
                    if session.resigned or (without_clock and session.match.only_time):
                        await self._follow_up(session)
                    return True
        raise JournalFailed("too many others are writing to this match; try again")

    async def store(
        self, session: Session, seat: Seat | None, body: Body, at: float, key: str | None = None
    ) -> bool:
        """Prepare, store, commit and send one entry, under the session's lock.

        Returns False if another process has stored an entry with this number; the session has caught up then.
        Raises `IllegalAction` and `JournalFailed`.
        """
        # Requests wait for the lock, and clocks of several machines differ: an entry may have been received
        # before the last one.
        at = max(at, session.last_at)
        if isinstance(body, Expire) and session.full:
            # Nobody plays any more, and the clock would go on for ever.
            seat, body = None, Stop(cause="length")
        if isinstance(body, Resign) and seat is not None and session.match.ends_with(seat):
            body = msgspec.structs.replace(body, ends=body.ends or "resigned")
        prepared = session.prepare(JournalEntry(session.row.id, session.number + 1, seat, body, at, key))
        entry = prepared.entry
        try:
            await self.journal.append(entry, prepared.change)
        except EntryExists:
            await self.catch_up(session)
            return False
        except JournalFailed:
            self.recover(session)  # only the journal says whether the entry was stored
            raise
        try:
            session.commit(prepared)
        except Exception as error:  # a fault of the game: the entry is stored, but only half applied
            self.mark_stale(session)
            log.error(
                "entry not committed", match=entry.match, entry=entry.number, problem=type(error).__name__
            )
            raise JournalFailed("the match must be loaded anew; try again") from error
        self.publish(session, entry)
        return True

    def publish(self, session: Session, entry: JournalEntry) -> None:
        """Send new items to every viewer who is up to date, encoded once per audience; wake all others. All
        watchers are called right after: nothing else can happen to the session before that, because the next
        entry has to be stored first.

        A viewer without new items gets no byte: otherwise the timing would reveal what another seat does in
        secret.
        """
        asyncio.get_running_loop().call_soon(self._call_watchers, session, entry)
        presence, match = self.presence, session.row.id
        if presence is None or not (subscriptions := presence.subscriptions(match)):
            return
        # At the start too: seats get other numbers where free ones are dropped, and a connection that named
        # the first item before the start would be sent those of another player's seat.
        seat_changed = isinstance(entry.body, Seated | Start)
        if seat_changed:
            presence.recheck_match(match)
        messages: dict[tuple[Viewer, int, bool], bytes] = {}
        public_match = presence.public_match(session)
        for subscription in subscriptions:
            feed, viewer = subscription.feed, subscription.viewer
            stream = session.streams.get(viewer)
            if (
                seat_changed
                or feed is None
                or not feed.ready
                or feed.epoch != session.epoch
                or stream is None
                or subscription.delayed
                or feed.number < stream.floor  # an item that the viewer has was replaced
            ):
                subscription.wake.set()
                continue
            last = stream.number
            is_known = feed.public_match is public_match or feed.public_match == public_match
            if last != feed.number or not is_known:
                audience = (viewer, feed.number, is_known)
                message = messages.get(audience)
                if message is None:
                    begin = len(stream.items) - (last - feed.number)
                    items = list(map(msgspec.Raw, stream.items[begin:]))
                    update = Update(session.epoch, items, None if is_known else public_match)
                    message = messages[audience] = encode_update(update)
                if not feed.write(message):
                    subscription.wake.set()
                    continue
                feed.number, feed.public_match = last, public_match
            if feed.wakes:
                subscription.wake.set()  # a room may have opened, or the viewer may need a description

    async def expire_due(self, session: Session) -> bool:
        """Expire every seat whose time is up. Returns whether the match has changed."""
        return await self.run_to_end(self._expire_due(session))

    async def settle(self, session: Session) -> None:
        """Finish what a process had begun when it ended."""
        await self.run_to_end(self._settle(session))

    def replace_occupants(self, match: str, occupants: list[Occupant]) -> None:
        """Replace the occupants of the seats before the start, when seats change hands without an entry."""
        session = self.in_memory().get(match)
        if session is not None:
            session.occupants[:] = occupants

    async def expire_resigned(self, session: Session) -> None:
        """Expire seats that have resigned whenever the match waits for them.

        If all seats have resigned, the match ends at once: by its rules if they end it soon, else without a
        result.
        """
        lasts = session.running and all_resigned(session) and not ends_soon(session)
        while session.running and (awaited := session.resigned & session.match.to_act):
            abandoned = lasts and all_resigned(session)
            seat, body = (None, Stop(cause="resigned")) if abandoned else (min(awaited), Expire("resigned"))
            await self.store(session, seat, body, self.now())

    # Expiring

    async def _expire_due(self, session: Session) -> bool:
        changed = False
        async with session.lock:
            await self.check_usable(session)
            while session.running and session.times is not None:
                deadline, now = session.times.next_due(), self.now()
                if deadline is None or deadline[0] >= now:
                    break
                due, seat = deadline
                await self.store(session, seat, Expire(), due if now - due < PROMPT else now)
                await self.expire_resigned(session)
                changed = True
            return changed or await self.was_behind(session)

    async def _settle(self, session: Session) -> None:
        async with session.lock:
            await self.check_usable(session)
            await self.expire_resigned(session)

    async def _expire_first(self, session: Session, seat: Seat, at: float) -> bool:
        """Expire the seat if its action is late, then raise `NotNow`.

        Returns True if another process has appended an entry, so that the caller must check again.
        """
        missed = session.missed_deadlines.get(seat)
        if missed is not None and at <= missed:
            raise late(missed)  # the action was received in time, but the turn was expired already
        due = session.times.due(seat) if session.status == "running" and session.times is not None else None
        if due is None or at <= due:
            return False
        if not await self.store(session, seat, Expire(), due if at - due < PROMPT else at):
            return True
        await self._follow_up(session)
        raise late(due)

    async def _follow_up(self, session: Session) -> None:
        """Enter what an entry causes by itself. A failure here isn't reported to the entry's sender."""
        try:
            await self.expire_resigned(session)
            await self._expire_patient(session)
        except JournalFailed:
            self.recover(session)
        except IllegalAction as refused:
            log.error("a seat that resigned isn't expired", match=session.row.id, problem=refused.code)

    async def _expire_patient(self, session: Session) -> None:
        """Close a round without a clock as soon as all seats have done what they can: nothing else would
        close it."""
        while session.running and isinstance(session.row.clock, NoClock) and session.match.only_time:
            await self.store(session, min(session.match.to_act), Expire(), self.now())


def check_question(session: Session, seat: Seat, last_item: int, epoch: int | None) -> None:
    """Raises `NotNow` for an action that responds to a question that has passed, or to none yet."""
    number = session.stream(seat).number
    if last_item == number and epoch in (None, session.epoch):
        return
    values = {"last_item": last_item, "number": number, "epoch": session.epoch}
    if epoch is not None and epoch != session.epoch:
        raise NotNow(
            "late",
            "too late: the host has corrected what happened before, and this answers the match as it "
            "was; look at it as it is now",
            values,
        )
    if last_item > number:
        raise NotNow(
            "unknown-item",
            f"this answers item {last_item}, which isn't there yet; the last one is {number}",
            values,
        )
    if session.is_late(seat, last_item):
        raise NotNow(
            "late",
            f"too late: this answers item {last_item}, and something has happened since that changes what "
            "is asked; look at the match as it is now",
            values,
        )


def late(due: float) -> NotNow:
    """The refusal of an action that arrived after its deadline."""
    return NotNow("late", "too late: the time for this ran out before it arrived", {"due": due})


def key_reused(key: str) -> NotNow:
    """The refusal of a second request with the key of another one."""
    return NotNow(
        "key-reused",
        "a request with this key did something else; each action needs a key of its own",
        {"key": key},
    )
