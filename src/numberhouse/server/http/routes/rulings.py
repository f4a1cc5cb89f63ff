"""Rulings: a host's decisions where the rules leave them to the host."""

from __future__ import annotations

import functools
from typing import Any, Final

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.desk import Ruling, RulingPreview, RulingRequest, Rulings
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.rulings import existing_ruling, prepare_ruling, rulings
from numberhouse.server.http.auth import require_person, service_of
from numberhouse.server.play.session import Session

__all__ = ["RulingRoutes"]

AnyRequest = Request[Any, Any, Any]

TRIES: Final = 5
"""Number of times that a ruling is prepared because a player's entry came first."""


class RulingRoutes(Controller):
    """`/api/matches/…/desk/rulings`."""

    path = "/api/matches/{match:str}/desk/rulings"
    tags = ("desk",)

    @get()
    async def list_rulings(self, request: AnyRequest, match: FromPath[str]) -> Rulings:
        """The rulings that the host can make now, and those that were made."""
        service = service_of(request)
        await service.matches.check(match, await require_person(request), "oversee")
        async with service.sessions.at(match) as session:
            return rulings(session)

    @post("/preview", status_code=200)
    async def preview_ruling(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[Ruling]
    ) -> RulingPreview:
        """The changes that a ruling would make; nothing changes."""
        service = service_of(request)
        await service.matches.check(match, await require_person(request), "rule")
        async with service.sessions.at(match) as session:
            return prepare_ruling(session, data, service.now())[1]

    @post(status_code=200)
    async def make_ruling(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[RulingRequest]
    ) -> RulingPreview:
        """Make a ruling; it is announced to everybody, and stays in the match's record."""
        service, person = service_of(request), await require_person(request)
        await service.matches.check(match, person, "rule")
        key = None if data.key is None else f"desk rule {data.key}"
        async with service.sessions.at(match) as session:
            for _ in range(TRIES):
                if key is not None and (None, key) in session.keys:
                    return existing_ruling(session, data)  # it may not be possible a second time
                number = session.number
                body, preview = prepare_ruling(session, data, service.now())
                body = msgspec.structs.replace(body, by=person.id)
                # The stored announcement must fit the ruling: after another entry it is prepared again.
                is_entered = await service.sessions.enter(
                    session, None, body, key=key, provided=functools.partial(_stands_at, number)
                )
                if is_entered:
                    return preview
        raise Refused(409, "late", "the match goes on too fast to be ruled on; pause it first")


def _stands_at(number: int, session: Session) -> bool:
    """Whether that is still the number of the last entry."""
    return session.number == number
