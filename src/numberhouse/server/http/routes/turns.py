"""The running matches that wait for whoever asks."""

from __future__ import annotations

import contextlib
from typing import Any

from litestar import Controller, Request, get

from numberhouse.protocol.play import Turn
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import asking, service_of
from numberhouse.server.notifications.triggers import due_of
from numberhouse.server.storage.journal import Unplayable

__all__ = ["TurnRoutes"]


class TurnRoutes(Controller):
    """`/api/me/turns`."""

    path = "/api/me/turns"
    tags = ("people",)

    @get()
    async def turns(self, request: Request[Any, Any, Any]) -> list[Turn]:
        """The matches that wait for one, those that run out first at the beginning."""
        service, person = service_of(request), await asking(request)
        found: list[Turn] = []
        for match, seat in () if person is None else await service.matches.playing(person):
            # A match that can't be played here any more doesn't hide the others.
            with contextlib.suppress(LookupError, Refused, Unplayable):
                async with service.sessions.at(match) as session:
                    asked = seat in session.match.to_act and not session.match.waits(seat)
                    if session.running and asked and seat not in session.resigned:
                        title = session.row.terms.title
                        found.append(Turn(match, session.installed.id, title, seat, due_of(session, seat)))
        return sorted(found, key=lambda one: (one.due is None, one.due or 0.0))
