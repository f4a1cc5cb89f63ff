"""Changes of players after the start of a match: a person who has agreed, or a bot, takes over a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Replacement
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import People, digest
from numberhouse.server.base.refusals import Refused, choice_of
from numberhouse.server.matches.access.insights import check_may_sit, store_played
from numberhouse.server.matches.access.welcome import check_welcome
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.offer_rows import forget_offers
from numberhouse.server.matches.seats.invitations import allows_take_over
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal_entry import Seated
from numberhouse.server.storage.schema import hosts, invitations, matches, seats
from numberhouse.words import seat_number

__all__ = ["Seating"]


@dataclass(frozen=True)
class Seating:
    """Gives seats of a match to others after its start."""

    database: Database
    people: People
    matches: Matches
    sessions: Sessions
    presence: Presence
    now: Callable[[], float]

    async def seat_bot(
        self, match: str, seat: Seat, bot: str, key: str | None, by: str, proposal: int | None = None
    ) -> None:
        """Give the seat of a running match to a bot. Raises `Refused`."""
        await self._seat(match, seat, None, bot, key, by, proposal)

    async def check_replacement(self, info: MatchInfo, replacement: Replacement) -> Person | None:
        """The member whom the replacement names; None for a bot. Raises `Refused`."""
        if (replacement.member is None) == (replacement.bot is None):
            raise Refused(400, "replacement", "name either a member or a bot")
        if replacement.bot is not None:
            self.matches.check_bot(info.game, replacement.bot)
        return None if replacement.member is None else await self.people.member(replacement.member)

    async def seat_person(
        self, match: str, seat: Seat, person: Person, by: str, proposal: int | None
    ) -> None:
        """Seat a person who has accepted the offer of a seat of a running match. Raises `Refused`."""
        await self._seat(match, seat, person, None, None, by, proposal)

    async def take_over(self, secret: str, person: Person) -> str | None:
        """Give a seat of a running match to the person who holds an invitation from after the start.

        Returns the match, or None for any other invitation. Raises `Refused`."""
        query = (
            select(invitations, matches.c.status, matches.c.started)
            .join(matches, matches.c.id == invitations.c.match)
            .where(invitations.c.digest == digest(secret))
        )
        async with self.database.read() as connection:
            invitation = (await connection.execute(query)).first()
        if invitation is None or not allows_take_over(invitation):
            return None
        match = str(invitation.match)
        await self._prepare_seat(match, int(invitation.seat), person)
        unused = (invitations.c.digest == digest(secret)) & invitations.c.used.is_(None)
        unused &= invitations.c.revoked.is_(None)
        async with self.database.begin() as connection:
            redemption = update(invitations).where(unused).values(used=self.now(), person=person.id)
            if not (await connection.execute(redemption)).rowcount:
                raise Refused(404, "no-invitation", "this invitation isn't good any more; ask for another")
        try:
            await self._seat(match, int(invitation.seat), person, None, None)
        except Exception:
            async with self.database.begin() as connection:
                reset = update(invitations).where(invitations.c.digest == digest(secret))
                await connection.execute(reset.values(used=None, person=None))
            raise
        self.presence.notify(match)
        return match

    async def _seat(
        self,
        match: str,
        seat: Seat,
        person: Person | None,
        bot: str | None,
        key: str | None,
        by: str | None = None,
        proposal: int | None = None,
    ) -> None:
        name, person_id = (person.name, person.id) if person else (bot or "", None)
        body = Seated(name, bot, person_id, by=by, proposal=proposal)
        await self._prepare_seat(match, seat, person)
        async with self.sessions.at(match) as session:
            if session.over:
                raise Refused(
                    409, "wrong-status", f"the match is {session.status}; nobody sits down any more"
                )
            if not 0 <= seat < session.row.seats:
                raise Refused(
                    404, "no-seat", f"there is no seat {seat_number(seat)}; {choice_of(1, session.row.seats)}"
                )
            await self.sessions.enter(session, seat, body, key=key)
        async with self.database.begin() as connection:
            await forget_offers(connection, match, seat=seat)

    async def _prepare_seat(self, match: str, seat: Seat, person: Person | None) -> None:
        """Store what the old player and the new one know through the seat, before it changes hands. Raises
        `Refused` for a new player who can't take it."""
        old_player = select(seats.c.person).where(seats.c.match == match, seats.c.seat == seat)
        row = select(matches.c.id).where(matches.c.id == match).with_for_update()
        async with self.database.begin() as connection:
            await connection.execute(row)
            old = (await connection.execute(old_player)).scalar()
            if old is not None:
                await store_played(connection, match, old, seat, self.now())
            if person is None or person.id == old:
                return
            await self.lock_for(connection, match, seat, person, own=True)
            await store_played(connection, match, person.id, seat, self.now())

    async def lock_for(
        self, connection: AsyncConnection, match: str, seat: Seat, person: Person, *, own: bool = False
    ) -> bool:
        """Lock the row of a running match for a change of this seat's player; True if the person has the
        seat. `own` says that the person asks for it. Raises `Refused` for a new player who has seen more, and
        for a host who doesn't play: such a host sees everything at any time."""
        row = (
            await connection.execute(select(matches.c.status).where(matches.c.id == match).with_for_update())
        ).scalar()
        if row not in ("running", "paused"):
            raise Refused(409, "wrong-status", f"the match is {row}; nobody sits down any more")
        sits = select(seats.c.seat).where(seats.c.match == match, seats.c.person == person.id)
        own_seat = (await connection.execute(sits)).scalar()
        if own_seat is not None:
            if own_seat == seat:
                return True
            raise Refused(409, "has-a-seat", "this person has a seat in the match already")
        await check_may_sit(connection, match, person.id, seat, None if own else person.name)
        await check_welcome(connection, match, person.id, person.name, own=own)
        is_host = select(hosts.c.person).where(hosts.c.match == match, hosts.c.person == person.id)
        if (await connection.execute(is_host)).first() is not None:
            raise Refused(
                409,
                "knows-secrets",
                "a host who doesn't play sees everything, so this host can't take a seat",
                seen="everything",
                reason="hosting",
            )
        return False
