"""Matches before their start: drafts, seats, hosts, invitations; and the lists of matches."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.matches import (
    AcceptRequest,
    AssistanceRequest,
    ContributionRequest,
    Draft,
    InvitationInfo,
    InvitationSecret,
    JoinRequest,
    ListedStatus,
    MatchInfo,
    MatchSummary,
    MemberName,
    OwnResult,
    SeatChoice,
    SeatCount,
    SeatPlayer,
)
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import check_permission
from numberhouse.server.http.auth import address_of, current_person, require_person, service_of
from numberhouse.server.http.bodies import LARGE
from numberhouse.server.matches.access.permissions import check_seat
from numberhouse.server.matches.lists.lists import Filters
from numberhouse.server.matches.seats.invitations import NewInvitation

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
        before_id: FromQuery[str | None] = None,
        game: FromQuery[str | None] = None,
        status: FromQuery[ListedStatus | None] = None,
        opponent: FromQuery[str | None] = None,
        result: FromQuery[OwnResult | None] = None,
    ) -> list[MatchSummary]:
        """At most 100 matches, newest first: open ones, running ones, or one's own, of that game or any.
        One's own may be filtered further: by `status`, by a part of an `opponent`'s name, and by `result`.

        The next page begins after the last match of this one: `before` is its `created`, and `before_id` its
        `id`."""
        person = await current_person(request)
        filters = Filters(game, status, opponent, result)
        return await service_of(request).matches.list_matches(person, which, before, before_id, filters)

    @post(status_code=201, request_max_body_size=LARGE)
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

    @put("/{match:str}", request_max_body_size=LARGE)
    async def set_up(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Draft]) -> MatchInfo:
        """Change options, clock and terms before the start. Those that aren't named stay as they are: of the
        terms each one, of the options all or, once some are named, the secret ones. Only the seats decide
        whether assistance is on. An open match that changes doesn't begin by itself any more."""
        await check_permission(request, match, "set up")
        named = msgspec.json.decode(await request.body(), type=dict[str, Any])
        await service_of(request).matches.set_up(match, await require_person(request), data, named)
        return await _notify_and_show(request, match)

    @delete("/{match:str}", status_code=204)
    async def remove(self, request: AnyRequest, match: FromPath[str]) -> None:
        """Delete a match."""
        service = service_of(request)
        info = await check_permission(request, match, "delete")
        rematch_of = await service.matches.delete(match, info.status)
        service.sessions.forget(match)
        service.presence.notify(match)
        if rematch_of is not None:
            service.presence.notify(rematch_of)  # its page has shown the offer

    @post("/{match:str}/open", status_code=200)
    async def open(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo:
        """Let people take seats."""
        await check_permission(request, match, "open")
        await service_of(request).matches.open(match)
        return await _notify_and_show(request, match)

    @post("/{match:str}/start", status_code=200)
    async def start(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo:
        """Start the match. Every seat must be taken, or the terms drop the free ones (`drop_free_seats`).
        Assistance is on where every seat has agreed to it."""
        service, person = service_of(request), await require_person(request)
        await service.matches.check(match, person, "start")
        await service.starter.start(match, person)
        return await service.matches.info(match, person)

    @post("/{match:str}/join", status_code=200)
    async def join(self, request: AnyRequest, match: FromPath[str], data: JSONBody[JoinRequest]) -> MatchInfo:
        """Take a free seat, and contribute to the seed. The match begins with the last seat where its terms
        say so (`starts_when_full`). With `setup` it is refused if what is played has changed."""
        await check_permission(request, match, "join")
        service, person = service_of(request), await require_person(request)
        await service.matches.join(match, person, data.seat, data.contribution, data.setup)
        await service.starter.start_when_full(match)
        return await _notify_and_show(request, match)

    @post("/{match:str}/leave", status_code=200)
    async def leave(self, request: AnyRequest, match: FromPath[str]) -> MatchInfo | None:
        """Give the seat back before the start; null where the person may no longer see the match."""
        await check_permission(request, match, "leave")
        await service_of(request).matches.leave(match, await require_person(request))
        return await _notify_and_show_if_visible(request, match)

    @put("/{match:str}/contribution")
    async def contribute(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ContributionRequest]
    ) -> MatchInfo:
        """Contribute to the seed, for one's own seat, until the start. Nobody sees the bytes before it."""
        await check_permission(request, match, "leave")
        await service_of(request).contributions.set(match, await require_person(request), data.contribution)
        return await _notify_and_show(request, match)

    @put("/{match:str}/seats")
    async def set_seat_count(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SeatCount]
    ) -> MatchInfo:
        """Add free seats, or drop the last ones that are free and offered to nobody, before the start. The
        seats behind a dropped one get other numbers."""
        await check_permission(request, match, "set up")
        await service_of(request).seat_counts.set(match, data.seats, await require_person(request))
        return await _notify_and_show(request, match)

    @put("/{match:str}/seats/{seat:int}")
    async def set_seat(
        self, request: AnyRequest, match: FromPath[str], seat: FromPath[int], data: JSONBody[SeatPlayer]
    ) -> MatchInfo:
        """Put a bot on a seat, offer it to a member, or empty it, before the start."""
        service, person = service_of(request), await require_person(request)
        info = await check_permission(request, match, "set up")
        check_seat(info, seat)
        if data.bot is not None and data.member is not None:
            raise Refused(400, "replacement", "name either a member or a bot")
        if data.member is not None:
            await service.offers.offer_seat(match, seat, await service.people.member(data.member), person)
            return await _notify_and_show(request, match)
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
        """Ask another member to host too: hosting begins when the member accepts the offer."""
        service, person = service_of(request), await require_person(request)
        info = await check_permission(request, match, "appoint")
        await service.offers.offer_hosting(info, await service.people.member(data.name), person)
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
        await check_permission(request, match, "oversee")
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
        await check_permission(request, match, "oversee")
        await service_of(request).invitations.revoke(match)

    @delete("/{match:str}/invitations/{invitation:str}", status_code=204)
    async def revoke(self, request: AnyRequest, match: FromPath[str], invitation: FromPath[str]) -> None:
        """Revoke one unused invitation."""
        await check_permission(request, match, "oversee")
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
    async def accept(self, request: AnyRequest, data: JSONBody[AcceptRequest]) -> MatchInfo:
        """Take the seat of the invitation, and contribute to the seed; after the start, replace the player of
        the seat."""
        service, person = service_of(request), await require_person(request)
        match = await service.seating.take_over(data.secret, person)
        if match is None:
            match = await service.invitations.accept(data.secret, person, data.contribution, data.setup)
            await service.starter.start_when_full(match)
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
