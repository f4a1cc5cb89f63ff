"""The hosts of matches."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.access.welcome import check_welcome
from numberhouse.server.matches.lists.lists import created_of
from numberhouse.server.matches.match_info import hosts_of
from numberhouse.server.matches.offer_rows import IS_OPEN
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import hosts, offers

__all__ = ["Hosts"]

MOST: Final = 20
"""Hosts of one match."""


class Hosts:
    """The hosts of all matches. A match has at least one: at first the person who drafted it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def has_room(self, connection: AsyncConnection, match: str, person: Person) -> bool:
        """Whether the person may become a host; False for one who is. Raises `Refused` if the match has too
        many."""
        names_by_id = (await connection.run_sync(hosts_of, [match])).get(match, {})
        if person.id in names_by_id:
            return False
        if len(names_by_id) >= MOST:
            raise Refused(409, "too-many", f"{MOST} hosts; more aren't possible")
        return True

    async def insert(self, connection: AsyncConnection, match: str, person: Person) -> None:
        """Make a person who has agreed a host. Raises `Refused` if the match has too many."""
        if await self.has_room(connection, match, person):
            await check_welcome(connection, match, person.id, person.name, own=True)
            values = {"match": match, "person": person.id, "created": created_of(match)}
            await connection.execute(insert(hosts).values(values))

    async def remove(self, match: str, name: str) -> None:
        """Remove the host with that name, and the host's open offers. Raises `Refused` for an unknown name,
        and for the last host."""
        async with self.database.begin() as connection:
            names_by_id = (await connection.run_sync(hosts_of, [match])).get(match, {})
            ids = [person for person, host_name in names_by_id.items() if host_name == name]
            if not ids:
                raise Refused(
                    404, "no-host", f"no host has this name; there are: {', '.join(names_by_id.values())}"
                )
            if len(names_by_id) == 1:
                raise Refused(409, "last-host", "a match has a host; name another one first")
            made = (offers.c.match == match) & (offers.c.by == ids[0]) & IS_OPEN
            await connection.execute(delete(offers).where(made))
            host = (hosts.c.match == match) & (hosts.c.person == ids[0])
            await connection.execute(delete(hosts).where(host))
