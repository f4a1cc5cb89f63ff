"""Whose eyes somebody sees a match with."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import Told
from numberhouse.protocol.play import Viewer
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import asking, service_of
from numberhouse.server.matches.permissions import Deed, may
from numberhouse.server.play.presence import Looking

__all__ = ["Eyes", "check", "eyes_again", "eyes_of"]


class Eyes(msgspec.Struct, frozen=True):
    """What a person's roles in a match come to for seeing it."""

    person: str | None
    """Id; None for somebody without a session."""
    viewer: Viewer
    """Whose view and stream are shown."""
    seat: Seat | None
    """Where the person sits and plays; None for everybody who doesn't, and for who looks through the eyes of
    another seat."""
    told: Told
    seen_as: Seat | None = None
    """Whose eyes were asked for."""

    @property
    def lobby(self) -> bool:
        """Whether there is nothing to see yet but who sits where."""
        return self.told.status in ("draft", "open")

    def looking(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Looking:
        """For the hub."""
        address = connection.client.host if connection.client is not None else ""
        hosts = "host" in self.told.roles
        return Looking(self.told.id, self.viewer, self.seat, self.person, address, hosts=hosts)


async def eyes_of(
    connection: ASGIConnection[Any, Any, Any, Any], match: str, seen_as: Seat | None = None
) -> Eyes:
    """The eyes of whoever asks: of one's own seat, or a spectator's; `seen_as` those of any seat, for
    somebody who may see everything. Raises `Refused` for somebody who may not see the match."""
    service = service_of(connection)
    person = await asking(connection)
    told = await service.matches.told(match, person)
    who = person.id if person is not None else None
    if seen_as is not None:
        return Eyes(who, _any_seat(told, seen_as), None, told, seen_as)
    if told.status not in ("draft", "open"):
        deed: Deed = "watch" if told.seat is None else "play"
        check(told, deed)
    return Eyes(who, told.seat, told.seat, told)


async def eyes_again(connection: ASGIConnection[Any, Any, Any, Any], eyes: Eyes, looking: Looking) -> Eyes:
    """The eyes of somebody who looks already, as they are now. Raises `Refused` for somebody who has signed
    out or whose seat somebody else has."""
    doubts = looking.doubts
    now = await eyes_of(connection, eyes.told.id, eyes.seen_as)
    if now.person != eyes.person:
        raise Refused(401, "signed-out", "this session has ended; sign in again")
    if eyes.seat is not None and now.seat != eyes.seat and not eyes.lobby:
        raise Refused(
            403, "seat-lost", "another player has this seat now; you may look on, where that is allowed"
        )
    service_of(connection).hub.change(looking, now.viewer, now.seat)
    looking.settled = doubts
    return now


def _any_seat(told: Told, seat: Seat) -> Seat:
    check(told, "see everything")
    if not 0 <= seat < len(told.seats):
        raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {len(told.seats) - 1}")
    return seat


def check(told: Told, deed: Deed) -> None:
    """Raises `Refused` for somebody who is told of the match, but may not do this now."""
    if not may(told.roles, deed, told.status):
        raise Refused(
            403,
            "not-allowed",
            f"{deed}: not allowed to {' and '.join(told.roles)} of a match that is {told.status}",
            deed=deed,
            match_status=told.status,
        )
