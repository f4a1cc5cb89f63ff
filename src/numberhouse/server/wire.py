"""WebSockets as uvicorn speaks them, except that whoever doesn't read is cut off.

Nothing waits for a slow reader but its own connection. What it hasn't taken stays in a buffer of bounded
size, and `send` waits; when it takes too little for too long, the connection is torn down, since a polite
close would wait behind what isn't read.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["Wire"]

SLOWEST: Final = 20.0
"""Seconds in which a reader must take what is in the buffer."""


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._cut: TimerHandle | None = None

    def pause_writing(self) -> None:
        """The buffer is full: the reader has so much time and no more."""
        super().pause_writing()
        self._cut_after(SLOWEST)

    def resume_writing(self) -> None:
        """The reader has taken it."""
        super().resume_writing()
        self._stay()

    def keepalive_timeout(self) -> None:
        """Nobody answers: don't wait for them to read the close."""
        super().keepalive_timeout()
        self._cut_after(1.0)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stay()
        super().connection_lost(exc)

    def _cut_after(self, seconds: float) -> None:
        self._stay()
        self._cut = self.loop.call_later(seconds, self.transport.abort)

    def _stay(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None
