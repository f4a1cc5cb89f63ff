"""The process that poses and judges, as the service asks it: one thing after the other, with limits."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from numberhouse.precompile import Piece
from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.pool import BotFailed, NoWorker, SingleWorker
from numberhouse.server.workers.practice import Exercise, Reply
from numberhouse.server.workers.precompiler import Precompiler

__all__ = ["PracticeWorker"]

PATIENCE: Final = 20.0
"""Seconds after which a problem or a verdict is given up."""

FIRST: Final = 90.0
"""Seconds more for the first exercise of a drill in a process: it loads what it needs, and may have to
compile it."""

MOST_WAITING: Final = 20
"""Exercises that wait for the process."""


class PracticeWorker(SingleWorker):
    """Started when it is needed."""

    program = "numberhouse.server.workers.practice"

    def __init__(self, precompiler: Precompiler) -> None:
        super().__init__()
        self._precompiler = precompiler
        self._one = asyncio.Lock()
        self._waiting = 0

    async def done(self, exercise: Exercise) -> bytes:
        """A problem, an explanation or a verdict as JSON. Raises `Refused` where there is none in time."""
        if self._waiting >= MOST_WAITING:
            raise Refused(
                503, "busy", "too many people ask for problems at the moment; try again in a minute"
            )
        self._waiting += 1
        piece = Piece(exercise.game, "drill", exercise.drill)
        try:
            # Sooner than to do the same beside it.
            await self._precompiler.wait(piece, FIRST)
            async with self._one:
                body = await self._thought(exercise)
                self._precompiler.met(piece)
                return body
        except (BotFailed, NoWorker, msgspec.DecodeError):
            raise Refused(
                503, "no-coach", "posing or judging has failed or took too long; try again in a moment"
            ) from None
        finally:
            self._waiting -= 1

    async def _thought(self, exercise: Exercise) -> bytes:
        mind = (exercise.game, exercise.drill)
        limit = PATIENCE + (FIRST if mind not in self._met else 0)
        question = msgspec.msgpack.encode((limit + 1, exercise))
        reply = msgspec.msgpack.decode(await self.ask_process(question, limit), type=Reply)
        if reply.fault:
            raise BotFailed(reply.fault)
        self._met.add(mind)
        return reply.body
