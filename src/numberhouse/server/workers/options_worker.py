"""The worker process for the long work on options that a host hands in: checking them, setting the match up,
and the game's remarks.

The serving process never does such work: it would keep the interpreter from everybody's requests, and the
threads from those who sign in. One person's options are checked one at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Final
from weakref import WeakValueDictionary

from numberhouse.contract.game import Costly, IllegalAction
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.asker import asking_as
from numberhouse.server.workers.pool import NoWorker, Pool, WorkerFailed
from numberhouse.server.workers.tasks import RemarkOnOptions, SetUp, Task

__all__ = ["OptionsWorker", "setup_cost"]

PATIENCE: Final = 60.0
"""Seconds after which a task is given up. The rules bound its steps: only a busy machine takes so long."""

FIRST: Final = 90.0
"""Extra seconds for the first task of a game in the process, which may have to compile what it needs."""

MOST_EACH: Final = 2
"""Tasks of one person that may wait for the process; a match that is loaded counts as a person."""

LARGEST: Final = 4 << 20
"""Bytes of one reply."""

MOST_CACHED: Final = 64
"""First states in the cache."""

LARGEST_CACHED: Final = 256 << 10
"""Bytes of a first state in the cache."""

MOST_MEMORY: Final = 6 << 30
"""Bytes of address space."""


def setup_cost(installed: InstalledGame, options: Any) -> int:
    """The steps that setting a match up takes with these options; 0 for options that are checked at once.
    Raises `IllegalAction` for options that the game refuses for their cost."""
    game = installed.game
    return game.setup_cost(options) if isinstance(game, Costly) else 0


class OptionsWorker:
    """One worker process, started when it is needed."""

    def __init__(self) -> None:
        self.pool = Pool(1, most_each=MOST_EACH, largest=LARGEST, memory=MOST_MEMORY)
        self._states: OrderedDict[SetUp, bytes] = OrderedDict()
        """The first states that were made last, the least recently used one first: a match that hasn't begun
        is loaded anew by every request."""
        self._locks: WeakValueDictionary[Task, asyncio.Lock] = WeakValueDictionary()
        """By task that is under way: requests for the same thing wait for one result."""

    async def ask(self, task: SetUp | RemarkOnOptions, person: str) -> bytes:
        """The result for this person, as JSON. Raises `IllegalAction` for options that the game refuses, and
        `Refused` if there is no result, or if too many tasks of the person wait."""
        lock = self._locks.setdefault(task, asyncio.Lock())
        async with lock:
            return self._cached(task) or self._cache(task, await self._ask(task, person))

    async def close(self) -> None:
        """Kill the process."""
        await self.pool.close()

    def _cached(self, task: SetUp | RemarkOnOptions) -> bytes | None:
        if not isinstance(task, SetUp) or task not in self._states:
            return None
        self._states.move_to_end(task)
        return self._states[task]

    def _cache(self, task: SetUp | RemarkOnOptions, body: bytes) -> bytes:
        if isinstance(task, SetUp) and len(body) <= LARGEST_CACHED:
            self._states[task] = body
            if len(self._states) > MOST_CACHED:
                self._states.popitem(last=False)
        return body

    async def _ask(self, task: SetUp | RemarkOnOptions, person: str) -> bytes:
        try:
            with asking_as(person):
                reply = await self.pool.ask(task, PATIENCE, first=FIRST, topic=(task.game,))
        except (NoWorker, WorkerFailed):
            raise Refused(
                503, "options-unchecked", "the options can't be checked at the moment; try again in a minute"
            ) from None
        if reply.code:
            raise IllegalAction(reply.code, reply.template or reply.message, reply.values)
        return reply.body
