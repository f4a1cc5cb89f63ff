"""What people say to each other at a match, stored, and who may read it.

Who may write in a room is whom the game's `rooms` names at that moment, told by the lines that are stored.
Who may read a message is settled when it is written, and kept with it: whoever sits on the room's seats then.
So a correction of the past takes nothing from anybody and gives nothing to anybody, and a player who replaces
another gets the seat, not its letters. A host who doesn't play reads everything; after the end everybody
does.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Select, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import ChatMessages, Message, RoomInfo
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.rooms import LOBBY, Room, Rooms, titles_of
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.permissions import may
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Session
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import hosts, lines, messages, seats

__all__ = ["Chat"]

LONGEST: Final = 2000
"""Characters of a message."""

EDITABLE: Final = 60.0
"""Seconds for which its author may edit a message."""

MOST_EDITS: Final = 10

MOST_READ: Final = 200
"""Messages in one answer."""

TRIES: Final = 20


class Chat:
    """Of all matches."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        sessions: Sessions,
        presence: Presence,
        now: Callable[[], float],
        a_minute: int,
    ) -> None:
        self.database = database
        self.matches = matches
        self.sessions = sessions
        self.presence = presence
        self.now = now
        self.a_minute = a_minute
        """Messages that one person may write."""
        self.rooms = Rooms()
        self.tell: Callable[[str], None] = lambda match: None  # noqa: ARG005
        """Called with a match in which something was said, to let the other processes know."""
        self.versions: dict[str, int] = {}
        """By match, how often something was said since this process began."""

    # Reading

    async def known(self, match: str, person: Person | None) -> list[RoomInfo]:
        """The rooms that whoever asks may know of, in the order in which they opened. Raises `Refused` for
        somebody who may not see the match."""
        info = await self.matches.info(match, person)
        async with self.sessions.at(match) as session:
            return await self._known(session, info, person)

    async def read(self, match: str, person: Person | None, room: str, after: int = 0) -> ChatMessages:
        """What was said and edited in the room since that change. Raises `Refused` for a room that isn't
        there, in the same words as for one that whoever asks may not know of."""
        info = await self.matches.info(match, person)
        async with self.sessions.at(match) as session:
            known = await self._known(session, info, person)
        if not any(one.id == room for one in known):
            raise no_room()
        query = select(messages).where(messages.c.match == match, messages.c.room == room)
        query = query.where(messages.c.change > after).order_by(messages.c.change)
        found = await self._messages(query, info, person)
        return ChatMessages(found[:MOST_READ], len(found) > MOST_READ)

    async def since(
        self, match: str, person: Person | None, serial: int, had: Mapping[str, int]
    ) -> tuple[int, list[RoomInfo], ChatMessages]:
        """For somebody who stays: what is new in any room since the match's change `serial`, but not what
        they have had already by room; the number to ask with next, and the rooms."""
        info = await self.matches.info(match, person)
        async with self.sessions.at(match) as session:
            known = await self._known(session, info, person)
        query = select(messages).where(messages.c.match == match, messages.c.serial > serial)
        async with self.database.read() as connection:
            rows = (await connection.execute(_limited(query.order_by(messages.c.serial)))).all()
        more = len(rows) > MOST_READ
        rows = rows[:MOST_READ]
        reads = reader(info, person)
        new = [_message(row, person) for row in rows if reads(row) and row.change > had.get(row.room, 0)]
        return (rows[-1].serial if rows else serial), known, ChatMessages(new, more)

    # Writing

    async def say(self, match: str, person: Person, room: str, text: str, key: str | None = None) -> Message:
        """A new message; the same request, told by its key, makes no second one. Raises `Refused` where the
        person may not write in the room now, for a text that is none, and for too many messages."""
        text = checked_text(text)
        for _ in range(TRIES):
            info = await self.matches.check(match, person, "talk")
            async with self.sessions.at(match) as session:
                open_room = await self._writable(session, info, person, room)
                number = session.number
            try:
                async with self.database.begin() as connection:
                    if (said := await self._said(connection, match, person, key)) is not None:
                        return said
                    if not await self._as_it_was(connection, info, person, number):
                        self.sessions.on_append(match)
                    else:
                        await self._check_rate(connection, person)
                        row = await self._row(connection, info, person, open_room, text, key)
                        await connection.execute(insert(messages).values(row))
                        said = _message(_Row(row), person)
            except IntegrityError:
                said = None  # somebody was quicker, in another process
            if said is not None:
                self._wake(match, open_room)
                return said
            await asyncio.sleep(0.02)
        raise Refused(503, "not-stored", "too much is happening at this match; try again")

    async def edit(self, match: str, person: Person, room: str, number: int, text: str) -> Message:
        """Another text of one's own message, for a minute, where one may still write in the room. Raises
        `Refused`."""
        text = checked_text(text)
        for _ in range(TRIES):
            info = await self.matches.check(match, person, "talk")
            async with self.sessions.at(match) as session:
                open_room = await self._writable(session, info, person, room)
                lines_then = session.number
            edited: Message | None = None
            try:
                async with self.database.begin() as connection:
                    if not await self._as_it_was(connection, info, person, lines_then):
                        self.sessions.on_append(match)
                    else:
                        edited = await self._edited(connection, info, person, open_room, number, text)
            except IntegrityError:
                edited = None
            if edited is not None:
                self._wake(match, open_room)
                return edited
            await asyncio.sleep(0.02)
        raise Refused(503, "not-stored", "too much is happening at this match; try again")

    def on_append(self, match: str) -> None:
        """Something was said in this match, here or in another process."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match)

    # Below

    async def _known(self, session: Session, info: MatchInfo, person: Person | None) -> list[RoomInfo]:
        everything = may(info.roles, "see everything", info.status)
        insider = "seat" in info.roles or "host" in info.roles
        if not everything and not insider:
            return []
        now, ever = self.rooms.now(session), self.rooms.ever(session)
        found = dict(ever)
        spoken = select(messages.c.room).where(messages.c.match == session.row.id).distinct()
        if not everything:
            spoken = spoken.where(_reads(person))
            found = {room: one for room, one in ever.items() if room == LOBBY or info.seat in one.seats}
        async with self.database.read() as connection:
            for row in (await connection.execute(spoken.order_by(messages.c.room))).all():
                if row.room not in found:  # of a past that has been corrected since
                    found[row.room] = room_of(row.room)
        return [
            RoomInfo(
                room,
                one.name,
                one.seats,
                room in now,
                room in now and _writes(info, one),
                {} if room == LOBBY else titles_of(session, one),
            )
            for room, one in found.items()
        ]

    async def _writable(self, session: Session, info: MatchInfo, person: Person, room: str) -> Room:
        """The room, if the person may write in it now."""
        found = self.rooms.now(session).get(room)
        if found is not None and _writes(info, found):
            return found
        if any(one.id == room for one in await self._known(session, info, person)):
            raise Refused(
                409,
                "room-closed",
                "one can't write in this room now; it can be read",
                rooms=[one.id for one in await self._known(session, info, person) if one.writable],
            )
        raise no_room()

    async def _messages(self, query: Select[Any], info: MatchInfo, person: Person | None) -> list[Message]:
        if not may(info.roles, "see everything", info.status):
            query = query.where(_reads(person))
        async with self.database.read() as connection:
            rows = (await connection.execute(_limited(query))).all()
        return [_message(row, person) for row in rows]

    async def _said(
        self, connection: AsyncConnection, match: str, person: Person, key: str | None
    ) -> Message | None:
        """What was said with that key before."""
        if key is None:
            return None
        mine = (messages.c.match == match) & (messages.c.person == person.id)
        found = (await connection.execute(select(messages).where(mine, messages.c.key == key))).first()
        return None if found is None else _message(found, person)

    async def _as_it_was(
        self, connection: AsyncConnection, info: MatchInfo, person: Person, number: int
    ) -> bool:
        """Whether the match is still at that line, and the person on that seat: then the room is there."""
        query = select(func.max(lines.c.number)).where(lines.c.match == info.id)
        last = (await connection.execute(query)).scalar() or 0
        query = select(seats.c.seat).where(seats.c.match == info.id, seats.c.person == person.id)
        return last == number and (await connection.execute(query)).scalar() == info.seat

    async def _check_rate(self, connection: AsyncConnection, person: Person) -> None:
        recent = (messages.c.person == person.id) & (messages.c.at > self.now() - 60)
        query = select(func.count(), func.min(messages.c.at)).where(recent)
        count, first = (await connection.execute(query)).one()
        if count >= self.a_minute:
            wait = max(1, round(first + 60 - self.now()))
            raise Refused(
                429,
                "too-many",
                f"{self.a_minute} messages a minute are possible; the next one in {wait} s",
                limit="messages",
                retry_after=wait,
            )

    async def _row(
        self,
        connection: AsyncConnection,
        info: MatchInfo,
        person: Person,
        room: Room,
        text: str,
        key: str | None,
    ) -> dict[str, Any]:
        number, change, serial = await _last(connection, info.id, room.id)
        return {
            "match": info.id,
            "room": room.id,
            "number": number + 1,
            "change": change + 1,
            "serial": serial + 1,
            "person": person.id,
            "seat": info.seat,
            "name": person.name,
            "text": text,
            "at": self.now(),
            "edited": None,
            "edits": 0,
            "readers": msgspec.json.encode(sorted(await _inside(connection, info.id, room, person))).decode(),
            "key": key,
        }

    async def _edited(
        self, connection: AsyncConnection, info: MatchInfo, person: Person, room: Room, number: int, text: str
    ) -> Message:
        which = (messages.c.match == info.id) & (messages.c.room == room.id) & (messages.c.number == number)
        row = (await connection.execute(select(messages).where(which))).first()
        if row is None or row.person != person.id:
            raise Refused(404, "no-message", "there is no message of yours with this number in the room")
        if self.now() - row.at > EDITABLE:
            raise Refused(
                409, "too-late", f"a message can be edited for {EDITABLE:.0f} s; write another one", at=row.at
            )
        if row.edits >= MOST_EDITS:
            raise Refused(409, "too-many", f"{MOST_EDITS} edits of a message; write another one")
        _, change, serial = await _last(connection, info.id, room.id)
        new = {"text": text, "edited": self.now(), "edits": row.edits + 1}
        values = {**new, "change": change + 1, "serial": serial + 1}
        await connection.execute(update(messages).where(which).values(values))
        return _message(_Row({**row._mapping, **values}), person)

    def _wake(self, match: str, room: Room) -> None:
        """Whoever may read it: those on the room's seats, and those without a seat, the host among them."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match, (*room.seats, None))
        self.tell(match)


class _Row:
    """What was stored, as a row of it is read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)


def no_room() -> Refused:
    """The same for a room that isn't there and one that is none of somebody's business."""
    return Refused(404, "no-room", "there is no room with this id that you may read")


def checked_text(text: str) -> str:
    """The text. Raises `Refused` for none, one that is too long, and one with signs that aren't text."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    if not 1 <= len(text) <= LONGEST:
        raise Refused(
            400, "text", f"a message of {len(text)} characters; 1 to {LONGEST} are possible", longest=LONGEST
        )
    if any(sign not in "\n\t" and unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise Refused(
            400, "text", "a message with signs that aren't text; letters and usual signs are possible"
        )
    return text


def room_of(room: str) -> Room:
    """The room with this id."""
    name, _, inside = room.rpartition(":")
    return Room(room, name, tuple(map(int, inside.split("-"))) if inside else ())


def reader(info: MatchInfo, person: Person | None) -> Callable[[Any], bool]:
    """Whether a row of `messages` may be read by whoever was told the match."""
    if may(info.roles, "see everything", info.status):
        return lambda row: True  # noqa: ARG005
    if person is None or not {"seat", "host"} & set(info.roles):
        return lambda row: False  # noqa: ARG005
    return lambda row: f'"{person.id}"' in row.readers


def _reads(person: Person | None) -> Any:
    return messages.c.readers.contains(f'"{person.id if person else ""}"', autoescape=True)


def _writes(info: MatchInfo, room: Room) -> bool:
    """Whether whoever was told the match may write in the room, which is there: those inside, and a host
    who doesn't play."""
    if not may(info.roles, "talk", info.status):
        return False
    if info.seat is not None and info.seat in room.seats:
        return True
    return "host" in info.roles and (info.seat is None or room.id == LOBBY)


async def _last(connection: AsyncConnection, match: str, room: str) -> tuple[int, int, int]:
    """The greatest number and change in the room, and the greatest serial of the match."""
    query = select(func.max(messages.c.number), func.max(messages.c.change))
    inside = (messages.c.match == match) & (messages.c.room == room)
    number, change = (await connection.execute(query.where(inside))).one()
    serial = (
        await connection.execute(select(func.max(messages.c.serial)).where(messages.c.match == match))
    ).scalar()
    return number or 0, change or 0, serial or 0


async def _inside(connection: AsyncConnection, match: str, room: Room, author: Person) -> set[str]:
    """The ids of those who sit in the room now; the lobby has the hosts too."""
    inside = (seats.c.match == match) & seats.c.seat.in_(room.seats)
    query = select(seats.c.person).where(inside, seats.c.person.is_not(None))
    found = {row.person for row in (await connection.execute(query)).all()}
    if room.id == LOBBY:
        query = select(hosts.c.person).where(hosts.c.match == match)
        found |= {row.person for row in (await connection.execute(query)).all()}
    return found | {author.id}


def _limited(query: Select[Any]) -> Select[Any]:
    return query.limit(MOST_READ + 1)


def _message(row: Any, person: Person | None) -> Message:
    mine = person is not None and row.person == person.id
    return Message(row.room, row.number, row.change, row.seat, row.name, row.text, row.at, row.edited, mine)
