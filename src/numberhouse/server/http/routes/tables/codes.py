"""Codes to type in place of a link: a host shows one, another person types it."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, delete, post
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.matches import CodeRequest, FoundMatch, MatchCode
from numberhouse.server.http.access import check_permission
from numberhouse.server.http.auth import address_of, service_of

__all__ = ["CodeRoutes", "MatchCodeRoutes"]

AnyRequest = Request[Any, Any, Any]


class MatchCodeRoutes(Controller):
    """`/api/matches/ID/code`."""

    path = "/api/matches"
    tags = ("matches",)

    @post("/{match:str}/code", status_code=200)
    async def show(self, request: AnyRequest, match: FromPath[str]) -> MatchCode:
        """The code of an open match, made at the first request. A private match's code ends ten minutes after
        the last one."""
        await check_permission(request, match, "invite")
        return await service_of(request).codes.show(match)

    @delete("/{match:str}/code", status_code=204)
    async def hide(self, request: AnyRequest, match: FromPath[str]) -> None:
        """End the code."""
        await check_permission(request, match, "invite")
        await service_of(request).codes.hide(match)


class CodeRoutes(Controller):
    """`/api/code`: the code is in the body, never in a path."""

    path = "/api/code"
    tags = ("matches",)

    @post(status_code=200)
    async def find(self, request: AnyRequest, data: JSONBody[CodeRequest]) -> FoundMatch:
        """The match that the code leads to; for a private match a new invitation to it."""
        service = service_of(request)
        service.limits.take("codes", address_of(request))
        return await service.codes.find(data.code)
