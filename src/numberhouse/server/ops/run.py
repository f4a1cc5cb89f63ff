"""Runs the service until it is stopped: prepares the database, listens, and serves in this process or, by
`processes`, in several."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable

from numberhouse.registry import UnknownGame, find
from numberhouse.server.base.house_clock import HouseClock
from numberhouse.server.base.logs import configure_logging
from numberhouse.server.base.settings import BadSettings, Settings
from numberhouse.server.ops.house_time import continue_time
from numberhouse.server.ops.processes import serve_together
from numberhouse.server.ops.serve import BACKLOG, ServeError, serve
from numberhouse.server.storage.database import Database

__all__ = ["ServeError", "address_of", "listen", "prepare", "run"]


def run(settings: Settings, opened: Callable[[str], None] | None = None) -> None:
    """Serve. Returns when interrupted or terminated, with everything stored. Calls `opened` with the address
    when people can connect. Raises `ServeError`, `BadSettings` and `NoDatabase`."""
    configure_logging(settings.log_format)
    listening = listen(settings.host, settings.port)
    with listening:
        address = address_of(listening)
        clock = HouseClock()
        asyncio.run(prepare(settings, clock))

        def announce() -> None:
            if opened is not None:
                opened(address)

        if settings.processes > 1:
            serve_together(settings, listening, announce, clock)
        else:
            serve(settings, listening, announce, clock)


async def prepare(settings: Settings, clock: HouseClock) -> None:
    """Check before serving that the games exist and the database answers, migrate the database, and let the
    clock continue the time of the service. Raises `BadSettings` and `NoDatabase`."""
    for game in settings.games:
        try:
            find(game)
        except UnknownGame as error:
            raise BadSettings(f"games: {error}") from error
    database = Database(settings)
    try:
        database.claim()
        await database.prepare(migrate=settings.migrate)
        with database.errors_as_no_database():
            await continue_time(database, clock)
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


def _bind_problem(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is taken: something else listens there; choose another --port"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} of {host} isn't for us: use one from 1024 on, with a proxy before it"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"host: {host} is no address of this machine; 127.0.0.1 or 0.0.0.0 are"
    return f"port {port} of {host} can't be listened on: {error.strerror}"
