"""All sessions of this process: found, loaded and forgotten; and what callers may ask of them.

`accept.py` is the path on which anything happens to a match. A request may be cancelled while its entry is
being stored: the entry is finished nevertheless, and the client's key tells whether it was stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.protocol.play import ActionResponse
from numberhouse.server.base.metrics import Result
from numberhouse.server.play.accept import Acceptor, check_key
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Occupant, Session
from numberhouse.server.play.session_cache import Loader, SessionCache, SessionLease, Watcher
from numberhouse.server.storage.journal import Journal, JournalFailed
from numberhouse.server.storage.journal_entry import Act, Body

__all__ = ["Loader", "Sessions", "Watcher"]


class Sessions:
    """The sessions of one process."""

    def __init__(self, journal: Journal, load: Loader, clock: Callable[[], float] = time.time) -> None:
        self.journal = journal
        self.now = clock
        self.cache = SessionCache(journal, load, self._settle)
        self.acceptor = Acceptor(journal, self.cache, clock)
        self.watchers = self.cache.watchers
        self.cache.send = self.acceptor.send
        self.meter: Callable[[str, Result, float], None] | None = None
        """Called with every action: the game, how it ended, and after how many seconds."""

    def __len__(self) -> int:
        return len(self.cache.sessions)

    def send_to(self, presence: Presence) -> None:
        """Send what happens to these viewers."""
        self.acceptor.presence = presence

    async def close(self) -> None:
        """End what has begun."""
        await self.cache.close()

    def at(self, match: str) -> SessionLease:
        """The session, which stays in memory meanwhile. Raises `LookupError` and `JournalFailed`."""
        return self.cache.at(match)

    def heard(self, match: str | None) -> None:
        """Another process has appended entries to this match; None: perhaps to any."""
        self.cache.heard(match)

    def forget(self, match: str) -> None:
        """Make the session anew when it is needed next: something about its row has changed."""
        self.cache.forget(match)

    def in_memory(self) -> Mapping[str, Session]:
        """By match."""
        return self.cache.sessions

    async def act(
        self,
        match: str,
        seat: Seat,
        action: msgspec.Raw,
        *,
        answers: int | None,
        key: str | None,
        at: float,
        epoch: int | None = None,
        steady: bool = False,
    ) -> ActionResponse:
        """Accept an action of `seat`, which the service received at `at`.

        A `steady` caller isn't cut off before the end, which spares a task. Raises `IllegalAction` with the
        reason; with the code `late` when the seat's time was up, or when the action answers what is no longer
        asked.
        """
        began = time.perf_counter()
        session = await self.cache.take(match)
        result: Result = "refused"
        try:
            accepting = self.acceptor.accept(session, seat, Act(action), at, key, None, (answers, epoch))
            new = await (accepting if steady else self.cache.run_to_end(accepting))
            result = "accepted" if new else "repeated"
            return ActionResponse(session.stream(seat).number, session.epoch, repeated=not new)
        except IllegalAction as refused:
            result = "late" if refused.code == "late" else "refused"
            raise
        except JournalFailed:
            result = "not-stored"
            raise
        finally:
            self.cache.give_back(session)
            if self.meter is not None:
                self.meter(session.installed.id, result, time.perf_counter() - began)

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
        """Accept an entry of a host, of a bot or of the service; see `Acceptor.accept`."""
        check_key(key)
        moment = self.now() if at is None else at
        return await self.cache.run_to_end(self.acceptor.accept(session, seat, body, moment, key, provided))

    def adopt(self, acting: asyncio.Task[Any]) -> None:
        """Finish a task, steady while it acted, that nobody waits for any longer."""
        self.cache.adopt(acting)

    async def expire_due(self, session: Session) -> bool:
        """Expire every seat whose time is up. Whether anything has happened to the match."""
        return await self.cache.run_to_end(self.acceptor.expire_due(session))

    async def settle(self, session: Session) -> None:
        """Do what was left to be done when a process ended."""
        await self.cache.run_to_end(self.acceptor.settle(session))

    def seated(self, match: str, occupants: list[Occupant]) -> None:
        """Change who sits where before the start, when seats change hands without an entry."""
        session = self.cache.sessions.get(match)
        if session is not None:
            session.occupants[:] = occupants

    async def _settle(self, session: Session) -> None:
        await self.acceptor.expire_resigned(session)
