"""Closing an account: the person's data is erased everywhere, and the matches stay as they were played.

Seats of matches that haven't begun become free, and the seats of running ones resign. Records and rooms show
an empty name in the place of the person's. A match that hasn't begun and has no other host is deleted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import IllegalAction
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import People
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Occupant
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal_entry import Body, Resign, Seated
from numberhouse.server.storage.schema import (
    attempts,
    delivery_statuses,
    hosts,
    journal_entries,
    matches,
    messages,
    notifications,
    people,
    seats,
    sign_ins,
    tokens,
)

__all__ = ["AccountDeletion"]

NOT_BEGUN = ("draft", "open")
UNDER_WAY = ("running", "paused")


@dataclass(frozen=True)
class AccountDeletion:
    """Erases a person: logins, tokens, hosting, seats, and the name wherever it is stored."""

    database: Database
    people: People
    sessions: Sessions
    presence: Presence
    leave_seat: Callable[[str, Person], Awaitable[None]]

    async def delete(self, person: Person) -> None:
        """Erase the person. Raises `JournalFailed`; the caller must then try again."""
        await self.people.end_all_logins(person)
        self.presence.recheck_person(person.id)
        await self._give_up_hosting(person)
        await self._give_up_seats(person)
        entries = await self._seating_entries(person)
        async with self.database.begin() as connection:
            await _forget(connection, person, entries)
        for match, session in list(self.sessions.in_memory().items()):
            for seat, occupant in enumerate(session.occupants):
                if occupant.person == person.id:
                    session.occupants[seat] = Occupant("")
                    self.presence.notify(match)

    async def _give_up_hosting(self, person: Person) -> None:
        with_one_host = select(hosts.c.match).group_by(hosts.c.match).having(func.count() == 1)
        query = (
            select(hosts.c.match)
            .join(matches, matches.c.id == hosts.c.match)
            .where(
                hosts.c.person == person.id, hosts.c.match.in_(with_one_host), matches.c.status.in_(NOT_BEGUN)
            )
        )
        async with self.database.begin() as connection:
            match_ids = list((await connection.execute(query)).scalars())
            await connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))
            await connection.execute(delete(hosts).where(hosts.c.person == person.id))
        for match in match_ids:
            self.sessions.forget(match)
            self.presence.notify(match)

    async def _give_up_seats(self, person: Person) -> None:
        query = (
            select(seats.c.match, seats.c.seat, matches.c.status)
            .join(matches, matches.c.id == seats.c.match)
            .where(seats.c.person == person.id, matches.c.status.in_(NOT_BEGUN + UNDER_WAY))
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        for match, seat, status in rows:
            if status in NOT_BEGUN:
                try:
                    await self.leave_seat(match, person)
                except Refused:  # the match has begun meanwhile
                    status = "running"
            if status in UNDER_WAY:
                for body in (Seated(""), Resign()):
                    await self._append(match, seat, body)
            else:
                self.sessions.forget(match)
            self.presence.notify(match)

    async def _append(self, match: str, seat: int, body: Body) -> None:
        try:
            async with self.sessions.at(match) as session:
                await self.sessions.enter(session, seat, body)
        except IllegalAction:
            return  # over, or paused, when no seat can resign: the host sees that the seat is empty

    async def _seating_entries(self, person: Person) -> list[Any]:
        """The entries that seat the person: match, number, body."""
        query = select(journal_entries.c.match, journal_entries.c.number, journal_entries.c.body).where(
            journal_entries.c.kind == "seated", journal_entries.c.body.contains(person.id, autoescape=True)
        )
        async with self.database.read() as connection:
            return list((await connection.execute(query)).all())


async def _forget(connection: AsyncConnection, person: Person, entries: list[Any]) -> None:
    for table in (sign_ins, tokens, notifications, delivery_statuses, hosts, attempts):
        await connection.execute(delete(table).where(table.c.person == person.id))
    erased = {"kind": "closed", "name": "", "name_key": None, "password_hash": None, "preferences": "{}"}
    statement = update(people).where(people.c.id == person.id)
    await connection.execute(statement.values(**erased, administrator=False))
    for table in (seats, messages):
        await connection.execute(update(table).where(table.c.person == person.id).values(name=""))
    for match, number, body in entries:
        entry = msgspec.json.decode(body, type=Body)
        if isinstance(entry, Seated) and entry.person == person.id:
            anonymous = msgspec.json.encode(msgspec.structs.replace(entry, name="")).decode()
            statement = update(journal_entries).where(
                journal_entries.c.match == match, journal_entries.c.number == number
            )
            await connection.execute(statement.values(body=anonymous))
