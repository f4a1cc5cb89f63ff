"""uvicorn's HTTP/1.1, with limits on time: a client that sends or reads too slowly is cut off.

uvicorn waits for ever for the rest of a request, and asyncio for ever for a client to read an answer. Each
such connection costs a socket and memory, and one person can open thousands. So the head of a request must
arrive within `HEAD_SECONDS`, its body at `BODY_RATE` at least, and an answer must be read at `READ_RATE`.

Two more changes concern the handshakes of WebSockets, which the parser behind uvicorn would leave without an
answer: one with a body is refused, and what a client sends right behind its handshake isn't lost.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any, Final, cast

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from numberhouse.server.http.connections.websocket import Wire

__all__ = ["Http11"]

HEAD_SECONDS: Final = 15.0
"""Seconds for the head of a request: from the connection on, or from its first byte on a used one."""

BODY_SECONDS: Final = 15.0
"""Seconds for a body, and a second more for each `BODY_RATE` bytes of it that have arrived."""

BODY_RATE: Final = 16_384
"""Bytes a second."""

READ_SECONDS: Final = 20.0
"""Seconds between two checks of an answer that the client hasn't read yet."""

READ_RATE: Final = 1024
"""Bytes a second that a client must read."""


class Http11(H11Protocol):
    """One connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._receiving: TimerHandle | None = None
        """Set while a part of a request is awaited."""
        self._awaited_part: Any = None
        """The part: `h11.IDLE` for a head, `h11.SEND_BODY` for a body."""
        self._awaited_since = 0.0
        """Seconds of the loop's clock."""
        self._received = 0
        """Bytes since then."""
        self._sending: TimerHandle | None = None
        """Set while an answer isn't read yet."""
        self._unread = float("inf")
        """Bytes that weren't read at the last check."""

    # Receiving

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """A client connects: the head of its first request is awaited."""
        super().connection_made(transport)
        self._await(h11.IDLE)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # a WebSocket has the connection now, and limits of its own
        self._watch_receiving()
        self._received += len(data)

    def on_response_complete(self) -> None:
        """An answer is complete: the next request may come, or be there already."""
        super().on_response_complete()
        if self._awaited_part is not h11.IDLE:
            self._watch_receiving()
        if not self.transport.is_closing() and self.conn.their_state is h11.IDLE:
            self._stop_receiving()  # uvicorn's limit for idle connections holds until the next byte
        self._watch_sending()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed: cancel the timers."""
        self._stop_receiving()
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        super().connection_lost(exc)

    def _watch_receiving(self) -> None:
        """Begin or end to wait for the part of a request that the connection is at."""
        part = self.conn.their_state
        if part not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._stop_receiving()
        elif part is not self._awaited_part:
            self._await(part)

    def _await(self, part: Any) -> None:
        self._stop_receiving()
        self._awaited_part, self._awaited_since, self._received = part, self.loop.time(), 0
        self._check_receiving()

    def _stop_receiving(self) -> None:
        if self._receiving is not None:
            self._receiving.cancel()
        self._receiving = self._awaited_part = None

    def _check_receiving(self) -> None:
        """Cut the client off, unless it has time left."""
        is_head = self._awaited_part is h11.IDLE
        allowed = HEAD_SECONDS if is_head else BODY_SECONDS + self._received / BODY_RATE
        left = self._awaited_since + allowed - self.loop.time()
        if self.flow.read_paused:
            left = max(left, 1.0)  # the service hasn't read what has arrived
        if left > 0:
            self._receiving = self.loop.call_later(left, self._check_receiving)
            return
        self._stop_receiving()
        if is_head and not self._received:
            self._close()  # a browser may connect for later, and asks for no answer
        elif is_head:
            self._refuse(408, f"the head of a request must arrive within {HEAD_SECONDS:g} s; send it again")
        else:
            self._refuse(
                408,
                f"the body of a request must arrive within {BODY_SECONDS:g} s, and one second more for each "
                f"{BODY_RATE} bytes of it; send it again",
            )

    # Sending

    def resume_writing(self) -> None:
        """The client reads: check again from here."""
        self._unread = float("inf")
        super().resume_writing()

    def pause_writing(self) -> None:
        """The buffer of unread bytes is full."""
        super().pause_writing()
        self._watch_sending()

    def timeout_keep_alive_handler(self) -> None:
        """The connection is idle: close it, even if the last answer is never read."""
        super().timeout_keep_alive_handler()
        self._watch_sending()

    def _watch_sending(self) -> None:
        if self._sending is None and self.transport.get_write_buffer_size():
            self._unread = self.transport.get_write_buffer_size()
            self._sending = self.loop.call_later(READ_SECONDS, self._check_sending)

    def _check_sending(self) -> None:
        """Cut off a client that has read too little since the last check."""
        self._sending = None
        if self.transport.get_write_buffer_size() > self._unread - READ_SECONDS * READ_RATE:
            self.transport.abort()
        else:
            self._watch_sending()

    # WebSockets

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket, with what the client has sent behind its handshake."""
        names = {name for name, _ in self.headers}
        if {b"content-length", b"transfer-encoding"} & names:
            self._refuse(
                400,
                "the handshake of a WebSocket has no body; leave out Content-Length, Transfer-Encoding",
            )
            return
        self._stop_receiving()
        super().handle_websocket_upgrade(event)
        handed_over = cast("Wire", self.transport.get_protocol())
        if not handed_over.handshake_initiated:
            self.transport.set_protocol(self)
            self._refuse(400, "this isn't the handshake of a WebSocket, as RFC 6455 defines it")
            handed_over.connection_lost(None)
            return
        following, _ = self.conn.trailing_data
        if following:
            handed_over.data_received(following)

    # Refusing

    def _refuse(self, status: int, message: str) -> None:
        """Refuse a request that the application can't, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            body = msgspec.json.encode({"code": "request", "message": message, "values": {}})
            headers = [
                ("content-type", "application/json"),
                ("content-length", str(len(body))),
                ("connection", "close"),
            ]
            for part in (
                h11.Response(status_code=status, headers=headers, reason=b""),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(part) or b"")
        self._close()

    def _close(self) -> None:
        self.transport.close()
        self._watch_sending()
