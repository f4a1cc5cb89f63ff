"""The `Date` of every answer: the house's time, with which the pages compute how long a seat still has."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import formatdate
from typing import Any

from numberhouse.server.http.connections.client_address import AsgiApp

__all__ = ["DateMiddleware"]


class DateMiddleware:
    """Adds the header to each answer of the application."""

    def __init__(self, app: AsgiApp, now: Callable[[], float]) -> None:
        self.app = app
        self.now = now
        self._second = 0
        self._date = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle a request or a live connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_dated(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"date", self._present_date())]
            await send(message)

        await self.app(scope, receive, send_dated)

    def _present_date(self) -> bytes:
        second = int(self.now())
        if second != self._second:
            self._second, self._date = second, formatdate(second, usegmt=True).encode()
        return self._date
