"""Turns of the writers of one SQLite file: the journal first, then all others in the order of their coming.

SQLite lets one connection write at a time. The others would poll for its lock, each after pauses of up to a
tenth of a second, and whoever polls at the right moment gets it: under many drafts an action then waits for
seconds. One process alone has the file (`file_lock.py`), so that its writers can wait for one another here.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator

__all__ = ["WriteTurns"]


class WriteTurns:
    """The writers of one file, in the event loop and in threads."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        """Held for a few instructions, by any thread."""
        self._taken = False
        self._urgent: deque[threading.Event] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    @contextlib.contextmanager
    def urgent(self) -> Iterator[None]:
        """The next turn, for a thread. At most one turn of another writer is waited for."""
        turn = threading.Event()
        with self._mutex:
            if self._taken:
                self._urgent.append(turn)
            else:
                self._taken = True
                turn.set()
        turn.wait()
        try:
            yield
        finally:
            self._pass_on()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A turn for a task, after all that wait already."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._mutex:
            if self._taken:
                self._others.append(turn)
            else:
                self._taken = True
                turn.set_result(None)
        try:
            await turn
        except asyncio.CancelledError:
            with self._mutex:
                waiting = turn in self._others
                if waiting:
                    self._others.remove(turn)
            if not waiting:  # the turn came in the very moment
                self._pass_on()
            raise
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """End this turn, and begin the next one."""
        with self._mutex:
            if self._urgent:
                self._urgent.popleft().set()
            elif self._others:
                following = self._others.popleft()
                following.get_loop().call_soon_threadsafe(_begin, following)
            else:
                self._taken = False


def _begin(turn: asyncio.Future[None]) -> None:
    if not turn.done():  # a cancelled one passes its turn on by itself
        turn.set_result(None)
