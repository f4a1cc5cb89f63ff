"""Quotas: the numbers of unfinished matches, bots and seats that one person may have, and the longest
times."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.clock import Clock, TurnClock, due
from numberhouse.protocol.people import Person
from numberhouse.server.base.instants import FAR
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.schema import hosts, matches, seats

__all__ = ["check_bots", "check_clock", "check_most", "check_seats"]

OVER: Final = ("finished", "abandoned")

MOST_RESERVES: Final = 1000

MOST_WAITING: Final = 100
"""Seats of one person at matches that haven't begun."""


def check_clock(clock: Clock) -> None:
    """Raises `Refused` for a clock with too many reserves, or with turns or rounds that are too long."""
    reserves = clock.reserves if isinstance(clock, TurnClock) else 0
    if reserves > MOST_RESERVES:
        raise Refused(400, "clock", f"{reserves} reserve periods; at most {MOST_RESERVES} are possible")
    if (due(clock, 0.0, reserves) or 0.0) > FAR:
        raise Refused(400, "clock", f"a turn, or a round, of more than {FAR:.0f} seconds with all reserves")


async def check_most(connection: AsyncConnection, host: Person, most: int) -> None:
    """Raises `Refused` if the person hosts `most` unfinished matches already."""
    query = (
        select(func.count())
        .select_from(hosts.join(matches, matches.c.id == hosts.c.match))
        .where(hosts.c.person == host.id, matches.c.status.not_in(OVER))
    )
    if ((await connection.execute(query)).scalar() or 0) >= most:
        raise Refused(
            429,
            "too-many-matches",
            f"{most} matches that aren't over; finish or delete one before the next",
            most=most,
        )


async def check_bots(connection: AsyncConnection, match: str, most: int) -> None:
    """Raises `Refused` if a host of this match has more than `most` bots at unfinished matches."""
    host_ids = select(hosts.c.person).where(hosts.c.match == match)
    query = (
        select(func.count())
        .select_from(
            hosts.join(matches, matches.c.id == hosts.c.match).join(seats, seats.c.match == matches.c.id)
        )
        .where(hosts.c.person.in_(host_ids), matches.c.status.not_in(OVER), seats.c.bot.is_not(None))
        .group_by(hosts.c.person)
    )
    if max((await connection.execute(query)).scalars(), default=0) > most:
        raise Refused(
            429,
            "too-many-bots",
            f"{most} bots at matches of one host that aren't over; finish or delete one before the next",
            most=most,
        )


async def check_seats(connection: AsyncConnection, person: Person) -> None:
    """Raises `Refused` if the person sits at `MOST_WAITING` matches already that haven't begun."""
    query = (
        select(func.count())
        .select_from(seats.join(matches, matches.c.id == seats.c.match))
        .where(seats.c.person == person.id, matches.c.status.in_(("draft", "open")))
    )
    if ((await connection.execute(query)).scalar() or 0) >= MOST_WAITING:
        raise Refused(
            429, "too-many-seats", f"{MOST_WAITING} seats at matches that haven't begun; leave one first"
        )
