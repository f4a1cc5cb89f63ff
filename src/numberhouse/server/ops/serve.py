"""Serves one service in this process with uvicorn, until it is stopped."""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from litestar import Litestar

from numberhouse.server.base.house_clock import HouseClock
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.application import connect, create_routes
from numberhouse.server.http.connections.http11 import Http11
from numberhouse.server.http.connections.websocket import Wire
from numberhouse.server.service import Service

__all__ = ["BACKLOG", "SHUTDOWN_SECONDS", "HouseServer", "ServeError", "serve", "uvicorn_config"]

SHUTDOWN_SECONDS: Final = 10
"""Seconds that open requests have when the service stops."""

IDLE_SECONDS: Final = 75
"""Seconds after which an idle connection is closed. Clients keep theirs for 5 to 60 seconds: if the service
closed first, a request that was just being sent would be lost."""

BACKLOG: Final = 2048
"""Connections that may wait to be accepted."""

GC_THRESHOLDS: Final = (50_000, 20, 50)
"""Thresholds of Python's search for cycles, by generation: objects, then collections of the younger
generation."""


class ServeError(Exception):
    """The service can't begin; the text says why, and what would help."""


class HouseServer(uvicorn.Server):
    """Serves one service. When it stops, no request waits for updates any more."""

    def __init__(
        self, service: Service, opened: Callable[[], None] | None = None, routes: Litestar | None = None
    ) -> None:
        app = connect(routes or create_routes(), service)
        super().__init__(uvicorn_config(service.settings, app))
        self.service = service
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and call `opened`."""
        await super().startup(sockets)
        if self.started and self.opened is not None:
            self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the requests that wait for updates, then stop."""
        self.service.leave()
        await super().shutdown(sockets)


def serve(
    settings: Settings, listening: socket.socket, opened: Callable[[], None], clock: HouseClock
) -> None:
    """Serve in this process, whose main thread this is. Raises `ServeError`."""
    server = HouseServer(Service(settings, clock), opened)
    # States of matches are long-lived trees: searching them for cycles costs more than it frees.
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    # uvicorn raises the signal that stopped it once more, which would look like a failure.
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, server.handle_exit)
    try:
        server.run([listening])
    except SystemExit as error:
        raise ServeError("the service couldn't begin; what is logged above says why") from error


def uvicorn_config(settings: Settings, app: Any) -> uvicorn.Config:
    """The configuration with which uvicorn serves the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=Http11,
        ws=Wire,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        proxy_headers=False,  # see `client_address`: uvicorn trusts the leftmost entry, that of the client
        access_log=False,
        log_config=None,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
        date_header=False,  # see `DateMiddleware`: the pages compute with the house's time
        backlog=BACKLOG,
    )
