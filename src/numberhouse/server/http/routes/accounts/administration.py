"""Administration: what administrators read and do beside the matches. Every route calls
`require_administrator` first, and logs what it changes with `audit`."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.params import FromQuery

from numberhouse.protocol.people import AuditLog
from numberhouse.server.accounts.administration.audit import audit_page
from numberhouse.server.http.auth import require_administrator, service_of

__all__ = ["AdministrationRoutes"]

AnyRequest = Request[Any, Any, Any]


class AdministrationRoutes(Controller):
    """`/api/admin`."""

    path = "/api/admin"
    tags = ("administration",)

    @get("/audit")
    async def audit_log(self, request: AnyRequest, before: FromQuery[int | None] = None) -> AuditLog:
        """The uses of operators' and administrators' powers, newest first."""
        await require_administrator(request)
        return await audit_page(service_of(request).database, before)
