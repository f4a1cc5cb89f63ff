"""A person's progress in practice, computed from the stored attempts."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.first_match import NAME as FIRST_MATCH
from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import DailyProgress
from numberhouse.server.storage.schema import attempts, problems

__all__ = ["counts", "days", "first_matches", "of_day", "ratings", "streak"]


async def counts(
    connection: AsyncConnection, person: Person | None
) -> Mapping[tuple[str, str], tuple[int, int]]:
    """By drill, the number of answers, and the number of those that solve the problem."""
    if person is None:
        return {}
    query = (
        select(problems.c.game, problems.c.drill, attempts.c.solved, func.count())
        .join(problems, problems.c.id == attempts.c.problem)
        .where(attempts.c.person == person.id, attempts.c.ended.is_not(None))
        .group_by(problems.c.game, problems.c.drill, attempts.c.solved)
    )
    result: dict[tuple[str, str], tuple[int, int]] = {}
    for game, drill, solved, count in (await connection.execute(query)).all():
        answered, solved_count = result.get((game, drill), (0, 0))
        result[game, drill] = (answered + count, solved_count + (count if solved else 0))
    return result


async def of_day(
    connection: AsyncConnection, person: Person | None, day: str
) -> Mapping[tuple[str, str, str], DailyProgress]:
    """By drill and level, the person's progress with the problem of the day."""
    if person is None:
        return {}
    query = (
        select(attempts, problems.c.game, problems.c.drill, problems.c.level)
        .join(problems, problems.c.id == attempts.c.problem)
        .where(attempts.c.person == person.id, problems.c.day == day)
    )
    rows = (await connection.execute(query)).all()
    return {
        (row.game, row.drill, row.level): DailyProgress(
            row.id,
            row.ended is not None,
            row.score,
            bool(row.solved),
            None if row.ended is None else row.ended - row.started,
        )
        for row in rows
    }


async def first_matches(connection: AsyncConnection, person: Person | None) -> frozenset[str]:
    """The games whose first match the person has played to its end."""
    if person is None:
        return frozenset()
    query = (
        select(problems.c.game)
        .distinct()
        .join(attempts, problems.c.id == attempts.c.problem)
        .where(attempts.c.person == person.id, problems.c.drill == FIRST_MATCH, attempts.c.solved)
    )
    return frozenset((await connection.execute(query)).scalars())


async def ratings(connection: AsyncConnection, person: Person | None) -> Mapping[tuple[str, str], float]:
    """By drill, the rating after the last rated answer."""
    if person is None:
        return {}
    query = (
        select(problems.c.game, problems.c.drill, attempts.c.rating)
        .join(problems, problems.c.id == attempts.c.problem)
        .where(attempts.c.person == person.id, attempts.c.rating.is_not(None))
        .order_by(attempts.c.ended, attempts.c.id)
    )
    return {(game, drill): rating for game, drill, rating in (await connection.execute(query)).all()}


async def days(connection: AsyncConnection, person: Person | None) -> frozenset[str]:
    """The days whose problems the person has answered."""
    if person is None:
        return frozenset()
    query = (
        select(problems.c.day)
        .distinct()
        .join(attempts, problems.c.id == attempts.c.problem)
        .where(attempts.c.person == person.id, problems.c.day.is_not(None), attempts.c.ended.is_not(None))
    )
    return frozenset((await connection.execute(query)).scalars())


def streak(days: frozenset[str], today: str) -> int:
    """The number of days in a row with an answer, up to today, or up to yesterday if there is none today
    yet."""
    day = datetime.date.fromisoformat(today)
    if today not in days:
        day -= datetime.timedelta(days=1)
    length = 0
    while day.isoformat() in days:
        length += 1
        day -= datetime.timedelta(days=1)
    return length
