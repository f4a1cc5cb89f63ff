"""The one path on which a message is stored or changed: its room is open to the person in the transaction
that stores it, and its readers are woken afterwards."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

import msgspec
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import Message
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.chat_updates import ChatUpdates
from numberhouse.server.chat.messages.writer import Writer
from numberhouse.server.chat.promises import PromiseReader
from numberhouse.server.chat.room_access import RoomAccess
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.schema import journal_entries, messages, seats

__all__ = ["MessageChanges"]

TRIES: Final = 20

Change: TypeAlias = Callable[[Writer], Awaitable[Message]]
"""A change of one message."""


class MessageChanges:
    """The changes to the messages of all matches."""

    def __init__(self, access: RoomAccess, updates: ChatUpdates, a_minute: int) -> None:
        self.database = access.database
        self.matches = access.matches
        self.sessions = access.sessions
        self.now = access.now
        self.access = access
        self.updates = updates
        self.a_minute = a_minute
        """Messages that one person may write in a minute."""
        self.notify_readers: Callable[[str, str, str, Sequence[str]], Awaitable[None]] = _notify_nobody
        """Called with the match, the room, the author and the readers of a new message, by their ids."""

    async def change(self, match: str, person: Person, room_id: str, change: Change) -> Message:
        """Change one message while its room is open to the person, and wake its readers. Another process may
        store an entry or a message first; then everything is looked up again. Raises `Refused` where the
        person may not write in the room now."""
        for _ in range(TRIES):
            await self.access.info(match, person)
            info = await self.matches.check(match, person, "talk")
            async with self.sessions.at(match) as session:
                open_room = await self.access.writable(session, info, person, room_id)
                number = session.number
                reader = PromiseReader(session, info.seat, person, (open_room.id,))
            message: Message | None = None
            try:
                async with self.database.begin() as connection:
                    if await _is_unchanged(connection, info, person, number):
                        message = await change(
                            Writer(connection, person, info, open_room, reader, self.now(), self.a_minute)
                        )
                    else:
                        self.sessions.on_append(match)
            except IntegrityError:
                message = None  # another process stored a message first
            if message is not None:
                self.updates.notify_room(match, open_room)
                return message
            await asyncio.sleep(0.02)
        raise Refused(503, "not-stored", "too much is happening at this match; try again")

    async def add(self, match: str, person: Person, room_id: str, change: Change) -> Message:
        """Store a new message by this change, and remember the notifications of its readers. They are worth
        no failure: the message is stored. Raises `Refused`, as `change` does."""
        message = await self.change(match, person, room_id, change)
        query = select(messages.c.readers).where(messages.c.match == match, messages.c.room == message.room)
        with contextlib.suppress(JournalFailed, SQLAlchemyError):
            async with self.database.read() as connection:
                found = await connection.execute(query.where(messages.c.number == message.number))
            readers = msgspec.json.decode(found.scalar() or "[]")
            await self.notify_readers(match, message.room, person.id, readers)
        return message


async def _notify_nobody(match: str, room: str, author: str, readers: Sequence[str]) -> None:
    """Until the service says who is notified."""


async def _is_unchanged(connection: AsyncConnection, info: MatchInfo, person: Person, number: int) -> bool:
    """Whether the match's last entry is still `number` and the person has the same seat: then the room
    still exists."""
    query = select(func.max(journal_entries.c.number)).where(journal_entries.c.match == info.id)
    last = (await connection.execute(query)).scalar() or 0
    query = select(seats.c.seat).where(seats.c.match == info.id, seats.c.person == person.id)
    return last == number and (await connection.execute(query)).scalar() == info.seat
