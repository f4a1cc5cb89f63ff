"""Changes of players after the start of a match: by the host's decision another person or a bot takes over a
seat."""

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
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
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
        self, info: MatchInfo, seat: Seat, replacement: Replacement, key: str | None, by: Person
    ) -> None:
        """Give the seat to another player, with everything that the seat has and knows. Raises `Refused`."""
        if (replacement.member is None) == (replacement.bot is None):
            raise Refused(400, "replacement", "name either a member or a bot")
        person = None
        if replacement.member is not None:
            person = await self.people.member(replacement.member)
            await self._check_knows_no_secrets(info.id, person)
        if replacement.bot is not None:
            self.matches.check_bot(info.game, replacement.bot)
        if info.status in ("draft", "open"):
            await self.matches.set_seat(info.id, seat, person=person, bot=replacement.bot)
            self.sessions.forget(info.id)
            if person is not None:
                self.notify_seated(info.id, seat, person.id)
        else:
            await self._seat(info.id, seat, person, replacement.bot, key, by)
        self.presence.notify(info.id)

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
        if invitation is None or not _allows_take_over(invitation):
            return None
        match = str(invitation.match)
        await self._check_knows_no_secrets(match, person)
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
        by: Person | None = None,
    ) -> None:
        name, person_id = (person.name, person.id) if person else (bot or "", None)
        body = Seated(name, bot, person_id, by=by.id if by else None)
        async with self.sessions.at(match) as session:
            if session.over:
                raise Refused(
                    409, "wrong-status", f"the match is {session.status}; nobody sits down any more"
                )
            if not 0 <= seat < session.row.seats:
                raise Refused(
                    404, "no-seat", f"there is no seat {seat}; there are 0 to {session.row.seats - 1}"
                )
            await self.sessions.enter(session, seat, body, key=key)

    async def _check_knows_no_secrets(self, match: str, person: Person) -> None:
        """Raises `Refused` for a host of a begun match who doesn't play: such a host may have seen every
        secret."""
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
                "a host who doesn't play sees everything, so this host can't take a seat",
            )


def _allows_take_over(invitation: Any) -> bool:
    """Whether an invitation allows taking over a seat. One from before the start doesn't: it was for joining,
    and must take nobody's seat away."""
    return (
        invitation.status in ("running", "paused")
        and invitation.seat is not None
        and invitation.started is not None
        and invitation.created > invitation.started
        and invitation.used is None
        and invitation.revoked is None
    )
