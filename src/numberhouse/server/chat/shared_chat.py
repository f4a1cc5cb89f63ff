"""The chat across processes: each tells the others on the same database in which matches there are changes.

The messages themselves are in the database. A process that has lost its connection to the channel may have
missed a note, so it looks at all matches again as soon as it is connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Final

import msgspec

from numberhouse.server.chat.chat_updates import ChatUpdates
from numberhouse.server.storage.database import Database

__all__ = ["SharedChat"]

CHANNEL: Final = "numberhouse_chat"

PATIENCE: Final = 0.5
"""Seconds before notes are sent again that couldn't be sent."""


class ChatNote(msgspec.Struct, frozen=True, array_like=True):
    """A message on the channel."""

    process: str
    match: str
    renamed: bool = False
    """Whether one of the authors has another name."""


class SharedChat:
    """Wakes the viewers of this process for messages of the others; with a SQLite file it does nothing."""

    def __init__(self, database: Database, updates: ChatUpdates) -> None:
        self.updates = updates
        self._channel = database.channel(CHANNEL)
        self._process = secrets.token_hex(6)
        self._changes: dict[str, bool] = {}
        """By match that the others don't know of yet, whether an author has another name."""
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen and to tell."""
        if self._channel is None:
            return
        self.updates.tell = self._on_change
        self._tasks = [
            asyncio.create_task(self._channel.listen(self._on_message, self._on_connection)),
            asyncio.create_task(self._tell()),
        ]

    async def close(self) -> None:
        """Stop, after the last changes have been told."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._channel is not None and self._tasks:
            await self._send()
            await self._channel.close()

    def _on_change(self, match: str, renamed: bool) -> None:
        self._changes[match] = renamed or self._changes.get(match, False)
        self._wake.set()

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not await self._send():
                await asyncio.sleep(PATIENCE)
                self._wake.set()

    async def _send(self) -> bool:
        """Tell the changes. Those that couldn't be sent stay for the next time."""
        assert self._channel is not None
        changes, self._changes = self._changes, {}
        notes = [ChatNote(self._process, match, renamed) for match, renamed in changes.items()]
        try:
            is_sent = await self._channel.send([msgspec.json.encode(note).decode() for note in notes])
        except asyncio.CancelledError:
            self._keep(changes)
            raise
        if not is_sent:
            self._keep(changes)
        return is_sent

    def _keep(self, changes: dict[str, bool]) -> None:
        for match, renamed in changes.items():
            self._changes[match] = renamed or self._changes.get(match, False)

    def _on_connection(self, is_open: bool) -> None:
        if is_open:
            self.updates.notify_missed()

    def _on_message(self, message: str) -> None:
        try:
            note = msgspec.json.decode(message, type=ChatNote)
        except msgspec.DecodeError:
            return  # of another version, which serves beside this one while it is replaced
        if note.process != self._process:
            self.updates.notify_here(note.match, renamed=note.renamed)
