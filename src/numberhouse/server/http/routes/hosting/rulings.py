"""Rulings: a host's decisions where the rules leave them to the host."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.desk import Ruling, RulingPreview, RulingRequest, Rulings
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.desk import MOST_PREPARED, unchanged_since
from numberhouse.server.hosting.rulings import existing_ruling, prepare_ruling, rulings
from numberhouse.server.http.access import check_permission
from numberhouse.server.http.auth import require_person, service_of

__all__ = ["RulingRoutes"]

AnyRequest = Request[Any, Any, Any]


class RulingRoutes(Controller):
    """`/api/matches/…/desk/rulings`."""

    path = "/api/matches/{match:str}/desk/rulings"
    tags = ("desk",)

    @get()
    async def list_rulings(self, request: AnyRequest, match: FromPath[str]) -> Rulings:
        """The rulings that the host can make now, and those that were made."""
        service = service_of(request)
        await check_permission(request, match, "oversee")
        async with service.sessions.at(match) as session:
            return rulings(session)

    @post("/preview", status_code=200)
    async def preview_ruling(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[Ruling]
    ) -> RulingPreview:
        """The changes that a ruling would make; nothing changes."""
        service = service_of(request)
        await check_permission(request, match, "rule")
        async with service.sessions.at(match) as session:
            return prepare_ruling(session, data, service.now())[1]

    @post(status_code=200)
    async def make_ruling(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[RulingRequest]
    ) -> RulingPreview:
        """Make a ruling; it is announced to everybody, and stays in the match's record."""
        service, person = service_of(request), await require_person(request)
        await check_permission(request, match, "rule")
        key = None if data.key is None else f"desk rule {data.key}"
        async with service.sessions.at(match) as session:
            for _ in range(MOST_PREPARED):
                if key is not None and (None, key) in session.keys:
                    return existing_ruling(session, data)  # it may not be possible a second time
                number = session.number
                body, preview = prepare_ruling(session, data, service.now())
                body = msgspec.structs.replace(body, by=person.id)
                # The stored announcement must fit the ruling: after another entry it is prepared again.
                is_entered = await service.sessions.enter(
                    session, None, body, key=key, provided=unchanged_since(number)
                )
                if is_entered:
                    return preview
        raise Refused(409, "late", "the match goes on too fast to be ruled on; pause it first")
