"""The running matches that wait for the person of the request."""

from __future__ import annotations

import contextlib
from typing import Any

from litestar import Controller, Request, get

from numberhouse.protocol.play import Turn
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import current_person, service_of
from numberhouse.server.notifications.triggers import due_of
from numberhouse.server.storage.journal import Unplayable

__all__ = ["TurnRoutes"]


class TurnRoutes(Controller):
    """`/api/me/turns`."""

    path = "/api/me/turns"
    tags = ("people",)

    @get()
    async def turns(self, request: Request[Any, Any, Any]) -> list[Turn]:
        """The matches that wait for one, those with the nearest deadline first."""
        service, person = service_of(request), await current_person(request)
        turns: list[Turn] = []
        for match, seat in () if person is None else await service.matches.running_seats(person):
            # A match that can't be played here any more doesn't hide the others.
            with contextlib.suppress(LookupError, Refused, Unplayable):
                async with service.sessions.at(match) as session:
                    is_awaited = seat in session.match.to_act and not session.match.waits(seat)
                    if session.running and is_awaited and seat not in session.resigned:
                        title = session.row.terms.title
                        turns.append(Turn(match, session.installed.id, title, seat, due_of(session, seat)))
        return sorted(turns, key=lambda turn: (turn.due is None, turn.due or 0.0))
