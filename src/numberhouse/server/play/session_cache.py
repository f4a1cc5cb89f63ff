"""Sessions in memory: made of their rows and journals when asked for, kept up to date, evicted when idle.

Other processes may append to the same journals: a session catches up when it hears of that.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeAlias, TypeVar

import structlog

from numberhouse.contract.game import IllegalAction
from numberhouse.server.play.session import Session
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
"""Makes a session of a match's row, without its journal. Raises `LookupError` for an unknown match."""

Watcher: TypeAlias = Callable[[Session, JournalEntry], None]
"""Called with every committed entry, after it is durable; must not wait."""


Thing = TypeVar("Thing")

log = structlog.get_logger("numberhouse")


class SessionLease:
    """A session in use. A class, because a generator costs as much as many of the things done with it."""

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


class SessionCache:
    """The sessions in memory of one process."""

    def __init__(self, journal: Journal, load: Loader, settle: Callable[[Session], Awaitable[None]]) -> None:
        self.journal = journal
        self.sessions: OrderedDict[str, Session] = OrderedDict()
        """By match; the most recently used one is last."""
        self.send: Watcher | None = None
        """Sends what is new to the viewers of a session."""
        self.watchers: list[Watcher] = []
        self._load = load
        self._settle = settle
        """Enters, under a session's lock, what its last entry causes by itself."""
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._doing: set[asyncio.Task[Any]] = set()
        """Tasks that are finished even if nobody waits for them."""
        self._missed: set[str] = set()
        """Matches to which another process appended while they were loaded."""
        self._hearing: set[str] = set()
        """Matches that will catch up in a moment."""
        self._recovering: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """End what has begun."""
        for task in self._recovering.values():
            task.cancel()
        await asyncio.gather(*self._doing, *self._recovering.values(), return_exceptions=True)

    def at(self, match: str) -> SessionLease:
        """The session, which stays in memory meanwhile. Raises `LookupError` and `JournalFailed`."""
        return SessionLease(self, match)

    async def take(self, match: str) -> Session:
        """The session; the caller must give it back."""
        session = self.sessions.get(match) or await self._loaded(match)
        if self.sessions.get(match) is session:
            self.sessions.move_to_end(match)
        session.busy += 1
        return session

    def give_back(self, session: Session) -> None:
        """End one use of the session."""
        session.busy -= 1
        if not (session.begun or session.busy or session.lock.locked()):
            self._drop(session)  # what is agreed may change, in another process too
        self._forget_idle()

    def heard(self, match: str | None) -> None:
        """Another process has appended entries to this match; None: perhaps to any."""
        if match is None:
            for each in (*self.sessions, *self._loading):
                self.heard(each)
            return
        if match in self._loading:
            self._missed.add(match)
        session = self.sessions.get(match)
        if session is not None and match not in self._hearing:
            self._hearing.add(match)
            self.begin(self._catch_up_later(session))

    def forget(self, match: str) -> None:
        """Make the session anew when it is needed next: something about its row has changed."""
        self._loading.pop(match, None)
        session = self.sessions.pop(match, None)
        if session is not None:
            session.stale = True

    async def run_to_end(self, doing: Coroutine[Any, Any, Thing]) -> Thing:
        """Wait for a task that is finished even if the waiting request is cancelled."""
        return await asyncio.shield(self.begin(doing))

    def begin(self, doing: Coroutine[Any, Any, Thing]) -> asyncio.Task[Thing]:
        """Start a task that is finished whether or not anybody waits for it."""
        task = asyncio.get_running_loop().create_task(doing)
        self.adopt(task)
        return task

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Finish this task before closing, though nobody waits for it any longer."""
        self._doing.add(task)
        task.add_done_callback(self._ended)

    async def check_usable(self, session: Session) -> None:
        """Catch up if needed; under the session's lock, before anything is entered. Raises
        `JournalFailed`."""
        if session.stale:
            raise JournalFailed("the match was loaded anew meanwhile; try again")
        if session.needs_recovery:
            await self.catch_up(session)

    async def behind(self, session: Session) -> bool:
        """Catch up; whether other processes have appended anything new."""
        return self.journal.shared and await self.catch_up(session) > 0

    async def catch_up(self, session: Session) -> int:
        """Replay new entries of the journal; how many there were."""
        lines = await self.journal.read(session.row.id, session.number)
        if lines and not session.begun and any(isinstance(line.body, Start) for line in lines):
            self.mark_stale(session)  # what was agreed may have changed before the start
            raise JournalFailed("the match has begun meanwhile; try again")
        await self._replay(session, lines, publish=True)
        session.needs_recovery = False
        return len(lines)

    def recover(self, session: Session) -> None:
        """Read the journal again as soon as that is possible."""
        session.needs_recovery = True
        match = session.row.id
        if match not in self._recovering and not session.stale:
            task = asyncio.get_running_loop().create_task(self._recovered(session))
            self._recovering[match] = task
            task.add_done_callback(lambda _: self._recovering.pop(match, None))

    def mark_stale(self, session: Session) -> None:
        """The session isn't what the journal says: use it no longer."""
        session.stale = True
        self._drop(session)

    def publish(self, session: Session, line: JournalEntry) -> None:
        """Send a committed entry to the viewers at once; let all other watchers see it right after.

        Nothing else can happen to the session before they do: the next entry has to be stored first.
        """
        if self.send is not None:
            self.send(session, line)
        asyncio.get_running_loop().call_soon(self._tell_watchers, session, line)

    def _tell_watchers(self, session: Session, line: JournalEntry) -> None:
        for watcher in self.watchers:
            try:
                watcher(session, line)
            except Exception as error:  # a fault of one; the others are told
                log.error("watcher failed", match=line.match, problem=type(error).__name__)

    # Below

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # it was told to whoever waited

    async def _loaded(self, match: str) -> Session:
        """Load a session once for all who wait for it."""
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = self.begin(self._load_anew(match))
        return await asyncio.shield(task)

    async def _load_anew(self, match: str) -> Session:
        mine = asyncio.current_task()
        try:
            # The lines first: what was agreed changes until the first of them is there, and never again.
            lines = await self.journal.read(match)
            session = await self._load(match)
            await self._replay(session, lines)
            if self._loading.get(match) is mine:
                self.sessions[match] = session
            return session
        finally:
            if self._loading.get(match) is mine:
                del self._loading[match]
            if match in self._missed:
                self._missed.discard(match)
                self.heard(match)

    async def _replay(self, session: Session, lines: list[JournalEntry], *, publish: bool = False) -> None:
        """Commit entries that are stored. Raises `Unplayable`."""
        for count, line in enumerate(lines, 1):
            try:
                session.enter(line)
            except Exception as error:  # whatever the game makes of it, the others go on
                self.mark_stale(session)
                log.error(
                    "match can't be played",
                    match=line.match,
                    line=line.number,
                    problem=error.code if isinstance(error, IllegalAction) else type(error).__name__,
                )
                raise Unplayable(
                    f"match {line.match}: line {line.number} isn't played by this version of its game"
                ) from error
            if publish:
                self.publish(session, line)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _catch_up_later(self, session: Session) -> None:
        async with session.lock:
            self._hearing.discard(session.row.id)
            try:
                await self.catch_up(session)
            except Unplayable:
                return
            except JournalFailed:
                self.recover(session)

    async def _recovered(self, session: Session) -> None:
        wait, longest = PATIENCE
        while not session.stale:
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)
            try:
                async with session.lock:
                    await self.catch_up(session)
                    await self._settle(session)
                return
            except Unplayable:
                return
            except (JournalFailed, IllegalAction):
                continue

    def _drop(self, session: Session) -> None:
        if self.sessions.get(session.row.id) is session:
            del self.sessions[session.row.id]

    def _forget_idle(self) -> None:
        while len(self.sessions) > MOST_IDLE:
            for match, session in self.sessions.items():
                if not session.busy and not session.lock.locked():
                    del self.sessions[match]
                    break
            else:
                return
