"""Playing and looking on without a socket: views, what is new, actions."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from numberhouse.contract.game import Legal, Patient, Seat
from numberhouse.protocol.matches import Told
from numberhouse.protocol.play import (
    Accepted,
    Act,
    Everything,
    Fresh,
    InWords,
    LegalTold,
    Lobby,
    News,
    PartTold,
)
from numberhouse.registry import AnyGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import Eyes, check, eyes_again, eyes_of
from numberhouse.server.http.auth import address_of, service_of, somebody
from numberhouse.server.matches.assistance import check_assistance
from numberhouse.server.play.presence import Looking
from numberhouse.server.play.session import Table
from numberhouse.server.play.text_view import in_words
from numberhouse.server.play.updates import Sight, lobby
from numberhouse.server.storage.journal_entry import Resign

__all__ = ["PlayRoutes", "SeenAs"]

AnyRequest = Request[Any, Any, Any]

T = TypeVar("T")

LONGEST_WAIT: Final = 25.0
"""Seconds that a request for news may wait."""

MOST_LEGAL: Final = 5000
"""Legal actions that are listed."""

SeenAs = Annotated[int | None, QueryParameter(name="as", description="Whose eyes to see it with.")]
"""A seat, for somebody who may see everything: after the end, whoever may see the match."""


class PlayRoutes(Controller):
    """`/api/matches/…/view`, `news`, `act`, `resign`, `legal`, `state`."""

    path = "/api/matches/{match:str}"
    tags = ("play",)

    @get("/view")
    async def view(
        self, request: AnyRequest, match: FromPath[str], seen_as: SeenAs = None
    ) -> Response[Fresh | Lobby]:
        """Everything one may see: one's own seat's view, or the spectators'; before the start who sits where.
        With the `ETag` of the last answer in `If-None-Match`: 304 when nothing is new."""
        eyes = await eyes_of(request, match, seen_as)
        found, _ = await _found(request, eyes, -1, -1)
        assert not isinstance(found, News)
        return _Answer(found).response(request)

    @get("/news")
    async def news(
        self,
        request: AnyRequest,
        match: FromPath[str],
        epoch: FromQuery[int] = -1,
        number: FromQuery[int] = -1,
        wait: FromQuery[float] = 0.0,
        seen_as: SeenAs = None,
    ) -> Response[Fresh | News | Lobby]:
        """What is new since item `number`; with `wait`, after at most so many seconds. With the `ETag` of the
        last answer in `If-None-Match`: 304 when nothing is."""
        service = service_of(request)
        eyes = await eyes_of(request, match, seen_as)
        looking = eyes.looking(request)
        service.hub.come(looking)
        try:
            answer = await _waited(request, eyes, looking, (epoch, number), max(0.0, min(wait, LONGEST_WAIT)))
        finally:
            service.hub.go(looking, lingers=True)
        return answer.response(request)

    @post("/act", status_code=200)
    async def act(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Act]) -> Accepted:
        """Do something on one's seat. When the answer comes, it is stored."""
        service, person = service_of(request), await somebody(request)
        at = service.now()
        service.limits.take("actions", person.id, address_of(request))
        told = await service.matches.check(match, person, "play")
        assert told.seat is not None
        action = msgspec.Raw(msgspec.json.encode(data.action))
        return await service.tables.act(
            match, told.seat, action, answers=data.answers, epoch=data.epoch, key=data.key, at=at
        )

    @post("/resign", status_code=200)
    async def resign(self, request: AnyRequest, match: FromPath[str]) -> Accepted:
        """Give up."""
        service, person = service_of(request), await somebody(request)
        told = await service.matches.check(match, person, "resign")
        assert told.seat is not None
        async with service.tables.at(match) as table:
            # Once for whoever sits there now: another player may have given this seat up before.
            seat = told.seat
            await service.tables.enter(table, seat, Resign(), provided=lambda now: seat not in now.resigned)
            return Accepted(table.stream(told.seat).number, table.epoch)

    @post("/rematch", status_code=200)
    async def rematch(self, request: AnyRequest, match: FromPath[str]) -> Told:
        """Play the same again: when all who sat at the table have said so, the next match begins."""
        service, person = service_of(request), await somebody(request)
        service.limits.take("matches", person.id, address_of(request))
        return await service.rematches.rematch(person, await service.matches.check(match, person, "rematch"))

    @get("/legal")
    async def legal(
        self,
        request: AnyRequest,
        match: FromPath[str],
        entry: FromQuery[int | None] = None,
        seen_as: SeenAs = None,
    ) -> Response[LegalTold]:
        """What one's seat may do now; where finding it is part of the game, only with assistance. After the
        end what any seat could have done after any number of actions (`entry`)."""
        eyes = await eyes_of(request, match, seen_as)
        seat = eyes.viewer
        if seat is None or eyes.lobby:
            raise Refused(403, "not-allowed", "only a seat of a match that has begun may do anything in it")
        if seen_as is not None and seen_as != eyes.told.seat and eyes.told.status in ("running", "paused"):
            raise Refused(403, "not-allowed", "what other seats may do is open after the end")
        async with service_of(request).tables.at(match) as table:
            state = _state(table, entry if table.over else None)
            game = table.match.game
        if game.card.moves_are_hints:
            check_assistance(eyes.told)
        found, waits = await asyncio.to_thread(_legal, game, state, seat)
        return _Answer(_legal_told(found, waits)).response(request)

    @get("/words")
    async def words(
        self,
        request: AnyRequest,
        match: FromPath[str],
        lang: FromQuery[Literal["en", "ru"]] = "en",
        after: FromQuery[int] = 0,
        seen_as: SeenAs = None,
    ) -> Response[InWords]:
        """What one sees, in words: the position as text, and what has happened since item `after`."""
        eyes = await eyes_of(request, match, seen_as)
        if eyes.lobby:
            raise Refused(403, "not-allowed", "there is nothing to tell before the match begins")
        service = service_of(request)
        async with service.tables.at(match) as table:
            found = in_words(table, eyes.viewer, service.now(), lang, after)
        return _Answer(found).response(request)

    @get("/state")
    async def state(
        self, request: AnyRequest, match: FromPath[str], entry: FromQuery[int | None] = None
    ) -> Response[Everything]:
        """Every secret, for whoever may see everything: the host who doesn't play, and everybody after the
        end. `entry` asks for the state after so many actions."""
        eyes = await eyes_of(request, match)
        check(eyes.told, "see everything")
        if eyes.lobby:
            raise Refused(403, "not-allowed", "there is nothing to see before the match begins")
        async with service_of(request).tables.at(match) as table:
            state = _state(table, entry)
            entries = len(table.match.log)
            raw = msgspec.Raw(msgspec.json.encode(state, order="deterministic"))
            found = Everything(table.epoch, entries if entry is None else entry, entries, raw)
        return _Answer(found).response(request)


class _Answer(Generic[T]):
    """Something told, with a tag that is the same as long as it is the same."""

    def __init__(self, found: T) -> None:
        self.found = found
        self.body = msgspec.json.encode(found)
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'

    def response(self, request: AnyRequest) -> Response[T]:
        """Without a body for who has it. Nobody on the way may keep it: it is for whoever asked."""
        headers = {"ETag": self.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
        had = _tag(request) == self.tag
        body: Any = None if had else self.body
        return Response(body, status_code=304 if had else 200, headers=headers, media_type=MediaType.JSON)


async def _found(
    request: AnyRequest, eyes: Eyes, epoch: int, number: int
) -> tuple[Fresh | News | Lobby, float | None]:
    """What the eyes see, and in how many seconds they may see more without anything happening."""
    service = service_of(request)
    now = service.now()
    async with service.tables.at(eyes.told.id) as table:
        if eyes.lobby:
            return lobby(eyes.told, eyes.seat, table, service.hub), None
        sight = Sight(table, eyes.viewer, now)
        found = sight.fresh(service.hub) if epoch < 0 else sight.news(service.hub, epoch, number)
        return found, sight.wait()


async def _waited(
    request: AnyRequest, eyes: Eyes, looking: Looking, had: tuple[int, int], seconds: float
) -> _Answer[Any]:
    """The answer, as soon as there is something new, or when so many seconds have passed."""
    time = asyncio.get_running_loop().time
    until = time() + seconds
    tag = _tag(request)
    while True:
        looking.wake.clear()
        found, more = await _found(request, eyes, *had)
        answer = _Answer(found)
        new = bool(found.items) if isinstance(found, News) else tag is None or had != (-1, -1)
        tag = tag or answer.tag
        if new or answer.tag != tag or time() >= until or service_of(request).closing.is_set():
            return answer
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(until - time(), more if more is not None else until)):
                await looking.wake.wait()
        if looking.doubtful or eyes.lobby:
            eyes = await eyes_again(request, eyes, looking)


def _tag(request: AnyRequest) -> str | None:
    """Of the answer that whoever asks has; a proxy that packs answers calls it weak."""
    tag: str | None = request.headers.get("if-none-match")
    return None if tag is None else tag.removeprefix("W/")


def _state(table: Table, entry: int | None) -> Any:
    if entry is None:
        return table.match.state
    if not 0 <= entry < len(table.states):
        raise Refused(404, "no-entry", f"there is no action {entry}; there are 0 to {len(table.states) - 1}")
    return table.states[entry]


def _legal(game: AnyGame, state: Any, seat: Seat) -> tuple[Legal[Any], bool]:
    view = game.view(state, seat)
    waits = isinstance(game, Patient) and seat in game.to_act(state) and game.waits(view, seat)
    return game.legal(view, seat), waits


def _legal_told(legal: Legal[Any], waits: bool) -> LegalTold:
    parts = [PartTold(part.name, dict(part.describe), part.free, part.left) for part in legal.parts]
    actions = list(legal.actions[:MOST_LEGAL])
    return LegalTold(actions, parts, complete=not parts and len(actions) == len(legal.actions), waits=waits)
