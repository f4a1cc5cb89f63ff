"""What people do with messages: say, edit, delete and react, and what an operator does: hide."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import Message, ReactionRequest
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import message_text
from numberhouse.server.chat.messages.changes import MessageChanges
from numberhouse.server.chat.messages.reactions import change_reaction
from numberhouse.server.chat.messages.rows import encoded_texts, latest_numbers
from numberhouse.server.chat.messages.writer import Writer, hidden_message
from numberhouse.server.storage.schema import messages

__all__ = ["MessageActions"]

MOST_EDITS: Final = 10


class MessageActions:
    """The actions on the messages of all matches."""

    def __init__(self, changes: MessageChanges) -> None:
        self.changes = changes

    async def say(
        self, match: str, person: Person, room_id: str, text: str, key: str | None = None
    ) -> Message:
        """Store a new message. A repeated request has the same `key` and stores no second one. Raises
        `Refused` where the person may not write in the room now, for an invalid text, and for too many
        messages."""
        text = message_text(text)

        async def change(writer: Writer) -> Message:
            if (message := await writer.message_with_key(key)) is not None:
                return message
            return await writer.add(text, key)

        return await self.changes.add(match, person, room_id, change)

    async def edit(self, match: str, person: Person, room_id: str, number: int, text: str) -> Message:
        """Replace the text of the person's own message, where the person may still write in the room. Its
        readers see the texts that it had before. Raises `Refused`."""
        text = message_text(text)

        async def change(writer: Writer) -> Message:
            row = await writer.own_row(number)
            if row.deleted is not None:
                raise Refused(409, "message-deleted", "you have deleted this message; write another one")
            if row.text == text:
                return await writer.shown(row)
            await writer.check_no_promise(number)
            if row.edits >= MOST_EDITS:
                raise Refused(409, "too-many", f"{MOST_EDITS} edits of a message; write another one")
            changes = {
                "text": text,
                "edited": writer.now,
                "edits": row.edits + 1,
                "earlier": encoded_texts(row),
                "mentions": await writer.mentions(msgspec.json.decode(row.readers), text),
            }
            return await writer.update(row, changes)

        return await self.changes.change(match, person, room_id, change)

    async def delete(self, match: str, person: Person, room_id: str, number: int) -> Message:
        """Delete the person's own message, where the person may still write in the room: its line stays, and
        its readers can still see its texts. A second time changes nothing. Raises `Refused`."""

        async def change(writer: Writer) -> Message:
            row = await writer.own_row(number)
            if row.deleted is not None:
                return await writer.shown(row)
            await writer.check_no_promise(number)
            return await writer.update(row, {"deleted": writer.now})

        return await self.changes.change(match, person, room_id, change)

    async def react(self, match: str, person: Person, request: ReactionRequest) -> Message:
        """Answer a message by a sign, or withdraw the answer, where the person may write in the room. Raises
        `Refused`."""

        async def change(writer: Writer) -> Message:
            row = await writer.read_row(request.number)
            if row.deleted is not None:
                raise hidden_message()
            if not await change_reaction(writer.connection, match, person, request, writer.now):
                return await writer.shown(row)
            return await writer.update(row, {})

        return await self.changes.change(match, person, request.room, change)

    async def hide(self, connection: AsyncConnection, match: str, room_id: str, number: int) -> bool:
        """Hide a message from everybody, for good. Returns whether there is such a message; the caller then
        calls `ChatUpdates.notify_hidden` after the transaction."""
        condition = (messages.c.match == match) & (messages.c.room == room_id) & (messages.c.number == number)
        _, change, serial = await latest_numbers(connection, match, room_id)
        values = {"hidden": self.changes.now(), "change": change + 1, "serial": serial + 1}
        return bool((await connection.execute(update(messages).where(condition).values(**values))).rowcount)
