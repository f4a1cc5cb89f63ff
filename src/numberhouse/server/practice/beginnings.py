"""The beginning of attempts: one at a time for a person and a drill, however long posing takes."""

from __future__ import annotations

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from numberhouse.contract.game import IllegalAction
from numberhouse.protocol.people import Person
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.practice.attempts import Attempts
from numberhouse.server.practice.drills import Drills
from numberhouse.server.practice.posing import ProblemPoser

__all__ = ["Beginnings"]

ASK_AGAIN: Final = 1
"""Seconds after which a client may ask again for a problem that is being posed."""


class Beginnings:
    """The attempts that begin in one process of the service."""

    def __init__(self, attempts: Attempts, drills: Drills, poser: ProblemPoser) -> None:
        self._attempts = attempts
        self._drills = drills
        self._poser = poser
        self._locks: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()
        self._posing: dict[tuple[str, ...], asyncio.Task[str]] = {}
        """Attempts that are being begun for requests which may return before."""

    async def close(self) -> None:
        """Give up what is being posed."""
        for task in self._posing.values():
            task.cancel()
        await asyncio.gather(*self._posing.values(), return_exceptions=True)

    async def begun_within(
        self,
        wait: float,
        person: Person,
        installed: InstalledGame,
        name: str,
        level: str,
        day: str | None,
    ) -> str:
        """As `begun`, but the request is refused after `wait` seconds, and the same request finds the
        result later. Raises `Refused`."""
        key = (person.id, installed.id, name, level, day or "")
        task = self._posing.get(key)
        if task is None:
            # Results that nobody has come back for: the attempt is stored, and a failure is tried again.
            for other in [other for other, posed in self._posing.items() if posed.done()]:
                del self._posing[other]
            begun = self.begun(person, installed, name, level, day)
            task = self._posing[key] = asyncio.create_task(begun)
            task.add_done_callback(lambda posed: posed.cancelled() or posed.exception())
        await asyncio.wait({task}, timeout=wait)
        if not task.done():
            raise Refused(
                503,
                "being-posed",
                f"the problem is being posed; ask again in {ASK_AGAIN} s",
                retry_after=ASK_AGAIN,
            )
        self._posing.pop(key, None)
        return task.result()

    async def begun(
        self, person: Person, installed: InstalledGame, name: str, level: str, day: str | None
    ) -> str:
        """The id of the attempt that the person has begun, or of a new one. Raises `Refused`."""
        game = installed.id
        # Two pages that send this request at the same time begin the same problem.
        lock = self._locks.setdefault((person.id, game, name, level, day or ""), asyncio.Lock())
        async with lock:
            running = await self._attempts.running(person, game, name, level, day)
            if running is not None and day is None and await self._outdated(person, running):
                running = None
            if running is None:
                problem = await self._poser.problem_id(installed, name, level, day)
                running = await self._attempts.add(person, problem, game, name, level, day)
        return running

    async def _outdated(self, person: Person, attempt: str) -> bool:
        """Whether an older version of the game has posed the problem, so that the attempt can't continue. If
        so, it is deleted: otherwise the person could never begin another one."""
        attempt_row = self._drills.of(await self._attempts.row(person, attempt))
        try:
            # A first match replays its log, which a newer version of the rules may refuse.
            await asyncio.to_thread(lambda: (attempt_row.first, attempt_row.drill.view(attempt_row.last)))
        except (Refused, IllegalAction):
            await self._attempts.delete(attempt)
            return True
        return False
