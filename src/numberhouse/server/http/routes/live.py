"""The live connection: one WebSocket per viewer of a match.

The server sends `lobby` until the match begins, then `fresh` once and `news` after that; a client may begin
with the last item it has had. It may act through the same connection: {"type": "act", "action": …,
"answers": 12, "key": "…"} is answered by `accepted` or `refused` with its key; after {"type": "hear"} it is
sent `messages` of its rooms as well. docs/service/live.md tells all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.contract.game import IllegalAction
from numberhouse.protocol.play import ActMessage, BeatMessage, Fresh, Hear, News, Position
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.chat.subscription import Hearing
from numberhouse.server.http.access import Eyes, eyes_again, eyes_of
from numberhouse.server.http.auth import address_of, asking, language_of, origin_allowed, service_of
from numberhouse.server.http.routes.play import SeenAs
from numberhouse.server.http.websocket import wire_of
from numberhouse.server.play.updates import Sight, lobby
from numberhouse.server.service import Service
from numberhouse.server.storage.journal import LogFailed, not_stored

__all__ = ["live"]

HEARTBEAT: Final = 25.0
"""Seconds of silence after which a `beat` is sent."""

LOOKED_UP: Final = 120.0
"""Seconds after which it is looked up again whether the viewer may see the match: another process of the
service may know that it may not."""

MOST_ANSWERS: Final = 8
"""That wait to be sent; the next action is looked at later."""

REFUSED: Final = 4403
FAILED: Final = 1013
"""The database can't be asked; try again later."""

AnySocket = WebSocket[Any, Any, Any]


DECODER: msgspec.json.Decoder[ActMessage | BeatMessage | Hear] = msgspec.json.Decoder(
    ActMessage | BeatMessage | Hear
)


@websocket("/api/matches/{match:str}/live")
async def live(
    socket: AnySocket,
    match: FromPath[str],
    epoch: FromQuery[int] = -1,
    number: FromQuery[int] = -1,
    seen_as: SeenAs = None,
    lang: FromQuery[str] = "",
) -> None:
    """See this module."""
    await socket.accept()
    try:
        if not origin_allowed(socket):
            raise Refused(403, "origin", "this connection comes from a page of another site")
        eyes = await eyes_of(socket, match, seen_as)
        await _Connection(socket, eyes, epoch, number, lang).run()
    except Refused as refused:
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.send_data(_refused(refused))
            await socket.close(REFUSED, refused.code)
    except (LogFailed, SQLAlchemyError):
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.close(FAILED, "try again later")


class _Connection:
    """A socket and what has been sent through it."""

    def __init__(self, socket: AnySocket, eyes: Eyes, epoch: int, number: int, lang: str) -> None:
        self.socket = socket
        self.wire = wire_of(socket.scope)
        self.service: Service = service_of(socket)
        self.address = address_of(socket)
        self.eyes = eyes
        self.looking = eyes.looking(socket)
        self.lang = lang or language_of(socket)
        self.epoch, self.number = epoch, number
        """Of the last item the client has; an epoch of −1 if it has nothing."""
        self.position: Position | None = None
        """The last one sent."""
        self.hearing: Hearing | None = None
        """None until the client asks for messages."""
        self.acting = self.over = False
        """Whether an action of the client is being entered, and whether the client has gone."""
        self.answers: list[bytes] = []
        """To what it has sent; `_write` alone sends."""
        self.answers_taken = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.time = self.loop.time
        self.alarm: asyncio.TimerHandle | None = None
        self.sent = self.looked_up = self.time()

    async def run(self) -> None:
        """Until the client goes. Raises `Refused` when it may not look any more."""
        self.service.hub.come(self.looking)
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.over = True
            self.service.hub.go(self.looking)
            if self.alarm is not None:
                self.alarm.cancel()
            tasks = [writing]
            if self.acting:
                self.service.tables.let_end(reading)  # what has begun isn't cut off
            else:
                tasks.append(reading)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | OSError):
                raise end

    # What is sent

    async def _write(self) -> None:
        """What is new, again and again; where nothing is, nothing, whatever it was that woke us."""
        while True:
            self.looking.wake.clear()
            if self.looking.doubtful or self.eyes.lobby or self.time() >= self.looked_up + LOOKED_UP:
                await self._look_up()
            messages, more = await self._messages()
            if messages:
                await self._send(*messages)
            if self.hearing is not None and self.hearing.behind:
                continue
            if not messages and self.time() >= self.sent + HEARTBEAT:
                await self._send(b'{"type":"beat"}')
            until = min(self.sent + HEARTBEAT, self.looked_up + LOOKED_UP)
            await self._woken(until if more is None else min(until, self.time() + more))

    async def _woken(self, until: float) -> None:
        """Returns when something may be new, at that time the latest. It may be for nothing: an alarm that
        was set for earlier is left to ring, which is cheaper than to set another one for every pause."""
        if self.alarm is not None and self.alarm.when() > until:
            self.alarm.cancel()
            self.alarm = None
        if self.alarm is None:
            self.alarm = self.loop.call_at(until, self._ring)
        await self.looking.wake.wait()

    def _ring(self) -> None:
        self.alarm = None
        self.looking.wake.set()

    async def _look_up(self) -> None:
        before = self.looking.viewer
        self.looked_up = self.time()
        was_lobby = self.eyes.lobby
        self.eyes = await eyes_again(self.socket, self.eyes, self.looking)
        if before != self.looking.viewer and not was_lobby:
            self.epoch = self.number = -1

    async def _messages(self) -> tuple[list[bytes], float | None]:
        """All that is to be sent now, and in how many seconds there may be more without anything
        happening."""
        shown, more = await self._shown()
        said = await self.hearing.new() if self.hearing is not None else None
        found = [] if shown is None else [shown]
        found += self.answers
        self.answers.clear()
        self.answers_taken.set()
        if said is not None:
            found.append(msgspec.json.encode(said))
        return found, more

    async def _shown(self) -> tuple[bytes | None, float | None]:
        """What is new of the match, and in how many seconds more of it may be shown."""
        hub, now, viewer = self.service.hub, self.service.now(), self.looking.viewer
        async with self.service.tables.at(self.looking.match) as table:
            if self.eyes.lobby:
                waiting = lobby(self.eyes.told, self.eyes.seat, table, hub)
                return self._unless_known(waiting, waiting.position), None
            sight = Sight(table, viewer, now)
            found = sight.fresh(hub) if self.epoch < 0 else sight.news(hub, self.epoch, self.number)
            more = sight.wait()
        if isinstance(found, Fresh):
            return self._begun(found), more
        self.number += len(found.items)
        return self._unless_known(found, found.position), more

    def _begun(self, found: Fresh) -> bytes:
        self.epoch, self.number, self.position = found.epoch, found.number, found.position
        return msgspec.json.encode(found)

    def _unless_known(self, found: Any, position: Position | None) -> bytes | None:
        """The message, without a position that the client has; None if nothing is left of it."""
        known, self.position = position == self.position, position
        if not known:
            return msgspec.json.encode(found)
        if isinstance(found, News) and found.items:
            return msgspec.json.encode(msgspec.structs.replace(found, position=None))
        return None

    async def _send(self, *messages: bytes) -> None:
        self.sent = self.time()
        await self.wire.tell(*messages)

    # What is received

    async def _read(self) -> None:
        """Do what the client asks for, one thing after the other."""
        while True:
            text = await self.wire.hear()
            at = self.service.now()
            try:
                message = DECODER.decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self._count()
                refused = Refused(400, "message", f"not a message: {error}; a text like " + EXAMPLE)
                await self._answer(_refused(refused))
                continue
            if isinstance(message, ActMessage):
                answer = await self._acted(message, at)
                if self.over:
                    return
                await self._answer(answer)
            elif isinstance(message, Hear):
                await self._hear(message)

    async def _answer(self, answer: bytes) -> None:
        """Returns when there is room for the next one."""
        self.answers.append(answer)
        self.looking.wake.set()
        if len(self.answers) == MOST_ANSWERS:
            self.answers_taken.clear()
            await self.answers_taken.wait()

    async def _acted(self, message: ActMessage, at: float) -> bytes:
        try:
            self._count()
            if self.looking.doubtful or self.eyes.lobby:
                await self._look_up()
            if self.looking.seat is None:
                raise Refused(403, "not-allowed", "only seats act; this connection looks on")
            if self.eyes.lobby:
                raise Refused(
                    403, "not-allowed", "the match hasn't begun", match_status=self.eyes.told.status
                )
            action = msgspec.Raw(msgspec.json.encode(message.action))
            self.acting = True
            accepted = await self.service.tables.act(
                self.looking.match,
                self.looking.seat,
                action,
                answers=message.answers,
                epoch=message.epoch,
                key=message.key,
                at=at,
                steady=True,
            )
        except IllegalAction as illegal:
            table = self.service.tables.in_memory().get(self.looking.match)
            folder = self.service.matches.folder(self.eyes.told.game)
            told = of_game(illegal, folder) if table is None else of_game(illegal, folder, table.names)
            return _refused(told, message.key, self.lang)
        except Refused as refusal:
            return _refused(refusal, message.key)
        except LogFailed as failed:
            return _refused(not_stored(failed), message.key)
        finally:
            self.acting = False
        return msgspec.json.encode({"type": "accepted", "key": message.key, **msgspec.to_builtins(accepted)})

    async def _hear(self, message: Hear) -> None:
        person = await asking(self.socket)
        talk, match = self.service.talk, self.looking.match
        self.hearing = Hearing(talk, match, person, self.looking.seat, message.had)
        self.looking.wake.set()

    def _count(self) -> None:
        """Raises `Refused` for too many messages."""
        whose = [] if self.looking.person is None else [self.looking.person]
        self.service.limits.take("actions", *whose, self.address)


EXAMPLE: Final = '{"type": "act", "action": …, "answers": 12, "epoch": 0, "key": "…"} is possible'


def _refused(refused: Refused, key: str | None = None, lang: str = "en") -> bytes:
    told = {
        "type": "refused",
        "key": key,
        "code": refused.code,
        "message": refused.said(lang),
        "values": refused.values,
    }
    return msgspec.json.encode(told)
