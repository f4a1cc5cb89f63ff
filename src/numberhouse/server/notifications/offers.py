"""Notifications of offers (a seat, hosting, a rematch) and of proposals, which ask for an answer; and of a
host's offer that was declined."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.server.play.proposals import asked_seats, is_open
from numberhouse.server.play.sessions.session import Proposal, Session
from numberhouse.server.storage.schema import matches, offers, people

__all__ = ["NO_SEAT", "PROPOSAL", "OfferPhrase", "asks_for_answer", "current_offer", "current_proposal"]

NO_SEAT: Final = -1
"""The seat of a notification to a person who has none at the match."""

PROPOSAL: Final = "proposal"
"""The first word of the subject of a notification of a proposal; its number follows."""

OfferPhrase: TypeAlias = Literal["offer-seat", "offer-host", "offer-rematch", "declined", "proposal"]


async def current_offer(connection: AsyncConnection, row: Any) -> tuple[OfferPhrase, str] | None:
    """The phrase for the notification of this row, and the name of the other person; None if the offer has
    been answered or withdrawn since, or if the row is of something else."""
    news, _, offer = row.subject.partition(" ")
    other = offers.c.by if news == "offer" else offers.c.person
    own = offers.c.person if news == "offer" else offers.c.by
    query = (
        select(offers.c.seat, offers.c.declined, matches.c.rematch_of, people.c.name)
        .join(matches, matches.c.id == offers.c.match)
        .join(people, people.c.id == other)
        .where(offers.c.id == offer, own == row.person)
    )
    found = (await connection.execute(query)).first()
    if found is None or (found.declined is not None) != (news == "declined"):
        return None
    if news == "declined":
        return "declined", found.name
    if found.seat is None:
        return "offer-host", found.name
    return ("offer-seat" if found.rematch_of is None else "offer-rematch"), found.name


def asks_for_answer(session: Session, proposal: Proposal) -> list[Seat]:
    """The seats whose answer an open proposal waits for."""
    if not is_open(session, proposal):
        return []
    return [seat for seat in asked_seats(session, proposal) if seat not in proposal.answers]


def current_proposal(session: Session, subject: str, seat: Seat) -> tuple[OfferPhrase, str] | None:
    """The phrase for the notification of a proposal, and the proposer's name; None if it doesn't wait for the
    seat's answer any more."""
    number = int(subject.partition(" ")[2])
    if not 1 <= number <= len(session.proposals):
        return None
    proposal = session.proposals[number - 1]
    if proposal.by is None or seat not in asks_for_answer(session, proposal):
        return None
    return "proposal", session.occupants[proposal.by].name
