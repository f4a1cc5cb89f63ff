"""uvicorn's WebSockets, with two changes: a client that doesn't read is cut off, and messages bypass ASGI.

Only its own connection waits for a slow reader. Messages that it hasn't read stay in a buffer of bounded
size, and `send` waits. When it reads too little for too long, the connection is aborted, since a polite
close would wait behind the unread messages.
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
"""Seconds in which a reader must empty the buffer."""

MOST_QUEUED: Final = 4
"""Received messages that may be queued for the application; further ones wait in the network."""

EXTENSION: Final = "numberhouse.wire"


def wire_of(scope: Mapping[str, Any]) -> Wire:
    """The protocol object of the WebSocket with this ASGI scope."""
    wire: Wire = scope["extensions"][EXTENSION]
    return wire


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._cut_timer: TimerHandle | None = None

    async def send_texts(self, *texts: bytes) -> None:
        """Send messages together, bypassing ASGI, which takes as long as all the rest. Returns when they fit
        into the buffer; `pause_writing` cuts off a reader that never makes room. Raises `OSError` when the
        connection is closed."""
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
        """Send a message at once, unless the reader is slow or gone. Returns whether it was sent."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    async def receive_text(self) -> str:
        """The next message, bypassing ASGI. Raises `OSError` when the connection is closed."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            raise ClientDisconnected
        return message.get("text") or ""

    def handle_connect(self, event: Request) -> None:
        """A client connects: put this object into the scope, where `wire_of` finds it."""
        super().handle_connect(event)
        if not self.handshake_complete:  # a refused connection has completed its handshake
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application. uvicorn stops reading after each one, which takes two system
        calls; here it goes on until `MOST_QUEUED` are waiting."""
        reads_on = not self.read_paused and self.queue.qsize() < MOST_QUEUED
        self.read_paused |= reads_on
        super().send_receive_event_to_app()
        if reads_on:
            self.read_paused = False

    def pause_writing(self) -> None:
        """The buffer is full: cut the reader off after `SLOWEST` seconds."""
        super().pause_writing()
        self._cut_after(SLOWEST)

    def resume_writing(self) -> None:
        """The reader has emptied the buffer: don't cut it off."""
        super().resume_writing()
        self._cancel_cut()

    def keepalive_timeout(self) -> None:
        """The client doesn't answer pings: don't wait until it reads the close."""
        super().keepalive_timeout()
        self._cut_after(1.0)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: cancel the timer."""
        self._cancel_cut()
        super().connection_lost(exc)

    def _cut_after(self, seconds: float) -> None:
        self._cancel_cut()
        self._cut_timer = self.loop.call_later(seconds, self.transport.abort)

    def _cancel_cut(self) -> None:
        if self._cut_timer is not None:
            self._cut_timer.cancel()
            self._cut_timer = None
