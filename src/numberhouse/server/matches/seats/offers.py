"""Offers: nobody sits at a match, or hosts it, who hasn't said yes.

A host who names a person makes an offer. The person accepts it, which passes the same checks as joining, or
declines it; the host may withdraw it. Before the start an offered seat is free and kept for that person. In a
running match the player of the seat keeps it until the offer is accepted. `offer_rows` writes the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Replacement
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.offers import OfferInfo, ReceivedOffer
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Terms
from numberhouse.server.accounts.people import People
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.access.insights import check_may_sit
from numberhouse.server.matches.access.welcome import check_welcome
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.offer_rows import (
    IS_OPEN,
    NOT_OVER,
    add_offer,
    check_numbers,
    forget_offers,
)
from numberhouse.server.matches.seats.hosts import Hosts
from numberhouse.server.matches.seats.seating import Seating
from numberhouse.server.matches.start import Starter
from numberhouse.server.matches.timetable import Timetable
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import insights, matches, offers, people, seats

__all__ = ["OfferNews", "Offers"]

OfferNews: TypeAlias = Literal["offer", "declined"]

BEGUN: Final = ("running", "paused")

NOT_BEGUN: Final = ("draft", "open")


@dataclass
class Offers:
    """The offers of all matches."""

    database: Database
    people: People
    matches: Matches
    hosts: Hosts
    seating: Seating
    sessions: Sessions
    presence: Presence
    starter: Starter
    timetable: Timetable
    notify: Callable[[OfferNews, str, str, str], None]
    """Gets the kind of news, the match, the person to notify and the offer."""
    now: Callable[[], float]

    # The host's side

    async def add(
        self,
        connection: AsyncConnection,
        match: str,
        person: Person,
        seat: Seat | None,
        by: Person,
        proposal: int | None = None,
    ) -> str | None:
        """Make an offer in the caller's transaction, which holds the lock of the match. Returns the offer;
        None for one that is open already. Raises `Refused` for a person who couldn't accept."""
        await check_welcome(connection, match, person.id, person.name, own=False)
        if seat is not None:
            await check_may_sit(connection, match, person.id, seat, person.name)
        return await add_offer(connection, match, person, seat, by, self.now(), proposal)

    async def replace(
        self,
        info: MatchInfo,
        seat: Seat,
        replacement: Replacement,
        key: str | None,
        by: str,
        proposal: int | None = None,
    ) -> None:
        """Give the seat to a bot, or offer it to a member, with everything that the seat has and knows.
        Raises `Refused`."""
        person = await self.seating.check_replacement(info, replacement)
        if person is not None:
            await self.offer(info, seat, person, await self.people.find(by), proposal)
        elif info.status in NOT_BEGUN:
            await self.matches.set_seat(info.id, seat, bot=replacement.bot)
        else:
            await self.seating.seat_bot(info.id, seat, str(replacement.bot), key, by, proposal)
        if info.status in NOT_BEGUN:
            self.sessions.forget(info.id)
        self.presence.notify(info.id)

    async def offer(
        self, info: MatchInfo, seat: Seat, person: Person, by: Person | None, proposal: int | None = None
    ) -> None:
        """Offer the seat, in a way that fits the match. Raises `Refused`."""
        if by is None:
            raise Refused(409, "no-host", "the host has closed the account")
        if info.status in NOT_BEGUN:
            await self.offer_seat(info.id, seat, person, by)
        else:
            await self.offer_replacement(info, seat, person, by, proposal)

    async def offer_seat(self, match: str, seat: Seat, person: Person, by: Person) -> None:
        """Empty the seat of a match that hasn't begun, and offer it. A host takes the own seat at once.
        Raises `Refused`."""
        if person.id == by.id:
            await self.matches.set_seat(match, seat, person=person)
            return
        async with self.database.begin() as connection:
            await self.matches.lock_before_start(connection, match)
            await check_has_no_seat(connection, match, person)
            await self.matches.empty_seat(connection, match, seat)
            offer = await self.add(connection, match, person, seat, by)
            await check_numbers(connection, by, [person])
        self.tell(match, offer, person)

    async def offer_replacement(
        self, info: MatchInfo, seat: Seat, person: Person, by: Person, proposal: int | None = None
    ) -> None:
        """Offer a seat of a running match, whose player keeps it until the person accepts. Raises
        `Refused`."""
        async with self.database.begin() as connection:
            if await self.seating.lock_for(connection, info.id, seat, person):
                return  # the request is repeated: the person has the seat already
            offer = await self.add(connection, info.id, person, seat, by, proposal)
            await check_numbers(connection, by, [person])
        self.tell(info.id, offer, person)

    async def offer_hosting(self, info: MatchInfo, person: Person, by: Person) -> None:
        """Ask the person to host the match too. Raises `Refused`."""
        async with self.database.begin() as connection:
            await connection.execute(select(matches.c.id).where(matches.c.id == info.id).with_for_update())
            if not await self.hosts.has_room(connection, info.id, person):
                return
            offer = await self.add(connection, info.id, person, None, by)
            await check_numbers(connection, by, [person])
        self.tell(info.id, offer, person)

    def tell(self, match: str, offer: str | None, person: Person) -> None:
        """Notify the person of a new offer that is stored."""
        if offer is not None:
            self.notify("offer", match, person.id, offer)

    async def list_all(self, match: str) -> list[OfferInfo]:
        """The open offers of the match and the declined ones that aren't put away, newest first."""
        by = people.alias("by_people")
        query = (
            select(offers, people.c.name, by.c.name.label("by_name"))
            .join(people, people.c.id == offers.c.person)
            .join(by, by.c.id == offers.c.by)
            .where(offers.c.match == match, offers.c.put_away.is_(None))
            .order_by(offers.c.created.desc())
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [OfferInfo(row.id, row.seat, row.name, row.by_name, row.created, row.declined) for row in rows]

    async def withdraw(self, match: str, offer: str) -> None:
        """Take an open offer back, or put a declined one away. Raises `Refused` for an unknown one, and for
        one that was accepted."""
        own = (offers.c.match == match) & (offers.c.id == offer)
        async with self.database.begin() as connection:
            if (await connection.execute(delete(offers).where(own, IS_OPEN))).rowcount:
                return
            # Only hidden: a declined offer is what keeps the person from being asked again.
            hide = update(offers).where(own, offers.c.put_away.is_(None)).values(put_away=self.now())
            if not (await connection.execute(hide)).rowcount:
                raise _no_offer()

    # The person's side

    async def received(self, person: Person) -> list[ReceivedOffer]:
        """The offers that wait for the person's answer, newest first."""
        async with self.database.read() as connection:
            rows = (await connection.execute(_received(person))).all()
        return [
            ReceivedOffer(
                id=row.id,
                match=row.match,
                game=row.game,
                title=msgspec.json.decode(row.terms, type=Terms).title,
                seat=row.seat,
                by=row.by_name,
                created=row.created,
                rematch_of=row.rematch_of,
                running=row.status in BEGUN,
            )
            for row in rows
            if self.matches.offers(row.game)
        ]

    async def accept(
        self, person: Person, offer: str, contribution: str | None = None, setup: str | None = None
    ) -> str:
        """Take the seat, or host the match, and return the match. Raises `Refused`, also if `setup`, which
        the person has seen, isn't played now: the offer then stays open, so that the person can accept it
        later, or decline."""
        row = await self._open_offer(person, offer)
        if row.seat is None:
            await self._accept_hosting(person, row)
        elif row.status in BEGUN:
            await self._accept_replacement(person, row)
        else:
            async with self.database.begin() as connection:
                await self.matches.lock_to_sit(connection, row.match, setup)
                await _check_is_open(connection, row)
                await self.matches.take(connection, row.match, person, row.seat, contribution)
            if row.rematch_of is not None:
                await self.starter.start_if_full(row.match)
            else:
                await self.starter.start_when_full(row.match)
            self.timetable.wake()
        self.sessions.forget(row.match)
        self.presence.notify(row.match)
        if row.rematch_of is not None:
            self.presence.notify(row.rematch_of)
        return str(row.match)

    async def decline(self, person: Person, offer: str, *, all_from_host: bool = False) -> None:
        """Decline the offer, or all open offers of the person who made it. Raises `Refused`."""
        row = await self._open_offer(person, offer)
        own = (offers.c.person == person.id) & IS_OPEN
        own &= offers.c.by == row.by if all_from_host else offers.c.id == offer
        async with self.database.begin() as connection:
            query = select(offers, matches.c.rematch_of).join(matches, matches.c.id == offers.c.match)
            rows = (await connection.execute(query.where(own))).all()
            await connection.execute(update(offers).where(own).values(declined=self.now()))
        for each in rows:
            self.notify("declined", each.match, each.by, each.id)
            self.presence.notify(each.match)
            if each.rematch_of is not None:
                self.presence.notify(each.rematch_of)

    async def _open_offer(self, person: Person, offer: str) -> Any:
        async with self.database.read() as connection:
            row = (await connection.execute(_received(person).where(offers.c.id == offer))).first()
        if row is None:
            raise _no_offer()
        return row

    async def _accept_hosting(self, person: Person, row: Any) -> None:
        async with self.database.begin() as connection:
            lock = select(matches.c.status).where(matches.c.id == row.match).with_for_update()
            status = (await connection.execute(lock)).scalar()
            await _check_is_open(connection, row)
            if status in BEGUN and row.proposal is None and await _plays(connection, row.match, row.by):
                raise Refused(
                    409,
                    "no-offer",
                    "the person who made this offer plays the match by now, and names no hosts while it runs",
                )
            await self.hosts.insert(connection, row.match, person)
            await connection.execute(delete(offers).where(offers.c.id == row.id))

    async def _accept_replacement(self, person: Person, row: Any) -> None:
        """Seat the person in a running match. The offer is deleted first, so that it is accepted once, and
        put back if the person can't sit."""
        async with self.database.begin() as connection:
            await _check_is_open(connection, row)
            await self.seating.lock_for(connection, row.match, row.seat, person, own=True)
            await connection.execute(delete(offers).where(offers.c.id == row.id))
        try:
            await self.seating.seat_person(row.match, row.seat, person, row.by, row.proposal)
        except Exception:
            names = [column.name for column in offers.columns]
            async with self.database.begin() as connection:
                await connection.execute(insert(offers).values({name: getattr(row, name) for name in names}))
            raise
        async with self.database.begin() as connection:
            await forget_offers(connection, row.match, person=person.id)


async def check_has_no_seat(connection: AsyncConnection, match: str, person: Person) -> None:
    """Raises `Refused` if the person sits at the match already."""
    sits = select(seats.c.seat).where(seats.c.match == match, seats.c.person == person.id)
    if (await connection.execute(sits)).first() is not None:
        raise Refused(409, "has-a-seat", "this person has a seat in the match already")


def _received(person: Person) -> Any:
    by = people.alias("by_people")
    return (
        select(
            offers,
            matches.c.game,
            matches.c.terms,
            matches.c.status,
            matches.c.rematch_of,
            by.c.name.label("by_name"),
        )
        .join(matches, matches.c.id == offers.c.match)
        .join(by, by.c.id == offers.c.by)
        .where(offers.c.person == person.id, IS_OPEN, matches.c.status.in_(NOT_OVER))
        .order_by(offers.c.created.desc())
    )


async def _check_is_open(connection: AsyncConnection, row: Any) -> None:
    query = select(offers.c.id).where(offers.c.id == row.id, IS_OPEN)
    if (await connection.execute(query)).first() is None:
        raise _no_offer()


async def _plays(connection: AsyncConnection, match: str, person: str) -> bool:
    """Whether the person has, or has had, a seat of the running match."""
    sits = select(seats.c.seat).where(seats.c.match == match, seats.c.person == person)
    played = select(insights.c.at).where(
        insights.c.match == match, insights.c.person == person, insights.c.seen == "played"
    )
    return any([(await connection.execute(query)).first() is not None for query in (sits, played)])


def _no_offer() -> Refused:
    return Refused(
        404,
        "no-offer",
        "this offer isn't open any more: it was answered or withdrawn, or the match is over; GET "
        "/api/me/offers lists those that are",
    )
