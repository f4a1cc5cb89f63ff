"""Sockets that follow a match, and calls inside the service, for tests."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from numberhouse.server.play import presence as presence
from numberhouse.server.storage.journal_entry import Body
from tests.server.conftest import Guest, House

T = TypeVar("T")

LIVE: Final = "numberhouse.server.http.routes.play.live"

PASS: Final = {"type": "pass"}


def exchange(match: str, player: Guest) -> dict[str, Any]:
    """A turn of Mixmath that advances a match and never ends it, as passes of all seats would."""
    return {"type": "exchange", "tiles": player.view(match)["view"]["hand"]["rack"][:1]}


def inside(house: House, doing: Coroutine[Any, Any, T]) -> T:
    """Run it in the service's own loop."""
    loop = house.service.deadlines._tasks[0].get_loop()
    future: Future[T] = asyncio.run_coroutine_threadsafe(doing, loop)
    return future.result(60)


def entered(house: House, match: str, body: Body, seat: int | None = None, key: str | None = None) -> None:
    async def enter() -> None:
        async with house.service.sessions.at(match) as session:
            await house.service.sessions.enter(session, seat, body, key=key)

    inside(house, enter())


def received(live: ClientConnection, wait: float = 5.0) -> Any:
    return json.loads(live.recv(timeout=wait))


def until(live: ClientConnection, kind: str) -> Any:
    """The next message of that kind; earlier messages are dropped."""
    before: list[Any] = []
    while True:
        try:
            message = received(live)
        except TimeoutError:
            raise AssertionError(f"no {kind}, but {before}") from None
        if message["type"] == kind:
            return message
        before.append(message)


def silent(live: ClientConnection, seconds: float = 0.4) -> bool:
    """Whether no message comes for so long."""
    try:
        live.recv(timeout=seconds)
    except TimeoutError:
        return True
    return False


def closed(live: ClientConnection, wait: float = 5.0) -> tuple[int, list[Any]]:
    """The close code of the server, and its messages before."""
    messages: list[Any] = []
    try:
        while True:
            messages.append(received(live, wait))
    except ConnectionClosed as ended:
        return ended.rcvd.code if ended.rcvd is not None else 0, messages


def mover(match: str, players: list[Guest]) -> int:
    return int(players[0].view(match)["view"]["turn"]["seat"])


def submission(first: int = 1, second: int = 2) -> dict[str, Any]:
    return {"type": "submit", "first": first, "second": second, "scoring": first}


def settled(*lives: ClientConnection) -> None:
    """Wait until each viewer has seen the presence of all others."""
    time.sleep(presence.COUNTING + 0.2)
    for live in lives:
        while not silent(live, 0.1):
            pass


def present(message: Any) -> list[bool]:
    return [place["present"] for place in message["public_match"]["seats"]]


class Deaf:
    """A client that shakes hands and then never reads."""

    def __init__(self, house: House, match: str) -> None:
        host, port = house.socket.getsockname()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((host, port))
        asked = (
            f"GET /api/matches/{match}/live HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
        )
        self.socket.sendall(("\r\n".join(asked) + "\r\n\r\n").encode())

    def close(self) -> None:
        self.socket.close()
