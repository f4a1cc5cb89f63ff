"""The worker process that poses and rates problems of practice, one task after the other, with time
limits."""

from __future__ import annotations

from collections import Counter
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.registry.precompile import Piece
from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.asker import current_asker
from numberhouse.server.workers.pool import NoWorker, Pool, WorkerFailed, busy
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.tasks import Exercise, Reply, Task

__all__ = ["PracticeWorker"]

PATIENCE: Final = 20.0
"""Seconds after which an exercise is given up."""

FIRST: Final = 90.0
"""Extra seconds for the first exercise of a drill in a process, which may have to compile what it needs."""

MOST_EACH: Final = 4
"""Exercises of one person that may wait until what they need has been prepared."""


class PracticeWorker:
    """One worker process, started when it is needed."""

    def __init__(self, precompiler: Precompiler) -> None:
        self.pool = Pool(1)
        self._precompiler = precompiler
        self._waiting: Counter[str] = Counter()
        """By person, the number of exercises under way."""

    async def run(self, exercise: Exercise) -> bytes:
        """Run an exercise: a problem, an explanation or a verdict as JSON. Raises `Refused` if it fails or
        takes too long."""
        return (await self._run(exercise.game, exercise.drill, exercise)).body

    async def ask(self, game: str, topic: str, task: Task) -> bytes:
        """The result of another task of practice. Raises `IllegalAction`, and `Refused` like `run`."""
        reply = await self._run(game, topic, task)
        if reply.code:
            raise IllegalAction(reply.code, reply.template, reply.values)
        return reply.body

    async def _run(self, game: str, drill: str, task: Task) -> Reply:
        person = current_asker().key
        if self._waiting[person] >= MOST_EACH:
            raise busy(self._waiting[person], MOST_EACH)
        piece = Piece(game, "drill", drill)
        self._waiting[person] += 1  # those that wait for the precompiler too: otherwise any number could wait
        try:
            # Waiting is quicker than compiling the same piece a second time in parallel.
            await self._precompiler.wait(piece, FIRST)
            topic = (game, drill)
            reply = await self.pool.ask(task, PATIENCE, first=FIRST, topic=topic)
        except (WorkerFailed, NoWorker):
            raise Refused(
                503, "practice-failed", "posing or judging has failed or took too long; try again in a moment"
            ) from None
        finally:
            self._waiting -= Counter((person,))
        self._precompiler.mark_ready(piece)
        return reply

    async def end(self) -> None:
        """Kill the process."""
        await self.pool.close()
