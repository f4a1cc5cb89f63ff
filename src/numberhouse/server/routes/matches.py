"""Matches before their start: drafts, seats, invitations; and the lists of matches."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.game import Seat
from numberhouse.server.line import Start
from numberhouse.server.matches import Draft
from numberhouse.server.refusal import Refused
from numberhouse.server.told import Told
from numberhouse.server.who import asking, service_of, somebody

__all__ = ["MatchRoutes"]

AnyRequest = Request[Any, Any, Any]


class WhichSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat; none is any."""

    seat: Seat | None = None


class Invitation(msgspec.Struct, frozen=True):
    """The secret end of a link; shown once."""

    secret: str


class Sitter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere: a bot, or nobody."""

    bot: str | None = None


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one's seat agrees to assistance."""

    assistance: bool


class MatchRoutes(Controller):
    """`/api/matches`."""

    path = "/api/matches"
    tags = ("matches",)

    @get()
    async def listed(
        self,
        request: AnyRequest,
        which: FromQuery[Literal["open", "running", "mine"]] = "open",
        before: FromQuery[float | None] = None,
    ) -> list[Told]:
        """Matches, newest first: open tables, running ones, or one's own."""
        return await service_of(request).matches.listed(await asking(request), which, before)

    @post(status_code=201)
    async def draft(self, request: AnyRequest, data: JSONBody[Draft]) -> Told:
        """Draft a match; whoever does is its host."""
        service = service_of(request)
        person = await somebody(request)
        match = await service.matches.draft(person, data, service.settings.open_matches_each)
        return await service.matches.told(match, person)

    @get("/{match:str}")
    async def told(self, request: AnyRequest, match: FromPath[str]) -> Told:
        """One match."""
        return await service_of(request).matches.told(match, await asking(request))

    @put("/{match:str}")
    async def set_up(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Draft]) -> Told:
        """Change options, clock and terms before the start."""
        service, person = service_of(request), await somebody(request)
        await service.matches.check(match, person, "set up")
        await service.matches.set_up(match, data)
        service.tables.forget(match)
        return await service.matches.told(match, person)

    @delete("/{match:str}", status_code=204)
    async def remove(self, request: AnyRequest, match: FromPath[str]) -> None:
        """Delete a match."""
        service, person = service_of(request), await somebody(request)
        await service.matches.check(match, person, "delete")
        await service.matches.delete(match)
        service.tables.forget(match)

    @post("/{match:str}/open", status_code=200)
    async def open(self, request: AnyRequest, match: FromPath[str]) -> Told:
        """Let people take seats."""
        service, person = service_of(request), await somebody(request)
        await service.matches.check(match, person, "open")
        await service.matches.set_status(match, "open")
        return await service.matches.told(match, person)

    @post("/{match:str}/start", status_code=200)
    async def start(self, request: AnyRequest, match: FromPath[str]) -> Told:
        """Begin; every seat must be taken."""
        service, person = service_of(request), await somebody(request)
        told = await service.matches.check(match, person, "start")
        empty = [chair.seat for chair in told.seats if not chair.name]
        if empty:
            raise Refused(409, "empty-seats", "nobody sits on " + ", ".join(map(str, empty)), seats=empty)
        service.tables.forget(match)
        async with service.tables.at(match) as table:
            await service.tables.enter(table, None, Start(), key="start")
        return await service.matches.told(match, person)

    @post("/{match:str}/join", status_code=200)
    async def join(self, request: AnyRequest, match: FromPath[str], data: JSONBody[WhichSeat]) -> Told:
        """Take a free seat."""
        service, person = service_of(request), await somebody(request)
        await service.matches.check(match, person, "join")
        await service.matches.join(match, person, data.seat)
        return await self._changed(request, match)

    @post("/{match:str}/leave", status_code=200)
    async def leave(self, request: AnyRequest, match: FromPath[str]) -> Told:
        """Give the seat back before the start."""
        service, person = service_of(request), await somebody(request)
        await service.matches.check(match, person, "leave")
        await service.matches.leave(match, person)
        return await self._changed(request, match)

    @put("/{match:str}/seats/{seat:int}")
    async def set_seat(
        self, request: AnyRequest, match: FromPath[str], seat: FromPath[int], data: JSONBody[Sitter]
    ) -> Told:
        """Put a bot on a seat, or empty it, before the start."""
        service, person = service_of(request), await somebody(request)
        told = await service.matches.check(match, person, "set up")
        if not 0 <= seat < len(told.seats):
            raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {len(told.seats) - 1}")
        known = service.matches.folder(told.game).bots()
        if data.bot is not None and data.bot not in known:
            raise Refused(400, "unknown-bot", f"there is no bot {data.bot}; there are: {', '.join(known)}")
        await service.matches.set_seat(match, seat, bot=data.bot)
        return await self._changed(request, match)

    @post("/{match:str}/agree", status_code=200)
    async def agree(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Agreement]) -> Told:
        """Agree to assistance, or not; it is on when every seat does."""
        service, person = service_of(request), await somebody(request)
        await service.matches.check(match, person, "leave")
        await service.matches.agree(match, person, data.assistance)
        return await self._changed(request, match)

    @post("/{match:str}/invitations", status_code=201)
    async def invite(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[WhichSeat]
    ) -> Invitation:
        """A link with which one person takes a seat."""
        service = service_of(request)
        await service.matches.check(match, await somebody(request), "invite")
        return Invitation(await service.matches.invite(match, data.seat))

    @delete("/{match:str}/invitations", status_code=204)
    async def revoke(self, request: AnyRequest, match: FromPath[str]) -> None:
        """Make all unused invitations worthless."""
        service = service_of(request)
        await service.matches.check(match, await somebody(request), "invite")
        await service.matches.revoke(match)

    @post("/accept/{secret:str}", status_code=200)
    async def accept(self, request: AnyRequest, secret: FromPath[str]) -> Told:
        """Take the seat that one is invited to."""
        service, person = service_of(request), await somebody(request)
        match, _ = await service.matches.accept(secret, person)
        return await self._changed(request, match)

    async def _changed(self, request: AnyRequest, match: str) -> Told:
        service = service_of(request)
        service.tables.forget(match)
        service.hub.wake_all(match)
        return await service.matches.told(match, await asking(request))
