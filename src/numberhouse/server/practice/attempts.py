"""People's attempts in the database. A verdict is stored together with the last action and never changes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.drill import Verdict, Words
from numberhouse.first_match import NAME as FIRST_MATCH
from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import FinishedAttempt
from numberhouse.server.base.refusals import Refused
from numberhouse.server.practice import progress
from numberhouse.server.practice.play_on import PLAY_ON
from numberhouse.server.practice.solver_rating import START, new_rating
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import attempts, people, problems

__all__ = ["Attempts"]

MOST_DONE: Final = 200
"""Finished attempts in a list, the newest first."""

MOST_MOVES: Final = 1000
"""Moves of one attempt."""


class Attempts:
    """The attempts of all people."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def finished(self, person: Person) -> list[FinishedAttempt]:
        """The person's finished attempts, the newest first."""
        query = (
            select(attempts, problems)
            .join(problems, problems.c.id == attempts.c.problem)
            .where(attempts.c.person == person.id, attempts.c.ended.is_not(None))
            .where(problems.c.drill.not_in((FIRST_MATCH, PLAY_ON)))
            .order_by(attempts.c.ended.desc())
            .limit(MOST_DONE)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [
            FinishedAttempt(row.id, row.game, row.drill, row.level, row.day, row.ended, row.score, row.solved,
                 row.rating, row.rating_change)
            for row in rows
        ]  # fmt: skip

    async def running(self, person: Person, game: str, name: str, level: str, day: str | None) -> str | None:
        """The id of an attempt at the problem of the day, or of an unanswered one at an endless problem."""
        condition = (
            problems.c.day == day if day else and_(problems.c.day.is_(None), attempts.c.ended.is_(None))
        )
        query = (
            select(attempts.c.id)
            .join(problems, problems.c.id == attempts.c.problem)
            .where(attempts.c.person == person.id, problems.c.game == game, problems.c.drill == name)
            .where(problems.c.level == level, condition)
        )
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalars().first()

    async def add(
        self, person: Person, problem: str, game: str, name: str, level: str, day: str | None
    ) -> str:
        posed = select(problems.c.first_position).where(problems.c.id == problem)
        attempt = secrets.token_urlsafe(12)
        try:
            async with self._database.begin() as connection:
                row = {
                    "id": attempt,
                    "person": person.id,
                    "problem": problem,
                    "started": self._now(),
                    "position": (await connection.execute(posed)).scalar_one(),
                    "moves": 0,
                    "explanations": "[]",
                    "running": None if day else f"{game} {name} {level}",
                }
                await connection.execute(insert(attempts).values(row))
        except IntegrityError:  # another process has added it for a second request at the same time
            running = await self.running(person, game, name, level, day)
            if running is None:
                raise
            return running
        return attempt

    async def delete(self, attempt: str) -> None:
        """Delete an attempt that can't continue."""
        async with self._database.begin() as connection:
            await connection.execute(delete(attempts).where(attempts.c.id == attempt))

    async def row(self, person: Person, attempt: str) -> Any:
        query = (
            select(attempts, problems.c.game, problems.c.drill, problems.c.level, problems.c.day,
                   problems.c.first_position, problems.c.difficulty)
            .join(problems, problems.c.id == attempts.c.problem)
            .where(attempts.c.id == attempt, attempts.c.person == person.id)
        )  # fmt: skip
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refused(404, "no-attempt", "you have begun no such problem")
        return row

    async def open_row(self, person: Person, attempt: str, moves: int) -> Any:
        """An attempt that can continue, if it has exactly so many moves. Raises `Refused` otherwise."""
        row = await self.row(person, attempt)
        if row.ended is not None:
            raise Refused(409, "already-answered", "this problem is answered; an answer is judged once")
        if row.moves != moves:
            raise Refused(409, "late", "this problem has gone on elsewhere; look again")
        if moves >= MOST_MOVES:
            raise Refused(409, "too-long", f"{MOST_MOVES} moves are enough; give up, and see the answer")
        return row

    async def store(
        self,
        person: Person,
        row: Any,
        last: Any,
        verdict: Verdict | None,
        explanations: list[Words] | None = None,
    ) -> None:
        values: dict[str, Any] = {
            "position": msgspec.json.encode(last).decode(),
            "moves": row.moves + 1,
        }
        if explanations is not None:
            values["explanations"] = msgspec.json.encode(explanations).decode()
        async with self._database.begin() as connection:
            if verdict is not None:
                values |= {
                    "running": None,
                    "ended": self._now(),
                    "score": verdict.score,
                    "solved": verdict.solved,
                    "verdict": msgspec.json.encode(verdict).decode(),
                }
                if row.difficulty is not None:
                    values |= await self._rating_values(connection, person, row, verdict.score)
            unchanged = (attempts.c.id == row.id, attempts.c.moves == row.moves, attempts.c.ended.is_(None))
            result = await connection.execute(update(attempts).where(*unchanged).values(values))
            if not result.rowcount:
                raise Refused(409, "late", "this problem has gone on elsewhere; look again")

    async def _rating_values(
        self, connection: AsyncConnection, person: Person, row: Any, score: float
    ) -> dict[str, Any]:
        """The columns with the person's rating in this drill after this answer."""
        await connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
        before = await progress.ratings(connection, person)
        query = (
            select(func.count())
            .select_from(attempts.join(problems, problems.c.id == attempts.c.problem))
            .where(attempts.c.person == person.id, attempts.c.rating.is_not(None))
            .where(problems.c.game == row.game, problems.c.drill == row.drill)
        )
        count = (await connection.execute(query)).scalar_one()
        solver = before.get((row.game, row.drill), START)
        rating = new_rating(solver, row.difficulty, score, count)
        return {"rating": rating, "rating_change": round(rating - solver, 1)}
