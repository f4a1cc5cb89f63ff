"""Invitations: links with which any one person can take a seat of a match.

The secret of a link is shown once, and only its digest is stored. It travels in the bodies of requests, not
in their paths, so that no log of a proxy contains it. An invitation that a code gave ends soon, and with the
code: otherwise a person who types the code once could come in whenever the code is long withdrawn.
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
from numberhouse.server.matches.access.permissions import may
from numberhouse.server.matches.matches import Matches
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import invitations, matches, people

__all__ = ["Invitations", "NewInvitation", "allows_take_over"]

MOST: Final = 200
"""Invitations to one match, including used and revoked ones."""

BY_CODE_SECONDS: Final = 600.0
"""How long an invitation that a code gave is good: a person reads the page, and says a name."""


class NewInvitation(msgspec.Struct, frozen=True):
    """A new invitation."""

    id: str
    secret: str
    """The secret end of the link; shown this once."""


class Invitations:
    """The invitations to all matches."""

    def __init__(self, database: Database, matches: Matches, now: Callable[[], float]) -> None:
        self.database = database
        self.matches = matches
        self.now = now

    async def invite(self, match: str, seat: Seat | None) -> NewInvitation:
        """Make an invitation to that seat, or to any free one. Raises `Refused` if the match has too many."""
        secret = new_secret()
        await self.add(match, seat, digest(secret))
        return NewInvitation(short_id(digest(secret)), secret)

    async def invite_by_code(self, match: str) -> str:
        """Make an invitation to any free seat for the person who has typed the code of the match, and return
        its secret. Raises `Refused` if the match has too many."""
        secret = new_secret()
        await self.add(match, None, digest(secret), by_code=True)
        return secret

    async def add(self, match: str, seat: Seat | None, secret_digest: str, *, by_code: bool = False) -> None:
        """Store an invitation whose secret has this digest. Raises `Refused` if the match has too many."""
        row = {
            "digest": secret_digest,
            "match": match,
            "seat": seat,
            "created": self.now(),
            "by_code": by_code,
        }
        async with self.database.begin() as connection:
            query = select(func.count()).select_from(invitations).where(invitations.c.match == match)
            if ((await connection.execute(query)).scalar() or 0) >= MOST:
                raise Refused(409, "too-many", f"{MOST} invitations to this match; more aren't possible")
            await connection.execute(insert(invitations).values(row))

    async def list_all(self, match: str) -> list[InvitationInfo]:
        """All invitations to the match, newest first."""
        with_names = invitations.outerjoin(people, people.c.id == invitations.c.person)
        query = select(invitations, people.c.name).select_from(with_names).where(invitations.c.match == match)
        async with self.database.read() as connection:
            rows = (await connection.execute(query.order_by(invitations.c.created.desc()))).all()
        return [
            InvitationInfo(short_id(row.digest), row.seat, row.created, row.revoked, row.used, row.name)
            for row in rows
        ]

    async def revoke(self, match: str, invitation: str | None = None) -> None:
        """Revoke an unused invitation, or all to the match. Raises `Refused` if there is no such unused
        invitation."""
        unused = invitations.c.used.is_(None) & invitations.c.revoked.is_(None)
        query = select(invitations.c.digest).where(invitations.c.match == match, unused)
        async with self.database.begin() as connection:
            digests = [
                each
                for each in (await connection.execute(query)).scalars()
                if invitation in (None, short_id(each))
            ]
            if invitation is not None and not digests:
                raise Refused(404, "no-invitation", "there is no unused invitation with this id")
            revocation = update(invitations).where(invitations.c.digest.in_(digests), unused)
            await connection.execute(revocation.values(revoked=self.now()))

    async def end_those_of_code(self, connection: AsyncConnection, match: str) -> None:
        """Revoke the unused invitations to the match that its code gave, in the caller's transaction."""
        given = (invitations.c.match == match) & invitations.c.by_code
        unused = invitations.c.used.is_(None) & invitations.c.revoked.is_(None)
        await connection.execute(update(invitations).where(given, unused).values(revoked=self.now()))

    async def info(self, secret: str, person: Person | None) -> MatchInfo:
        """The match of an invitation, as its holder may see it. Raises `Refused`."""
        async with self.database.read() as connection:
            invitation = await self._valid_invitation(connection, secret)
        info = await self.matches.info(str(invitation.match), person, invited=True)
        takes_over = int(invitation.seat) if allows_take_over(invitation) else None
        return msgspec.structs.replace(info, takes_over=takes_over)

    async def accept(self, secret: str, person: Person, contribution: str | None = None) -> str:
        """Take the seat of an invitation, with a contribution to the seed, and return the match. Raises
        `Refused`."""
        info = await self.info(secret, person)
        if not may((*info.roles, "invited"), "join", info.status):
            raise Refused(
                409,
                "already-started",
                f"the match is {info.status}; seats are taken before the start",
                was=info.status,
            )
        async with self.database.begin() as connection:
            await self.matches.lock_before_start(connection, info.id)
            invitation = await self._valid_invitation(connection, secret)
            await self.matches.take(connection, info.id, person, invitation.seat, contribution)
            unused = (invitations.c.digest == digest(secret)) & invitations.c.used.is_(None)
            redemption = update(invitations).where(unused).values(used=self.now(), person=person.id)
            await connection.execute(redemption)
        return info.id

    async def _valid_invitation(self, connection: AsyncConnection, secret: str) -> Any:
        joined = invitations.join(matches, matches.c.id == invitations.c.match)
        query = select(invitations, matches.c.status, matches.c.started).select_from(joined)
        query = query.where(invitations.c.digest == digest(secret))
        invitation = (await connection.execute(query)).first()
        if invitation is None or invitation.revoked is not None or invitation.used is not None:
            raise Refused(
                404, "no-invitation", "this invitation isn't good any more; ask the host for another"
            )
        if invitation.by_code and (
            invitation.status != "open" or self.now() >= invitation.created + BY_CODE_SECONDS
        ):
            raise Refused(
                404,
                "code-ended",
                "the code that led here has ended; type it again while the host shows it, or ask for another",
            )
        return invitation


def allows_take_over(invitation: Any) -> bool:
    """Whether an invitation, with the status and the start of its match, allows taking over a seat. One from
    before the start doesn't: it was for joining, and must take nobody's seat away."""
    return (
        invitation.status in ("running", "paused")
        and invitation.seat is not None
        and invitation.started is not None
        and invitation.created > invitation.started
        and invitation.used is None
        and invitation.revoked is None
    )
