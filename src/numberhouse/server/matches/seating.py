"""Who sits at a match after its start: another person or a bot takes a seat over, by the host's word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Replacement
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import People, digest
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal_entry import Seated
from numberhouse.server.storage.schema import hosts, invitations, matches

__all__ = ["Seating"]


@dataclass(frozen=True)
class Seating:
    """Gives seats of a match to others after its start."""

    database: Database
    people: People
    matches: Matches
    sessions: Sessions
    presence: Presence
    notify_seated: Callable[[str, Seat, str], None]
    now: Callable[[], float]

    async def replace(
        self, info: MatchInfo, seat: Seat, wanted: Replacement, key: str | None, by: Person
    ) -> None:
        """Somebody else sits there from now on, and has all that the seat has and knows. Raises `Refused`."""
        if (wanted.member is None) == (wanted.bot is None):
            raise Refused(400, "replacement", "name either a member or a bot")
        person = None
        if wanted.member is not None:
            person = await self.people.member(wanted.member)
            await self._check_unknowing(info.id, person)
        if wanted.bot is not None:
            self.matches.check_bot(info.game, wanted.bot)
        if info.status in ("draft", "open"):
            await self.matches.set_seat(info.id, seat, person=person, bot=wanted.bot)
            self.sessions.forget(info.id)
            if person is not None:
                self.notify_seated(info.id, seat, person.id)
        else:
            await self._seat(info.id, seat, person, wanted.bot, key, by)
        self.presence.notify(info.id)

    async def take_over(self, secret: str, person: Person) -> str | None:
        """Give a running match's seat to the person who holds an invitation made after the start.

        Returns the match; None for every other invitation. Raises `Refused`."""
        query = (
            select(invitations, matches.c.status, matches.c.started)
            .join(matches, matches.c.id == invitations.c.match)
            .where(invitations.c.digest == digest(secret))
        )
        async with self.database.read() as connection:
            found = (await connection.execute(query)).first()
        if found is None or not _for_taking_over(found):
            return None
        match = str(found.match)
        await self._check_unknowing(match, person)
        mine = (invitations.c.digest == digest(secret)) & invitations.c.used.is_(None)
        mine &= invitations.c.revoked.is_(None)
        async with self.database.begin() as connection:
            used = update(invitations).where(mine).values(used=self.now(), person=person.id)
            if not (await connection.execute(used)).rowcount:
                raise Refused(404, "no-invitation", "this invitation isn't good any more; ask for another")
        try:
            await self._seat(match, int(found.seat), person, None, None)
        except Exception:
            async with self.database.begin() as connection:
                again = update(invitations).where(invitations.c.digest == digest(secret))
                await connection.execute(again.values(used=None, person=None))
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
        by: Person | None = None,
    ) -> None:
        name, sits = (person.name, person.id) if person else (bot or "", None)
        body = Seated(name, bot, sits, by=by.id if by else None)
        async with self.sessions.at(match) as session:
            if session.over:
                raise Refused(409, "status", f"the match is {session.status}; nobody sits down any more")
            if not 0 <= seat < session.row.seats:
                raise Refused(
                    404, "no-seat", f"there is no seat {seat}; there are 0 to {session.row.seats - 1}"
                )
            await self.sessions.enter(session, seat, body, key=key)

    async def _check_unknowing(self, match: str, person: Person) -> None:
        """Raises `Refused` for a host who doesn't play: such a host may have seen every secret."""
        query = select(hosts.c.person).where(hosts.c.match == match, hosts.c.person == person.id)
        began = select(matches.c.started).where(matches.c.id == match)
        async with self.database.read() as connection:
            host = (await connection.execute(query)).first()
            running = (await connection.execute(began)).scalar() is not None
        seated = {chair.person for chair in await self.matches.chairs(match)}
        if host is not None and running and person.id not in seated:
            raise Refused(
                409,
                "knows-secrets",
                "a host who doesn't play sees everything, and so can't sit down any more",
            )


# Below


def _for_taking_over(found: Any) -> bool:
    """An invitation from before the start is for whoever was to play; it takes nobody's seat away now."""
    return (
        found.status in ("running", "paused")
        and found.seat is not None
        and found.started is not None
        and found.created > found.started
        and found.used is None
        and found.revoked is None
    )
