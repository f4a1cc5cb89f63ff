"""People and bots take and leave the seats of a match that has not begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.access.insights import check_may_sit
from numberhouse.server.matches.access.welcome import check_welcome
from numberhouse.server.matches.lists.lists import created_of
from numberhouse.server.matches.making.quotas import check_bots, check_seats
from numberhouse.server.matches.match_info import SeatOccupant, chairs_of
from numberhouse.server.matches.offer_rows import (
    IS_OPEN,
    check_free_of_offers,
    forget_offers,
    offered_seat,
)
from numberhouse.server.matches.stored_matches import StoredMatches
from numberhouse.server.storage.schema import matches, offers, seats

__all__ = ["NOBODY", "Sitting"]

NOBODY: Final[Mapping[str, Any]] = {
    "person": None,
    "bot": None,
    "name": "",
    "joined": None,
    "assistance": False,
    "contribution": None,
}
"""The columns of a seat on which nobody sits."""


class Sitting(StoredMatches):
    """Changes who sits where before the start."""

    async def join(
        self, match: str, person: Person, seat: Seat | None, contribution: str | None = None
    ) -> Seat:
        """Take that seat, or the first free one, with a contribution to the seed. Raises `Refused` if it
        isn't free, or if the person has a seat."""
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            return await self.take(connection, match, person, seat, contribution)

    async def leave(self, match: str, person: Person) -> None:
        """Give the seat back, before the start."""
        own_seat = (seats.c.match == match) & (seats.c.person == person.id)
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            await connection.execute(update(seats).where(own_seat).values(NOBODY))

    async def set_seat(
        self, match: str, seat: Seat, *, person: Person | None = None, bot: str | None = None, most: int = 0
    ) -> None:
        """Put a person who has agreed, a bot or nobody on a seat before the start. At most `most` bots sit at
        the matches of one host; 0 is any number. Raises `Refused`, also for a person who has a seat."""
        values = {
            "person": person.id if person else None,
            "bot": bot,
            "name": person.name if person else bot or "",
            "joined": self.now() if person else None,
            "assistance": bot is not None,
            "contribution": None,  # the earlier player's
            "created": created_of(match),
        }
        condition = (seats.c.match == match) & (seats.c.seat == seat)
        try:
            async with self.database.begin() as connection:
                row = await self.lock_before_start(connection, match)
                if person is not None:
                    if row.rematch_of is not None:
                        await check_seat_of_rematch(connection, match, person.id, seat)
                    await check_may_sit(connection, match, person.id, seat, person.name)
                    await check_welcome(connection, match, person.id, person.name, own=False)
                await connection.execute(update(seats).where(condition).values(**values))
                await forget_offers(connection, match, seat=seat)
                if person is not None:
                    await forget_offers(connection, match, person=person.id)
                if bot is not None and most:
                    await check_bots(connection, match, most)
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "this person has a seat in the match already") from error

    async def agree(self, match: str, person: Person, assistance: bool) -> None:
        """Store whether the person's seat agrees to assistance, which is on only if all seats agree."""
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            own_seat = (seats.c.match == match) & (seats.c.person == person.id)
            await connection.execute(update(seats).where(own_seat).values(assistance=assistance))

    async def chairs(self, match: str) -> list[SeatOccupant]:
        """The seats of a match with their players."""
        return (await self.database.look_up(partial(chairs_of, ids=[match]))).get(match, [])

    async def take(
        self,
        connection: AsyncConnection,
        match: str,
        person: Person,
        seat: Seat | None,
        contribution: str | None = None,
    ) -> Seat:
        """Put the person on that seat, or on the first free one. In a rematch the person's agreement to
        assistance is that of the match before. Raises `Refused`."""
        await check_seats(connection, person)
        free = (seats.c.match == match) & seats.c.person.is_(None) & seats.c.bot.is_(None)
        others = select(offers.c.seat).where(
            offers.c.match == match, offers.c.seat.is_not(None), offers.c.person != person.id, IS_OPEN
        )
        own = await seat_of_rematch(connection, match, person.id)
        if own is not None:
            await check_seat_of_rematch(connection, match, person.id, own.seat if seat is None else seat)
            seat = own.seat
        if seat is None:
            seat = await offered_seat(connection, match, person)
        if seat is not None:
            await check_free_of_offers(connection, match, seat, person)
            free &= seats.c.seat == seat
        else:
            free &= seats.c.seat.not_in(others)
        query = select(seats.c.seat).where(free).order_by(seats.c.seat).limit(1)
        free_seat = (await connection.execute(query)).scalar()
        if free_seat is None:
            message = "this seat isn't free" if seat is not None else "every seat is taken"
            raise Refused(409, "no-seat", message)
        await check_may_sit(connection, match, person.id, int(free_seat))
        await check_welcome(connection, match, person.id, person.name, own=True)
        try:
            result = await connection.execute(
                update(seats)
                .where(free & (seats.c.seat == free_seat))
                .values(
                    person=person.id,
                    name=person.name,
                    joined=self.now(),
                    assistance=own is not None and own.assistance,
                    contribution=contribution,
                    created=created_of(match),
                )
            )
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "you have a seat in this match already") from error
        if not result.rowcount:
            raise Refused(409, "no-seat", "another player was faster: this seat is taken")
        await forget_offers(connection, match, person=person.id)
        return int(free_seat)

    async def empty_seat(self, connection: AsyncConnection, match: str, seat: Seat) -> None:
        """Take the player off the seat of a match that hasn't begun; the caller holds its lock."""
        condition = (seats.c.match == match) & (seats.c.seat == seat)
        await connection.execute(update(seats).where(condition).values(NOBODY))


@dataclass(frozen=True)
class SeatOfRematch:
    """A person's seat in a rematch: everybody sits one seat further than in the match before."""

    seat: Seat | None
    """None for a person who didn't play that match."""
    assistance: bool
    """Whether the person's seat before agreed to assistance: a person who asks for a rematch, or accepts it,
    agrees to the same terms."""


async def seat_of_rematch(connection: AsyncConnection, match: str, person: str) -> SeatOfRematch | None:
    """The person's seat in the match; None where it is no rematch."""
    rematch = select(matches.c.rematch_of, matches.c.seats).where(matches.c.id == match)
    row = (await connection.execute(rematch)).first()
    if row is None or row.rematch_of is None:
        return None
    query = select(seats.c.seat, seats.c.assistance).where(
        seats.c.match == row.rematch_of, seats.c.person == person
    )
    before = (await connection.execute(query)).first()
    if before is None:
        return SeatOfRematch(None, False)
    return SeatOfRematch((before.seat + 1) % row.seats, bool(before.assistance))


async def check_seat_of_rematch(
    connection: AsyncConnection, match: str, person: str, seat: Seat | None
) -> None:
    """Raise `Refused` where that seat of a rematch isn't the person's: nobody who accepts it shall find
    others there than those who played before."""
    own = await seat_of_rematch(connection, match, person)
    if own is None or own.seat is None or own.seat != seat:
        raise Refused(
            409,
            "rematch-fixed",
            "a rematch is for those who played the match before it, each on the next seat; draft another "
            "match for other people",
        )
