"""Reviews of finished matches, and of records that people upload."""

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
from numberhouse.server.base.languages import check_language
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import check
from numberhouse.server.http.auth import address_of, current_person, require_person, service_of
from numberhouse.server.play.session import Session
from numberhouse.server.review.timeline import NotPossible, PlayedMatch, position_text, timeline_of, what_if
from numberhouse.server.service import Service
from numberhouse.server.storage.schema import matches, seats

__all__ = ["RecordRoutes", "ReviewRoutes"]

AnyRequest = Request[Any, Any, Any]


class ReviewRoutes(Controller):
    """`/api/matches/…/review`, `evaluations`, `win-probabilities`."""

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
        """The whole course of a match from the perspective of a seat or a spectator, or with everything; for
        those who may see everything. It holds the first view and its changes with each action."""
        service = service_of(request)
        info = await _reviewable_match(request, match)
        viewed_as = _perspective(perspective, len(info.seats))
        async with service.sessions.at(match) as session:
            played = _played_match(session)

        async def make() -> bytes:
            return bytes(await asyncio.to_thread(timeline_of, played, viewed_as, lang))

        state = (match, played.epoch, len(played.match.log), info.status)
        return _timeline_response(await service.reviews.timeline((*state, viewed_as, lang), make))

    @get("/review/text")
    async def text(
        self,
        request: AnyRequest,
        match: FromPath[str],
        entry: FromQuery[int] = 0,
        perspective: FromQuery[str] = "spectator",
        lang: FromQuery[Language] = "en",
    ) -> PositionText:
        """A position of a match as text, after so many actions; for those who may see everything."""
        service = service_of(request)
        info = await _reviewable_match(request, match)
        viewed_as = _perspective(perspective, len(info.seats))
        async with service.sessions.at(match) as session:
            played = _played_match(session)
        _check_entry(entry, 0, len(played.match.log))
        return PositionText(entry, await asyncio.to_thread(position_text, played, entry, viewed_as, lang))

    @get("/evaluations")
    async def evaluations(
        self,
        request: AnyRequest,
        match: FromPath[str],
        first: FromQuery[int] = 1,
        lang: FromQuery[Language] = "en",
    ) -> Evaluations:
        """Evaluations of the actions, from number `first` on, as many as can be computed in a moment; after
        the end. Each action is judged by the knowledge that its seat had then."""
        service, (limit_key, played) = service_of(request), await _finished_match(request, match)
        _check_entry(first, 1, len(played.match.log) + 1)
        with service.limits.holding("evaluations", limit_key, MOST_AT_ONCE):
            return await service.reviews.evaluations(
                match, played.epoch, played.match, list(played.states), first, lang
            )

    @get("/win-probabilities")
    async def win_probabilities(
        self, request: AnyRequest, match: FromPath[str], first: FromQuery[int] = 1
    ) -> WinProbabilities:
        """The seats' chances of winning, from action number `first` on, as many as can be computed in a
        moment; after the end. Each is estimated for a seat before its own action, by the knowledge that the
        seat had, by playing the match out."""
        service, (limit_key, played) = service_of(request), await _finished_match(request, match)
        _check_entry(first, 1, len(played.match.log) + 1)
        with service.limits.holding("evaluations", limit_key, MOST_AT_ONCE):
            return await service.reviews.win_probabilities(
                match, played.epoch, played.match, list(played.states), first
            )  # fmt: skip

    @post("/review/what-if", status_code=200)
    async def what_if(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[WhatIfRequest]
    ) -> WhatIf:
        """The consequences of another action, with the luck that the match had; after the end."""
        check_language(data.lang)
        _, played = await _finished_match(request, match)
        _check_entry(data.entry, 1, len(played.match.log))
        try:
            return await asyncio.to_thread(
                what_if, played, data.entry, msgspec.json.encode(data.action), data.lang
            )
        except NotPossible as refusal:
            raise Refused(400, refusal.code, refusal.message) from None


class RecordRoutes(Controller):
    """`/api/review`."""

    path = "/api/review"
    tags = ("reviews",)

    @post(status_code=200)
    async def review(self, request: AnyRequest, data: JSONBody[RecordRequest]) -> Response[Timeline]:
        """The whole course of a record, which is verified and not stored. At most 512 KiB."""
        service, person = await _check_record_limit(request, data.lang)
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            timeline = await service.reviews.timeline_of_record(
                data.record, _perspective(data.perspective), data.lang
            )
            await _check_offered(service, data.record)
        return _timeline_response(timeline)

    @post("/text", status_code=200)
    async def text(self, request: AnyRequest, data: JSONBody[RecordPositionRequest]) -> PositionText:
        """A position of a record as text, after so many actions."""
        service, person = await _check_record_limit(request, data.lang)
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            await _check_offered(service, data.record)
            text = await service.reviews.position_text_of_record(
                data.record, data.entry, _perspective(data.perspective), data.lang
            )
        return PositionText(data.entry, text)

    @post("/evaluations", status_code=200)
    async def evaluations(self, request: AnyRequest, data: JSONBody[RecordActionsRequest]) -> Evaluations:
        """Evaluations of a record's actions, from number `first` on, as many as can be computed in a moment.
        Not for people who are playing that game without assistance."""
        service, person = await _check_record_limit(request, data.lang)
        service.limits.take("evaluations", person.id, address_of(request))
        with service.limits.holding("evaluations", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            return await service.reviews.evaluations_of_record(data.record, data.first, data.lang)

    @post("/farewell", status_code=200)
    async def farewell(self, request: AnyRequest, data: JSONBody[RecordRequest]) -> FarewellResponse:
        """The game's words at the end of a record. Not for people who are playing that game without
        assistance."""
        service, person = await _check_record_limit(request, data.lang)
        service.limits.take("evaluations", person.id, address_of(request))
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            text = await service.reviews.farewell_of_record(
                data.record, _perspective(data.perspective), data.lang
            )
        return FarewellResponse(text)

    @post("/win-probabilities", status_code=200)
    async def win_probabilities(
        self, request: AnyRequest, data: JSONBody[RecordActionsRequest]
    ) -> WinProbabilities:
        """The chances of winning of a record's seats, from action number `first` on, as many as can be
        computed in a moment. Not for people who are playing that game without assistance."""
        service, person = await _check_record_limit(request, data.lang)
        service.limits.take("evaluations", person.id, address_of(request))
        with service.limits.holding("evaluations", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            return await service.reviews.win_probabilities_of_record(data.record, data.first)

    @post("/what-if", status_code=200)
    async def what_if(self, request: AnyRequest, data: JSONBody[RecordWhatIfRequest]) -> Response[WhatIf]:
        """The consequences of another action in a record, with the luck that the match had. Not for people
        who are playing that game without assistance."""
        service, person = await _check_record_limit(request, data.lang)
        with service.limits.holding("records", person.id, MOST_AT_ONCE):
            game = await _check_offered(service, data.record)
            await _check_fair(service, person, game)
            result: Any = await service.reviews.what_if_of_record(
                data.record, data.entry, msgspec.json.encode(data.action), data.lang
            )
        return Response(result, media_type=MediaType.JSON)


MOST_AT_ONCE = 2
"""Requests of one kind that a person may have under way."""


async def _reviewable_match(request: AnyRequest, match: str) -> MatchInfo:
    """The match, once it has begun. Raises `Refused` for a person who may not see everything now."""
    info = await service_of(request).matches.info(match, await current_person(request))
    check(info, "see everything")
    if info.status in ("draft", "open"):
        raise Refused(403, "not-allowed", "there is nothing to look back at before the match begins")
    return info


async def _finished_match(request: AnyRequest, match: str) -> tuple[str, PlayedMatch]:
    """The key of the client's rate limit, in which this request is counted, and the match. Raises `Refused`
    before the end."""
    service, person = service_of(request), await current_person(request)
    info = await _reviewable_match(request, match)
    if info.status not in ("finished", "abandoned"):
        raise Refused(403, "not-over", "actions are judged when the match is over")
    limit_key = person.id if person is not None else address_of(request)
    service.limits.take("evaluations", limit_key, address_of(request))
    async with service.sessions.at(match) as session:
        return limit_key, _played_match(session)


async def _check_record_limit(request: AnyRequest, lang: Language) -> tuple[Service, Person]:
    """The service and the person, whose uploaded record is counted. Raises `Refused` where there is no
    person, for too many records, and for a language that the house has no words in."""
    check_language(lang)
    service, person = service_of(request), await require_person(request)
    service.limits.take("records", person.id, address_of(request))
    return service, person


async def _check_offered(service: Service, record: str) -> str:
    """The record's game. Raises `Refused` for one that isn't offered here."""
    game = await service.reviews.game_of_record(record)
    service.matches.installed_game(game)
    return game


async def _check_fair(service: Service, person: Person, game: str) -> None:
    """Raise `Refused` for a person who is playing this game without assistance: a record can be forged so
    that it looks like the running match, and its review would help there."""
    own_matches = select(seats.c.match).where(seats.c.person == person.id)
    running = select(matches.c.id).where(
        matches.c.id.in_(own_matches), matches.c.game == game, matches.c.status.in_(("running", "paused"))
    )
    query = select(seats.c.match).where(seats.c.match.in_(running), seats.c.assistance.is_(False)).limit(1)
    async with service.database.read() as connection:
        unassisted = (await connection.execute(query)).first()
    if unassisted is not None:
        raise Refused(
            403,
            "assistance-off",
            "you are playing this game without assistance now; records of it are judged when that is over",
            match=unassisted.match,
        )


def _perspective(text: str, count: int = 100) -> Perspective:
    if text == "spectator":
        return "spectator"
    if text == "everything":
        return "everything"
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) < count:
        return int(text)
    raise Refused(400, "perspective", f"there are: spectator, everything, and seats from 0 to {count - 1}")


def _check_entry(entry: int, least: int, most: int) -> None:
    if not least <= entry <= most:
        raise Refused(404, "no-entry", f"there is no action {entry}; there are {least} to {most}")


def _played_match(session: Session) -> PlayedMatch:
    """A copy of the match that later entries don't change."""
    match = session.match
    frozen = copy.copy(match)
    frozen.log, frozen.events = list(match.log), list(match.events)
    players = [
        PlayerInfo(display_name.name, occupant.bot, display_name.translated)
        for occupant, display_name in zip(session.occupants, session.display_names(), strict=True)
    ]
    return PlayedMatch(
        session.installed, frozen, list(session.states), players, session.epoch, session.status
    )


def _timeline_response(timeline: bytes) -> Response[Timeline]:
    headers = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
    body: Any = timeline
    return Response(body, headers=headers, media_type=MediaType.JSON)
