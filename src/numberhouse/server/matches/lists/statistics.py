"""Statistics of people, counted from the results that the seats' rows have: no match is loaded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, case, exists, func, or_, select

from numberhouse.protocol.people import Person
from numberhouse.protocol.statistics import GameStatistics, OpponentTally, Opposition
from numberhouse.server.accounts.blocks import unread
from numberhouse.server.matches.lists.lists import public_at_once, spellings
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import insights, matches, people, seats

__all__ = ["Statistics"]

MOST_OPPONENTS: Final = 20

ORDER: Final[tuple[Opposition, ...]] = ("people", "bots", "nobody")

OTHER: Final = seats.alias("other")
BESIDE: Final = and_(OTHER.c.match == seats.c.match, OTHER.c.seat != seats.c.seat)

HANDED_IN: Final = exists().where(
    insights.c.match == seats.c.match, insights.c.person == seats.c.person, insights.c.reason == "handed in"
)
"""Whether the player had handed in the content of the match, and so knew it."""

OWN_RESULTS: Final = (
    select(
        matches.c.game,
        matches.c.ended,
        seats.c.score,
        seats.c.place,
        func.count(OTHER.c.seat).label("others"),
        func.count(OTHER.c.person).label("people"),
        func.coalesce(func.sum(case((OTHER.c.place == 1, 1), else_=0)), 0).label("firsts"),
    )
    .select_from(seats.join(matches, matches.c.id == seats.c.match).outerjoin(OTHER, BESIDE))
    .where(seats.c.place.is_not(None), ~HANDED_IN)
    .group_by(matches.c.game, matches.c.ended, seats.c.match, seats.c.seat, seats.c.score, seats.c.place)
)


@dataclass(frozen=True)
class Statistics:
    """The statistics of all people."""

    database: Database
    offers_game: Callable[[str], bool]
    """Whether the house offers a game; the others are left out."""

    async def by_game(self, person: str, *, public: bool = False) -> tuple[GameStatistics, ...]:
        """The person's statistics by game and opponents; of `public` matches alone for others."""
        query = OWN_RESULTS.where(seats.c.person == person)
        if public:
            query = query.where(*public_at_once())
        groups: dict[tuple[str, Opposition], list[Any]] = defaultdict(list)
        async with self.database.read() as connection:
            for row in (await connection.execute(query)).all():
                against: Opposition = "people" if row.people else "bots" if row.others else "nobody"
                groups[row.game, against].append(row)
        return tuple(
            _statistics(game, against, sorted(rows, key=lambda row: row.ended))
            for (game, against), rows in sorted(
                groups.items(), key=lambda one: (one[0][0], ORDER.index(one[0][1]))
            )
            if self.offers_game(game)
        )

    async def opponents(self, person: Person, name: str) -> list[OpponentTally]:
        """The people with whom the person has finished matches and whose names have this part, the most
        frequent first; without those whom the person has blocked or muted, and without closed accounts."""
        is_named = or_(*(people.c.name.icontains(part, autoescape=True) for part in spellings(name)))
        won, lost = seats.c.place < OTHER.c.place, seats.c.place > OTHER.c.place
        query = (
            select(
                people.c.name,
                func.count().label("played"),
                func.sum(case((won, 1), else_=0)).label("won"),
                func.sum(case((lost, 1), else_=0)).label("lost"),
                func.max(matches.c.ended).label("last"),
            )
            .select_from(
                seats.join(OTHER, BESIDE)
                .join(matches, matches.c.id == seats.c.match)
                .join(people, people.c.id == OTHER.c.person)
            )
            .where(
                seats.c.person == person.id,
                seats.c.place.is_not(None),
                people.c.kind != "closed",
                people.c.id.not_in(unread(person.id)),
                is_named,
            )
            .group_by(people.c.id, people.c.name)
            .order_by(func.count().desc(), people.c.name)
            .limit(MOST_OPPONENTS)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [OpponentTally(row.name, row.played, row.won, row.lost, row.last) for row in rows]

    async def since(self, person: str) -> float:
        """When the person first came."""
        async with self.database.read() as connection:
            query = select(people.c.created).where(people.c.id == person)
            return float((await connection.execute(query)).scalar_one())


def _statistics(game: str, against: Opposition, rows: list[Any]) -> GameStatistics:
    """The statistics of these matches, which are in the order of their ends."""
    alone = against == "nobody"
    won = [row.place == 1 and not row.firsts and not alone for row in rows]
    drawn = sum(row.place == 1 and row.firsts > 0 for row in rows)
    streaks = list(_streaks(won))
    points = [row.score for row in rows if row.score is not None]  # a forfeit decides without points
    return GameStatistics(
        game=game,
        against=against,
        played=len(rows),
        won=sum(won),
        drawn=drawn,
        lost=0 if alone else len(rows) - sum(won) - drawn,
        average_place=sum(row.place for row in rows) / len(rows),
        average_points=sum(points) / len(points) if points else None,
        best_points=max(points, default=None),
        streak=streaks[-1],
        longest_streak=max(streaks),
    )


def _streaks(won: Iterable[bool]) -> Iterable[int]:
    """After each match, the number of wins in a row.

    >>> list(_streaks([True, True, False, True]))
    [1, 2, 0, 1]
    """
    streak = 0
    for is_won in won:
        streak = streak + 1 if is_won else 0
        yield streak
