"""What people do with promises: offer, answer and withdraw. Each changes the message that offers the
promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numberhouse.protocol.chat import Message
from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import NewPromise, PromiseAnswerRequest, PromiseForm
from numberhouse.server.chat.messages.changes import MessageChanges
from numberhouse.server.chat.messages.writer import Writer
from numberhouse.server.chat.promises import (
    PromiseReader,
    check_promise,
    promise_form,
    promise_text,
    promises_with,
    store_answer,
    store_withdrawal,
)

__all__ = ["PromiseActions"]


class PromiseActions:
    """The actions on the promises of all matches."""

    def __init__(self, changes: MessageChanges) -> None:
        self.changes = changes

    async def form(self, match: str, person: Person, round: int | None, lang: str) -> PromiseForm:
        """What the person may promise now. Raises `Refused` for a person who doesn't play."""
        await self.changes.access.info(match, person)
        info = await self.changes.matches.check(match, person, "play")
        async with self.changes.sessions.at(match) as session:
            return promise_form(PromiseReader(session, info.seat, person), round, lang)

    async def offer(self, match: str, person: Person, request: NewPromise, lang: str) -> Message:
        """Store a message that offers a promise; its text is in the language `lang`. A repeated request has
        the same `key` and stores no second one. Raises `Refused`, as for any message, and for a promise that
        isn't possible now."""

        async def change(writer: Writer) -> Message:
            if (message := await writer.message_with_key(request.key)) is not None:
                return message
            action = check_promise(writer.reader, request)
            text = promise_text(writer.reader, action, request.round, lang)
            return await writer.add(text, request.key, request, action)

        return await self.changes.add(match, person, request.room, change)

    async def answer(self, match: str, person: Person, request: PromiseAnswerRequest) -> Message:
        """Accept or decline a promise that was offered to the person. The same answer a second time changes
        nothing. Raises `Refused`."""

        async def change(writer: Writer) -> Message:
            row = await writer.read_row(request.number)
            promise = await writer.promise_row(request.number)
            is_new = await store_answer(
                writer.connection, writer.reader, promise, request.accepted, writer.now
            )
            return await (writer.update(row, {}) if is_new else writer.shown(row))

        return await self.changes.change(match, person, request.room, change)

    async def withdraw(self, match: str, person: Person, room_id: str, number: int) -> Message:
        """Withdraw the person's own promise, as long as nobody has accepted it. A second time changes
        nothing. Raises `Refused`."""

        async def change(writer: Writer) -> Message:
            row = await writer.own_row(number)
            promise = await writer.promise_row(number)
            is_new = await store_withdrawal(writer.connection, promise, writer.now)
            return await (writer.update(row, {}) if is_new else writer.shown(row))

        return await self.changes.change(match, person, room_id, change)

    async def rows_of(self, match: str, person: Person | None) -> Sequence[Any]:
        """The rows of the promises that the person has given in the match, or was offered."""
        async with self.changes.database.read() as connection:
            return await promises_with(connection, match, person)
