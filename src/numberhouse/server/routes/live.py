"""The live connection: one WebSocket per viewer of a match.

The server sends `fresh` once and `news` after that; a client may begin with the last item it has had. It may
act through the same connection: {"type": "act", "action": …, "answers": 12, "key": "…"} is answered by
`accepted` or `refused` with its key.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from numberhouse.game import IllegalAction
from numberhouse.server.hub import Looking
from numberhouse.server.live import Fresh, News, fresh, news
from numberhouse.server.log import LogFailed
from numberhouse.server.permissions import Deed
from numberhouse.server.refusal import Refused, not_stored, of_game
from numberhouse.server.routes.play import Act
from numberhouse.server.service import Service
from numberhouse.server.stream import Viewer
from numberhouse.server.who import asking, origin_allowed, service_of

__all__ = ["live"]

SLOWEST: Final = 20.0
"""Seconds that a message may take to be read; then the reader is cut off."""

HEARTBEAT: Final = 25.0
"""Seconds of silence after which a `beat` is sent."""

LARGEST_MESSAGE: Final = 64 * 1024

CLOSED_BY_POLICY: Final = 4403
TOO_SLOW: Final = 4408
TOO_LARGE: Final = 4413


class ActMessage(Act, frozen=True, forbid_unknown_fields=True, tag="act"):
    """An action of one's seat."""


class BeatMessage(msgspec.Struct, frozen=True, tag="beat"):
    """The client is alive."""


DECODER: msgspec.json.Decoder[ActMessage | BeatMessage] = msgspec.json.Decoder(ActMessage | BeatMessage)

AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/matches/{match:str}/live")
async def live(
    socket: AnySocket, match: FromPath[str], epoch: FromQuery[int] = -1, number: FromQuery[int] = -1
) -> None:
    """See this module."""
    service = service_of(socket)
    try:
        if not origin_allowed(socket):
            raise Refused(403, "origin", "this connection comes from a page of another site")
        person = await asking(socket)
        told = await service.matches.told(match, person)
        deed: Deed = "watch" if told.seat is None else "play"
        viewer = (await service.matches.check(match, person, deed)).seat
    except Refused as refused:
        await socket.accept()
        await socket.send_data(_refused(refused))
        await socket.close(CLOSED_BY_POLICY, refused.code)
        return
    await socket.accept()
    looking = Looking(match, viewer, viewer)
    service.hub.come(looking)
    reading = asyncio.create_task(_read(socket, service, match, viewer))
    writing = asyncio.create_task(_write(socket, service, looking, epoch, number))
    try:
        done, _ = await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            with contextlib.suppress(WebSocketDisconnect):
                task.result()
    finally:
        service.hub.go(looking)
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)


async def _write(socket: AnySocket, service: Service, looking: Looking, epoch: int, number: int) -> None:
    """Send what is new, again and again."""
    position = None
    while not service.closing.is_set():
        looking.wake.clear()
        async with service.tables.at(looking.match) as table:
            found: Fresh | News
            if epoch < 0:
                found = fresh(table, looking.viewer, service.hub, service.now())
            else:
                found = news(table, looking.viewer, service.hub, service.now(), epoch, number)
        if isinstance(found, Fresh):
            number, message, position = found.number, msgspec.json.encode(found), found.position
        else:
            number += len(found.items)
            if found.position == position:
                found = msgspec.structs.replace(found, position=None)
            else:
                position = found.position
            message = msgspec.json.encode(found) if found.items or found.position else b""
        epoch = found.epoch
        if message and not await _sent(socket, message):
            return
        try:
            async with asyncio.timeout(HEARTBEAT):
                await looking.wake.wait()
        except TimeoutError:
            if not await _sent(socket, b'{"type":"beat"}'):
                return


async def _sent(socket: AnySocket, message: bytes) -> bool:
    """Whether the reader took it in time."""
    try:
        async with asyncio.timeout(SLOWEST):
            await socket.send_data(message.decode())
    except TimeoutError:
        await socket.close(TOO_SLOW, "too slow")
        return False
    return True


async def _read(socket: AnySocket, service: Service, match: str, viewer: Viewer) -> None:
    """Do what the client asks for."""
    while True:
        text = await socket.receive_data(mode="text")
        at = service.now()
        if len(text) > LARGEST_MESSAGE:
            await socket.close(TOO_LARGE, "too large")
            return
        try:
            message = DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            await _sent(socket, _refused(Refused(400, "message", f"not a message: {error}")).encode())
            continue
        if isinstance(message, ActMessage):
            await _sent(socket, await _acted(service, match, viewer, message, at))


async def _acted(service: Service, match: str, viewer: Viewer, message: ActMessage, at: float) -> bytes:
    try:
        if viewer is None:
            raise Refused(403, "not-allowed", "spectators do nothing")
        action = msgspec.Raw(msgspec.json.encode(message.action))
        accepted = await service.tables.act(
            match, viewer, action, answers=message.answers, key=message.key, at=at
        )
    except IllegalAction as illegal:
        return _refused(of_game(illegal), message.key).encode()
    except Refused as refusal:
        return _refused(refusal, message.key).encode()
    except LogFailed as failed:
        return _refused(not_stored(failed), message.key).encode()
    told = {"type": "accepted", "key": message.key, **msgspec.to_builtins(accepted)}
    return msgspec.json.encode(told)


def _refused(refused: Refused, key: str | None = None) -> str:
    told = {
        "type": "refused",
        "key": key,
        "code": refused.code,
        "message": refused.message,
        "values": refused.values,
    }
    return msgspec.json.encode(told).decode()
