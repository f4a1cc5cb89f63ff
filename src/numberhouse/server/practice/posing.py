"""Problems as they are posed and stored: the day's for everybody, endless ones for one person each."""

from __future__ import annotations

import asyncio
import datetime
import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import and_, delete, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError

from numberhouse.registry import InstalledGame
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import attempts, problems
from numberhouse.server.workers.coach import PracticeWorker
from numberhouse.server.workers.tasks import Exercise

__all__ = ["ProblemPoser", "day_of"]

HOUR: Final = 60 * 60.0
"""Between two sweeps; and what is younger may just be about to be begun."""


class _Posed(msgspec.Struct, frozen=True):
    """A problem as the process tells it."""

    position: msgspec.Raw
    rating: float | None


class ProblemPoser:
    """One for a process of the service."""

    def __init__(self, database: Database, coach: PracticeWorker, now: Callable[[], float]) -> None:
        self._database = database
        self._coach = coach
        self._now = now
        self._daily = asyncio.Lock()
        self._swept = 0.0

    async def posed(self, installed: InstalledGame, drill: str, level: str, day: str | None) -> str:
        """The id of a problem: the day's, or a new one. Raises `Refused`."""
        await self._sweep()
        if day is None:
            return await self._pose(installed, drill, level, None)
        async with self._daily:  # whoever else wants the day's waits for this one
            known = await self._known(installed.id, drill, level, day)
            return known or await self._pose(installed, drill, level, day)

    async def _pose(self, installed: InstalledGame, drill: str, level: str, day: str | None) -> str:
        exercise = Exercise(
            deed="pose", game=installed.id, drill=drill, level=level, seed=secrets.token_hex(32)
        )
        posed = msgspec.json.decode(await self._coach.done(exercise), type=_Posed)
        row = {
            "id": secrets.token_hex(16),
            "game": installed.id,
            "drill": drill,
            "level": level,
            "day": day,
            "posed": bytes(posed.position).decode(),
            "difficulty": posed.rating,
            "made": self._now(),
        }
        try:
            async with self._database.begin() as connection:
                await connection.execute(insert(problems).values(row))
        except IntegrityError:  # another process was quicker
            known = await self._known(installed.id, drill, level, day or "")
            if known is None:
                raise
            return known
        return str(row["id"])

    async def _known(self, game: str, drill: str, level: str, day: str) -> str | None:
        query = select(problems.c.id).where(
            problems.c.game == game,
            problems.c.drill == drill,
            problems.c.level == level,
            problems.c.day == day,
        )
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar()

    async def _sweep(self) -> None:
        """Problems that nobody has begun and nobody will ever ask for are of no use: days that are past, and
        endless ones whose person has left."""
        now = self._now()
        if now < self._swept + HOUR:
            return
        self._swept = now
        begun = exists().where(attempts.c.problem == problems.c.id)
        # Around midnight somebody may still be about to begin what was the day's.
        past = problems.c.day < day_of(now - HOUR)
        useless = or_(past, and_(problems.c.day.is_(None), problems.c.made < now - HOUR))
        async with self._database.begin() as connection:
            await connection.execute(delete(problems).where(useless, ~begun))


def day_of(now: float) -> str:
    """UTC, as 2026-11-21."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()
