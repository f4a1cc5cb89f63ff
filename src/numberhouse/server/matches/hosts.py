"""Who hosts a match."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert

from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.match_info import hosts_of
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import hosts

__all__ = ["Hosts"]

MOST: Final = 20
"""Of one match."""


class Hosts:
    """Of all matches. A match has at least one: whoever drafted it, to begin with."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, match: str, person: Person) -> None:
        """One more. Raises `Refused` for one too many."""
        async with self.database.begin() as connection:
            their = (await connection.run_sync(hosts_of, [match])).get(match, {})
            if person.id in their:
                return
            if len(their) >= MOST:
                raise Refused(409, "too-many", f"{MOST} hosts; more aren't possible")
            await connection.execute(insert(hosts).values(match=match, person=person.id))

    async def remove(self, match: str, name: str) -> None:
        """The host of that name is none any longer. Raises `Refused` for the last one."""
        async with self.database.begin() as connection:
            their = (await connection.run_sync(hosts_of, [match])).get(match, {})
            found = [person for person, display_names in their.items() if display_names == name]
            if not found:
                raise Refused(
                    404, "no-host", f"no host has this name; there are: {', '.join(their.values())}"
                )
            if len(their) == 1:
                raise Refused(409, "last-host", "a match has a host; name another one first")
            gone = (hosts.c.match == match) & (hosts.c.person == found[0])
            await connection.execute(delete(hosts).where(gone))
