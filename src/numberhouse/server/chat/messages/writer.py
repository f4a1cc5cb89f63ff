"""One change of a message, inside the transaction in which its room is known to be open: a new row, or the
stored row that is changed.

The readers of a message are fixed when it is written, and stored with it: the people on the room's seats at
that time. So a correction of the past neither takes messages from anybody nor gives any to anybody, and a
player who replaces another gets the seat, but not its earlier messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import Message
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import NewPromise
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.messages.history import shown_messages, unread_ids_of
from numberhouse.server.chat.messages.rows import (
    StoredRow,
    encoded_ids,
    latest_numbers,
    mentioned_ids,
    message_of,
    no_message,
    reader_ids,
    row_filter,
)
from numberhouse.server.chat.promises import PromiseReader, add_promise, promise_row
from numberhouse.server.chat.rooms import Room
from numberhouse.server.storage.schema import messages

__all__ = ["Writer", "hidden_message"]


@dataclass(frozen=True, slots=True)
class Writer:
    """What a change of one message is made with."""

    connection: AsyncConnection
    """Of the transaction in which the room is known to be open."""
    person: Person
    info: MatchInfo
    room: Room
    reader: PromiseReader
    now: float
    a_minute: int
    """Messages that one person may write in a minute."""

    async def message_with_key(self, key: str | None) -> Message | None:
        """The message that was stored with that key before."""
        if key is None:
            return None
        own = (messages.c.match == self.info.id) & (messages.c.person == self.person.id)
        query = select(messages).where(own, messages.c.key == key)
        row = (await self.connection.execute(query)).first()
        return None if row is None else await self.shown(row)

    async def add(
        self, text: str, key: str | None, request: NewPromise | None = None, action: Any = None
    ) -> Message:
        """Store a new message, with the promise that it offers. Raises `Refused` for too many messages."""
        await self._check_rate()
        row = await self._new_row(text, key)
        await self.connection.execute(insert(messages).values(row))
        if request is None:
            return message_of(StoredRow(row), self.person)
        await add_promise(self.connection, self.info, self.person, self.room, row["number"], request, action)
        return await self.shown(StoredRow(row))

    async def _check_rate(self) -> None:
        recent = (messages.c.person == self.person.id) & (messages.c.at > self.now - 60)
        query = select(func.count(), func.min(messages.c.at)).where(recent)
        count, first = (await self.connection.execute(query)).one()
        if count >= self.a_minute:
            wait = max(1, round(first + 60 - self.now))
            raise Refused(
                429,
                "too-many",
                f"{self.a_minute} messages a minute are possible; the next one in {wait} s",
                limit="messages",
                retry_after=wait,
            )

    async def _new_row(self, text: str, key: str | None) -> dict[str, Any]:
        number, change, serial = await latest_numbers(self.connection, self.info.id, self.room.id)
        readers = sorted(await reader_ids(self.connection, self.info.id, self.room, self.person))
        return {
            "match": self.info.id,
            "room": self.room.id,
            "number": number + 1,
            "change": change + 1,
            "serial": serial + 1,
            "person": self.person.id,
            "seat": self.info.seat,
            "name": self.person.name,
            "text": text,
            "at": self.now,
            "edited": None,
            "edits": 0,
            "hidden": None,
            "deleted": None,
            "earlier": "[]",
            "mentions": await self.mentions(readers, text),
            "readers": encoded_ids(readers),
            "key": key,
        }

    async def mentions(self, readers: Sequence[str], text: str) -> str:
        """The readers whom the text mentions, as a row stores them."""
        return encoded_ids(await mentioned_ids(self.connection, readers, self.person, text))

    async def own_row(self, number: int) -> Any:
        """The row of the person's own message. Raises `Refused`."""
        row = await self._row(number)
        if row is None or row.person != self.person.id:
            raise Refused(404, "no-message", "there is no message of yours with this number in the room")
        if row.hidden is not None:
            raise Refused(409, "message-hidden", "an operator has hidden this message; write another one")
        return row

    async def read_row(self, number: int) -> Any:
        """The row of a message that the person can read and that isn't hidden. Raises `Refused`."""
        row = await self._row(number)
        if row is None or not row_filter(self.info, self.person)(row):
            raise no_message()
        if row.hidden is not None:
            raise hidden_message()
        return row

    async def _row(self, number: int) -> Any | None:
        in_room = (messages.c.match == self.info.id) & (messages.c.room == self.room.id)
        query = select(messages).where(in_room, messages.c.number == number)
        return (await self.connection.execute(query)).first()

    async def promise_row(self, number: int) -> Any:
        """The row of the promise that the message offers. Raises `Refused` where it offers none."""
        row = await promise_row(self.connection, self.info.id, self.room.id, number)
        if row is None:
            raise Refused(404, "no-promise", "this message offers no promise")
        return row

    async def check_no_promise(self, number: int) -> None:
        """Raise `Refused` for a message that offers a promise: nobody rewrites or removes one."""
        if await promise_row(self.connection, self.info.id, self.room.id, number) is not None:
            raise Refused(
                409, "promise-stays", "a promise is neither edited nor deleted; it can be withdrawn"
            )

    async def update(self, row: Any, changes: Mapping[str, Any]) -> Message:
        """Change the row, so that it is the last change of its room."""
        _, change, serial = await latest_numbers(self.connection, self.info.id, row.room)
        values = {**changes, "change": change + 1, "serial": serial + 1}
        condition = (messages.c.match == self.info.id) & (messages.c.room == row.room)
        await self.connection.execute(
            update(messages).where(condition, messages.c.number == row.number).values(values)
        )
        return await self.shown(StoredRow({**row._mapping, **values}))

    async def shown(self, row: Any) -> Message:
        """The message as the person sees it."""
        unread_ids = await unread_ids_of(self.connection, self.person)
        (message,) = await shown_messages(
            self.connection, [row], self.info, self.person, self.reader, unread_ids
        )
        return message


def hidden_message() -> Refused:
    """The refusal for a message whose text isn't shown any more."""
    return Refused(409, "message-hidden", "this message isn't shown any more; answer another one")
