"""Advice for players: the consequences of a draft action, and the game's farewell after the end."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.play import AdviceRequest, AdviceResponse, FarewellResponse
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import access_of
from numberhouse.server.http.auth import address_of, current_person, require_person, service_of
from numberhouse.server.http.routes.play import SeenAs
from numberhouse.server.matches.assistance import check_assistance
from numberhouse.server.review.advice import is_open

__all__ = ["AdviceRoutes"]

AnyRequest = Request[Any, Any, Any]

MOST_AT_ONCE = 3
"""Drafts of one person that are evaluated at the same time."""


class AdviceRoutes(Controller):
    """`/api/matches/…/advise`, `farewell`."""

    path = "/api/matches/{match:str}"
    tags = ("play",)

    @post("/advise", status_code=200)
    async def advise(
        self,
        request: AnyRequest,
        match: FromPath[str],
        data: JSONBody[AdviceRequest],
        lang: FromQuery[str] = "en",
    ) -> AdviceResponse:
        """The consequences of a draft of one's own seat, by all that the seat knows; nothing is done. Allowed
        where every seat has agreed to assistance, where the match's options allow this advice, and after the
        end."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.check(match, person, "take advice")
        assert info.seat is not None
        service.limits.take("advice", person.id, address_of(request))
        async with service.sessions.at(match) as session:
            installed, epoch, number = session.installed, session.epoch, session.stream(info.seat).number
            view = session.match.game.view(session.match.state, info.seat)
        if not is_open(installed, view, data.draft):
            check_assistance(info)
        with service.limits.holding("drafts", person.id, MOST_AT_ONCE):
            advice = await service.draft_advice.advice(installed, info.seat, view, data.draft, lang)
        return AdviceResponse(epoch, number, advice.result, list(advice.lines))

    @get("/farewell")
    async def farewell(
        self,
        request: AnyRequest,
        match: FromPath[str],
        lang: FromQuery[str] = "en",
        seen_as: SeenAs = None,
    ) -> FarewellResponse:
        """The game's words to the viewer when the match is over: its course, its secrets, and the knowledge
        of them that was possible. It may take a few seconds."""
        access = await access_of(request, match, seen_as)
        if access.info.status not in ("finished", "abandoned"):
            raise Refused(403, "not-over", "this is told when the match is over")
        service, person = service_of(request), await current_person(request)
        limit_key = person.id if person is not None else address_of(request)
        service.limits.take("evaluations", limit_key, address_of(request))
        async with service.sessions.at(match) as session:
            installed, entries = session.installed, (session.epoch, len(session.match.log))
            view = session.match.game.view(session.match.state, access.viewer)
            names = session.names(lang)
        cache_key = (match, *entries, access.info.status, access.viewer, *names)
        return FarewellResponse(await service.reviews.farewell(cache_key, installed, view, lang, names))
