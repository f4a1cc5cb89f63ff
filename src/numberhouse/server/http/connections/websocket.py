"""uvicorn's WebSockets, with five changes: a client that doesn't read is cut off, and so is one that sends
too many frames; messages bypass ASGI; messages that arrive whole bypass the parser; and frames that a client
sends before its handshake is answered wait for the answer.

Only its own connection waits for a slow reader. Messages that it hasn't read stay in a buffer of bounded
size, and `send` waits. When it reads too little for too long, the connection is aborted, since a polite
close would wait behind the unread messages.

A frame may be six bytes long, so that one packet could hold tens of thousands of them. All other clients
would wait while they are read. So frames of every kind are counted while they are read, and not afterwards.
"""

from __future__ import annotations

from asyncio import Future, TimerHandle, get_running_loop
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, where there is one
from websockets.http11 import Request
from websockets.protocol import OPEN

__all__ = ["Wire", "wire_of"]

SLOWEST: Final = 20.0
"""Seconds in which a reader must empty the buffer."""

MOST_QUEUED: Final = 4
"""Received messages that may be queued for the application; further ones wait in the network."""

MOST_FRAMES: Final = 1000
"""Frames that a client may send at once."""

FRAMES_PER_SECOND: Final = 200.0
"""Frames that it may send on average."""

MOST_EARLY: Final = 65_536
"""Bytes that a client may send before its handshake is answered. RFC 6455 allows none."""

READ_AT_ONCE: Final = 4096
"""Bytes that are parsed between two looks at the number of frames: at most 683 frames."""

TOO_MANY: Final = 1008
"""Close code of RFC 6455 for a client that breaks a rule of the server."""

EXTENSION: Final = "numberhouse.wire"

TEXT: Final = 0x81
"""First byte of a whole text message."""

CONTROL: Final = 0x88
"""Lowest first byte of a close, a ping or a pong."""

MASKED: Final = 0x80
"""The bit of a frame's second byte that every client must set. The other bits are the length, or 126 where
the length is in the next two bytes, or 127 where it is longer still."""


def wire_of(scope: Mapping[str, Any]) -> Wire:
    """The protocol object of the WebSocket with this ASGI scope."""
    wire: Wire = scope["extensions"][EXTENSION]
    return wire


class Inbox(deque[Any]):
    """The received messages, for one reader. `asyncio.Queue` does the same with several times the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Append a message, and wake the reader."""
        self.append(message)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> Any:
        """The next message."""
        while not self:
            self.waiting = get_running_loop().create_future()
            await self.waiting
        return self.popleft()

    def empty(self) -> bool:
        """Whether no message waits."""
        return not self


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = self.inbox = Inbox()  # type: ignore[assignment]  # what uvicorn uses of a queue is there
        self.sent_at = 0.0
        """When a message was sent last; seconds of the loop's clock."""
        self._frames_left, self._counted_at = float(MOST_FRAMES), self.sent_at
        """Frames that the client may still send, and when this was computed; seconds of the loop's clock."""
        self._cut_timer: TimerHandle | None = None
        self._is_slow = False
        """Whether the buffer is full, so that messages must wait until the client reads."""
        self._early = b""
        """Frames that arrived before the handshake was answered."""
        self._between_frames = False
        """Whether the parser has no part of a frame or message, so that the next one may bypass it."""

    async def send_texts(self, *texts: bytes) -> None:
        """Send messages together, bypassing ASGI, which takes as long as all the rest. Returns when they fit
        into the buffer; `pause_writing` cuts off a reader that never makes room. Raises `OSError` when the
        connection is closed."""
        for text in texts:
            while not self.push(text):
                if not self._is_slow:
                    raise ClientDisconnected
                await self.writable.wait()

    def push(self, text: bytes) -> bool:
        """Send a message at once, unless the reader is slow or gone. Returns whether it was sent."""
        if self._is_slow or self.disconnected or self.conn.state is not OPEN:
            return False
        size = len(text)
        if size < 126:
            header = bytes((TEXT, size))
        elif size < 65536:
            header = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            header = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(header + text)
        self.sent_at = self.loop.time()
        return True

    async def receive_text(self) -> str:
        """The next message, bypassing ASGI. Raises `OSError` when the connection is closed."""
        message = await self.receive()
        if message["type"] != "websocket.receive":
            raise ClientDisconnected
        return message.get("text") or ""

    async def send(self, message: Any) -> None:
        """Send through ASGI: the answer to the handshake. Then read the frames that were sent before it."""
        await super().send(message)
        if self._early and self.handshake_complete:
            early, self._early = self._early, b""
            self.data_received(early)

    def data_received(self, data: bytes) -> None:
        """Read frames, until the client has sent too many of them."""
        if self.handshake_initiated and not self.handshake_complete:
            self._early += data
            if len(self._early) > MOST_EARLY:
                self.transport.abort()
            return
        now = self.loop.time()
        self._frames_left += (now - self._counted_at) * FRAMES_PER_SECOND
        self._frames_left, self._counted_at = min(self._frames_left, MOST_FRAMES), now
        if self._between_frames:
            data = self._read_whole_messages(data)
        for begin in range(0, len(data), READ_AT_ONCE):
            if self._frames_left < 0:
                break
            super().data_received(data[begin : begin + READ_AT_ONCE])
        if self._frames_left < 0:
            self._refuse_frames()

    def _read_whole_messages(self, data: bytes) -> bytes:
        """Read whole text messages without the parser, which takes six times as long. Returns the rest. From
        the first frame that arrives in pieces, the parser reads the rest of the connection."""
        begin, size = 0, len(data)  # a slice for each frame would copy the rest of the packet for each
        while self._frames_left >= 0 and self.conn.state is OPEN:
            if size - begin < 6 or not data[begin + 1] & MASKED:
                break
            start, length = begin + 6, data[begin + 1] & ~MASKED
            if length == 126 and size - begin >= 8:
                start, length = begin + 8, data[begin + 2] << 8 | data[begin + 3]
            elif length > 125:
                break
            end = start + length
            if end > size:
                break
            if data[begin] == TEXT:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[start:end], data[start - 4 : start])]
                self.send_receive_event_to_app()
                self._frames_left -= 1
            elif data[begin] >= CONTROL:
                super().data_received(data[begin:end])
            else:
                break
            if end == size:
                return b""
            begin = end
        self._between_frames = False
        return data[begin:]

    def handle_events(self) -> None:
        """Count the frames that the parser has read, then handle them."""
        self._frames_left -= len(self.conn.events)
        super().handle_events()

    def handle_connect(self, event: Request) -> None:
        """A client connects: put this object into the scope, where `wire_of` finds it."""
        super().handle_connect(event)
        if not self.handshake_complete:  # a refused connection has completed its handshake
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self
            self._between_frames = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application. uvicorn stops reading after each one, which takes two system
        calls; here it goes on until `MOST_QUEUED` are waiting."""
        reads_on = not self.read_paused and len(self.inbox) < MOST_QUEUED
        self.read_paused |= reads_on
        super().send_receive_event_to_app()
        if reads_on:
            self.read_paused = False

    def pause_writing(self) -> None:
        """The buffer is full: cut the reader off after `SLOWEST` seconds."""
        super().pause_writing()
        self._is_slow = True
        self._cut_after(SLOWEST)

    def resume_writing(self) -> None:
        """The reader has emptied the buffer: don't cut it off."""
        super().resume_writing()
        self._is_slow = False
        self._cancel_cut()

    def keepalive_timeout(self) -> None:
        """The client doesn't answer pings: don't wait until it reads the close."""
        super().keepalive_timeout()
        self._cut_after(1.0)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: cancel the timer."""
        self._cancel_cut()
        self._is_slow = False
        super().connection_lost(exc)

    def _refuse_frames(self) -> None:
        """Close the connection of a client that sends too many frames, and read no more of them."""
        if self.conn.state is OPEN:
            self.conn.send_close(TOO_MANY, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def _cut_after(self, seconds: float) -> None:
        self._cancel_cut()
        self._cut_timer = self.loop.call_later(seconds, self.transport.abort)

    def _cancel_cut(self) -> None:
        if self._cut_timer is not None:
            self._cut_timer.cancel()
            self._cut_timer = None
