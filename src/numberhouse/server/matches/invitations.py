"""Invitations: links with which one person takes a seat of a match, whoever it is.

The secret of a link is shown once and stored as its digest alone. It travels in the bodies of requests, not
in their paths, so that no log of a proxy has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import InvitationInfo, MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import digest, new_secret, short_id
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.permissions import may
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import invitations, people

__all__ = ["Invitations", "NewInvitation"]

MOST: Final = 200
"""To one match, the used and the revoked ones included."""


class NewInvitation(msgspec.Struct, frozen=True):
    """A new invitation."""

    id: str
    secret: str
    """The secret end of the link; shown this once."""


class Invitations:
    """All of them."""

    def __init__(self, database: Database, matches: Matches, now: Callable[[], float]) -> None:
        self.database = database
        self.matches = matches
        self.now = now

    async def invite(self, match: str, seat: Seat | None) -> NewInvitation:
        """One person may take that seat, or any. Raises `Refused` for one too many."""
        secret = new_secret()
        row = {"digest": digest(secret), "match": match, "seat": seat, "created": self.now()}
        async with self.database.begin() as connection:
            query = select(func.count()).select_from(invitations).where(invitations.c.match == match)
            if ((await connection.execute(query)).scalar() or 0) >= MOST:
                raise Refused(409, "too-many", f"{MOST} invitations to this match; more aren't possible")
            await connection.execute(insert(invitations).values(row))
        return NewInvitation(short_id(digest(secret)), secret)

    async def listed(self, match: str) -> list[InvitationInfo]:
        """All invitations to the match, newest first."""
        joined = invitations.outerjoin(people, people.c.id == invitations.c.person)
        query = select(invitations, people.c.name).select_from(joined).where(invitations.c.match == match)
        async with self.database.read() as connection:
            rows = (await connection.execute(query.order_by(invitations.c.created.desc()))).all()
        return [
            InvitationInfo(short_id(row.digest), row.seat, row.created, row.revoked, row.used, row.name)
            for row in rows
        ]

    async def revoke(self, match: str, invitation: str | None = None) -> None:
        """Make the invitation worthless, or all to the match. Raises `Refused` where there is none that
        hasn't been used."""
        unused = invitations.c.used.is_(None) & invitations.c.revoked.is_(None)
        query = select(invitations.c.digest).where(invitations.c.match == match, unused)
        async with self.database.begin() as connection:
            found = [
                one
                for one in (await connection.execute(query)).scalars()
                if invitation in (None, short_id(one))
            ]
            if invitation is not None and not found:
                raise Refused(404, "no-invitation", "there is no unused invitation with this id")
            done = update(invitations).where(invitations.c.digest.in_(found), unused)
            await connection.execute(done.values(revoked=self.now()))

    async def info(self, secret: str, person: Person | None) -> MatchInfo:
        """The match that the invitation is to, as who holds it may see it. Raises `Refused`."""
        async with self.database.read() as connection:
            found = await self._found(connection, secret)
        return await self.matches.info(str(found.match), person, invited=True)

    async def accept(self, secret: str, person: Person) -> str:
        """Take the seat of the invitation; the match. Raises `Refused`."""
        info = await self.info(secret, person)
        if not may((*info.roles, "invited"), "join", info.status):
            raise Refused(
                409, "begun", f"the match is {info.status}; seats are taken before the start", was=info.status
            )
        async with self.database.begin() as connection:
            await self.matches.waiting(connection, info.id)
            found = await self._found(connection, secret)
            await self.matches.take(connection, info.id, person, found.seat)
            mine = (invitations.c.digest == digest(secret)) & invitations.c.used.is_(None)
            used = update(invitations).where(mine).values(used=self.now(), person=person.id)
            await connection.execute(used)
        return info.id

    async def _found(self, connection: AsyncConnection, secret: str) -> Any:
        query = select(invitations).where(invitations.c.digest == digest(secret))
        found = (await connection.execute(query)).first()
        if found is None or found.revoked is not None or found.used is not None:
            raise Refused(
                404, "no-invitation", "this invitation isn't good any more; ask the host for another"
            )
        return found
