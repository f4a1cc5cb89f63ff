"""Offers of seats and of hosting: the receiver's answers, and the hosts' list."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, delete, get, post
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.offers import AcceptOffer, DeclineOffer, OfferInfo, ReceivedOffer
from numberhouse.server.http.access import check_permission
from numberhouse.server.http.auth import current_person, require_person, service_of

__all__ = ["MatchOfferRoutes", "OfferRoutes"]

AnyRequest = Request[Any, Any, Any]


class OfferRoutes(Controller):
    """`/api/me/offers`."""

    path = "/api/me/offers"
    tags = ("people",)

    @get()
    async def received(self, request: AnyRequest) -> list[ReceivedOffer]:
        """The offers that wait for one's answer, newest first."""
        person = await current_person(request)
        return [] if person is None else await service_of(request).offers.received(person)

    @post("/{offer:str}/accept", status_code=200)
    async def accept(
        self, request: AnyRequest, offer: FromPath[str], data: JSONBody[AcceptOffer]
    ) -> MatchInfo:
        """Take the seat, with a contribution to the seed before the start, or host the match. It passes the
        same checks as joining."""
        service, person = service_of(request), await require_person(request)
        match = await service.offers.accept(person, offer, data.contribution, data.setup)
        return await service.matches.info(match, person)

    @post("/{offer:str}/decline", status_code=200)
    async def decline(
        self, request: AnyRequest, offer: FromPath[str], data: JSONBody[DeclineOffer]
    ) -> list[ReceivedOffer]:
        """Decline the offer, or all of the person who made it. Returns the offers that still wait."""
        service, person = service_of(request), await require_person(request)
        await service.offers.decline(person, offer, all_from_host=data.all_from_host)
        return await service.offers.received(person)


class MatchOfferRoutes(Controller):
    """`/api/matches/…/offers`."""

    path = "/api/matches/{match:str}/offers"
    tags = ("matches",)

    @get()
    async def offers(self, request: AnyRequest, match: FromPath[str]) -> list[OfferInfo]:
        """The open offers of the match and the declined ones that aren't put away, newest first, for its
        hosts."""
        await check_permission(request, match, "oversee")
        return await service_of(request).offers.list_all(match)

    @delete("/{offer:str}", status_code=204)
    async def withdraw(self, request: AnyRequest, match: FromPath[str], offer: FromPath[str]) -> None:
        """Take an open offer back, or put a declined one away."""
        service = service_of(request)
        await check_permission(request, match, "oversee")
        await service.offers.withdraw(match, offer)
        service.presence.notify(match)
