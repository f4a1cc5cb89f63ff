"""Playing and looking on without a socket: views, what is new, actions."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, Final

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.server.hub import Looking
from numberhouse.server.line import Resign
from numberhouse.server.live import Fresh, News, fresh, news
from numberhouse.server.permissions import Deed
from numberhouse.server.stream import Viewer
from numberhouse.server.tables import Accepted
from numberhouse.server.who import asking, service_of, somebody

__all__ = ["Act", "PlayRoutes", "viewer_of"]

AnyRequest = Request[Any, Any, Any]

LONGEST_WAIT: Final = 25.0
"""Seconds that a request for news may wait."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of one's seat."""

    action: Any
    answers: int | None = None
    """The item of the stream that it answers: if more has happened that matters, it is refused as late."""
    key: str | None = msgspec.field(default=None)
    """Chosen by the sender, at most 64 characters: repeated, it is the same request."""

    def __post_init__(self) -> None:
        if self.key is not None and not 1 <= len(self.key) <= 64:
            raise ValueError("key: 1 to 64 characters are possible")
        if self.key is not None and self.key.startswith("bot-"):
            raise ValueError("key: what begins with bot- is the service's own")


class PlayRoutes(Controller):
    """`/api/matches/…/view`, `news`, `act`, `resign`."""

    path = "/api/matches/{match:str}"
    tags = ("play",)

    @get("/view")
    async def view(self, request: AnyRequest, match: FromPath[str]) -> Fresh:
        """Everything one may see: one's own seat's view, or the spectators'."""
        service = service_of(request)
        viewer = await viewer_of(request, match)
        async with service.tables.at(match) as table:
            return fresh(table, viewer, service.hub, service.now())

    @get("/news")
    async def news(
        self,
        request: AnyRequest,
        match: FromPath[str],
        epoch: FromQuery[int],
        number: FromQuery[int],
        wait: FromQuery[float] = 0.0,
    ) -> Response[Fresh | News | None]:
        """What is new since item `number`; with `wait`, after at most so many seconds. With the `ETag` of the
        last answer in `If-None-Match`: 304 when nothing is."""
        service = service_of(request)
        viewer = await viewer_of(request, match)
        looking = Looking(match, viewer, viewer)
        until = service.now() + min(max(wait, 0.0), LONGEST_WAIT)
        had = request.headers.get("if-none-match")
        service.hub.come(looking)
        try:
            while True:
                looking.wake.clear()
                async with service.tables.at(match) as table:
                    found = news(table, viewer, service.hub, service.now(), epoch, number)
                body = msgspec.json.encode(found)
                tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
                new = isinstance(found, Fresh) or bool(found.items)
                if new or (tag != had and had is not None) or service.now() >= until:
                    break
                try:
                    async with asyncio.timeout(until - service.now()):
                        await looking.wake.wait()
                except TimeoutError:
                    continue
        finally:
            service.hub.go(looking)
        if tag == had:
            return Response(None, status_code=304, headers={"ETag": tag})
        return Response(found, headers={"ETag": tag})

    @post("/act", status_code=200)
    async def act(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Act]) -> Accepted:
        """Do something on one's seat. When the answer comes, it is stored."""
        service, person = service_of(request), await somebody(request)
        at = service.now()
        told = await service.matches.check(match, person, "play")
        assert told.seat is not None
        action = msgspec.Raw(msgspec.json.encode(data.action))
        return await service.tables.act(match, told.seat, action, answers=data.answers, key=data.key, at=at)

    @post("/resign", status_code=200)
    async def resign(self, request: AnyRequest, match: FromPath[str]) -> Accepted:
        """Give up."""
        service, person = service_of(request), await somebody(request)
        told = await service.matches.check(match, person, "resign")
        assert told.seat is not None
        async with service.tables.at(match) as table:
            await service.tables.enter(table, told.seat, Resign(), key="resign")
            return Accepted(table.stream(told.seat).number, table.epoch)


async def viewer_of(request: AnyRequest, match: str) -> Viewer:
    """Whose eyes one sees the match with. Raises `Refused` for somebody who may not see it."""
    service = service_of(request)
    person = await asking(request)
    told = await service.matches.told(match, person)
    deed: Deed = "watch" if told.seat is None else "play"
    return (await service.matches.check(match, person, deed)).seat
