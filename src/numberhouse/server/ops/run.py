"""Runs the service with uvicorn until it is stopped: prepares the database, listens and serves. With several
processes, `processes` supervises them."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from litestar import Litestar

from numberhouse.registry import UnknownGame, find
from numberhouse.server.base.logs import configure_logging
from numberhouse.server.base.settings import BadSettings, Settings
from numberhouse.server.http.application import connect, create_routes
from numberhouse.server.http.websocket import Wire
from numberhouse.server.service import Service
from numberhouse.server.storage.database import Database

__all__ = ["ServeError", "Server", "address_of", "listen", "prepare", "run", "serve", "uvicorn_config"]

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


class Server(uvicorn.Server):
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


def run(settings: Settings, opened: Callable[[str], None] | None = None) -> None:
    """Serve. Returns when interrupted or terminated, with everything stored. Calls `opened` with the address
    when people can connect. Raises `ServeError`, `BadSettings` and `NoDatabase`."""
    configure_logging(settings.log_format)
    listening = listen(settings.host, settings.port)
    with listening:
        address = address_of(listening)
        asyncio.run(prepare(settings))

        def announce() -> None:
            if opened is not None:
                opened(address)

        if settings.processes > 1:
            from numberhouse.server.ops.processes import serve_together

            serve_together(settings, listening, announce)
        else:
            serve(settings, listening, announce)


def serve(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> None:
    """Serve in this process, whose main thread this is. Raises `ServeError`."""
    server = Server(Service(settings), opened)
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


async def prepare(settings: Settings) -> None:
    """Check before serving that the games exist and the database answers, and bring the database up to date.
    Raises `BadSettings` and `NoDatabase`."""
    for game in settings.games:
        try:
            find(game)
        except UnknownGame as error:
            raise BadSettings(f"games: {error}") from error
    database = Database(settings)
    try:
        await database.prepare(migrate=settings.migrate)
    finally:
        await database.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at that address; clients that connect wait until we serve. Raises
    `ServeError`."""
    try:
        family, kind, _, _, socket_address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError) as error:
        raise ServeError(f"host: {host!r} is no address of this machine; 127.0.0.1 or 0.0.0.0 are") from error
    listening = socket.socket(family, kind)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(socket_address)
        # Two sockets may be bound to one port, but only one may listen: so a second service is refused here.
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise ServeError(_bind_problem(error, host, port)) from error
    listening.set_inheritable(True)
    return listening


def address_of(listening: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    display_host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{display_host}]:{port}" if ":" in display_host else f"http://{display_host}:{port}"


def uvicorn_config(settings: Settings, app: Any) -> uvicorn.Config:
    """The configuration with which uvicorn serves the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=Wire,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        proxy_headers=False,  # see `client_address`: uvicorn believes what the leftmost proxy was told
        access_log=False,
        log_config=None,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
        backlog=BACKLOG,
    )


def _bind_problem(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is taken: something else listens there; choose another --port"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} of {host} isn't for us: use one from 1024 on, with a proxy before it"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"host: {host} is no address of this machine; 127.0.0.1 or 0.0.0.0 are"
    return f"port {port} of {host} can't be listened on: {error.strerror}"
