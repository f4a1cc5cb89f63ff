"""All sessions of this process, and the operations that callers have on them.

`session_cache.py` loads and evicts sessions; `accept.py` is the only path on which anything happens to a
match. A request may be cancelled while its entry is being stored: the entry is finished nevertheless, and the
client learns from its key whether the entry was stored."""

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
        """Called after every action with the game, the result and the duration in seconds."""

    def __len__(self) -> int:
        return len(self.cache.sessions)

    def send_to(self, presence: Presence) -> None:
        """Set the viewers to whom committed entries are sent."""
        self.acceptor.presence = presence

    async def close(self) -> None:
        """Finish the tasks that have begun."""
        await self.cache.close()

    def at(self, match: str) -> SessionLease:
        """A lease of the session, which stays in memory meanwhile. Entering it raises `LookupError` and
        `JournalFailed`."""
        return self.cache.at(match)

    def on_append(self, match: str | None) -> None:
        """Read the entries that another process has appended to this match; None: perhaps to any match."""
        self.cache.on_append(match)

    def forget(self, match: str) -> None:
        """Load the session anew when it is needed next, because the match's row has changed."""
        self.cache.forget(match)

    def in_memory(self) -> Mapping[str, Session]:
        """The sessions in memory, by match."""
        return self.cache.sessions

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
        session = await self.cache.take(match)
        result: Result = "refused"
        try:
            acceptance = self.acceptor.accept(session, seat, Act(action), at, key, None, (last_item, epoch))
            is_new = await (acceptance if steady else self.cache.run_to_end(acceptance))
            result = "accepted" if is_new else "repeated"
            return ActionResponse(session.stream(seat).number, session.epoch, repeated=not is_new)
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

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Finish the task of a `steady` caller for which nobody waits any longer."""
        self.cache.adopt(task)

    async def expire_due(self, session: Session) -> bool:
        """Expire every seat whose time is up. Returns whether the match has changed."""
        return await self.cache.run_to_end(self.acceptor.expire_due(session))

    async def settle(self, session: Session) -> None:
        """Finish what a process had begun when it ended."""
        await self.cache.run_to_end(self.acceptor.settle(session))

    def replace_occupants(self, match: str, occupants: list[Occupant]) -> None:
        """Replace the occupants of the seats before the start, when seats change hands without an entry."""
        session = self.cache.sessions.get(match)
        if session is not None:
            session.occupants[:] = occupants

    async def _settle(self, session: Session) -> None:
        await self.acceptor.expire_resigned(session)
