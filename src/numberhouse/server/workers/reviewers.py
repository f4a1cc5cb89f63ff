"""The processes that judge and replay: a few, and a question waits until one is free."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.pool import BotFailed, NoWorker, SingleWorker
from numberhouse.server.workers.review_tasks import Reply, Task

__all__ = ["ReviewPool"]

MOST_WAITING: Final = 40
"""Questions that wait for one of them."""

LARGEST: Final = 24 << 20
"""Bytes of one answer."""


class ReviewProcess(SingleWorker):
    """A process that judges."""

    program = "numberhouse.server.review.worker"
    largest = LARGEST

    async def ask(self, game: str, task: Task, limit: float, first: float) -> bytes:
        """The answer within `limit` seconds, and `first` more where the process doesn't know the game. Raises
        `Refused`, `BotFailed` and `NoWorker`."""
        limit += 0.0 if (game,) in self._met else first
        body = msgspec.msgpack.encode((limit + 2.0, task))
        body = await self.ask_process(body, limit)
        try:
            reply = msgspec.msgpack.decode(body, type=Reply)
        except msgspec.DecodeError:
            await self.end()
            raise BotFailed("crashed") from None
        if reply.code:
            raise Refused(400, reply.code, reply.message, **reply.values)
        if reply.fault:
            raise BotFailed(reply.fault)
        self._met.add((game,))
        return reply.body


class ReviewPool:
    """Some processes; a question waits until one is free, in order of asking."""

    def __init__(self, count: int, first: float) -> None:
        self.first = first
        self._all = [ReviewProcess() for _ in range(count)]
        # Who has worked last is asked first: it has loaded what it needs.
        self._free: asyncio.Queue[ReviewProcess] = asyncio.LifoQueue()
        for one in self._all:
            self._free.put_nowait(one)
        self._waiting = 0

    async def ask(self, game: str, task: Task, limit: float) -> bytes:
        """Raises `Refused` and `BotFailed`."""
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "busy", "too many reviews at the moment; try again in a minute")
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            return await worker.ask(game, task, limit, self.first)
        except NoWorker:
            raise Refused(503, "busy", "no review is possible at the moment; try again in a minute") from None
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(one.end() for one in self._all))
