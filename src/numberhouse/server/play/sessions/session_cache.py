"""Sessions in memory: loaded from rows and journals on demand, kept up to date, evicted when idle.

Other processes may append to the same journals: a session catches up when it is notified of an append.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import structlog

from numberhouse.contract.game import IllegalAction
from numberhouse.server.play.sessions.delayed import DelayedSession
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal import Journal, JournalFailed, Unplayable
from numberhouse.server.storage.journal_entry import JournalEntry, Start

__all__ = ["Loader", "SessionCache", "SessionLease", "Watcher"]

MOST_IDLE: Final = 1000
"""Idle sessions that stay in memory."""

AT_ONCE: Final = 100
"""Entries that are replayed before other tasks get a turn."""

PATIENCE: Final = (0.2, 5.0)
"""Seconds before a failed read of the journal is repeated: at first, and at most."""

Loader: TypeAlias = Callable[[str], Awaitable[Session]]
"""Makes a session from a match's row, without its journal. Raises `LookupError` for an unknown match."""

Watcher: TypeAlias = Callable[[Session, JournalEntry], None]
"""Called with every committed entry, after it is durable; must not block."""


Thing = TypeVar("Thing")

log = structlog.get_logger("numberhouse")


class SessionLease:
    """A session in use. A class, because a generator context manager costs as much as many of the operations
    inside it."""

    __slots__ = ("_cache", "_match", "_session")

    def __init__(self, cache: SessionCache, match: str) -> None:
        self._cache = cache
        self._match = match

    async def __aenter__(self) -> Session:
        """Take the session."""
        self._session = await self._cache.take(self._match)
        return self._session

    async def __aexit__(self, *_: object) -> None:
        """Give the session back."""
        self._cache.give_back(self._session)


class DelayedLease(SessionLease):
    """A session in use by somebody who sees it with a delay. The session of earlier entries lives as long as
    the present one."""

    __slots__ = ("_now",)

    def __init__(self, cache: SessionCache, match: str, now: float) -> None:
        super().__init__(cache, match)
        self._now = now

    async def __aenter__(self) -> Session:
        """Take the session; the one of earlier entries once the match has begun."""
        session = await super().__aenter__()
        if not session.begun:
            return session
        try:
            return await self._cache.delayed(session, self._now)
        except BaseException:
            self._cache.give_back(session)
            raise


class SessionCache(ABC):
    """The sessions in memory of one process. `accept.py` makes the entries."""

    def __init__(self, journal: Journal, load: Loader) -> None:
        self.journal = journal
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        """By match; the most recently used one is last."""
        self.watchers: list[Watcher] = []
        self._load = load
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        """Tasks that run to their end even if nobody waits for them."""
        self._appended_while_loading: set[str] = set()
        """Matches to which another process appended while they were being loaded."""
        self._catching_up: set[str] = set()
        """Matches whose catching up is scheduled."""
        self._recovering: dict[str, asyncio.Task[None]] = {}
        self._delayed: WeakKeyDictionary[Session, DelayedSession] = WeakKeyDictionary()
        """By session, the same as delayed spectators see it."""

    def __len__(self) -> int:
        return len(self._sessions)

    def in_memory(self) -> Mapping[str, Session]:
        """The sessions in memory, by match."""
        return self._sessions

    async def close(self) -> None:
        """Finish the tasks that have begun, and cancel recoveries."""
        for task in self._recovering.values():
            task.cancel()
        await asyncio.gather(*self._tasks, *self._recovering.values(), return_exceptions=True)

    def at(self, match: str) -> SessionLease:
        """A lease of the session, which stays in memory meanwhile. Entering it raises `LookupError` and
        `JournalFailed`."""
        return SessionLease(self, match)

    def seen(self, match: str, now: float, *, delayed: bool) -> SessionLease:
        """A lease for showing the match to somebody: the session as it was, where the person sees it with a
        delay (`is_delayed`). Everything that is shown to people without a role must come from here."""
        return DelayedLease(self, match, now) if delayed else SessionLease(self, match)

    async def delayed_session(self, match: str, now: float) -> Session:
        """The session of a match that has begun, as delayed spectators see it at `now`. Raises `LookupError`,
        `JournalFailed` and `Unplayable`."""
        async with self.seen(match, now, delayed=True) as session:
            return session

    async def delayed(self, session: Session, now: float) -> DelayedSession:
        """The session as delayed spectators see it at `now`. Raises `Unplayable`."""
        delayed = self._delayed.get(session)
        if delayed is None:
            delayed = self._delayed[session] = DelayedSession(session)
        await delayed.catch_up(session, now)
        return delayed

    async def take(self, match: str) -> Session:
        """The session, loaded if it isn't in memory; the caller must give it back."""
        session = self._sessions.get(match)
        if session is None:
            session = await self._load_once(match)
        if match in self._sessions:
            self._sessions.move_to_end(match)
        session.busy += 1
        return session

    def give_back(self, session: Session) -> None:
        """End one use of the session."""
        session.busy -= 1
        if session.times is None and not (session.busy or session.lock.locked()):
            self._drop(session)  # the terms may change before the start, in another process too
        if len(self._sessions) > MOST_IDLE:
            self._evict_idle()

    def on_append(self, match: str | None) -> None:
        """Read the entries that another process has appended to this match; None: perhaps to any match."""
        if match is None:
            for other in (*self._sessions, *self._loading):
                self.on_append(other)
            return
        if match in self._loading:
            self._appended_while_loading.add(match)
        session = self._sessions.get(match)
        if session is not None and match not in self._catching_up:
            self._catching_up.add(match)
            self.begin(self._catch_up_later(session))

    def forget(self, match: str) -> None:
        """Load the session anew when it is needed next, because the match's row has changed."""
        self._loading.pop(match, None)
        session = self._sessions.pop(match, None)
        if session is not None:
            session.stale = True

    def rename_person(self, person: str, name: str = "") -> list[str]:
        """Show this name of the person from now on, the empty one for a closed account. Returns the matches
        that had another one."""
        sessions = [*self._sessions.values(), *self._delayed.values()]
        return list({session.row.id for session in sessions if session.rename_person(person, name)})

    async def run_to_end(self, coroutine: Coroutine[Any, Any, Thing]) -> Thing:
        """Wait for a task that runs to its end even if the waiting request is cancelled."""
        return await asyncio.shield(self.begin(coroutine))

    def begin(self, coroutine: Coroutine[Any, Any, Thing]) -> asyncio.Task[Thing]:
        """Start a task that runs to its end whether or not anybody waits for it."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self.adopt(task)
        return task

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Finish this task before closing, even if nobody waits for it."""
        self._tasks.add(task)
        task.add_done_callback(self._discard_task)

    async def check_usable(self, session: Session) -> None:
        """Catch up if needed. Called under the session's lock, before anything is entered. Raises
        `JournalFailed`."""
        if session.stale:
            raise JournalFailed("the match was loaded anew meanwhile; try again")
        if session.needs_recovery:
            await self.catch_up(session)

    async def was_behind(self, session: Session) -> bool:
        """Catch up. Returns whether other processes had appended anything new."""
        return self.journal.shared and await self.catch_up(session) > 0

    async def catch_up(self, session: Session) -> int:
        """Replay new entries of the journal, and return their number."""
        entries = await self.journal.read(session.row.id, session.number)
        if entries and not session.begun and any(isinstance(entry.body, Start) for entry in entries):
            self.mark_stale(session)  # the terms may have changed before the start
            raise JournalFailed("the match has begun meanwhile; try again")
        await self._replay(session, entries, publish=True)
        session.needs_recovery = False
        return len(entries)

    def recover(self, session: Session) -> None:
        """Read the journal again as soon as that is possible."""
        session.needs_recovery = True
        match = session.row.id
        if match not in self._recovering and not session.stale:
            task = asyncio.get_running_loop().create_task(self._retry_catch_up(session))
            self._recovering[match] = task
            task.add_done_callback(lambda _: self._recovering.pop(match, None))

    def mark_stale(self, session: Session) -> None:
        """Stop using a session that differs from its journal."""
        session.stale = True
        self._drop(session)

    @abstractmethod
    def publish(self, session: Session, entry: JournalEntry) -> None:
        """Send a committed entry to the viewers at once, and have all watchers called right after."""

    @abstractmethod
    async def expire_resigned(self, session: Session) -> None:
        """Enter, under the session's lock, what its last entry causes by itself."""

    def _call_watchers(self, session: Session, entry: JournalEntry) -> None:
        for watcher in self.watchers:
            try:
                watcher(session, entry)
            except Exception as error:  # a fault in one watcher must not keep the entry from the others
                log.error("watcher failed", match=entry.match, problem=type(error).__name__)

    # Loading, catching up and evicting

    def _discard_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the waiting caller, if any, has got it

    async def _load_once(self, match: str) -> Session:
        """Load a session once for all callers that wait for it."""
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = self.begin(self._load_from_journal(match))
        return await asyncio.shield(task)

    async def _load_from_journal(self, match: str) -> Session:
        this_task = asyncio.current_task()
        try:
            # The entries first: the terms may change until the first entry is stored, and never after it.
            entries = await self.journal.read(match)
            session = await self._load(match)
            await self._replay(session, entries)
            if self._loading.get(match) is this_task:
                self._sessions[match] = session
            return session
        finally:
            if self._loading.get(match) is this_task:
                del self._loading[match]
            if match in self._appended_while_loading:
                self._appended_while_loading.discard(match)
                self.on_append(match)

    async def _replay(self, session: Session, entries: list[JournalEntry], *, publish: bool = False) -> None:
        """Commit entries that are stored already. Raises `Unplayable`."""
        for count, entry in enumerate(entries, 1):
            try:
                session.apply_stored(entry)
            except Exception as error:  # whatever the game raises, other matches go on
                self.mark_stale(session)
                log.error(
                    "match can't be played",
                    match=entry.match,
                    entry=entry.number,
                    problem=error.code if isinstance(error, IllegalAction) else type(error).__name__,
                )
                raise Unplayable(
                    f"match {entry.match}: entry {entry.number} isn't played by this version of its game"
                ) from error
            if publish:
                self.publish(session, entry)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)
        try:
            session.check_complete()
        except ValueError as error:
            self.mark_stale(session)
            log.error("match can't be played", match=session.row.id, problem=str(error))
            raise Unplayable(f"match {session.row.id}: {error}") from error

    async def _catch_up_later(self, session: Session) -> None:
        async with session.lock:
            self._catching_up.discard(session.row.id)
            try:
                await self.catch_up(session)
            except Unplayable:
                return
            except JournalFailed:
                self.recover(session)

    async def _retry_catch_up(self, session: Session) -> None:
        wait, longest = PATIENCE
        while not session.stale:
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)
            try:
                async with session.lock:
                    await self.catch_up(session)
                    await self.expire_resigned(session)
                return
            except Unplayable:
                return
            except (JournalFailed, IllegalAction):
                continue

    def _drop(self, session: Session) -> None:
        if self._sessions.get(session.row.id) is session:
            del self._sessions[session.row.id]

    def _evict_idle(self) -> None:
        while len(self._sessions) > MOST_IDLE:
            for match, session in self._sessions.items():
                if not session.busy and not session.lock.locked():
                    del self._sessions[match]
                    break
            else:
                return
