"""The live connection: one WebSocket per viewer of a match.

The server sends `lobby` until the match begins, then `snapshot` once and `update` after that. A client may
begin with the last item it has had. It may act through the same connection: `{"type": "act", "action": ...,
"key": "..."}` is answered by `accepted` or `refused` with its key. After `{"type": "subscribe"}` it is sent
`messages` of its rooms as well. docs/service/live.md describes every message.
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
from numberhouse.protocol.play import (
    ActMessage,
    Description,
    HeartbeatMessage,
    Position,
    Snapshot,
    SubscribeMessage,
    Update,
)
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.chat.subscription import ChatSubscription
from numberhouse.server.http.access import ViewerAccess, access_again, access_of
from numberhouse.server.http.auth import address_of, asking, language_of, origin_allowed, service_of
from numberhouse.server.http.routes.play import SeenAs, legal_actions
from numberhouse.server.http.websocket import wire_of
from numberhouse.server.matches.assistance import assisted
from numberhouse.server.play.presence import Feed
from numberhouse.server.play.text_view import in_words
from numberhouse.server.play.updates import ViewerState, lobby
from numberhouse.server.service import Service
from numberhouse.server.storage.journal import JournalFailed, not_stored

__all__ = ["live"]

HEARTBEAT: Final = 25.0
"""Seconds of silence after which a `heartbeat` is sent."""

LOOKED_UP: Final = 120.0
"""Seconds after which it is looked up again whether the viewer may see the match: another process of the
service may know that it may not."""

MOST_ANSWERS: Final = 8
"""That wait to be sent; the next action is looked at later."""

REFUSED: Final = 4403
FAILED: Final = 1013
"""The database can't be asked; try again later."""

AnySocket = WebSocket[Any, Any, Any]


DECODER: msgspec.json.Decoder[ActMessage | HeartbeatMessage | SubscribeMessage] = msgspec.json.Decoder(
    ActMessage | HeartbeatMessage | SubscribeMessage
)


@websocket("/api/matches/{match:str}/live")
async def live(
    socket: AnySocket,
    match: FromPath[str],
    epoch: FromQuery[int] = -1,
    number: FromQuery[int] = -1,
    seen_as: SeenAs = None,
    lang: FromQuery[str] = "",
    words: FromQuery[bool] = False,
) -> None:
    """See this module."""
    await socket.accept()
    try:
        if not origin_allowed(socket):
            raise Refused(403, "origin", "this connection comes from a page of another site")
        access = await access_of(socket, match, seen_as)
        if words:  # the whole log is put into words once, as for a request
            service_of(socket).limits.take("requests", address_of(socket))
        await _Connection(socket, access, epoch, number, lang, described=words).run()
    except Refused as refused:
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.send_data(_refused(refused))
            await socket.close(REFUSED, refused.code)
    except (JournalFailed, SQLAlchemyError):
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.close(FAILED, "try again later")


class _Connection:
    """A socket and what has been sent through it."""

    def __init__(
        self,
        socket: AnySocket,
        access: ViewerAccess,
        epoch: int,
        number: int,
        lang: str,
        *,
        described: bool,
    ) -> None:
        self.socket = socket
        self.wire = wire_of(socket.scope)
        self.service: Service = service_of(socket)
        self.address = address_of(socket)
        self.access = access
        self.subscription = access.subscription(socket)
        self.lang = lang or language_of(socket)
        self.feed = self.subscription.feed = Feed(epoch, number, self._push)
        self.described: tuple[int, int] | None = (-1, -1) if described else None
        """Epoch and number of the last description sent; None for a client that wants none."""
        self.feed.wakes = described
        self.chat_subscription: ChatSubscription | None = None
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
        self.service.presence.come(self.subscription)
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.over = True
            self.service.presence.go(self.subscription)
            if self.alarm is not None:
                self.alarm.cancel()
            tasks = [writing]
            if self.acting:
                self.service.sessions.adopt(reading)  # what has begun isn't cut off
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
            self.subscription.wake.clear()
            if (
                self.subscription.access_stale
                or self.access.lobby
                or self.time() >= self.looked_up + LOOKED_UP
            ):
                await self._look_up()
            messages, more = await self._messages()
            if messages:
                await self._send(*messages)
            if self.described not in (None, (self.feed.epoch, self.feed.number)) and not self.access.lobby:
                await self._send(await self._description())
            if self.chat_subscription is not None and self.chat_subscription.behind:
                continue
            if not messages and self.time() >= self.sent + HEARTBEAT:
                await self._send(b'{"type":"heartbeat"}')
            until = min(self.sent + HEARTBEAT, self.looked_up + LOOKED_UP)
            # Until something wakes us, `Acceptor.send` may write what happens at once and in order.
            self.feed.ready = not self.subscription.wake.is_set()
            await self._woken(until if more is None else min(until, self.time() + more))
            self.feed.ready = False

    async def _woken(self, until: float) -> None:
        """Returns when something may be new, at that time the latest. It may be for nothing: an alarm that
        was set for earlier is left to ring, which is cheaper than to set another one for every pause."""
        if self.alarm is not None and self.alarm.when() > until:
            self.alarm.cancel()
            self.alarm = None
        if self.alarm is None:
            self.alarm = self.loop.call_at(until, self._ring)
        await self.subscription.wake.wait()

    def _ring(self) -> None:
        self.alarm = None
        self.subscription.wake.set()

    async def _look_up(self) -> None:
        before = self.subscription.viewer
        self.looked_up = self.time()
        was_lobby = self.access.lobby
        self.access = await access_again(self.socket, self.access, self.subscription)
        if before != self.subscription.viewer and not was_lobby:
            self.feed.epoch = self.feed.number = -1

    async def _messages(self) -> tuple[list[bytes], float | None]:
        """All that is to be sent now, and in how many seconds there may be more without anything
        happening."""
        shown, more = await self._shown()
        said = await self.chat_subscription.new() if self.chat_subscription is not None else None
        found = [] if shown is None else [shown]
        found += self.answers
        self.answers.clear()
        self.answers_taken.set()
        if said is not None:
            found.append(msgspec.json.encode(said))
        return found, more

    async def _shown(self) -> tuple[bytes | None, float | None]:
        """What is new of the match, and in how many seconds more of it may be shown."""
        presence, now, viewer = self.service.presence, self.service.now(), self.subscription.viewer
        async with self.service.sessions.at(self.subscription.match) as session:
            if self.access.lobby:
                waiting = lobby(self.access.info, self.access.seat, session, presence)
                return self._unless_known(waiting, waiting.position), None
            sight = ViewerState(session, viewer, now)
            found = sight.update(presence, self.feed.epoch, self.feed.number)
            more = sight.wait()
        if isinstance(found, Snapshot):
            return self._begun(found), more
        self.feed.number += len(found.items)
        return self._unless_known(found, found.position), more

    async def _description(self) -> bytes:
        """The position in words and what the seat may do: a page asks for nothing after a step."""
        assert self.described is not None
        epoch, number = self.described
        viewer, info = self.subscription.viewer, self.access.info
        lang = self.lang if self.lang in ("en", "ru") else "en"
        async with self.service.sessions.at(self.subscription.match) as session:
            last = number if epoch == session.epoch else 0
            found = in_words(session, viewer, self.service.now(), lang, last)
            game, state, legal = session.match.game, session.match.state, None
            open_to_all = not game.card.moves_are_hints or assisted(info)
            if isinstance(viewer, int) and session.running and open_to_all:
                known = session.legal.get(viewer)
                if known is None or known[0] is not state:
                    task = self.loop.create_task(asyncio.to_thread(legal_actions, game, state, viewer))
                    known = session.legal[viewer] = state, task
                legal = await asyncio.shield(known[1])
        self.described = found.epoch, found.number
        told = Description(found.epoch, found.number, found.text, found.log, legal)
        return msgspec.json.encode(told)

    def _begun(self, found: Snapshot) -> bytes:
        feed = self.feed
        feed.epoch, feed.number, feed.position = found.epoch, found.number, found.position
        return msgspec.json.encode(found)

    def _unless_known(self, found: Any, position: Position | None) -> bytes | None:
        """The message, without a position that the client has; None if nothing is left of it."""
        known, self.feed.position = position == self.feed.position, position
        if not known:
            return msgspec.json.encode(found)
        if isinstance(found, Update) and found.items:
            return msgspec.json.encode(msgspec.structs.replace(found, position=None))
        return None

    async def _send(self, *messages: bytes) -> None:
        self.sent = self.time()
        await self.wire.tell(*messages)

    def _push(self, message: bytes) -> bool:
        self.sent = self.time()
        return self.wire.push(message)

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
            elif isinstance(message, SubscribeMessage):
                await self._catch_up_later(message)

    async def _answer(self, answer: bytes) -> None:
        """Returns when there is room for the next one."""
        if self.feed.ready and not self.answers and self._push(answer):
            return
        self.answers.append(answer)
        self.subscription.wake.set()
        if len(self.answers) == MOST_ANSWERS:
            self.answers_taken.clear()
            await self.answers_taken.wait()

    async def _acted(self, message: ActMessage, at: float) -> bytes:
        try:
            self._count()
            if self.access.lobby or self.subscription.access_changes != self.subscription.settled:
                await self._look_up()
            if self.subscription.seat is None:
                raise Refused(403, "not-allowed", "only seats act; this connection looks on")
            if self.access.lobby:
                raise Refused(
                    403, "not-allowed", "the match hasn't begun", match_status=self.access.info.status
                )
            action = msgspec.Raw(msgspec.json.encode(message.action))
            self.acting = True
            accepted = await self.service.sessions.act(
                self.subscription.match,
                self.subscription.seat,
                action,
                answers=message.answers,
                epoch=message.epoch,
                key=message.key,
                at=at,
                steady=True,
            )
        except IllegalAction as illegal:
            session = self.service.sessions.in_memory().get(self.subscription.match)
            installed = self.service.matches.installed_game(self.access.info.game)
            info = (
                of_game(illegal, installed) if session is None else of_game(illegal, installed, session.names)
            )
            return _refused(info, message.key, self.lang)
        except Refused as refusal:
            return _refused(refusal, message.key)
        except JournalFailed as failed:
            return _refused(not_stored(failed), message.key)
        finally:
            self.acting = False
        return msgspec.json.encode({"type": "accepted", "key": message.key, **msgspec.to_builtins(accepted)})

    async def _catch_up_later(self, message: SubscribeMessage) -> None:
        person = await asking(self.socket)
        chat, match = self.service.chat, self.subscription.match
        self.chat_subscription = ChatSubscription(chat, match, person, self.subscription.seat, message.had)
        self.feed.wakes = True
        self.subscription.wake.set()

    def _count(self) -> None:
        """Raises `Refused` for too many messages."""
        whose = [] if self.subscription.person is None else [self.subscription.person]
        self.service.limits.take("actions", *whose, self.address)


EXAMPLE: Final = '{"type": "act", "action": …, "answers": 12, "epoch": 0, "key": "…"} is possible'


def _refused(refused: Refused, key: str | None = None, lang: str = "en") -> bytes:
    info = {
        "type": "refused",
        "key": key,
        "code": refused.code,
        "message": refused.said(lang),
        "values": refused.values,
    }
    return msgspec.json.encode(info)
