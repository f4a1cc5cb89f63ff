"""Statistics: one's own from all finished matches, those of members from public ones."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery

from numberhouse.protocol.matches import MatchSummary, OwnResult
from numberhouse.protocol.statistics import GameStatistics, MemberProfile, OpponentTally
from numberhouse.server.http.auth import current_person, require_person, service_of
from numberhouse.server.matches.lists.lists import Filters

__all__ = ["StatisticsRoutes"]

AnyRequest = Request[Any, Any, Any]


class StatisticsRoutes(Controller):
    """`/api/me/statistics`, `/api/me/opponents` and `/api/members`."""

    path = "/api"
    tags = ("people",)

    @get("/me/statistics")
    async def statistics(self, request: AnyRequest) -> tuple[GameStatistics, ...]:
        """One's own statistics by game, against people and against bots apart."""
        person = await require_person(request)
        return await service_of(request).statistics.by_game(person.id)

    @get("/me/opponents")
    async def opponents(self, request: AnyRequest, name: FromQuery[str] = "") -> list[OpponentTally]:
        """At most 20 people with whom one has finished matches, the most frequent first; of those whose names
        have that part."""
        return await service_of(request).statistics.opponents(await require_person(request), name)

    @get("/members/{name:str}")
    async def member(self, request: AnyRequest, name: FromPath[str]) -> MemberProfile:
        """A member, with the statistics of public matches."""
        service = service_of(request)
        member = await service.people.member(name)
        statistics = await service.statistics.by_game(member.id, public=True)
        return MemberProfile(member.name, await service.statistics.since(member.id), statistics)

    @get("/members/{name:str}/matches")
    async def matches(
        self,
        request: AnyRequest,
        name: FromPath[str],
        before: FromQuery[float | None] = None,
        before_id: FromQuery[str | None] = None,
        game: FromQuery[str | None] = None,
        result: FromQuery[OwnResult | None] = None,
    ) -> list[MatchSummary]:
        """At most 100 public matches of a member that are over, newest first; the next page as in
        `/api/matches`."""
        service = service_of(request)
        member = await service.people.member(name)
        after = None if before is None else (before, before_id or "")
        filters = Filters(game=game, result=result)
        return await service.matches.list_of_member(member.id, await current_person(request), after, filters)
