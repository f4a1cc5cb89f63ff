"""Matches before their start: drafts, seats, hosts, invitations; and the lists of matches."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Controller, Request, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.matches import (
    AssistanceRequest,
    Draft,
    InvitationInfo,
    InvitationSecret,
    MatchInfo,
    MemberName,
    SeatChoice,
    SeatPlayer,
)
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import check_permission
from numberhouse.server.http.auth import address_of, current_person, require_person, service_of
from numberhouse.server.matches.invitations import NewInvitation
from numberhouse.server.matches.permissions import check_seat

__all__ = ["InvitationRoutes", "MatchRoutes"]

AnyRequest = Request[Any, Any, Any]


class MatchRoutes(Controller):
    """`/api/matches`."""

    path = "/api/matches"
    tags = ("matches",)

    @get()
    async def list_matches(
        self,
        request: AnyRequest,
        which: FromQuery[Literal["open", "running", "mine"]] = "open",
        before: FromQuery[float | None] = None,
    ) -> list[MatchInfo]:
        """Matches, newest first: open ones, running ones, or one's own."""
        return await service_of(request).matches.list_matches(await current_person(request), which, before)

    @post(status_code=201)
    async def draft(self, request: AnyRequest, data: JSONBody[Draft]) -> MatchInfo:
        """Draft a match; the person who drafts it is its host."""
        service, person = service_of(request), await require_person(request)
        service.limits.take("matches", person.id, address_of(request))
        settings = service.settings
        match = await service.matches.draft(
            person, data, settings.max_matches_per_host, most_bots=settings.max_bots_per_host
        )
        return await service.matches.info(match, person)

    @get("/{match:str}")
    async def info(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo:
        """One match."""
        return await service_of(request).matches.info(match, await current_person(request))

    @put("/{match:str}")
    async def set_up(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Draft]) -> MatchInfo:
        """Change options, clock and terms before the start. Only the seats decide whether assistance is
        on."""
        await check_permission(request, match, "set up")
        await service_of(request).matches.set_up(match, data)
        return await _notify_and_show(request, match)

    @delete("/{match:str}", status_code=204)
    async def remove(self, request: AnyRequest, match: FromPath[str]) -> None:
        """Delete a match."""
        service = service_of(request)
        info = await check_permission(request, match, "delete")
        await service.matches.delete(match, info.status)
        service.sessions.forget(match)
        service.presence.notify(match)

    @post("/{match:str}/open", status_code=200)
    async def open(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo:
        """Let people take seats."""
        await check_permission(request, match, "open")
        await service_of(request).matches.open(match)
        return await _notify_and_show(request, match)

    @post("/{match:str}/start", status_code=200)
    async def start(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo:
        """Start the match; every seat must be taken. Assistance is on where every seat has agreed to it."""
        service, person = service_of(request), await require_person(request)
        await service.matches.check(match, person, "start")
        await service.starter.start(match, person)
        return await service.matches.info(match, person)

    @post("/{match:str}/join", status_code=200)
    async def join(self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatChoice]) -> MatchInfo:
        """Take a free seat."""
        await check_permission(request, match, "join")
        await service_of(request).matches.join(match, await require_person(request), data.seat)
        return await _notify_and_show(request, match)

    @post("/{match:str}/leave", status_code=200)
    async def leave(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo | None:
        """Give the seat back before the start; null where the person may no longer see the match."""
        await check_permission(request, match, "leave")
        await service_of(request).matches.leave(match, await require_person(request))
        return await _notify_and_show_if_visible(request, match)

    @put("/{match:str}/seats/{seat:int}")
    async def set_seat(
        self, request: AnyRequest, match: FromPath[str], seat: FromPath[int], data: JSONBody[SeatPlayer]
    ) -> MatchInfo:
        """Put a bot on a seat, or empty it, before the start."""
        service = service_of(request)
        info = await check_permission(request, match, "set up")
        check_seat(info, seat)
        if data.bot is not None:
            service.matches.check_bot(info.game, data.bot)
        await service.matches.set_seat(match, seat, bot=data.bot, most=service.settings.max_bots_per_host)
        return await _notify_and_show(request, match)

    @post("/{match:str}/assistance", status_code=200)
    async def agree(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[AssistanceRequest]
    ) -> MatchInfo:
        """Agree to assistance, or not; it is on when every seat does."""
        await check_permission(request, match, "leave")
        await service_of(request).matches.agree(match, await require_person(request), data.assistance)
        return await _notify_and_show(request, match)

    @post("/{match:str}/hosts", status_code=200)
    async def add_host(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[MemberName]
    ) -> MatchInfo:
        """Make another member a host too."""
        service = service_of(request)
        await check_permission(request, match, "appoint")
        await service.hosts.add(match, await service.people.member(data.name))
        return await _notify_and_show(request, match)

    @delete("/{match:str}/hosts", status_code=200)
    async def remove_host(
        self, request: AnyRequest, match: FromPath[str], name: FromQuery[str]
    ) -> MatchInfo | None:
        """Remove a host; null where the person may no longer see the match."""
        await check_permission(request, match, "appoint")
        await service_of(request).hosts.remove(match, name)
        return await _notify_and_show_if_visible(request, match)

    @get("/{match:str}/invitations")
    async def invitations(self, request: AnyRequest, match: FromPath[str]) -> list[InvitationInfo]:
        """All invitations to the match, without their secrets."""
        await check_permission(request, match, "invite")
        return await service_of(request).invitations.list_all(match)

    @post("/{match:str}/invitations", status_code=201)
    async def invite(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatChoice]
    ) -> NewInvitation:
        """Make a link with which one person takes that seat, or any free one."""
        info = await check_permission(request, match, "invite")
        if data.seat is not None:
            check_seat(info, data.seat)
        return await service_of(request).invitations.invite(match, data.seat)

    @delete("/{match:str}/invitations", status_code=204)
    async def revoke_all(self, request: AnyRequest, match: FromPath[str]) -> None:
        """Revoke all unused invitations."""
        await check_permission(request, match, "invite")
        await service_of(request).invitations.revoke(match)

    @delete("/{match:str}/invitations/{invitation:str}", status_code=204)
    async def revoke(self, request: AnyRequest, match: FromPath[str], invitation: FromPath[str]) -> None:
        """Revoke one unused invitation."""
        await check_permission(request, match, "invite")
        await service_of(request).invitations.revoke(match, invitation)


class InvitationRoutes(Controller):
    """`/api/invitation`: the secret is in the body, never in a path."""

    path = "/api/invitation"
    tags = ("matches",)

    @post("/preview", status_code=200)
    async def preview(self, request: AnyRequest, data: JSONBody[InvitationSecret]) -> MatchInfo:
        """The match of the invitation."""
        return await service_of(request).invitations.info(data.secret, await current_person(request))

    @post("/accept", status_code=200)
    async def accept(self, request: AnyRequest, data: JSONBody[InvitationSecret]) -> MatchInfo:
        """Take the seat of the invitation; after the start, replace the player of the seat."""
        service, person = service_of(request), await require_person(request)
        match = await service.seating.take_over(data.secret, person)
        if match is None:
            match = await service.invitations.accept(data.secret, person)
        return await _notify_and_show(request, match)


async def _notify_and_show(request: AnyRequest, match: str) -> MatchInfo:
    """Wake all viewers of a match that has changed. Returns it as it is now."""
    service = service_of(request)
    service.sessions.forget(match)
    service.presence.notify(match)
    return await service.matches.info(match, await require_person(request))


async def _notify_and_show_if_visible(request: AnyRequest, match: str) -> MatchInfo | None:
    """The same, or None where the person of the request may not see the match any more."""
    try:
        return await _notify_and_show(request, match)
    except Refused as refused:
        if refused.code == "no-match":
            return None
        raise
