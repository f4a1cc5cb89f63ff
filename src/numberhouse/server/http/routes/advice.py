"""What the house works out for people: what a draft would come to, and what there is to say after the end."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Controller, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.play import AdviceTold, DraftBrought, FarewellTold
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import eyes_of
from numberhouse.server.http.auth import address_of, asking, service_of, somebody
from numberhouse.server.http.routes.play import SeenAs
from numberhouse.server.matches.assistance import check_assistance
from numberhouse.server.review.advice import is_open

__all__ = ["AdviceRoutes"]

AnyRequest = Request[Any, Any, Any]

MOST_AT_ONCE = 3
"""Drafts of one person that are looked at."""


class AdviceRoutes(Controller):
    """`/api/matches/…/advise`, `farewell`."""

    path = "/api/matches/{match:str}"
    tags = ("play",)

    @post("/advise", status_code=200)
    async def advise(
        self,
        request: AnyRequest,
        match: FromPath[str],
        data: JSONBody[DraftBrought],
        lang: FromQuery[Literal["en", "ru"]] = "en",
    ) -> AdviceTold:
        """What a draft of one's seat would come to, by all that the seat knows; nothing is done. Only where
        every seat has agreed to assistance, where the match's options allow just this, and after the end."""
        service, person = service_of(request), await somebody(request)
        told = await service.matches.check(match, person, "take advice")
        assert told.seat is not None
        service.limits.take("advice", person.id, address_of(request))
        async with service.tables.at(match) as table:
            folder, epoch, number = table.folder, table.epoch, table.stream(told.seat).number
            view = table.match.game.view(table.match.state, told.seat)
        if not is_open(folder, view, data.draft):
            check_assistance(told)
        with service.limits.holding("drafts", person.id, MOST_AT_ONCE):
            advice = await service.advising.advice(folder, told.seat, view, data.draft, lang)
        return AdviceTold(epoch, number, advice.found, list(advice.lines))

    @get("/farewell")
    async def farewell(
        self,
        request: AnyRequest,
        match: FromPath[str],
        lang: FromQuery[Literal["en", "ru"]] = "en",
        seen_as: SeenAs = None,
    ) -> FarewellTold:
        """What the game has to say to whoever asks when the match is over: how it went, what was hidden, and
        what could be known of it. It may take a few seconds."""
        eyes = await eyes_of(request, match, seen_as)
        if eyes.told.status not in ("finished", "abandoned"):
            raise Refused(403, "not-over", "this is told when the match is over")
        service, person = service_of(request), await asking(request)
        whose = person.id if person is not None else address_of(request)
        service.limits.take("judgements", whose, address_of(request))
        async with service.tables.at(match) as table:
            folder, entries = table.folder, (table.epoch, len(table.match.log))
            view = table.match.game.view(table.match.state, eyes.viewer)
            names = table.names(lang)
        known_as = (match, *entries, eyes.told.status, eyes.viewer, *names)
        return FarewellTold(await service.reviews.farewell(known_as, folder, view, lang, names))
