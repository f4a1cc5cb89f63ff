"""Today's problem: one of all problems of the day, the same for everybody, and how people did with it.

The date alone chooses it, so that every process and every restart choose the same. Games take turns, then the
drills of a game, then its levels.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.practice import TodaysResults
from numberhouse.server.matches.matches import Matches
from numberhouse.server.storage.schema import attempts, problems

__all__ = ["Choice", "choice_of", "results_of", "todays_choice"]

EASIEST: Final = 2
"""Number of levels of a drill, from the easiest, that today's problem is chosen from: everybody tries it."""

SHARES: Final = 5
"""Number of equal ranges into which the scores of a problem are counted."""


class Choice(NamedTuple):
    """A problem of the day."""

    game: str
    drill: str
    level: str


def choice_of(drills: Mapping[str, Mapping[str, Sequence[str]]], day: str) -> Choice | None:
    """Today's problem on a day, from the levels by game and drill; None without drills.

    >>> drills = {"ludo": {"home": ["easy"]}, "nim": {"last": ["easy", "hard"]}}
    >>> [choice_of(drills, f"2026-11-2{day}").game for day in range(4)]
    ['ludo', 'nim', 'ludo', 'nim']
    """
    games = [game for game in sorted(drills) if drills[game]]
    if not games:
        return None
    turn, place = divmod(datetime.date.fromisoformat(day).toordinal(), len(games))
    game = games[place]
    names = list(drills[game])
    turn, place = divmod(turn, len(names))
    levels = drills[game][names[place]][:EASIEST]
    return Choice(game, names[place], levels[turn % len(levels)])


def todays_choice(matches: Matches, day: str) -> Choice | None:
    """Today's problem on a day, from the drills of the games of this house."""
    levels = {
        installed.id: {name: list(drill.card.levels) for name, drill in installed.drills().items()}
        for installed in matches.installed_games()
    }
    return choice_of(levels, day)


async def results_of(connection: AsyncConnection, choice: Choice, day: str) -> TodaysResults:
    """How many people have answered the problem, and how well. A person has one attempt at it, and guests
    count too. The counts name nobody."""
    ranges = [(attempts.c.score < (place + 1) / SHARES, place) for place in range(SHARES - 1)]
    share = case(*ranges, else_=SHARES - 1)
    query = (
        select(share, attempts.c.solved, func.count())
        .join(problems, problems.c.id == attempts.c.problem)
        .where(problems.c.day == day, problems.c.game == choice.game, problems.c.drill == choice.drill)
        .where(problems.c.level == choice.level, attempts.c.ended.is_not(None))
        .group_by(share, attempts.c.solved)
    )
    counts = [0] * SHARES
    solved = 0
    for place, is_solved, count in (await connection.execute(query)).all():
        counts[int(place)] += count
        solved += count if is_solved else 0
    return TodaysResults(answered=sum(counts), solved=solved, scores=tuple(counts))
