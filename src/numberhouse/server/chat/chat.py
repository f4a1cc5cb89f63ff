"""The messages of a match: storing them, and deciding who may write and read them.

The game's `rooms`, applied to the stored entries, name the seats that may write in a room at that moment. The
readers of a message are fixed when it is written, and stored with it: the people on the room's seats at that
time. So a correction of the past neither takes messages from anybody nor gives any to anybody, and a player
who replaces another gets the seat, but not its earlier messages. A host who doesn't play reads everything;
after the end everybody does.
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
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import hosts, journal_entries, messages, seats

__all__ = ["Chat"]

LONGEST: Final = 2000
"""Characters of a message."""

EDIT_WINDOW: Final = 60.0
"""Seconds after writing a message in which its author may edit it."""

MOST_EDITS: Final = 10

MOST_READ: Final = 200
"""Messages in one answer."""

TRIES: Final = 20


class Chat:
    """The chat of all matches."""

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
        """Messages that one person may write in a minute."""
        self.rooms = Rooms()
        self.tell: Callable[[str], None] = lambda match: None  # noqa: ARG005
        """Called with a match whose messages have changed, so that the other processes learn of it."""
        self.versions: dict[str, int] = {}
        """By match, the number of changes to its messages since this process began."""

    # Reading

    async def visible_rooms(self, match: str, person: Person | None) -> list[RoomInfo]:
        """The rooms that the person may know of, in the order in which they opened. Raises `Refused` for
        a person who may not see the match."""
        info = await self.matches.info(match, person)
        async with self.sessions.at(match) as session:
            return await self._visible_rooms(session, info, person)

    async def read(self, match: str, person: Person | None, room_id: str, after: int = 0) -> ChatMessages:
        """The messages written or edited in the room since the change `after`. Raises `Refused` for a room
        that doesn't exist, in the same words as for one that the person may not know of."""
        info = await self.matches.info(match, person)
        async with self.sessions.at(match) as session:
            visible_rooms = await self._visible_rooms(session, info, person)
        if not any(visible.id == room_id for visible in visible_rooms):
            raise no_room()
        query = select(messages).where(messages.c.match == match, messages.c.room == room_id)
        query = query.where(messages.c.change > after).order_by(messages.c.change)
        new_messages = await self._messages(query, info, person)
        return ChatMessages(new_messages[:MOST_READ], len(new_messages) > MOST_READ)

    async def changes_since(
        self, match: str, person: Person | None, serial: int, last_changes: Mapping[str, int]
    ) -> tuple[int, list[RoomInfo], ChatMessages]:
        """For a connection that stays open: the serial to ask with next, the rooms, and the new messages of
        all rooms since the match's change `serial`. Messages up to a room's change in `last_changes` are left
        out, because the client has them already."""
        info = await self.matches.info(match, person)
        async with self.sessions.at(match) as session:
            visible_rooms = await self._visible_rooms(session, info, person)
        query = select(messages).where(messages.c.match == match, messages.c.serial > serial)
        async with self.database.read() as connection:
            rows = (await connection.execute(_with_limit(query.order_by(messages.c.serial)))).all()
        more = len(rows) > MOST_READ
        rows = rows[:MOST_READ]
        may_read = row_filter(info, person)
        new_messages = [
            _message(row, person)
            for row in rows
            if may_read(row) and row.change > last_changes.get(row.room, 0)
        ]
        return (rows[-1].serial if rows else serial), visible_rooms, ChatMessages(new_messages, more)

    # Writing

    async def say(
        self, match: str, person: Person, room_id: str, text: str, key: str | None = None
    ) -> Message:
        """Store a new message. A repeated request has the same `key` and stores no second one. Raises
        `Refused` where the person may not write in the room now, for an invalid text, and for too many
        messages."""
        text = validate_text(text)
        for _ in range(TRIES):
            info = await self.matches.check(match, person, "talk")
            async with self.sessions.at(match) as session:
                open_room = await self._writable(session, info, person, room_id)
                number = session.number
            try:
                async with self.database.begin() as connection:
                    if (message := await self._message_with_key(connection, match, person, key)) is not None:
                        return message
                    if not await self._is_unchanged(connection, info, person, number):
                        self.sessions.on_append(match)
                    else:
                        await self._check_rate(connection, person)
                        row = await self._row(connection, info, person, open_room, text, key)
                        await connection.execute(insert(messages).values(row))
                        message = _message(_Row(row), person)
            except IntegrityError:
                message = None  # another process stored a message first
            if message is not None:
                self._wake(match, open_room)
                return message
            await asyncio.sleep(0.02)
        raise Refused(503, "not-stored", "too much is happening at this match; try again")

    async def edit(self, match: str, person: Person, room_id: str, number: int, text: str) -> Message:
        """Replace the text of the person's own message, within `EDIT_WINDOW`, where the person may still
        write in the room. Raises `Refused`."""
        text = validate_text(text)
        for _ in range(TRIES):
            info = await self.matches.check(match, person, "talk")
            async with self.sessions.at(match) as session:
                open_room = await self._writable(session, info, person, room_id)
                entry_number = session.number
            message: Message | None = None
            try:
                async with self.database.begin() as connection:
                    if not await self._is_unchanged(connection, info, person, entry_number):
                        self.sessions.on_append(match)
                    else:
                        message = await self._update_message(
                            connection, info, person, open_room, number, text
                        )
            except IntegrityError:
                message = None
            if message is not None:
                self._wake(match, open_room)
                return message
            await asyncio.sleep(0.02)
        raise Refused(503, "not-stored", "too much is happening at this match; try again")

    def notify_change(self, match: str) -> None:
        """Wake the viewers of this match, whose messages have changed here or in another process."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match)

    # Access, stored rows and waking viewers

    async def _visible_rooms(
        self, session: Session, info: MatchInfo, person: Person | None
    ) -> list[RoomInfo]:
        everything = may(info.roles, "see everything", info.status)
        insider = "seat" in info.roles or "host" in info.roles
        if not everything and not insider:
            return []
        current, opened = self.rooms.current(session), self.rooms.history(session)
        rooms = dict(opened)
        with_messages = select(messages.c.room).where(messages.c.match == session.row.id).distinct()
        if not everything:
            with_messages = with_messages.where(_readable_by(person))
            rooms = {
                room_id: room
                for room_id, room in opened.items()
                if room_id == LOBBY or info.seat in room.seats
            }
        async with self.database.read() as connection:
            for row in (await connection.execute(with_messages.order_by(messages.c.room))).all():
                if row.room not in rooms:  # a room of a past that has been corrected since
                    rooms[row.room] = room_from_id(row.room)
        return [
            RoomInfo(
                room_id,
                room.name,
                room.seats,
                room_id in current,
                room_id in current and _may_write(info, room),
                {} if room_id == LOBBY else titles_of(session, room),
            )
            for room_id, room in rooms.items()
        ]

    async def _writable(self, session: Session, info: MatchInfo, person: Person, room_id: str) -> Room:
        """The room, if the person may write in it now."""
        current = self.rooms.current(session).get(room_id)
        if current is not None and _may_write(info, current):
            return current
        if any(visible.id == room_id for visible in await self._visible_rooms(session, info, person)):
            raise Refused(
                409,
                "room-closed",
                "one can't write in this room now; it can be read",
                rooms=[
                    visible.id
                    for visible in await self._visible_rooms(session, info, person)
                    if visible.writable
                ],
            )
        raise no_room()

    async def _messages(self, query: Select[Any], info: MatchInfo, person: Person | None) -> list[Message]:
        if not may(info.roles, "see everything", info.status):
            query = query.where(_readable_by(person))
        async with self.database.read() as connection:
            rows = (await connection.execute(_with_limit(query))).all()
        return [_message(row, person) for row in rows]

    async def _message_with_key(
        self, connection: AsyncConnection, match: str, person: Person, key: str | None
    ) -> Message | None:
        """The message that was stored with that key before."""
        if key is None:
            return None
        own = (messages.c.match == match) & (messages.c.person == person.id)
        row = (await connection.execute(select(messages).where(own, messages.c.key == key))).first()
        return None if row is None else _message(row, person)

    async def _is_unchanged(
        self, connection: AsyncConnection, info: MatchInfo, person: Person, number: int
    ) -> bool:
        """Whether the match's last entry is still `number` and the person has the same seat: then the room
        still exists."""
        query = select(func.max(journal_entries.c.number)).where(journal_entries.c.match == info.id)
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
        number, change, serial = await _latest_numbers(connection, info.id, room.id)
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
            "readers": msgspec.json.encode(
                sorted(await _reader_ids(connection, info.id, room, person))
            ).decode(),
            "key": key,
        }

    async def _update_message(
        self, connection: AsyncConnection, info: MatchInfo, person: Person, room: Room, number: int, text: str
    ) -> Message:
        condition = (
            (messages.c.match == info.id) & (messages.c.room == room.id) & (messages.c.number == number)
        )
        row = (await connection.execute(select(messages).where(condition))).first()
        if row is None or row.person != person.id:
            raise Refused(404, "no-message", "there is no message of yours with this number in the room")
        if self.now() - row.at > EDIT_WINDOW:
            raise Refused(
                409,
                "edit-expired",
                f"a message can be edited for {EDIT_WINDOW:.0f} s; write another one",
                at=row.at,
            )
        if row.edits >= MOST_EDITS:
            raise Refused(409, "too-many", f"{MOST_EDITS} edits of a message; write another one")
        _, change, serial = await _latest_numbers(connection, info.id, room.id)
        changes = {"text": text, "edited": self.now(), "edits": row.edits + 1}
        values = {**changes, "change": change + 1, "serial": serial + 1}
        await connection.execute(update(messages).where(condition).values(values))
        return _message(_Row({**row._mapping, **values}), person)

    def _wake(self, match: str, room: Room) -> None:
        """Wake those who may read the room: the viewers on its seats, and the viewers without a seat, the
        host among them."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match, (*room.seats, None))
        self.tell(match)


class _Row:
    """Stored values, with the attributes of a row that is read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)


def no_room() -> Refused:
    """The refusal for a room that doesn't exist, and for one that must stay unknown to the person: they must
    not differ, or the refusal would reveal the room."""
    return Refused(404, "no-room", "there is no room with this id that you may read")


def validate_text(text: str) -> str:
    """The normalised text. Raises `Refused` for an empty text, one that is too long, and one with characters
    that aren't text."""
    text = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    if not 1 <= len(text) <= LONGEST:
        raise Refused(
            400, "text", f"a message of {len(text)} characters; 1 to {LONGEST} are possible", longest=LONGEST
        )
    if any(char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cs") for char in text):
        raise Refused(
            400,
            "text",
            "the message has characters that aren't text; letters, digits and punctuation are accepted",
        )
    return text


def room_from_id(room_id: str) -> Room:
    """The room with this id."""
    name, _, numbers = room_id.rpartition(":")
    return Room(room_id, name, tuple(map(int, numbers.split("-"))) if numbers else ())


def row_filter(info: MatchInfo, person: Person | None) -> Callable[[Any], bool]:
    """A filter of the rows of `messages` that the person with this view of the match may read."""
    if may(info.roles, "see everything", info.status):
        return lambda row: True  # noqa: ARG005
    if person is None or not {"seat", "host"} & set(info.roles):
        return lambda row: False  # noqa: ARG005
    return lambda row: f'"{person.id}"' in row.readers


def _readable_by(person: Person | None) -> Any:
    return messages.c.readers.contains(f'"{person.id if person else ""}"', autoescape=True)


def _may_write(info: MatchInfo, room: Room) -> bool:
    """Whether the person with this view of the match may write in this room, which is open: those on its
    seats may, and a host who doesn't play."""
    if not may(info.roles, "talk", info.status):
        return False
    if info.seat is not None and info.seat in room.seats:
        return True
    return "host" in info.roles and (info.seat is None or room.id == LOBBY)


async def _latest_numbers(connection: AsyncConnection, match: str, room_id: str) -> tuple[int, int, int]:
    """The greatest number and the greatest change in the room, and the greatest serial of the match; 0 for
    none."""
    query = select(func.max(messages.c.number), func.max(messages.c.change))
    inside = (messages.c.match == match) & (messages.c.room == room_id)
    number, change = (await connection.execute(query.where(inside))).one()
    serial = (
        await connection.execute(select(func.max(messages.c.serial)).where(messages.c.match == match))
    ).scalar()
    return number or 0, change or 0, serial or 0


async def _reader_ids(connection: AsyncConnection, match: str, room: Room, author: Person) -> set[str]:
    """The ids of the people on the room's seats now, and of the author; for the lobby of the hosts too."""
    in_room = (seats.c.match == match) & seats.c.seat.in_(room.seats)
    query = select(seats.c.person).where(in_room, seats.c.person.is_not(None))
    ids = {row.person for row in (await connection.execute(query)).all()}
    if room.id == LOBBY:
        query = select(hosts.c.person).where(hosts.c.match == match)
        ids |= {row.person for row in (await connection.execute(query)).all()}
    return ids | {author.id}


def _with_limit(query: Select[Any]) -> Select[Any]:
    return query.limit(MOST_READ + 1)


def _message(row: Any, person: Person | None) -> Message:
    own = person is not None and row.person == person.id
    return Message(row.room, row.number, row.change, row.seat, row.name, row.text, row.at, row.edited, own)
