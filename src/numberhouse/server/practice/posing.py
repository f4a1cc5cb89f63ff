"""Problems, posed and stored: one a day for everybody, and endless ones for one person each."""

from __future__ import annotations

import asyncio
import datetime
import secrets
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import and_, delete, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError

from numberhouse.contract.game import Chance
from numberhouse.first_match import NAME as FIRST_MATCH
from numberhouse.first_match import FirstMatchDrill
from numberhouse.registry import InstalledGame
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import attempts, problems
from numberhouse.server.workers.asker import asking_as
from numberhouse.server.workers.coach import PracticeWorker
from numberhouse.server.workers.tasks import Exercise

__all__ = ["ProblemPoser", "day_of", "seconds_to_midnight"]

DAY: Final = 24 * 60 * 60.0
HOUR: Final = 60 * 60.0
"""Seconds between two sweeps. A problem that is younger may be about to be begun, so no sweep removes it."""


class _Problem(msgspec.Struct, frozen=True):
    """A problem as the worker returns it."""

    position: msgspec.Raw
    rating: float | None


class ProblemPoser:
    """The poser of problems in one process of the service."""

    def __init__(self, database: Database, worker: PracticeWorker, now: Callable[[], float]) -> None:
        self._database = database
        self._worker = worker
        self._now = now
        self._daily: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._swept = 0.0

    async def problem_id(self, installed: InstalledGame, drill: str, level: str, day: str | None) -> str:
        """The id of a problem: that of the day, or a new one without a day. Raises `Refused`."""
        await self._sweep()
        if day is None:
            return await self._pose(installed, drill, level, None)
        problem = f"{installed.id} {drill} {level} {day}"
        # Other requests for the same problem wait until it is posed, and for no other problem. It is posed
        # for all of them: it mustn't wait behind the other problems of the person who was the first to ask.
        async with self._daily.setdefault(problem, asyncio.Lock()):
            existing = await self._problem_of_day(installed.id, drill, level, day)
            if existing is not None:
                return existing
            with asking_as(problem):
                return await self._pose(installed, drill, level, day)

    async def _pose(self, installed: InstalledGame, drill: str, level: str, day: str | None) -> str:
        problem = await self._posed(installed, drill, level)
        row = {
            "id": secrets.token_hex(16),
            "game": installed.id,
            "drill": drill,
            "level": level,
            "day": day,
            "first_position": bytes(problem.position).decode(),
            "difficulty": problem.rating,
            "created": self._now(),
        }
        try:
            async with self._database.begin() as connection:
                await connection.execute(insert(problems).values(row))
        except IntegrityError:  # another process has posed the problem of the day
            existing = await self._problem_of_day(installed.id, drill, level, day or "")
            if existing is None:
                raise
            return existing
        return str(row["id"])

    async def _posed(self, installed: InstalledGame, drill: str, level: str) -> _Problem:
        first = installed.first_match() if drill == FIRST_MATCH else None
        if first is not None:  # the same for everybody and quick, so no worker is started for it
            lesson = FirstMatchDrill(installed.game, first)
            posed = await asyncio.to_thread(lesson.pose, level, Chance(first.seed))
            return _Problem(msgspec.Raw(msgspec.json.encode(posed.position)), None)
        exercise = Exercise(
            kind="pose", game=installed.id, drill=drill, level=level, seed=secrets.token_hex(32)
        )
        return msgspec.json.decode(await self._worker.run(exercise), type=_Problem)

    async def _problem_of_day(self, game: str, drill: str, level: str, day: str) -> str | None:
        query = select(problems.c.id).where(
            problems.c.game == game,
            problems.c.drill == drill,
            problems.c.level == level,
            problems.c.day == day,
        )
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar()

    async def _sweep(self) -> None:
        """Delete problems that nobody has begun and nobody can ask for any more: those of past days, and
        endless ones whose person has closed the account."""
        now = self._now()
        if now < self._swept + HOUR:
            return
        self._swept = now
        begun = exists().where(attempts.c.problem == problems.c.id)
        # Just after midnight a person may still be about to begin the problem of the last day.
        past = problems.c.day < day_of(now - HOUR)
        useless = or_(past, and_(problems.c.day.is_(None), problems.c.created < now - HOUR))
        async with self._database.begin() as connection:
            await connection.execute(delete(problems).where(useless, ~begun))


def day_of(now: float) -> str:
    """The date in UTC, such as 2026-11-21."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()


def seconds_to_midnight(now: float) -> float:
    """Seconds until the next day begins in UTC; more than 0.

    >>> seconds_to_midnight(86_400.0), seconds_to_midnight(86_399.5)
    (86400.0, 0.5)
    """
    return DAY - now % DAY
