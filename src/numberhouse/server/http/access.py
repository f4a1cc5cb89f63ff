"""A person's access to the view of a match: looked up for every request and connection, and again for a
connection that stays open."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.connection import ASGIConnection, Request

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Scope
from numberhouse.protocol.play import Viewer
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import address_of, current_person, require_person, service_of
from numberhouse.server.matches.access.insights import GrantedPerspective, own_perspective
from numberhouse.server.matches.access.permissions import Permission, check
from numberhouse.server.play.presence import Subscription
from numberhouse.server.play.sessions.delayed import is_delayed
from numberhouse.server.play.sessions.session_cache import SessionLease

__all__ = ["ViewerAccess", "access_of", "check_permission", "renew_access", "seen"]


class ViewerAccess(msgspec.Struct, frozen=True):
    """The access that a person's roles in a match give."""

    person: str | None
    """The person's id; None for a connection without a login or token."""
    viewer: Viewer
    """The seat whose view and stream are shown, or None for the spectators'."""
    seat: Seat | None
    """The seat that the person plays; None for a person without one, and for one who sees the match as
    another seat."""
    info: MatchInfo
    lobby: bool
    """Whether the match hasn't begun, so that only its seats can be seen."""
    granted: GrantedPerspective
    """The perspective of `viewer`, which is on record."""
    seen_as: Seat | None = None
    """The seat whose view was asked for."""
    scopes: tuple[Scope, ...] | None = None
    """The scopes of the token; None for a session."""

    @property
    def delayed(self) -> bool:
        """Whether the person sees the match with the delay of its terms."""
        return is_delayed(self.info)

    def subscription(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Subscription:
        """The subscription of this connection, for `Presence`: its person, its view and its address."""
        hosts = bool({"host", "former playing host"} & set(self.info.roles))
        return Subscription(
            self.info.id,
            self.viewer,
            self.seat,
            self.person,
            address_of(connection),
            hosts=hosts,
            delayed=self.delayed,
        )


def seen(connection: ASGIConnection[Any, Any, Any, Any], info: MatchInfo) -> SessionLease:
    """A lease of the session that the person with this view of the match may be shown."""
    service = service_of(connection)
    return service.sessions.seen(info.id, service.now(), delayed=is_delayed(info))


async def access_of(
    connection: ASGIConnection[Any, Any, Any, Any], match: str, seen_as: Seat | None = None
) -> ViewerAccess:
    """The access of a request's person: to the view of the person's own seat, or to the spectators'.

    `seen_as` is any seat, for a person who may see everything. Raises `Refused` for a person who may not see
    the match."""
    service = service_of(connection)
    person = await current_person(connection)
    info = await service.matches.info(match, person)
    person_id = person.id if person is not None else None
    scopes = person.scopes if person is not None else None
    lobby = info.status in ("draft", "open")
    if seen_as is not None:
        check(info, "see everything")  # even for the own seat, whose view needs no `seen_as`
        granted = await service.insights.grant(info, person, seen_as, "view")
        return ViewerAccess(person_id, granted.viewer, None, info, lobby, granted, seen_as, scopes)
    if not lobby:
        permission: Permission = "watch" if info.seat is None else "play"
        check(info, permission)
    granted = await service.insights.grant(info, person, own_perspective(info), "view")
    return ViewerAccess(person_id, granted.viewer, info.seat, info, lobby, granted, scopes=scopes)


async def renew_access(
    connection: ASGIConnection[Any, Any, Any, Any], access: ViewerAccess, subscription: Subscription
) -> ViewerAccess:
    """The present access of a connection that is open already; its subscription is changed accordingly.

    Raises `Refused` for a person who has signed out, or whose seat has another player now."""
    access_changes = subscription.access_changes
    renewed = await access_of(connection, access.info.id, access.seen_as)
    if renewed.person != access.person:
        raise Refused(401, "signed-out", "this session has ended; sign in again")
    if access.seat is not None and renewed.seat != access.seat and not access.lobby:
        raise Refused(
            403, "seat-lost", "another player has this seat now; you may look on, where that is allowed"
        )
    service_of(connection).presence.change(subscription, renewed.viewer, renewed.seat)
    subscription.delayed = renewed.delayed
    subscription.access_checked = access_changes
    return renewed


async def check_permission(request: Request[Any, Any, Any], match: str, permission: Permission) -> MatchInfo:
    """The match, if the person of the request has the permission. Raises `Refused`."""
    return await service_of(request).matches.check(match, await require_person(request), permission)
