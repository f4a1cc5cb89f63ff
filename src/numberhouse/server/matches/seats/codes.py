"""Codes: six letters that people read out to each other, in place of a link to a match that hasn't begun.

A code of a public or unlisted match leads to the match, as its link does. A code of a private match makes an
invitation for the person who types it, and only while a host shows the code: it ends a few minutes after the
host's page has last asked for it. Every code ends when the match begins, and with a code that is withdrawn
end the invitations that it gave. A code that has ended is never given to the match again, so that somebody
who noted it down is not let in later.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from numberhouse.protocol.matches import FoundMatch, MatchCode
from numberhouse.protocol.terms import Terms
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.seats.invitations import Invitations
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import codes, matches

__all__ = ["LETTERS", "Codes", "tidy_code"]

LETTERS: Final = "BCDFGHJKMNPRSTVWXYZ"
"""No two of them look alike, even in capitals, and without vowels they spell no word."""

LENGTH: Final = 6
"""Letters of a code: 47 million codes."""

PRIVATE_SECONDS: Final = 600.0
"""How long a private match's code holds after a host has last asked for it."""

CYRILLIC: Final = str.maketrans("ВСНКМРТХУ", "BCHKMPTXY")
"""Cyrillic letters that look like letters of codes, for people whose keyboard is set to Russian."""

ATTEMPTS: Final = 5
"""Codes drawn before giving up: a code in use is drawn once in a million times."""


def tidy_code(text: str) -> str:
    """The code that a person has typed: small letters, spaces and hyphens count as nothing.

    >>> tidy_code(" bcd-fgh ")
    'BCDFGH'
    """
    return "".join(letter for letter in text.upper().translate(CYRILLIC) if letter not in " -")


class Codes:
    """The codes of all matches."""

    def __init__(self, database: Database, invitations: Invitations, now: Callable[[], float]) -> None:
        self.database = database
        self.invitations = invitations
        self.now = now

    async def show(self, match: str) -> MatchCode:
        """The code of the match: the one that it has, or a new one. Raises `Refused` for a match that doesn't
        take players now."""
        for _ in range(ATTEMPTS):
            try:
                return await self._show(match)
            except IntegrityError:  # another match, or another host of this one, has just got this code
                continue
        raise Refused(503, "busy", "no code could be made; ask again")

    async def hide(self, match: str) -> None:
        """End the code of the match, if it has one, and the unused invitations that its codes gave."""
        async with self.database.begin() as connection:
            await self.invitations.end_those_of_code(connection, match)
            await connection.execute(delete(codes).where(codes.c.match == match))

    async def find(self, text: str) -> FoundMatch:
        """The match with the code that a person has typed. Raises `Refused` if there is none, or none any
        more: both look the same."""
        joined = codes.join(matches, matches.c.id == codes.c.match)
        query = select(codes.c.match, codes.c.until, matches.c.terms).select_from(joined)
        query = query.where(codes.c.code == tidy_code(text), matches.c.status == "open")
        async with self.database.read() as connection:
            row = (await connection.execute(query)).first()
        private = row is not None and _is_private(row.terms)
        # A code without an end was asked for while the match wasn't private.
        if row is None or not self._holds(row.until) or (private and row.until is None):
            raise Refused(
                404,
                "no-code",
                "no match has this code, or not any more: a code ends when the match begins; ask the host",
            )
        if not private:
            return FoundMatch(match=row.match)
        return FoundMatch(invitation=await self.invitations.invite_by_code(row.match))

    async def _show(self, match: str) -> MatchCode:
        now = self.now()
        async with self.database.begin() as connection:
            query = select(matches.c.status, matches.c.terms).where(matches.c.id == match).with_for_update()
            row = (await connection.execute(query)).first()
            if row is None or row.status != "open":
                was = None if row is None else row.status
                raise Refused(409, "not-open", "only a match that takes players has a code", was=was)
            begun = select(matches.c.id).where(matches.c.status.not_in(("draft", "open")))
            await connection.execute(delete(codes).where(codes.c.match.in_(begun)))
            until = now + PRIVATE_SECONDS if _is_private(row.terms) else None
            own = codes.c.match == match
            old = (await connection.execute(select(codes.c.code, codes.c.until).where(own))).first()
            if old is not None and self._holds(old.until):
                await connection.execute(update(codes).where(own).values(until=until))
                return MatchCode(old.code, until)
            await connection.execute(delete(codes).where(own))
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            await connection.execute(insert(codes).values(match=match, code=code, created=now, until=until))
            return MatchCode(code, until)

    def _holds(self, until: float | None) -> bool:
        return until is None or self.now() < until


def _is_private(terms: str) -> bool:
    return msgspec.json.decode(terms, type=Terms).visibility == "private"
