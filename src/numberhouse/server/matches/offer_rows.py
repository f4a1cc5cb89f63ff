"""The rows of offers, and the checks of a person to whom a seat or hosting is offered.

An offer puts nobody anywhere: a seat that is offered before the start stays free, and nobody but that person
takes it. Every function that writes expects the caller to hold the lock of the match's row.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import new_secret
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.schema import matches, offers
from numberhouse.words import seat_number

__all__ = [
    "IS_OPEN",
    "NOT_OVER",
    "add_offer",
    "check_free_of_offers",
    "check_numbers",
    "forget_offers",
    "offered_in",
    "offered_seat",
]

NOT_OVER: Final = ("draft", "open", "running", "paused")

IS_OPEN: Final[Any] = offers.c.declined.is_(None)
"""Whether the offer waits for its answer; that of a match that is over waits for none."""

MOST_OF_HOST: Final = 500
"""Open offers that one member makes."""

MOST_OF_GUEST: Final = 20
"""Open offers that one guest makes: guests are made without effort."""

MOST_OF_PAIR: Final = 100
"""Open offers of one person to another."""

MOST_RECEIVED: Final = 200
"""Open offers to one person."""


async def add_offer(
    connection: AsyncConnection,
    match: str,
    person: Person,
    seat: Seat | None,
    by: Person,
    at: float,
    proposal: int | None = None,
) -> str | None:
    """Offer the seat, or hosting where it is None, and return the offer; None for one that is open already.
    An open offer of this seat to somebody else is withdrawn. Raises `Refused`.

    The caller checks the numbers once, when all offers of the request are made."""
    same_kind = offers.c.seat.is_(None) if seat is None else offers.c.seat.is_not(None)
    own = (offers.c.match == match) & (offers.c.person == person.id) & same_kind
    for row in (await connection.execute(select(offers).where(own))).all():
        if row.declined is not None:
            # Nobody is asked again and again; a link asks for nothing.
            raise Refused(
                409,
                "declined",
                f"{person.name} has declined already; send a link to the seat (an invitation) if that has "
                "changed",
                name=person.name,
            )
        if row.seat == seat:
            return None
        raise Refused(
            409,
            "offered",
            f"{person.name} has an offer of seat {seat_number(row.seat)} already; withdraw it first",
            name=person.name,
            seat=row.seat,
        )
    if seat is not None:
        await forget_offers(connection, match, seat=seat)
    offer = new_secret(9)
    values = {"id": offer, "match": match, "person": person.id, "seat": seat, "by": by.id, "created": at}
    await connection.execute(insert(offers).values(**values, proposal=proposal))
    return offer


async def check_numbers(connection: AsyncConnection, by: Person, receivers: Collection[Person]) -> None:
    """Raises `Refused` if the person makes too many offers, or if somebody gets too many."""
    count = select(offers.c.person, func.count().label("number")).select_from(
        offers.join(matches, matches.c.id == offers.c.match)
    )
    count = count.where(IS_OPEN, matches.c.status.in_(NOT_OVER)).group_by(offers.c.person)
    made = {row.person: row.number for row in await connection.execute(count.where(offers.c.by == by.id))}
    most = MOST_OF_GUEST if by.kind == "guest" else MOST_OF_HOST
    if sum(made.values()) > most:
        raise _too_many(f"{most} offers of yours wait for an answer; withdraw some, or send links", most)
    ids = {person.id: person.name for person in receivers}
    received = {
        row.person: row.number for row in await connection.execute(count.where(offers.c.person.in_(ids)))
    }
    for person, name in ids.items():
        if made.get(person, 0) > MOST_OF_PAIR:
            raise _too_many(f"{MOST_OF_PAIR} offers of yours wait for {name}'s answer", MOST_OF_PAIR)
        if received.get(person, 0) > MOST_RECEIVED:
            raise _too_many(
                f"{MOST_RECEIVED} offers wait for {name}'s answer; send a link instead", MOST_RECEIVED
            )


async def offered_seat(connection: AsyncConnection, match: str, person: Person) -> Seat | None:
    """The seat of the match that is offered to the person."""
    own = (offers.c.match == match) & (offers.c.person == person.id) & offers.c.seat.is_not(None)
    seat = (await connection.execute(select(offers.c.seat).where(own, IS_OPEN))).scalar()
    return None if seat is None else int(seat)


async def check_free_of_offers(connection: AsyncConnection, match: str, seat: Seat, person: Person) -> None:
    """Raises `Refused` if the seat is offered to somebody else."""
    other = (offers.c.match == match) & (offers.c.seat == seat) & (offers.c.person != person.id)
    if (await connection.execute(select(offers.c.id).where(other, IS_OPEN))).first() is not None:
        raise Refused(
            409,
            "offered-seat",
            f"seat {seat_number(seat)} is offered to somebody, who hasn't answered yet; take another or come "
            "back later",
            seat=seat,
        )


async def forget_offers(
    connection: AsyncConnection, match: str, *, seat: Seat | None = None, person: str | None = None
) -> None:
    """Delete the open offers of the seat; or all offers of seats to the person, who has one now."""
    of_match = (offers.c.match == match) & offers.c.seat.is_not(None)
    condition = (offers.c.seat == seat) & IS_OPEN if person is None else offers.c.person == person
    await connection.execute(delete(offers).where(of_match, condition))


OFFERED_IN: Final[Any] = (
    select(offers.c.match)
    .join(matches, matches.c.id == offers.c.match)
    .where(
        offers.c.match.in_(bindparam("ids", expanding=True)),
        offers.c.person == bindparam("person"),
        IS_OPEN,
        matches.c.status.in_(NOT_OVER),
    )
)


def offered_in(connection: Connection, ids: Sequence[str], person: str | None) -> set[str]:
    """Those of these matches that wait for the person's answer."""
    if person is None:
        return set()
    return set(connection.execute(OFFERED_IN, {"ids": ids, "person": person}).scalars())


def _too_many(message: str, most: int) -> Refused:
    return Refused(429, "too-many-offers", message, most=most)
