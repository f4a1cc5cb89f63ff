"""How the rematch of a finished match stands, for its players: who has asked, accepted or declined."""

from __future__ import annotations

from sqlalchemy import select

from numberhouse.protocol.play import RematchAnswer, RematchState
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import matches, offers, people, seats

__all__ = ["rematch_state"]


async def rematch_state(database: Database, match: str, person: str | None) -> RematchState | None:
    """The newest rematch of the match, as this person sees it; None where nobody has asked for one."""
    query = select(matches.c.id, matches.c.status).where(matches.c.rematch_of == match)
    async with database.read() as connection:
        row = (await connection.execute(query.order_by(matches.c.created.desc()).limit(1))).first()
        if row is None:
            return None
        seated = select(seats.c.seat, seats.c.person, seats.c.bot, people.c.name)
        seated = seated.outerjoin(people, people.c.id == seats.c.person).where(seats.c.match == row.id)
        chairs = (await connection.execute(seated.order_by(seats.c.seat))).all()
        offered = select(offers.c.id, offers.c.seat, offers.c.person, offers.c.declined, people.c.name)
        offered = offered.join(people, people.c.id == offers.c.person).where(offers.c.match == row.id)
        asked = (await connection.execute(offered)).all()
    by_seat = {offer.seat: offer for offer in asked}
    answers, own, answered = [], None, False
    for chair in chairs:
        offer = by_seat.get(chair.seat)
        if chair.bot is not None:
            continue
        if chair.person is not None:
            answers.append(RematchAnswer(chair.name or "", "accepted"))
            answered |= chair.person == person
        elif offer is not None:
            answers.append(RematchAnswer(offer.name, "offered" if offer.declined is None else "declined"))
            if offer.person == person and offer.declined is None:
                own = offer.id
    return RematchState(row.id, row.status, tuple(answers), own, accepted=answered)
