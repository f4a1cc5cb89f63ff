"""Reading the messages of a match: a room's messages, the changes since a moment, and read marks.

A person reads the messages among whose stored readers the person is. Messages of people whom the person has
muted or blocked are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Select, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import ChatMessages, Message, ReadMark, RoomInfo
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.blocks import unread
from numberhouse.server.chat.chat_updates import ChatUpdates
from numberhouse.server.chat.messages.reactions import reactions_by_message
from numberhouse.server.chat.messages.read_marks import move_mark
from numberhouse.server.chat.messages.rows import (
    latest_numbers,
    message_of,
    no_message,
    readable_by,
    row_filter,
)
from numberhouse.server.chat.promises import PromiseReader, promises_by_message
from numberhouse.server.chat.room_access import RoomAccess, check_room, writable_ids
from numberhouse.server.matches.access.permissions import may
from numberhouse.server.storage.schema import messages

__all__ = ["MessageHistory", "shown_messages", "unread_ids_of"]

MOST_READ: Final = 200
"""Messages in one answer."""

TRIES: Final = 20


class MessageHistory:
    """The messages of all matches, as each person may read them."""

    def __init__(self, access: RoomAccess, updates: ChatUpdates) -> None:
        self.database = access.database
        self.access = access
        self.updates = updates

    async def read(self, match: str, person: Person | None, room_id: str, after: int = 0) -> ChatMessages:
        """The messages written or edited in the room since the change `after`. Raises `Refused` for a room
        that doesn't exist, in the same words as for one that the person may not know of."""
        info = await self.access.info(match, person)
        async with self.access.seen(info) as session:
            visible_rooms = await self.access.visible_in(session, info, person)
            reader = PromiseReader(session, info.seat, person, writable_ids(visible_rooms))
        check_room(visible_rooms, room_id)
        query = select(messages).where(messages.c.match == match, messages.c.room == room_id)
        query = query.where(messages.c.change > after).order_by(messages.c.change)
        if not may(info.roles, "see everything", info.status):
            query = query.where(readable_by(person))
        async with self.database.read() as connection:
            unread_ids = await unread_ids_of(connection, person)
            if unread_ids:
                query = query.where(messages.c.person.not_in(unread_ids))
            rows = (await connection.execute(_with_limit(query))).all()
            page = await shown_messages(connection, rows[:MOST_READ], info, person, reader, unread_ids)
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
        info = await self.access.info(match, person)
        async with self.access.seen(info) as session:
            visible_rooms = await self.access.visible_in(session, info, person)
            reader = PromiseReader(session, info.seat, person, writable_ids(visible_rooms))
        in_match = messages.c.match == match
        query = select(messages).where(in_match, messages.c.serial > serial)
        async with self.database.read() as connection:
            rows = (await connection.execute(_with_limit(query.order_by(messages.c.serial)))).all()
            more = len(rows) > MOST_READ
            rows = rows[:MOST_READ]
            unread_ids = await unread_ids_of(connection, person)
            may_read = row_filter(info, person)
            new_rows = [row for row in rows if row.change > last_changes.get(row.room, 0)]
            if judged:
                again = tuple_(messages.c.room, messages.c.number).in_(judged) & (messages.c.serial <= serial)
                new_rows += (await connection.execute(select(messages).where(in_match, again))).all()
            new_rows = [row for row in new_rows if may_read(row) and row.person not in unread_ids]
            new_messages = await shown_messages(connection, new_rows, info, person, reader, unread_ids)
        return (rows[-1].serial if rows else serial), visible_rooms, ChatMessages(new_messages, more)

    async def readable_row(self, match: str, person: Person, room_id: str, number: int) -> Any:
        """The stored row of a message that the person can read. Raises `Refused` for any other, in the same
        words as for one that doesn't exist."""
        info = await self.access.info(match, person)
        query = select(messages).where(messages.c.match == match, messages.c.room == room_id)
        async with self.database.read() as connection:
            row = (await connection.execute(query.where(messages.c.number == number))).first()
        if row is None or not row_filter(info, person)(row):
            raise no_message()
        return row

    async def mark_read(self, match: str, person: Person, mark: ReadMark) -> None:
        """Store how far the person has read in a room, for all devices of the person. Raises `Refused` for a
        room that the person may not know of."""
        info = await self.access.info(match, person)
        async with self.access.seen(info) as session:
            visible_rooms = await self.access.visible_in(session, info, person)
        check_room(visible_rooms, mark.room)
        for _ in range(TRIES):
            try:
                async with self.database.begin() as connection:
                    last, _, _ = await latest_numbers(connection, match, mark.room)
                    number = min(mark.number, last)
                    has_moved = number > 0 and await move_mark(connection, match, person, mark.room, number)
            except IntegrityError:
                continue  # another device of the person has set the first mark
            if has_moved:
                self.updates.presence.notify_reader(match, person.id)
            return


async def shown_messages(
    connection: AsyncConnection,
    rows: Sequence[Any],
    info: MatchInfo,
    person: Person | None,
    reader: PromiseReader,
    unread_ids: Collection[str] = (),
) -> list[Message]:
    """The messages with these rows as the person may see them, with their reactions and promises."""
    reactions = await reactions_by_message(connection, info.id, rows, person, unread_ids)
    found = await promises_by_message(connection, info.id, rows, reader)
    keys = [(row.room, row.number) for row in rows]
    return [
        message_of(row, person, reactions.get(key, ()), found.get(key))
        for row, key in zip(rows, keys, strict=True)
    ]


async def unread_ids_of(connection: AsyncConnection, person: Person | None) -> set[str]:
    """The ids of the people whose messages the person doesn't read."""
    return set() if person is None else set((await connection.execute(unread(person.id))).scalars())


def _with_limit(query: Select[Any]) -> Select[Any]:
    return query.limit(MOST_READ + 1)
