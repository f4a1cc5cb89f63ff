"""Proposals of a host who plays, and the other seats' answers."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.proposals import ConsentRequest, ProposalRequest, ProposalResponse, Proposals
from numberhouse.server.http.access import check_permission
from numberhouse.server.http.auth import require_person, service_of
from numberhouse.server.play.proposals import open_proposals

__all__ = ["ProposalRoutes"]

AnyRequest = Request[Any, Any, Any]


class ProposalRoutes(Controller):
    """`/api/matches/…/proposals`."""

    path = "/api/matches/{match:str}/proposals"
    tags = ("desk",)

    @get()
    async def proposals(self, request: AnyRequest, match: FromPath[str]) -> Proposals:
        """The open proposals, for the seats and the hosts."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.info(match, person)
        if info.seat is None:
            await check_permission(request, match, "oversee")
        async with service.sessions.at(match) as session:
            return Proposals(open_proposals(session))

    @post(status_code=201)
    async def propose(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ProposalRequest]
    ) -> ProposalResponse:
        """Propose to the other seats what a host who plays can't do alone. When all people concerned have
        agreed, it is carried out, and everybody is told who proposed it and who agreed."""
        info = await check_permission(request, match, "propose")
        return await service_of(request).proposing.propose(info, await require_person(request), data)

    @post("/{number:int}/consent", status_code=200)
    async def consent(
        self,
        request: AnyRequest,
        match: FromPath[str],
        number: FromPath[int],
        data: JSONBody[ConsentRequest],
    ) -> ProposalResponse:
        """Agree to a proposal, or refuse it; the proposer takes it back by not agreeing."""
        info = await check_permission(request, match, "consent")
        return await service_of(request).proposing.answer(info, await require_person(request), number, data)
