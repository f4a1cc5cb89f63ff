"""Contributions to the seed of a match: random bytes of each player's client, taken until the start.

A seat's player alone sets its contribution, and nobody sees it before the start. `numberhouse.seeding` says
how the seed is made of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import update

from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import seats

__all__ = ["Contributions"]


@dataclass(frozen=True)
class Contributions:
    """The contributions to the seeds of all matches that haven't begun."""

    database: Database
    matches: Matches

    async def set(self, match: str, person: Person, contribution: str) -> None:
        """Store the contribution of the person's seat, in place of an earlier one. Raises `Refused` once the
        match has begun, and for a match without a commitment."""
        async with self.database.begin() as connection:
            row = await self.matches.lock_before_start(connection, match)
            if row.secret is None:
                raise Refused(
                    409,
                    "no-commitment",
                    "this match was drafted before seeds were made of contributions, and keeps its seed; "
                    "matches drafted from now on take contributions",
                )
            own_seat = (seats.c.match == match) & (seats.c.person == person.id)
            change = update(seats).where(own_seat).values(contribution=contribution)
            if not (await connection.execute(change)).rowcount:
                raise Refused(409, "no-seat", "you have no seat in this match; take one first")
