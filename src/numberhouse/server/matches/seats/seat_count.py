"""The number of seats of a match that hasn't begun: free seats are added and dropped.

The seats that stay are numbered anew from 0 without gaps, and everything that names a seat follows them. A
player keeps the own contribution to the seed. A free seat has none, so dropping seats takes nothing out of
the seed, and a host who drops them can't choose a seed: the secret is unknown until the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.offer_rows import IS_OPEN
from numberhouse.server.matches.sitting import NOBODY
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import invitations, matches, messages, offers, seats

__all__ = ["SeatCounts", "drop_seats"]

NAMING_SEATS: Final = (offers, invitations, messages)
"""Tables that name the seats of a match that hasn't begun, besides `seats`."""


@dataclass(frozen=True)
class SeatCounts:
    """The numbers of seats of all matches that haven't begun."""

    database: Database
    matches: Matches
    now: Callable[[], float]

    async def set(self, match: str, count: int, person: Person) -> None:
        """Add free seats after the last one, or drop the last ones that are free and offered to nobody.
        Raises `Refused` if the game or the options don't allow the number, or if too many sit there."""
        await self.matches.check_seat_count(match, count, person.id)
        async with self.database.begin() as connection:
            self.matches.check_own_setup(await self.matches.lock_before_start(connection, match))
            of_match = select(seats.c.seat, seats.c.person, seats.c.bot).where(seats.c.match == match)
            chairs = (await connection.execute(of_match.order_by(seats.c.seat))).all()
            kept = select(offers.c.seat).where(offers.c.match == match, offers.c.seat.is_not(None), IS_OPEN)
            offered = set((await connection.execute(kept)).scalars())
            free = [
                chair.seat
                for chair in chairs
                if chair.person is None and chair.bot is None and chair.seat not in offered
            ]
            surplus = len(chairs) - count
            if surplus > len(free):
                raise Refused(
                    409,
                    "seats-taken",
                    f"{len(chairs) - len(free)} seats are taken or offered, and stay; empty some, or "
                    "withdraw the offers, first",
                    seats=len(chairs) - len(free),
                )
            if surplus > 0:
                await drop_seats(connection, match, free[-surplus:], self.now())
            elif surplus < 0:
                numbers = range(len(chairs), count)
                await connection.execute(
                    insert(seats), [{"match": match, "seat": seat, **NOBODY} for seat in numbers]
                )
                await _store_count(connection, match)


async def drop_seats(connection: AsyncConnection, match: str, dropped: Collection[Seat], at: float) -> None:
    """Drop free seats of a match, and number the others anew, in the caller's transaction, which holds the
    lock of the match. Open offers of dropped seats are withdrawn, and unused links to them are revoked."""
    await connection.execute(delete(offers).where(offers.c.match == match, offers.c.seat.in_(dropped)))
    unused = invitations.c.used.is_(None) & invitations.c.revoked.is_(None)
    of_dropped = (invitations.c.match == match) & invitations.c.seat.in_(dropped)
    await connection.execute(update(invitations).where(of_dropped, unused).values(revoked=at))
    of_match = (seats.c.match == match) & seats.c.seat.in_(dropped)
    await connection.execute(delete(seats).where(of_match))
    query = select(seats.c.seat).where(seats.c.match == match).order_by(seats.c.seat)
    for number, seat in enumerate((await connection.execute(query)).scalars().all()):
        if number != seat:  # in ascending order: the number is free
            for table in (seats, *NAMING_SEATS):
                await _renumber(connection, table, match, seat, number)
    await _store_count(connection, match)


async def _renumber(connection: AsyncConnection, table: Any, match: str, seat: Seat, number: Seat) -> None:
    named = (table.c.match == match) & (table.c.seat == seat)
    await connection.execute(update(table).where(named).values(seat=number))


async def _store_count(connection: AsyncConnection, match: str) -> None:
    count = select(func.count()).where(seats.c.match == match).scalar_subquery()
    await connection.execute(update(matches).where(matches.c.id == match).values(seats=count))
