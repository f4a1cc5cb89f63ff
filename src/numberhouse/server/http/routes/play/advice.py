"""Advice for players: the consequences of a draft action."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, post
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.play import AdviceRequest, AdviceResponse
from numberhouse.server.http.auth import address_of, require_person, service_of
from numberhouse.server.matches.access.assistance import check_assistance
from numberhouse.server.review.advice import is_open

__all__ = ["AdviceRoutes"]

AnyRequest = Request[Any, Any, Any]

MOST_AT_ONCE = 3
"""Drafts of one person that are evaluated at the same time."""


class AdviceRoutes(Controller):
    """`/api/matches/…/advise`."""

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
        await service.insights.grant(info, person, info.seat, "view")
        service.limits.take("advice", person.id, address_of(request))
        async with service.sessions.at(match) as session:
            installed, epoch, number = session.installed, session.epoch, session.stream(info.seat).number
            view = session.match.game.view(session.match.state, info.seat)
        if not is_open(installed, view, data.draft):
            check_assistance(info)
        with service.limits.holding("drafts", person.id, MOST_AT_ONCE):
            advice = await service.draft_advice.advice(installed, info.seat, view, data.draft, lang)
        return AdviceResponse(epoch, number, advice.result, list(advice.lines))
