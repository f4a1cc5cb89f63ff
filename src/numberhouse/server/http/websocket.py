"""WebSockets as uvicorn speaks them, except that whoever doesn't read is cut off, and that what is said often
goes a shorter way.

Nothing waits for a slow reader but its own connection. What it hasn't taken stays in a buffer of bounded
size, and `send` waits; when it takes too little for too long, the connection is torn down, since a polite
close would wait behind what isn't read.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Mapping
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

__all__ = ["Wire", "wire_of"]

SLOWEST: Final = 20.0
"""Seconds in which a reader must take what is in the buffer."""

MOST_QUEUED: Final = 4
"""Messages that are taken in before the first of them is read; the next ones wait outside."""

EXTENSION: Final = "numberhouse.wire"


def wire_of(scope: Mapping[str, Any]) -> Wire:
    """The wire that a WebSocket with this ASGI scope speaks through."""
    wire: Wire = scope["extensions"][EXTENSION]
    return wire


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._cut_timer: TimerHandle | None = None

    async def send_texts(self, *texts: bytes) -> None:
        """Send messages, together and past ASGI, which takes as long as all the rest. Returns when there is
        room; `pause_writing` sees to those who never make any. Raises `OSError` when it is over."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState as error:
            raise ClientDisconnected from error
        self.transport.write(b"".join(self.conn.data_to_send()))

    def push(self, text: bytes) -> bool:
        """Send a message at once, unless the reader is slow or gone; whether it was sent."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def receive_text(self) -> str:
        """The next message, past ASGI. Raises `OSError` when it is over."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            raise ClientDisconnected
        return message.get("text") or ""

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to speak: the application finds us by `wire_of`."""
        super().handle_connect(event)
        if not self.handshake_complete:  # it would be, had it been refused
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """A message has come. uvicorn stops reading after each, which takes two calls of the system; a few
        may wait here."""
        reads_on = not self.read_paused and self.queue.qsize() < MOST_QUEUED
        self.read_paused |= reads_on
        super().send_receive_event_to_app()
        if reads_on:
            self.read_paused = False

    def pause_writing(self) -> None:
        """The buffer is full: the reader has so much time and no more."""
        super().pause_writing()
        self._cut_after(SLOWEST)

    def resume_writing(self) -> None:
        """The reader has taken it."""
        super().resume_writing()
        self._cancel_cut()

    def keepalive_timeout(self) -> None:
        """Nobody answers: don't wait for them to read the close."""
        super().keepalive_timeout()
        self._cut_after(1.0)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._cancel_cut()
        super().connection_lost(exc)

    def _cut_after(self, seconds: float) -> None:
        self._cancel_cut()
        self._cut_timer = self.loop.call_later(seconds, self.transport.abort)

    def _cancel_cut(self) -> None:
        if self._cut_timer is not None:
            self._cut_timer.cancel()
            self._cut_timer = None
