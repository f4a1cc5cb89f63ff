"""The worker processes that evaluate actions and replay records: a few, which serve people in turn."""

from __future__ import annotations

from typing import Final

from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.pool import NoWorker, Pool
from numberhouse.server.workers.tasks import Task

__all__ = ["ReviewPool"]

LARGEST: Final = 24 << 20
"""Bytes of one reply."""

MOST_MEMORY: Final = 6 << 30
"""Bytes of address space. A task that needs more fails, instead of exhausting the machine."""


class ReviewPool:
    """Worker processes for reviews, records, advice and farewells."""

    def __init__(self, count: int, first: float) -> None:
        """`first` is the extra time in seconds for a game that a process hasn't loaded yet."""
        self.first = first
        self.pool = Pool(count, largest=LARGEST, memory=MOST_MEMORY)

    async def ask(self, game: str, task: Task, limit: float) -> bytes:
        """The result. Raises `Refused` and `WorkerFailed`."""
        try:
            reply = await self.pool.ask(task, limit, first=self.first, topic=(game,))
        except NoWorker:
            raise Refused(
                503, "review-busy", "no review is possible at the moment; try again in a minute"
            ) from None
        if reply.code:
            raise Refused(400, reply.code, reply.message, **reply.values)
        return reply.body

    async def close(self) -> None:
        """Kill the processes."""
        await self.pool.close()
