"""The messages of a match: storing them, and deciding who may write and read them.

The game's `rooms`, applied to the stored entries, name the seats that may write in a room at that moment. The
readers of a message are fixed when it is written, and stored with it: the people on the room's seats at that
time. So a correction of the past neither takes messages from anybody nor gives any to anybody, and a player
who replaces another gets the seat, but not its earlier messages. A host who doesn't play reads everything;
after the end everybody does.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Select, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import ChatMessages, Message, ReactionRequest, ReadMark, RoomInfo, UnreadMember
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import NewPromise, PromiseAnswerRequest, PromiseForm
from numberhouse.server.accounts.blocks import unread
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import message_text
from numberhouse.server.chat.message_rows import (
    StoredRow,
    encoded_texts,
    latest_numbers,
    mentioned_ids,
    message_of,
    readable_by,
    reader_ids,
    row_filter,
)
from numberhouse.server.chat.promises import (
    PromiseReader,
    add_promise,
    check_promise,
    promise_form,
    promise_row,
    promise_text,
    promises_by_message,
    promises_with,
    store_answer,
    store_withdrawal,
)
from numberhouse.server.chat.reactions import change_reaction, reactions_by_message
from numberhouse.server.chat.read_marks import marks_of, move_mark, unread_members
from numberhouse.server.chat.rooms import LOBBY, Room, Rooms, titles_of
from numberhouse.server.matches.access.insights import Insights, own_perspective
from numberhouse.server.matches.access.permissions import may
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions.delayed import is_delayed
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.play.sessions.session_cache import SessionLease
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.schema import journal_entries, messages, seats

__all__ = ["Chat"]

MOST_EDITS: Final = 10

MOST_READ: Final = 200
"""Messages in one answer."""

TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Writer:
    """What a change of one message is made with."""

    connection: AsyncConnection
    """Of the transaction in which the room is known to be open."""
    person: Person
    info: MatchInfo
    room: Room
    reader: PromiseReader


Writing: TypeAlias = Callable[[Writer], Awaitable[Message]]
"""A change of one message."""


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
        insights: Insights,
    ) -> None:
        self.database = database
        self.matches = matches
        self.insights = insights
        self.sessions = sessions
        self.presence = presence
        self.now = now
        self.a_minute = a_minute
        """Messages that one person may write in a minute."""
        self.rooms = Rooms()
        self.tell: Callable[[str], None] = lambda match: None  # noqa: ARG005
        """Called with a match whose messages have changed, so that the other processes learn of it."""
        self.notify_readers: Callable[[str, str, str, Sequence[str]], Awaitable[None]] = _notify_nobody
        """Called with the match, the room, the author and the readers of a new message, by their ids."""
        self.versions: dict[str, int] = {}
        self.renamings: dict[str, int] = {}
        """By match, the number of changes to its messages since this process began."""

    # Reading

    async def visible_rooms(self, match: str, person: Person | None) -> list[RoomInfo]:
        """The rooms that the person may know of, in the order in which they opened. Raises `Refused` for
        a person who may not see the match."""
        info = await self._reader(match, person)
        async with self._seen(info) as session:
            return await self._visible_rooms(session, info, person)

    async def read(self, match: str, person: Person | None, room_id: str, after: int = 0) -> ChatMessages:
        """The messages written or edited in the room since the change `after`. Raises `Refused` for a room
        that doesn't exist, in the same words as for one that the person may not know of."""
        info = await self._reader(match, person)
        async with self._seen(info) as session:
            visible_rooms = await self._visible_rooms(session, info, person)
            reader = PromiseReader(session, info.seat, person, _writable_ids(visible_rooms))
        if not any(visible.id == room_id for visible in visible_rooms):
            raise no_room()
        query = select(messages).where(messages.c.match == match, messages.c.room == room_id)
        query = query.where(messages.c.change > after).order_by(messages.c.change)
        if not may(info.roles, "see everything", info.status):
            query = query.where(readable_by(person))
        async with self.database.read() as connection:
            unread_ids = await self._unread_ids(connection, person)
            if unread_ids:
                query = query.where(messages.c.person.not_in(unread_ids))
            rows = (await connection.execute(_with_limit(query))).all()
            page = await self._messages(connection, rows[:MOST_READ], info, person, reader, unread_ids)
        return ChatMessages(page, len(rows) > MOST_READ)

    async def changes_since(
        self,
        match: str,
        person: Person | None,
        serial: int,
        last_changes: Mapping[str, int],
        judged: Collection[tuple[str, int]] = (),
    ) -> tuple[int, list[RoomInfo], ChatMessages]:
        """For a connection that stays open: the serial to ask with next, the rooms, and the new messages of
        all rooms since the match's change `serial`. Messages up to a room's change in `last_changes` are left
        out, because the client has them already. `judged` are the rooms and numbers of messages that come
        once more, because the person has learned what became of their promises."""
        info = await self._reader(match, person)
        async with self._seen(info) as session:
            visible_rooms = await self._visible_rooms(session, info, person)
            reader = PromiseReader(session, info.seat, person, _writable_ids(visible_rooms))
        in_match = messages.c.match == match
        query = select(messages).where(in_match, messages.c.serial > serial)
        async with self.database.read() as connection:
            rows = (await connection.execute(_with_limit(query.order_by(messages.c.serial)))).all()
            more = len(rows) > MOST_READ
            rows = rows[:MOST_READ]
            unread_ids = await self._unread_ids(connection, person)
            may_read = row_filter(info, person)
            new_rows = [row for row in rows if row.change > last_changes.get(row.room, 0)]
            if judged:
                again = tuple_(messages.c.room, messages.c.number).in_(judged) & (messages.c.serial <= serial)
                new_rows += (await connection.execute(select(messages).where(in_match, again))).all()
            new_rows = [row for row in new_rows if may_read(row) and row.person not in unread_ids]
            new_messages = await self._messages(connection, new_rows, info, person, reader, unread_ids)
        return (rows[-1].serial if rows else serial), visible_rooms, ChatMessages(new_messages, more)

    # Writing

    async def say(
        self, match: str, person: Person, room_id: str, text: str, key: str | None = None
    ) -> Message:
        """Store a new message. A repeated request has the same `key` and stores no second one. Raises
        `Refused` where the person may not write in the room now, for an invalid text, and for too many
        messages."""
        text = message_text(text)

        async def write(writer: Writer) -> Message:
            if (message := await self._message_with_key(writer, key)) is not None:
                return message
            return await self._add(writer, text, key)

        return await self._announced(person, await self._write(match, person, room_id, write), match)

    async def edit(self, match: str, person: Person, room_id: str, number: int, text: str) -> Message:
        """Replace the text of the person's own message, where the person may still write in the room. Its
        readers see the texts that it had before. Raises `Refused`."""
        text = message_text(text)

        async def write(writer: Writer) -> Message:
            row = await self._own_row(writer, number)
            if row.deleted is not None:
                raise Refused(409, "message-deleted", "you have deleted this message; write another one")
            if row.text == text:
                return await self._shown(writer, row)
            await self._check_no_promise(writer, number)
            if row.edits >= MOST_EDITS:
                raise Refused(409, "too-many", f"{MOST_EDITS} edits of a message; write another one")
            readers = msgspec.json.decode(row.readers)
            changes = {
                "text": text,
                "edited": self.now(),
                "edits": row.edits + 1,
                "earlier": encoded_texts(row),
                "mentions": _encoded(await mentioned_ids(writer.connection, readers, person, text)),
            }
            return await self._update(writer, row, changes)

        return await self._write(match, person, room_id, write)

    async def delete(self, match: str, person: Person, room_id: str, number: int) -> Message:
        """Delete the person's own message, where the person may still write in the room: its line stays, and
        its readers can still see its texts. A second time changes nothing. Raises `Refused`."""

        async def write(writer: Writer) -> Message:
            row = await self._own_row(writer, number)
            if row.deleted is not None:
                return await self._shown(writer, row)
            await self._check_no_promise(writer, number)
            return await self._update(writer, row, {"deleted": self.now()})

        return await self._write(match, person, room_id, write)

    async def react(self, match: str, person: Person, request: ReactionRequest) -> Message:
        """Answer a message by a sign, or withdraw the answer, where the person may write in the room. Raises
        `Refused`."""

        async def write(writer: Writer) -> Message:
            row = await self._read_row(writer, request.number)
            if row.deleted is not None:
                raise hidden_message()
            if not await change_reaction(writer.connection, match, person, request, self.now()):
                return await self._shown(writer, row)
            return await self._update(writer, row, {})

        return await self._write(match, person, request.room, write)

    # Promises

    async def promise_form(self, match: str, person: Person, round: int | None, lang: str) -> PromiseForm:
        """What the person may promise now. Raises `Refused` for a person who doesn't play."""
        await self._reader(match, person)
        info = await self.matches.check(match, person, "play")
        async with self.sessions.at(match) as session:
            return promise_form(PromiseReader(session, info.seat, person), round, lang)

    async def offer(self, match: str, person: Person, request: NewPromise, lang: str) -> Message:
        """Store a message that offers a promise; its text is in the language `lang`. A repeated request has
        the same `key` and stores no second one. Raises `Refused`, as for any message, and for a promise that
        isn't possible now."""

        async def write(writer: Writer) -> Message:
            if (message := await self._message_with_key(writer, request.key)) is not None:
                return message
            action = check_promise(writer.reader, request)
            text = promise_text(writer.reader, action, request.round, lang)
            return await self._add(writer, text, request.key, request, action)

        return await self._announced(person, await self._write(match, person, request.room, write), match)

    async def answer_promise(self, match: str, person: Person, request: PromiseAnswerRequest) -> Message:
        """Accept or decline a promise that was offered to the person. The same answer a second time changes
        nothing. Raises `Refused`."""

        async def write(writer: Writer) -> Message:
            row = await self._read_row(writer, request.number)
            promise = await self._promise_row(writer, request.number)
            is_new = await store_answer(
                writer.connection, writer.reader, promise, request.accepted, self.now()
            )
            return await (self._update(writer, row, {}) if is_new else self._shown(writer, row))

        return await self._write(match, person, request.room, write)

    async def withdraw_promise(self, match: str, person: Person, room_id: str, number: int) -> Message:
        """Withdraw the person's own promise, as long as nobody has accepted it. A second time changes
        nothing. Raises `Refused`."""

        async def write(writer: Writer) -> Message:
            row = await self._own_row(writer, number)
            is_new = await store_withdrawal(
                writer.connection, await self._promise_row(writer, number), self.now()
            )
            return await (self._update(writer, row, {}) if is_new else self._shown(writer, row))

        return await self._write(match, person, room_id, write)

    async def promises_with(self, match: str, person: Person | None) -> Sequence[Any]:
        """The rows of the promises that the person has given in the match, or was offered."""
        async with self.database.read() as connection:
            return await promises_with(connection, match, person)

    async def _promise_row(self, writer: Writer, number: int) -> Any:
        row = await promise_row(writer.connection, writer.info.id, writer.room.id, number)
        if row is None:
            raise Refused(404, "no-promise", "this message offers no promise")
        return row

    async def _check_no_promise(self, writer: Writer, number: int) -> None:
        """Raise `Refused` for a message that offers a promise: nobody rewrites or removes one."""
        if await promise_row(writer.connection, writer.info.id, writer.room.id, number) is not None:
            raise Refused(
                409, "promise-stays", "a promise is neither edited nor deleted; it can be withdrawn"
            )

    # Read marks, and single messages

    async def mark_read(self, match: str, person: Person, mark: ReadMark) -> None:
        """Store how far the person has read in a room, for all devices of the person. Raises `Refused` for a
        room that the person may not know of."""
        info = await self._reader(match, person)
        async with self._seen(info) as session:
            visible_rooms = await self._visible_rooms(session, info, person)
        if not any(visible.id == mark.room for visible in visible_rooms):
            raise no_room()
        for _ in range(TRIES):
            try:
                async with self.database.begin() as connection:
                    last, _, _ = await latest_numbers(connection, match, mark.room)
                    number = min(mark.number, last)
                    has_moved = number > 0 and await move_mark(connection, match, person, mark.room, number)
            except IntegrityError:
                continue  # another device of the person has set the first mark
            if has_moved:
                self.presence.notify_reader(match, person.id)
            return

    async def readable_row(self, match: str, person: Person, room_id: str, number: int) -> Any:
        """The stored row of a message that the person can read. Raises `Refused` for any other, in the same
        words as for one that doesn't exist."""
        info = await self._reader(match, person)
        query = select(messages).where(messages.c.match == match, messages.c.room == room_id)
        async with self.database.read() as connection:
            row = (await connection.execute(query.where(messages.c.number == number))).first()
        if row is None or not row_filter(info, person)(row):
            raise no_message()
        return row

    async def hide(self, connection: AsyncConnection, match: str, room_id: str, number: int) -> bool:
        """Hide a message from everybody, for good. Returns whether there is such a message; the caller then
        calls `notify_hidden` after the transaction."""
        condition = (messages.c.match == match) & (messages.c.room == room_id) & (messages.c.number == number)
        _, change, serial = await latest_numbers(connection, match, room_id)
        values = {"hidden": self.now(), "change": change + 1, "serial": serial + 1}
        return bool((await connection.execute(update(messages).where(condition).values(**values))).rowcount)

    def notify_hidden(self, match: str) -> None:
        """Wake all viewers of a match in which a message was hidden, in the other processes too."""
        self.notify_change(match)
        self.tell(match)

    def notify_change(self, match: str) -> None:
        """Wake the viewers of this match, whose messages have changed here or in another process."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match)

    def notify_renamed(self, match: str) -> None:
        """Send the viewers of this match all messages anew: one of their authors has another name."""
        self.renamings[match] = self.renamings.get(match, 0) + 1
        self.notify_change(match)

    # Access, stored rows and waking viewers

    def _seen(self, info: MatchInfo) -> SessionLease:
        """A lease of the session that the person with this view of the match may be shown."""
        return self.sessions.seen(info.id, self.now(), delayed=is_delayed(info))

    async def _reader(self, match: str, person: Person | None) -> MatchInfo:
        """The match, once the person's insight is stored: a host who doesn't play reads all rooms."""
        info = await self.matches.info(match, person)
        everything = may(info.roles, "see everything", info.status)
        await self.insights.grant(
            info, person, "everything" if everything else own_perspective(info), "rooms"
        )
        return info

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
            with_messages = with_messages.where(readable_by(person))
            rooms = {
                room_id: room
                for room_id, room in opened.items()
                if room_id == LOBBY or info.seat in room.seats
            }
        async with self.database.read() as connection:
            for row in (await connection.execute(with_messages.order_by(messages.c.room))).all():
                if row.room not in rooms:  # a room of a past that has been corrected since
                    rooms[row.room] = room_from_id(row.room)
            marks: Mapping[str, int] = {}
            members: tuple[UnreadMember, ...] = ()
            if person is not None and insider:
                marks = await marks_of(connection, info.id, person)
                members = await unread_members(connection, info.id, person)
        return [
            RoomInfo(
                room_id,
                room.name,
                room.seats,
                room_id in current,
                room_id in current and _may_write(info, room),
                {} if room_id == LOBBY else titles_of(session, room),
                marks.get(room_id, 0),
                tuple(member for member in members if member.seat in room.seats),
            )
            for room_id, room in rooms.items()
        ]

    async def _write(self, match: str, person: Person, room_id: str, write: Writing) -> Message:
        """Change one message while its room is open to the person, and wake its readers. Another process may
        store an entry or a message first; then everything is looked up again."""
        for _ in range(TRIES):
            await self._reader(match, person)
            info = await self.matches.check(match, person, "talk")
            async with self.sessions.at(match) as session:
                open_room = await self._writable(session, info, person, room_id)
                number = session.number
                reader = PromiseReader(session, info.seat, person, (open_room.id,))
            message: Message | None = None
            try:
                async with self.database.begin() as connection:
                    if await self._is_unchanged(connection, info, person, number):
                        message = await write(Writer(connection, person, info, open_room, reader))
                    else:
                        self.sessions.on_append(match)
            except IntegrityError:
                message = None  # another process stored a message first
            if message is not None:
                self._wake(match, open_room)
                return message
            await asyncio.sleep(0.02)
        raise Refused(503, "not-stored", "too much is happening at this match; try again")

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

    async def _unread_ids(self, connection: AsyncConnection, person: Person | None) -> set[str]:
        """The ids of the people whose messages the person doesn't read."""
        return set() if person is None else set((await connection.execute(unread(person.id))).scalars())

    async def _messages(
        self,
        connection: AsyncConnection,
        rows: Sequence[Any],
        info: MatchInfo,
        person: Person | None,
        reader: PromiseReader,
        unread_ids: Collection[str] = (),
    ) -> list[Message]:
        reactions = await reactions_by_message(connection, info.id, rows, person, unread_ids)
        found = await promises_by_message(connection, info.id, rows, reader)
        keys = [(row.room, row.number) for row in rows]
        return [
            message_of(row, person, reactions.get(key, ()), found.get(key))
            for row, key in zip(rows, keys, strict=True)
        ]

    async def _shown(self, writer: Writer, row: Any) -> Message:
        unread_ids = await self._unread_ids(writer.connection, writer.person)
        (message,) = await self._messages(
            writer.connection, [row], writer.info, writer.person, writer.reader, unread_ids
        )
        return message

    async def _message_with_key(self, writer: Writer, key: str | None) -> Message | None:
        """The message that was stored with that key before."""
        if key is None:
            return None
        own = (messages.c.match == writer.info.id) & (messages.c.person == writer.person.id)
        query = select(messages).where(own, messages.c.key == key)
        row = (await writer.connection.execute(query)).first()
        return None if row is None else await self._shown(writer, row)

    async def _add(
        self,
        writer: Writer,
        text: str,
        key: str | None,
        request: NewPromise | None = None,
        action: Any = None,
    ) -> Message:
        """Store a new message, with the promise that it offers."""
        connection, info, person, room = writer.connection, writer.info, writer.person, writer.room
        await self._check_rate(connection, person)
        row = await self._row(connection, info, person, room, text, key)
        await connection.execute(insert(messages).values(row))
        if request is None:
            return message_of(StoredRow(row), person)
        await add_promise(connection, info, person, room, row["number"], request, action)
        return await self._shown(writer, StoredRow(row))

    async def _announced(self, person: Person, message: Message, match: str) -> Message:
        """The new message, once its readers' notifications are remembered. They are worth no failure: the
        message is stored."""
        query = select(messages.c.readers).where(messages.c.match == match, messages.c.room == message.room)
        with contextlib.suppress(JournalFailed, SQLAlchemyError):
            async with self.database.read() as connection:
                found = await connection.execute(query.where(messages.c.number == message.number))
            readers = msgspec.json.decode(found.scalar() or "[]")
            await self.notify_readers(match, message.room, person.id, readers)
        return message

    async def _read_row(self, writer: Writer, number: int) -> Any:
        """The row of a message that the person can read and that isn't hidden. Raises `Refused`."""
        row = await self._row_with_number(writer, number)
        if row is None or not row_filter(writer.info, writer.person)(row):
            raise no_message()
        if row.hidden is not None:
            raise hidden_message()
        return row

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
        number, change, serial = await latest_numbers(connection, info.id, room.id)
        readers = sorted(await reader_ids(connection, info.id, room, person))
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
            "hidden": None,
            "deleted": None,
            "earlier": "[]",
            "mentions": _encoded(await mentioned_ids(connection, readers, person, text)),
            "readers": _encoded(readers),
            "key": key,
        }

    async def _row_with_number(self, writer: Writer, number: int) -> Any | None:
        in_room = (messages.c.match == writer.info.id) & (messages.c.room == writer.room.id)
        query = select(messages).where(in_room, messages.c.number == number)
        return (await writer.connection.execute(query)).first()

    async def _own_row(self, writer: Writer, number: int) -> Any:
        """The row of the person's own message. Raises `Refused`."""
        row = await self._row_with_number(writer, number)
        if row is None or row.person != writer.person.id:
            raise Refused(404, "no-message", "there is no message of yours with this number in the room")
        if row.hidden is not None:
            raise Refused(409, "message-hidden", "an operator has hidden this message; write another one")
        return row

    async def _update(self, writer: Writer, row: Any, changes: Mapping[str, Any]) -> Message:
        """Change the row, so that it is the last change of its room."""
        _, change, serial = await latest_numbers(writer.connection, writer.info.id, row.room)
        values = {**changes, "change": change + 1, "serial": serial + 1}
        condition = (messages.c.match == writer.info.id) & (messages.c.room == row.room)
        await writer.connection.execute(
            update(messages).where(condition, messages.c.number == row.number).values(values)
        )
        return await self._shown(writer, StoredRow({**row._mapping, **values}))

    def _wake(self, match: str, room: Room) -> None:
        """Wake those who may read the room: the viewers on its seats, and the viewers without a seat, the
        host among them."""
        self.versions[match] = self.versions.get(match, 0) + 1
        self.presence.notify(match, (*room.seats, None))
        self.tell(match)


async def _notify_nobody(match: str, room: str, author: str, readers: Sequence[str]) -> None:
    """Until the service says who is notified."""


def no_room() -> Refused:
    """The refusal for a room that doesn't exist, and for one that must stay unknown to the person: they must
    not differ, or the refusal would reveal the room."""
    return Refused(404, "no-room", "there is no room with this id that you may read")


def no_message() -> Refused:
    """The refusal for a message that doesn't exist, and for one that the person may not read."""
    return Refused(404, "no-message", "there is no message with this number that you may read")


def hidden_message() -> Refused:
    """The refusal for a message whose text isn't shown any more."""
    return Refused(409, "message-hidden", "this message isn't shown any more; answer another one")


def room_from_id(room_id: str) -> Room:
    """The room with this id."""
    name, _, numbers = room_id.rpartition(":")
    return Room(room_id, name, tuple(map(int, numbers.split("-"))) if numbers else ())


def _writable_ids(rooms: Iterable[RoomInfo]) -> list[str]:
    return [room.id for room in rooms if room.writable]


def _may_write(info: MatchInfo, room: Room) -> bool:
    """Whether the person with this view of the match may write in this room, which is open: those on its
    seats may, and a host who doesn't play."""
    if not may(info.roles, "talk", info.status):
        return False
    if info.seat is not None and info.seat in room.seats:
        return True
    return "host" in info.roles and (info.seat is None or room.id == LOBBY)


def _with_limit(query: Select[Any]) -> Select[Any]:
    return query.limit(MOST_READ + 1)


def _encoded(ids: Sequence[str]) -> str:
    return msgspec.json.encode(list(ids)).decode()
