"""Closing an account: the person's data is erased everywhere, and the matches stay as they were played.

Seats of matches that haven't begun become free, and the seats of running ones resign. Records and rooms show
an empty name in the place of the person's. A match that hasn't begun and has no other host is deleted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import IllegalAction
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import People
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal_entry import Announce, Body, HostProposal, Resign, Seated
from numberhouse.server.storage.schema import (
    attempts,
    blocks,
    delivery_statuses,
    devices,
    hosts,
    journal_entries,
    mail_addresses,
    matches,
    messages,
    notifications,
    offers,
    password_resets,
    people,
    reactions,
    read_marks,
    reports,
    seats,
    sign_ins,
    tokens,
    trust_notes,
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
        entries = await self._entries_with_name(person)
        async with self.database.begin() as connection:
            await _forget(connection, person, entries)
        for match in self.sessions.rename_person(person.id):
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

    async def _entries_with_name(self, person: Person) -> list[Any]:
        """The entries that seat the person, propose to, or announce a proposal: match, number, body."""
        body, kind = journal_entries.c.body, journal_entries.c.kind
        seating = and_(kind == "seated", body.contains(person.id, autoescape=True))
        name = msgspec.json.encode(person.name).decode().strip('"')
        proposing = and_(kind.in_(("propose", "announce")), body.contains(name, autoescape=True))
        query = select(journal_entries.c.match, journal_entries.c.number, body).where(or_(seating, proposing))
        async with self.database.read() as connection:
            return list((await connection.execute(query)).all())


async def _forget(connection: AsyncConnection, person: Person, entries: list[Any]) -> None:
    personal = (
        sign_ins,
        tokens,
        devices,
        password_resets,
        mail_addresses,
        notifications,
        delivery_statuses,
        hosts,
        offers,
        attempts,
        reactions,
        read_marks,
        trust_notes,
    )
    await connection.execute(
        delete(blocks).where(or_(blocks.c.person == person.id, blocks.c.other == person.id))
    )
    own, about = reports.c.reporter == person.id, reports.c.about == person.id
    await connection.execute(update(reports).where(own).values(reporter=None, text=""))
    await connection.execute(update(reports).where(about).values(name=""))
    await connection.execute(update(reports).where(about, reports.c.kind == "name").values(reported=""))
    for table in personal:
        await connection.execute(delete(table).where(table.c.person == person.id))
    await connection.execute(delete(offers).where(offers.c.by == person.id))
    erased = {"kind": "closed", "name": "", "name_key": None, "password_hash": None, "preferences": "{}"}
    erased |= {"look": None, "folded_look": None, "former_key": None}
    statement = update(people).where(people.c.id == person.id)
    await connection.execute(statement.values(**erased, administrator=False))
    for table in (seats, messages):
        await connection.execute(update(table).where(table.c.person == person.id).values(name=""))
    for match, number, body in entries:
        entry = msgspec.json.decode(body, type=Body)
        anonymous_entry = _without_name(entry, person)
        if anonymous_entry is not entry:
            anonymous = msgspec.json.encode(anonymous_entry).decode()
            statement = update(journal_entries).where(
                journal_entries.c.match == match, journal_entries.c.number == number
            )
            await connection.execute(statement.values(body=anonymous))


def _without_name(entry: Body, person: Person) -> Body:
    """The entry without the person's name; the same one where it doesn't have it."""
    match entry:
        case Seated(person=seated) if seated == person.id:
            return msgspec.structs.replace(entry, name="")
        case Announce(text=text, proposal=number) if number is not None and person.name in text:
            return msgspec.structs.replace(entry, text=text.replace(person.name, "–"))
        case HostProposal(request=raw):
            request = msgspec.json.decode(raw)
            if request.get("member", "").casefold() == person.name.casefold():
                return msgspec.structs.replace(
                    entry, request=msgspec.Raw(msgspec.json.encode({**request, "member": "–"}))
                )
    return entry
