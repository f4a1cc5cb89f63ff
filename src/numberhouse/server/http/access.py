"""What a person may see of a match, looked up when a request or connection comes, and again when needed."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.play import Viewer
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import current_person, service_of
from numberhouse.server.matches.permissions import Deed, may
from numberhouse.server.play.presence import Subscription

__all__ = ["ViewerAccess", "access_of", "check", "renew_access"]


class ViewerAccess(msgspec.Struct, frozen=True):
    """What a person's roles in a match come to for seeing it."""

    person: str | None
    """Id; None for somebody without a session."""
    viewer: Viewer
    """Whose view and stream are shown."""
    seat: Seat | None
    """Where the person sits and plays; None for everybody who doesn't, and for who looks through the eyes of
    another seat."""
    info: MatchInfo
    seen_as: Seat | None = None
    """The seat whose view was asked for."""

    @property
    def lobby(self) -> bool:
        """Whether there is nothing to see yet but who sits where."""
        return self.info.status in ("draft", "open")

    def subscription(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Subscription:
        """For `Presence`: who looks, at what, and from where."""
        address = connection.client.host if connection.client is not None else ""
        hosts = "host" in self.info.roles
        return Subscription(self.info.id, self.viewer, self.seat, self.person, address, hosts=hosts)


async def access_of(
    connection: ASGIConnection[Any, Any, Any, Any], match: str, seen_as: Seat | None = None
) -> ViewerAccess:
    """The access of a request's person: to one's own seat's view, or to a spectator's.

    `seen_as` is any seat, for somebody who may see everything. Raises `Refused` for somebody who may not see
    the match."""
    service = service_of(connection)
    person = await current_person(connection)
    info = await service.matches.info(match, person)
    person_id = person.id if person is not None else None
    if seen_as is not None:
        return ViewerAccess(person_id, _any_seat(info, seen_as), None, info, seen_as)
    if info.status not in ("draft", "open"):
        deed: Deed = "watch" if info.seat is None else "play"
        check(info, deed)
    return ViewerAccess(person_id, info.seat, info.seat, info)


async def renew_access(
    connection: ASGIConnection[Any, Any, Any, Any], access: ViewerAccess, subscription: Subscription
) -> ViewerAccess:
    """The access of a connection that is open already, as it is now.

    Raises `Refused` for somebody who has signed out, or whose seat somebody else has."""
    access_changes = subscription.access_changes
    renewed = await access_of(connection, access.info.id, access.seen_as)
    if renewed.person != access.person:
        raise Refused(401, "signed-out", "this session has ended; sign in again")
    if access.seat is not None and renewed.seat != access.seat and not access.lobby:
        raise Refused(
            403, "seat-lost", "another player has this seat now; you may look on, where that is allowed"
        )
    service_of(connection).presence.change(subscription, renewed.viewer, renewed.seat)
    subscription.settled = access_changes
    return renewed


def _any_seat(info: MatchInfo, seat: Seat) -> Seat:
    check(info, "see everything")
    if not 0 <= seat < len(info.seats):
        raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {len(info.seats) - 1}")
    return seat


def check(info: MatchInfo, deed: Deed) -> None:
    """Raises `Refused` for somebody who is told of the match, but may not do this now."""
    if not may(info.roles, deed, info.status):
        raise Refused(
            403,
            "not-allowed",
            f"{deed}: not allowed to {' and '.join(info.roles)} of a match that is {info.status}",
            deed=deed,
            match_status=info.status,
        )
