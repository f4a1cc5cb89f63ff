"""Somebody leaves the house: who it was is forgotten everywhere, and what was played stays played.

Seats of matches that haven't begun become free, seats of running ones are given up; records and rooms show an
empty name where the person's was. Matches that nobody else hosts and that haven't begun go with their host.
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
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Occupant
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal_entry import Body, Resign, Seated
from numberhouse.server.storage.schema import (
    attempts,
    hosts,
    lines,
    matches,
    messages,
    notices,
    people,
    receivers,
    seats,
    sessions,
    tokens,
)

__all__ = ["AccountDeletion"]

WAITING = ("draft", "open")
PLAYED = ("running", "paused")


@dataclass(frozen=True)
class AccountDeletion:
    """Forgets a person: sessions, hosting, seats, and the name wherever it stands."""

    database: Database
    people: People
    sessions: Sessions
    presence: Presence
    leave_seat: Callable[[str, Person], Awaitable[None]]

    async def delete(self, person: Person) -> None:
        """Forget the person. Raises `JournalFailed`; then it is to be tried again."""
        await self.people.end_all_sessions(person)
        self.presence.recheck_person(person.id)
        await self._give_up_hosting(person)
        await self._give_up_seats(person)
        said = await self._lines_naming(person)
        async with self.database.begin() as connection:
            await _forget(connection, person, said)
        for match, session in list(self.sessions.in_memory().items()):
            for seat, sitting in enumerate(session.occupants):
                if sitting.person == person.id:
                    session.occupants[seat] = Occupant("")
                    self.presence.notify(match)

    async def _give_up_hosting(self, person: Person) -> None:
        alone = select(hosts.c.match).group_by(hosts.c.match).having(func.count() == 1)
        query = (
            select(hosts.c.match)
            .join(matches, matches.c.id == hosts.c.match)
            .where(hosts.c.person == person.id, hosts.c.match.in_(alone), matches.c.status.in_(WAITING))
        )
        async with self.database.begin() as connection:
            theirs = list((await connection.execute(query)).scalars())
            await connection.execute(delete(matches).where(matches.c.id.in_(theirs)))
            await connection.execute(delete(hosts).where(hosts.c.person == person.id))
        for match in theirs:
            self.sessions.forget(match)
            self.presence.notify(match)

    async def _give_up_seats(self, person: Person) -> None:
        query = (
            select(seats.c.match, seats.c.seat, matches.c.status)
            .join(matches, matches.c.id == seats.c.match)
            .where(seats.c.person == person.id, matches.c.status.in_(WAITING + PLAYED))
        )
        async with self.database.read() as connection:
            theirs = (await connection.execute(query)).all()
        for match, seat, status in theirs:
            if status in WAITING:
                try:
                    await self.leave_seat(match, person)
                except Refused:  # it has begun meanwhile
                    status = "running"
            if status in PLAYED:
                for body in (Seated(""), Resign()):
                    await self._enter(match, seat, body)
            else:
                self.sessions.forget(match)
            self.presence.notify(match)

    async def _enter(self, match: str, seat: int, body: Body) -> None:
        try:
            async with self.sessions.at(match) as session:
                await self.sessions.enter(session, seat, body)
        except IllegalAction:
            return  # over, or paused, when nobody resigns: the host sees that nobody sits there

    async def _lines_naming(self, person: Person) -> list[Any]:
        """Lines that say that the person has taken a seat: match, number, body."""
        query = select(lines.c.match, lines.c.number, lines.c.body).where(
            lines.c.kind == "seated", lines.c.body.contains(person.id, autoescape=True)
        )
        async with self.database.read() as connection:
            return list((await connection.execute(query)).all())


async def _forget(connection: AsyncConnection, person: Person, said: list[Any]) -> None:
    for table in (sessions, tokens, notices, receivers, hosts, attempts):
        await connection.execute(delete(table).where(table.c.person == person.id))
    gone = {"kind": "gone", "name": "", "name_key": None, "password": None, "settings": "{}"}
    row = update(people).where(people.c.id == person.id)
    await connection.execute(row.values(**gone, administrator=False))
    for table in (seats, messages):
        await connection.execute(update(table).where(table.c.person == person.id).values(name=""))
    for match, number, body in said:
        seated = msgspec.json.decode(body, type=Body)
        if isinstance(seated, Seated) and seated.person == person.id:
            nameless = msgspec.json.encode(msgspec.structs.replace(seated, name="")).decode()
            line = update(lines).where(lines.c.match == match, lines.c.number == number)
            await connection.execute(line.values(body=nameless))
