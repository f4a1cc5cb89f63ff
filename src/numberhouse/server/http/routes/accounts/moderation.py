"""Blocks, mutes and reports; and for administrators the reports with the decisions on them."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.moderation import (
    BlockInfo,
    BlockKind,
    BlockRequest,
    Decision,
    OpenReports,
    OwnReport,
    ReportRequest,
)
from numberhouse.protocol.people import Person
from numberhouse.server.http.auth import (
    address_of,
    require_administrator,
    require_person,
    require_session,
    service_of,
)
from numberhouse.server.moderation.reports import list_reports
from numberhouse.server.moderation.targets import find_target
from numberhouse.server.service import Service

__all__ = ["ModerationRoutes", "ReportAdministrationRoutes"]

AnyRequest = Request[Any, Any, Any]


class ModerationRoutes(Controller):
    """`/api/me/blocks`, `/api/me/mutes` and `/api/reports`."""

    path = "/api"
    tags = ("moderation",)

    @get("/me/blocks")
    async def blocks(self, request: AnyRequest) -> list[BlockInfo]:
        """The people whom one has blocked, newest first."""
        return await service_of(request).blocks.list_all(await require_session(request), "block")

    @put("/me/blocks")
    async def block(self, request: AnyRequest, data: JSONBody[BlockRequest]) -> list[BlockInfo]:
        """Block somebody: no messages, seats or rematches from that person."""
        return await _block(service_of(request), await require_session(request), data, "block")

    @delete("/me/blocks/{block:str}", status_code=204)
    async def unblock(self, request: AnyRequest, block: FromPath[str]) -> None:
        """End a block."""
        await service_of(request).blocks.remove(await require_session(request), block, "block")

    @get("/me/mutes")
    async def mutes(self, request: AnyRequest) -> list[BlockInfo]:
        """The people whom one has muted, newest first."""
        return await service_of(request).blocks.list_all(await require_session(request), "mute")

    @put("/me/mutes")
    async def mute(self, request: AnyRequest, data: JSONBody[BlockRequest]) -> list[BlockInfo]:
        """Mute somebody: one doesn't read that person's messages any more."""
        return await _block(service_of(request), await require_session(request), data, "mute")

    @delete("/me/mutes/{mute:str}", status_code=204)
    async def unmute(self, request: AnyRequest, mute: FromPath[str]) -> None:
        """End a mute."""
        await service_of(request).blocks.remove(await require_session(request), mute, "mute")

    @get("/reports")
    async def own_reports(self, request: AnyRequest) -> list[OwnReport]:
        """One's latest reports with their outcomes."""
        return await service_of(request).reports.own(await require_person(request))

    @post("/reports", status_code=201)
    async def report(self, request: AnyRequest, data: JSONBody[ReportRequest]) -> OwnReport:
        """Report a message, a name or a match to the operators. Nobody learns who has reported."""
        service, person = service_of(request), await require_person(request)
        service.limits.take("reports", person.id, address_of(request))
        return await service.reports.report(person, data)


class ReportAdministrationRoutes(Controller):
    """`/api/admin/reports`."""

    path = "/api/admin/reports"
    tags = ("administration",)

    @get()
    async def reports(
        self, request: AnyRequest, decided: FromQuery[bool] = False, after: FromQuery[int] = 0
    ) -> OpenReports:
        """A page of the reports that wait for a decision, oldest first, or of the decided ones. `after` is
        the number of reports to leave out."""
        await require_administrator(request)
        return await list_reports(service_of(request).database, decided=decided, after=max(0, after))

    @post("/{report:str}", status_code=200)
    async def decide(
        self, request: AnyRequest, report: FromPath[str], data: JSONBody[Decision]
    ) -> OpenReports:
        """Decide a report: hide the message, rename or ban the person, or dismiss it."""
        service, person = service_of(request), await require_administrator(request)
        await service.decisions.decide(person, report, data)
        return await list_reports(service.database)


async def _block(service: Service, person: Person, data: BlockRequest, kind: BlockKind) -> list[BlockInfo]:
    found = await find_target(service.chat, service.matches, person, data)
    assert found.person is not None
    await service.blocks.add(person, found.person, kind)
    return await service.blocks.list_all(person, kind)
