"""The live connection: one WebSocket per viewer of a match.

The server sends `lobby` until the match begins, then `snapshot` once and `update` after that. A client may
begin after the last item that it has received. It may act through the same connection:
`{"type": "act", "action": ..., "key": "..."}` is answered by `accepted` or `refused` with its key. After
`{"type": "subscribe"}` it is sent `messages` of its rooms as well. docs/service/live.md describes every
message.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.contract.game import IllegalAction
from numberhouse.protocol.play import (
    ActMessage,
    Description,
    HeartbeatMessage,
    PlayerNews,
    PublicMatch,
    Snapshot,
    SubscribeMessage,
    Update,
)
from numberhouse.server.base.rate_limits import Kind
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.chat.subscription import ChatSubscription
from numberhouse.server.http.access import ViewerAccess, access_of, renew_access, seen
from numberhouse.server.http.auth import address_of, current_person, language_of, origin_allowed, service_of
from numberhouse.server.http.bodies import TOO_DEEP
from numberhouse.server.http.connections.websocket import wire_of
from numberhouse.server.http.routes.play.play import legal_actions
from numberhouse.server.http.scopes import check_scope
from numberhouse.server.matches.access.assistance import assisted
from numberhouse.server.matches.seats.rematch_state import rematch_state
from numberhouse.server.play.presence import Feed
from numberhouse.server.play.sessions.updates import ViewerState
from numberhouse.server.play.text_view import text_view
from numberhouse.server.service import Service
from numberhouse.server.storage.journal import JournalFailed, not_stored
from numberhouse.words import HOUSE

__all__ = ["live"]

HEARTBEAT: Final = 25.0
"""Seconds of silence after which a `heartbeat` is sent."""

LOOKED_UP: Final = 120.0
"""Seconds after which the viewer's access is looked up again: only another process of the service may know
that it has ended."""

MOST_ANSWERS: Final = 8
"""Answers that may wait to be sent; until they are sent, no further message is read."""

REFUSED: Final = 4403
FAILED: Final = 1013
"""Close code: the database can't be asked; try again later."""

AnySocket = WebSocket[Any, Any, Any]


DECODER: msgspec.json.Decoder[ActMessage | HeartbeatMessage | SubscribeMessage] = msgspec.json.Decoder(
    ActMessage | HeartbeatMessage | SubscribeMessage
)


@websocket("/api/matches/{match:str}/live")
async def live(
    socket: AnySocket,
    match: FromPath[str],
    epoch: FromQuery[str] = "-1",
    number: FromQuery[str] = "-1",
    seen_as: Annotated[str | None, QueryParameter(name="as")] = None,
    lang: FromQuery[str] = "",
    words: FromQuery[str] = "false",
    player: FromQuery[str] = "false",
) -> None:
    """The live connection of one viewer; the module's docstring describes it.

    The parameters are texts here: for one that it can't convert, Litestar would refuse the handshake without
    a word."""
    await socket.accept()
    try:
        last_item = _converted("epoch", epoch, int), _converted("number", number, int)
        viewed_as = None if seen_as is None else _converted("as", seen_as, int)
        described = _converted("words", words, bool)
        informed = _converted("player", player, bool)
        if not origin_allowed(socket):
            raise Refused(403, "origin", "this connection comes from a page of another site")
        access = await access_of(socket, match, viewed_as)
        if described:  # the first description puts the whole log into words, which costs as much as a request
            service_of(socket).limits.take("requests", address_of(socket))
        await _Connection(socket, access, *last_item, lang, described=described, informed=informed).run()
    except Refused as refused:
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.send_data(_refused(refused))
            await socket.close(REFUSED, refused.code)
    except (JournalFailed, SQLAlchemyError):
        with contextlib.suppress(WebSocketDisconnect, OSError):
            await socket.close(FAILED, "try again later")


T = TypeVar("T", int, bool)


def _converted(name: str, text: str, kind: type[T]) -> T:
    """The value of a parameter. Raises `Refused`."""
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        choice = "a whole number" if kind is int else "true or false"
        raise Refused(400, "request", f"{name}: {text[:40]!r} isn't {choice}") from error


class _Connection:
    """A socket, its subscription, and the state of its client."""

    def __init__(
        self,
        socket: AnySocket,
        access: ViewerAccess,
        epoch: int,
        number: int,
        lang: str,
        *,
        described: bool,
        informed: bool,
    ) -> None:
        self.socket = socket
        self.wire = wire_of(socket.scope)
        self.service: Service = service_of(socket)
        self.address = address_of(socket)
        self.access = access
        self.subscription = access.subscription(socket)
        self.lang = lang or language_of(socket)
        self.feed = self.subscription.feed = Feed(epoch, number, self.wire.push)
        self.described: tuple[int, int] | None = (-1, -1) if described else None
        """Epoch and number of the last description sent; None for a client that wants none."""
        self.feed.wakes = described or informed
        self.player_news = PlayerNews() if informed else None
        """The last news of the player that were sent; None for a client that wants none."""
        self.chat_subscription: ChatSubscription | None = None
        """None until the client asks for messages."""
        self.acting = self.over = False
        """Whether an action of the client is being entered, and whether the client has gone."""
        self.answers: list[bytes] = []
        """Answers to the client's messages that `_write` is to send."""
        self.answers_taken = asyncio.Event()
        self.loop = asyncio.get_running_loop()
        self.time = self.loop.time
        self.alarm: asyncio.TimerHandle | None = None
        self.wire.sent_at = self.looked_up = self.time()

    async def run(self) -> None:
        """Serve the client until it goes. Raises `Refused` when it may not see the match any more."""
        self.service.presence.add(self.subscription)
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.over = True
            self.service.presence.remove(self.subscription)
            if self.alarm is not None:
                self.alarm.cancel()
            tasks = [writing]
            if self.acting:
                self.service.sessions.adopt(reading)  # an action that is being entered isn't cut off
            else:
                tasks.append(reading)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | OSError):
                raise end

    # Sending

    async def _write(self) -> None:
        """Send whatever is new, again and again. It may be woken for nothing, and then sends nothing."""
        while True:
            self.subscription.wake.clear()
            if (
                self.subscription.access_stale
                or self.access.lobby
                or self.time() >= self.looked_up + LOOKED_UP
            ):
                await self._look_up()
            messages, seconds_to_more = await self._messages()
            if messages:
                await self.wire.send_texts(*messages)
            if self.described not in (None, (self.feed.epoch, self.feed.number)) and not self.access.lobby:
                await self.wire.send_texts(await self._description())
            if self.chat_subscription is not None and self.chat_subscription.behind:
                continue
            if not messages and self.time() >= self.wire.sent_at + HEARTBEAT:
                await self.wire.send_texts(b'{"type":"heartbeat"}')
            until = min(self.wire.sent_at + HEARTBEAT, self.looked_up + LOOKED_UP)
            # Until something wakes us, `Sessions.publish` may write what happens at once and in order.
            self.feed.ready = not self.subscription.wake.is_set()
            await self._sleep_until(
                until if seconds_to_more is None else min(until, self.time() + seconds_to_more)
            )
            self.feed.ready = False

    async def _sleep_until(self, until: float) -> None:
        """Return when something may be new, at that time at the latest. It may return for nothing: an earlier
        alarm stays set, which is cheaper than setting another one for every pause."""
        if self.alarm is not None and self.alarm.when() > until:
            self.alarm.cancel()
            self.alarm = None
        if self.alarm is None:
            self.alarm = self.loop.call_at(until, self._wake)
        await self.subscription.wake.wait()

    def _wake(self) -> None:
        self.alarm = None
        self.subscription.wake.set()

    async def _look_up(self) -> None:
        before = self.subscription.viewer
        self.looked_up = self.time()
        was_lobby = self.access.lobby
        self.access = await renew_access(self.socket, self.access, self.subscription)
        if before != self.subscription.viewer and not was_lobby:
            self.feed.epoch = self.feed.number = -1

    async def _messages(self) -> tuple[list[bytes], float | None]:
        """The messages to send now, and the seconds until there may be more although nothing happens; None
        for never."""
        match_message, seconds_to_more = await self._match_message()
        chat_messages = (
            await self.chat_subscription.next_messages() if self.chat_subscription is not None else None
        )
        messages = [] if match_message is None else [match_message]
        if (player_message := await self._player_message()) is not None:
            messages.append(player_message)
        messages += self.answers
        self.answers.clear()
        self.answers_taken.set()
        if chat_messages is not None:
            messages.append(msgspec.json.encode(chat_messages))
        return messages, seconds_to_more

    async def _match_message(self) -> tuple[bytes | None, float | None]:
        """The message with the news of the match, and the seconds until more of it may be shown; None for
        none."""
        presence, viewer = self.service.presence, self.subscription.viewer
        async with seen(self.socket, self.access.info) as session:
            if self.access.lobby:
                lobby_view = presence.lobby(self.access.info, self.access.seat, session)
                return self._without_known_facts(lobby_view, lobby_view.public_match), None
            viewer_state = ViewerState(session, viewer)
            update = viewer_state.update(presence, self.feed.epoch, self.feed.number)
            seconds_to_more = viewer_state.wait(self.service.now())
        if isinstance(update, Snapshot):
            return self._snapshot_message(update), seconds_to_more
        self.feed.number += len(update.items)
        return self._without_known_facts(update, update.public_match), seconds_to_more

    async def _player_message(self) -> bytes | None:
        """What only a player is told: claims and the rematch; None where the client knows it already."""
        seat, info = self.subscription.seat, self.access.info
        if seat is None or self.access.lobby or self.player_news is None:
            return None
        async with self.service.sessions.at(info.id) as session:
            claim_at, over = self.service.claims.possible_at(session, info, seat), session.over
        rematch = None
        if over:
            rematch = await rematch_state(self.service.database, info.id, self.subscription.person)
        news = PlayerNews(claim_at, rematch)
        if news == self.player_news:
            return None
        self.player_news = news
        return msgspec.json.encode(news)

    async def _description(self) -> bytes:
        """The position in words and the seat's legal actions, so that a page needs no request after a
        step."""
        assert self.described is not None
        epoch, number = self.described
        viewer, info = self.subscription.viewer, self.access.info
        lang = self.lang if self.lang in HOUSE.languages else "en"
        async with seen(self.socket, info) as session:
            last = number if epoch == session.epoch else 0
            text = text_view(session, viewer, lang, last, latest=True)
            game, state, legal = session.match.game, session.match.state, None
            open_to_all = not game.card.moves_are_hints or assisted(info)
            if isinstance(viewer, int) and session.running and open_to_all:
                cached = session.legal.get(viewer)
                if cached is None or cached[0] is not state:
                    task = self.loop.create_task(asyncio.to_thread(legal_actions, game, state, viewer))
                    cached = session.legal[viewer] = state, task
                legal = await asyncio.shield(cached[1])
        self.described = text.epoch, text.number
        description = Description(text.epoch, text.number, text.text, text.log, legal)
        return msgspec.json.encode(description)

    def _snapshot_message(self, snapshot: Snapshot) -> bytes:
        feed = self.feed
        feed.epoch, feed.number, feed.public_match = snapshot.epoch, snapshot.number, snapshot.public_match
        return msgspec.json.encode(snapshot)

    def _without_known_facts(self, message: Any, public_match: PublicMatch | None) -> bytes | None:
        """The message, without public facts that the client has already; None if nothing else is in it."""
        is_known, self.feed.public_match = public_match == self.feed.public_match, public_match
        if not is_known:
            return msgspec.json.encode(message)
        if isinstance(message, Update) and message.items:
            return msgspec.json.encode(msgspec.structs.replace(message, public_match=None))
        return None

    # Receiving

    async def _read(self) -> None:
        """Handle the client's messages, one after the other."""
        while True:
            text = await self.wire.receive_text()
            at = self.service.now()
            try:
                message = DECODER.decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                self._check_rate("live messages")
                problem = TOO_DEEP if isinstance(error, RecursionError) else str(error)
                refusal = Refused(400, "message", f"not a message: {problem}; a text like " + EXAMPLE)
                await self._answer(_refused(refusal))
                continue
            if isinstance(message, ActMessage):
                response = await self._act(message, at)
                if self.over:
                    return
                await self._answer(response)
                continue
            self._check_rate("live messages")
            if isinstance(message, SubscribeMessage):
                await self._subscribe_chat(message)

    async def _answer(self, answer: bytes) -> None:
        """Send the answer, or hand it to `_write`. Returns when there is room for the next one."""
        if self.feed.ready and not self.answers and self.wire.push(answer):
            return
        self.answers.append(answer)
        self.subscription.wake.set()
        if len(self.answers) == MOST_ANSWERS:
            self.answers_taken.clear()
            await self.answers_taken.wait()

    async def _act(self, message: ActMessage, at: float) -> bytes:
        try:
            self._check_rate("actions")
            if self.access.lobby or self.subscription.access_changes != self.subscription.access_checked:
                await self._look_up()
            check_scope(self.access.scopes, "play")
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
                last_item=message.last_item,
                epoch=message.epoch,
                key=message.key,
                at=at,
                steady=True,
            )
        except IllegalAction as illegal:
            session = self.service.sessions.in_memory().get(self.subscription.match)
            installed = self.service.matches.installed_game(self.access.info.game)
            translated = (
                of_game(illegal, installed) if session is None else of_game(illegal, installed, session.names)
            )
            return _refused(translated, message.key, self.lang)
        except Refused as refusal:
            return _refused(refusal, message.key)
        except JournalFailed as failure:
            return _refused(not_stored(failure), message.key)
        finally:
            self.acting = False
        number, epoch, repeated = msgspec.structs.astuple(accepted)
        return msgspec.json.encode(
            {"type": "accepted", "key": message.key, "number": number, "epoch": epoch, "repeated": repeated}
        )

    async def _subscribe_chat(self, message: SubscribeMessage) -> None:
        person = await current_person(self.socket)
        chat, match = self.service.chat, self.subscription.match
        self.chat_subscription = ChatSubscription(chat, match, person, self.subscription, message.received)
        self.feed.wakes = True
        self.subscription.wake.set()

    def _check_rate(self, kind: Kind) -> None:
        """Raise `Refused` for too many messages of a kind."""
        keys = [] if self.subscription.person is None else [self.subscription.person]
        self.service.limits.take(kind, *keys, self.address)


EXAMPLE: Final = '{"type": "act", "action": …, "last_item": 12, "epoch": 0, "key": "…"} is possible'


def _refused(refused: Refused, key: str | None = None, lang: str = "en") -> bytes:
    message = {
        "type": "refused",
        "key": key,
        "code": refused.code,
        "message": refused.message_in(lang),
        "language": refused.language_for(lang),
        "values": refused.values,
    }
    return msgspec.json.encode(message)
