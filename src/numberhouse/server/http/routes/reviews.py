"""Looking back at matches that are over, and at records that somebody has brought along."""

from __future__ import annotations

import asyncio
import copy
from typing import Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import select

from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.play import FarewellResponse
from numberhouse.protocol.review import (
    Evaluations,
    Language,
    Perspective,
    PlayerInfo,
    PositionText,
    RecordActionsRequest,
    RecordPositionRequest,
    RecordRequest,
    RecordWhatIfRequest,
    Timeline,
    WhatIf,
    WhatIfRequest,
    WinProbabilities,
)
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import check
from numberhouse.server.http.auth import address_of, asking, service_of, somebody
from numberhouse.server.play.session import Session
from numberhouse.server.review.timeline import NotPossible, PlayedMatch, in_words, timeline_of, what_if
from numberhouse.server.service import Service
from numberhouse.server.storage.schema import matches, seats

__all__ = ["RecordRoutes", "ReviewRoutes"]

AnyRequest = Request[Any, Any, Any]


class ReviewRoutes(Controller):
    """`/api/matches/…/review`."""

    path = "/api/matches/{match:str}"
    tags = ("reviews",)

    @get("/review")
    async def review(
        self,
        request: AnyRequest,
        match: FromPath[str],
        perspective: FromQuery[str] = "spectator",
        lang: FromQuery[Language] = "en",
    ) -> Response[Timeline]:
        """The whole course of a match with a seat's eyes, a spectator's, or everything; for whoever may see
        everything. The first view and what changed in it with each action."""
        service = service_of(request)
        info = await _told(request, match)
        seen = _perspective(perspective, len(info.seats))
        async with service.sessions.at(match) as session:
            played = _played(session)

        async def make() -> bytes:
            return bytes(await asyncio.to_thread(timeline_of, played, seen, lang))

        state = (match, played.epoch, len(played.match.log), info.status)
        return _sent(await service.reviews.timeline((*state, seen, lang), make))

    @get("/review/words")
    async def words(
        self,
        request: AnyRequest,
        match: FromPath[str],
        entry: FromQuery[int] = 0,
        perspective: FromQuery[str] = "spectator",
        lang: FromQuery[Language] = "en",
    ) -> PositionText:
        """A position of a match as text, after so many actions; for whoever may see everything."""
        service = service_of(request)
        info = await _told(request, match)
        seen = _perspective(perspective, len(info.seats))
        async with service.sessions.at(match) as session:
            played = _played(session)
        _check_entry(entry, 0, len(played.match.log))
        return PositionText(entry, await asyncio.to_thread(in_words, played, entry, seen, lang))

    @get("/judgements")
    async def judgements(
        self,
        request: AnyRequest,
        match: FromPath[str],
        first: FromQuery[int] = 1,
        lang: FromQuery[Language] = "en",
    ) -> Evaluations:
        """How good the actions were, from number `first` on, as many as are thought out in a moment; after
        the end. Each is judged by what its seat could know then."""
        service, (whose, played) = service_of(request), await _over(request, match)
        _check_entry(first, 1, len(played.match.log) + 1)
        with service.limits.holding("judgements", whose, MOST_AT_ONCE):
            return await service.reviews.judgements(
                match, played.epoch, played.match, list(played.states), first, lang
            )

    @get("/chances")
    async def chances(
        self, request: AnyRequest, match: FromPath[str], first: FromQuery[int] = 1
    ) -> WinProbabilities:
        """How likely the seats were to win, from action number `first` on, as many as are found in a moment;
        after the end. Each before an action of its own and by what it could know, found by playing the match
        out."""
        service, (whose, played) = service_of(request), await _over(request, match)
        _check_entry(first, 1, len(played.match.log) + 1)
        with service.limits.holding("judgements", whose, MOST_AT_ONCE):
            return await service.reviews.chances(
                match, played.epoch, played.match, list(played.states), first
            )  # fmt: skip

    @post("/review/instead", status_code=200)
    async def what_if(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[WhatIfRequest]
    ) -> WhatIf:
        """What would have come of something else, with the luck that the match had; after the end."""
        _, played = await _over(request, match)
        _check_entry(data.entry, 1, len(played.match.log))
        try:
            return await asyncio.to_thread(
                what_if, played, data.entry, msgspec.json.encode(data.action), data.lang
            )
        except NotPossible as refused:
            raise Refused(400, refused.code, refused.message) from None


class RecordRoutes(Controller):
    """`/api/review`."""

    path = "/api/review"
    tags = ("reviews",)

    @post(status_code=200)
    async def review(self, request: AnyRequest, data: JSONBody[RecordRequest]) -> Response[Timeline]:
        """The whole course of a record, which is verified and not kept. At most 512 KiB."""
        service, person = await _bringing(request)
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            timeline = await service.reviews.timeline_of_record(
                data.record, _perspective(data.perspective), data.lang
            )
            await _check_offered(service, data.record)
        return _sent(timeline)

    @post("/words", status_code=200)
    async def words(self, request: AnyRequest, data: JSONBody[RecordPositionRequest]) -> PositionText:
        """A position of a record as text, after so many actions."""
        service, person = await _bringing(request)
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            await _check_offered(service, data.record)
            text = await service.reviews.words_of_record(
                data.record, data.entry, _perspective(data.perspective), data.lang
            )
        return PositionText(data.entry, text)

    @post("/judgements", status_code=200)
    async def judgements(self, request: AnyRequest, data: JSONBody[RecordActionsRequest]) -> Evaluations:
        """How good the actions of a record were, from number `first` on, as many as are thought out in a
        moment. Not for who plays that game without assistance now."""
        service, person = await _bringing(request)
        service.limits.take("judgements", person.id, address_of(request))
        with service.limits.holding("judgements", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            return await service.reviews.judgements_of_record(data.record, data.first, data.lang)

    @post("/farewell", status_code=200)
    async def farewell(self, request: AnyRequest, data: JSONBody[RecordRequest]) -> FarewellResponse:
        """What the game has to say at the end of a record. Not for who plays that game without assistance
        now."""
        service, person = await _bringing(request)
        service.limits.take("judgements", person.id, address_of(request))
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            text = await service.reviews.farewell_of_record(
                data.record, _perspective(data.perspective), data.lang
            )
        return FarewellResponse(text)

    @post("/chances", status_code=200)
    async def chances(self, request: AnyRequest, data: JSONBody[RecordActionsRequest]) -> WinProbabilities:
        """How likely the seats of a record were to win, from action number `first` on, as many as are found
        in a moment. Not for who plays that game without assistance now."""
        service, person = await _bringing(request)
        service.limits.take("judgements", person.id, address_of(request))
        with service.limits.holding("judgements", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            return await service.reviews.chances_of_record(data.record, data.first)

    @post("/instead", status_code=200)
    async def what_if(self, request: AnyRequest, data: JSONBody[RecordWhatIfRequest]) -> Response[WhatIf]:
        """What would have come of something else in a record, with the luck that the match had. Not for who
        plays that game without assistance now."""
        service, person = await _bringing(request)
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            found: Any = await service.reviews.what_if_of_record(
                data.record, data.entry, msgspec.json.encode(data.action), data.lang
            )
        return Response(found, media_type=MediaType.JSON)


MOST_AT_ONCE = 2
"""Requests of a kind that one person may have under way."""


async def _told(request: AnyRequest, match: str) -> MatchInfo:
    """Raises `Refused` for somebody who may not see everything now."""
    info = await service_of(request).matches.info(match, await asking(request))
    check(info, "see everything")
    if info.status in ("draft", "open"):
        raise Refused(403, "not-allowed", "there is nothing to look back at before the match begins")
    return info


async def _over(request: AnyRequest, match: str) -> tuple[str, PlayedMatch]:
    """Who asks, and the match; one more question about it is counted. Raises `Refused` before the end."""
    service, person = service_of(request), await asking(request)
    info = await _told(request, match)
    if info.status not in ("finished", "abandoned"):
        raise Refused(403, "not-over", "actions are judged when the match is over")
    whose = person.id if person is not None else address_of(request)
    service.limits.take("judgements", whose, address_of(request))
    async with service.sessions.at(match) as session:
        return whose, _played(session)


async def _bringing(request: AnyRequest) -> tuple[Service, Person]:
    """Raises `Refused` for nobody, and for somebody who brings too much."""
    service, person = service_of(request), await somebody(request)
    service.limits.take("records", person.id, address_of(request))
    return service, person


async def _check_offered(service: Service, record: str) -> str:
    """The record's game. Raises `Refused` for one that isn't offered here."""
    game = await service.reviews.game_of_record(record)
    service.matches.installed_game(game)
    return game


async def _check_fair(service: Service, person: Person, game: str) -> None:
    """A record can be made up so that it looks like a match that is going on. Raises `Refused` for somebody
    who could have help with one in that way."""
    own = select(seats.c.match).where(seats.c.person == person.id)
    running = select(matches.c.id).where(
        matches.c.id.in_(own), matches.c.game == game, matches.c.status.in_(("running", "paused"))
    )
    query = select(seats.c.match).where(seats.c.match.in_(running), seats.c.assistance.is_(False)).limit(1)
    async with service.database.read() as connection:
        found = (await connection.execute(query)).first()
    if found is not None:
        raise Refused(
            403,
            "assistance-off",
            "you are playing this game without assistance now; records of it are judged when that is over",
            match=found.match,
        )


def _perspective(asked: str, count: int = 100) -> Perspective:
    if asked == "spectator":
        return "spectator"
    if asked == "everything":
        return "everything"
    if asked.isascii() and asked.isdigit() and len(asked) <= 3 and int(asked) < count:
        return int(asked)
    raise Refused(400, "perspective", f"there are: spectator, everything, and seats from 0 to {count - 1}")


def _check_entry(entry: int, least: int, most: int) -> None:
    if not least <= entry <= most:
        raise Refused(404, "no-entry", f"there is no action {entry}; there are {least} to {most}")


def _played(session: Session) -> PlayedMatch:
    """The match as it is now, whatever happens next."""
    match = session.match
    still = copy.copy(match)
    still.log, still.events = list(match.log), list(match.events)
    players = [
        PlayerInfo(named.name, sitting.bot, named.translated)
        for sitting, named in zip(session.occupants, session.display_names(), strict=True)
    ]
    return PlayedMatch(session.installed, still, list(session.states), players, session.epoch, session.status)


def _sent(timeline: bytes) -> Response[Timeline]:
    headers = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
    body: Any = timeline
    return Response(body, headers=headers, media_type=MediaType.JSON)
