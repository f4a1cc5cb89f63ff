"""A new name of a person: it replaces the old one in every place at once, in the database and on open pages.

Frozen on purpose are files that were downloaded before, announcements, and the names in reports, which the
operators judge as they were. A person's own change and an operator's share this path.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.people import Person
from numberhouse.server.accounts.names import (
    check_free,
    check_tables_of,
    look_columns,
    name_taken,
    new_name,
    store_name,
    tables_of,
)
from numberhouse.server.accounts.people import name_key, with_key
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import messages, people, seats

__all__ = ["Renaming"]


@dataclass(frozen=True)
class Renaming:
    """Renames people."""

    database: Database
    sessions: Sessions
    presence: Presence
    notify_chat: Callable[[str], None]
    """Called with every match whose viewers are shown messages anew."""

    async def rename(self, person: Person, name: str) -> Person:
        """Give the person another name. A member signs in by the new one, and the old one is free.
        Raises `Refused` for a name that is taken or invalid, and for a member whom an operator has renamed:
        else a banned name would come back by the same road."""
        renamed = msgspec.structs.replace(person, name=with_key(new_name(name)))
        values: dict[str, Any] = {"name": renamed.name}
        if person.kind == "member":
            values |= {"name_key": name_key(renamed.name), **look_columns(renamed.name)}
        own_row = people.c.id == person.id
        try:
            async with self.database.begin() as connection:
                query = select(people.c.former_key).where(own_row).with_for_update()
                if (await connection.execute(query)).scalar() is not None:
                    raise Refused(
                        409,
                        "renamed-by-operator",
                        "an operator has given you this name; ask the operators for another one",
                    )
                await check_free(connection, renamed.name, person.id)
                await check_tables_of(connection, person.id, renamed.name)
                await connection.execute(update(people).where(own_row).values(**values))
                await store_name(connection, person.id, renamed.name)
        except IntegrityError as error:
            raise name_taken(renamed.name) from error
        await self.show(person.id, renamed.name)
        return renamed

    async def show(self, person: str, name: str) -> None:
        """Show the stored name on all open pages."""
        renamed = set(self.sessions.rename_person(person, name))
        async with self.database.read() as connection:
            shown = await _matches_with_name(connection, person)
        self.presence.recheck_person(person)
        for match in renamed | shown:
            if self.presence.subscriptions(match):
                self.notify_chat(match)


async def _matches_with_name(connection: AsyncConnection, person: str) -> set[str]:
    """The matches that show the person's name."""
    seated = select(seats.c.match).where(seats.c.person == person)
    written = select(messages.c.match).where(messages.c.person == person)
    query = seated.union(written, tables_of(person))
    return set((await connection.execute(query)).scalars())
