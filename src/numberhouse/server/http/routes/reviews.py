"""Reviews of matches, and of records that people upload.

A route checks who may review what, and makes the source (`review/sources.py`); `Reviews` does the rest alike
for both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Literal

from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import select

from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.play import FarewellResponse
from numberhouse.protocol.practice import Attempt, PositionRequest, RecordPlayOnRequest
from numberhouse.protocol.review import (
    Evaluations,
    Language,
    Perspective,
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
from numberhouse.server.base.perspectives import read_perspective
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.access import access_of, seen
from numberhouse.server.http.auth import (
    address_of,
    current_person,
    language_of,
    require_person,
    service_of,
)
from numberhouse.server.http.bodies import LARGE
from numberhouse.server.http.routes.play.play import SeenAs
from numberhouse.server.matches.access.permissions import check
from numberhouse.server.review.sources import PlayedSource, RecordSource
from numberhouse.server.service import Service
from numberhouse.server.storage.schema import matches, seats

__all__ = ["RecordRoutes", "ReviewRoutes"]

AnyRequest = Request[Any, Any, Any]

MOST_AT_ONCE = 2
"""Requests of one kind that a person may have under way."""


class ReviewRoutes(Controller):
    """`/api/matches/…/review`, `evaluations`, `win-probabilities`, `farewell`."""

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
        """The timeline of a match from the perspective of a seat or a spectator, or with everything; for
        those who may see everything. It holds the first view and its changes with each action."""
        info = await _reviewable_match(request, match)
        source, viewed_as = await _match(request, info), await _granted(request, info, perspective)
        return _json(await service_of(request).reviews.timeline(source, viewed_as, lang))

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
        info = await _reviewable_match(request, match)
        source, viewed_as = await _match(request, info), await _granted(request, info, perspective)
        return PositionText(entry, await service_of(request).reviews.text(source, entry, viewed_as, lang))

    @get("/evaluations")
    async def evaluations(
        self,
        request: AnyRequest,
        match: FromPath[str],
        first: FromQuery[int] = 1,
        lang: FromQuery[Language] = "en",
    ) -> Evaluations:
        """Evaluations of the actions, from number `first` on, as many as can be computed in a moment; after
        the end. Each action is evaluated by the knowledge that its seat had then."""
        source = await _finished_match(request, await _reviewable_match(request, match))
        with await _batch_under_way(request):
            return await service_of(request).reviews.evaluations(source, first, lang)

    @get("/win-probabilities")
    async def win_probabilities(
        self, request: AnyRequest, match: FromPath[str], first: FromQuery[int] = 1
    ) -> WinProbabilities:
        """The seats' chances of winning, from action number `first` on, as many as can be computed in a
        moment; after the end. Each is estimated for a seat before its own action, by the knowledge that the
        seat had, by playing the match out."""
        source = await _finished_match(request, await _reviewable_match(request, match))
        with await _batch_under_way(request):
            return await service_of(request).reviews.win_probabilities(source, first)

    @post("/review/what-if", status_code=200)
    async def what_if(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[WhatIfRequest]
    ) -> Response[WhatIf]:
        """The consequences of another action, with the luck that the match had; after the end."""
        check_language(data.lang)
        source = await _finished_match(request, await _reviewable_match(request, match))
        reviews = service_of(request).reviews
        return _json(await reviews.what_if(source, data.entry, data.action, data.lang))

    @post("/review/play-on", status_code=201)
    async def play_on(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[PositionRequest]
    ) -> Attempt:
        """Begin a match against bots at a position of a match that is over, on a seat of it. What the seat
        didn't see is drawn anew. It is practice and counts nowhere."""
        person = await require_person(request)
        source = await _finished_match(request, await _reviewable_match(request, match))
        return await _played_on(request, person, source, data)

    @get("/farewell")
    async def farewell(
        self,
        request: AnyRequest,
        match: FromPath[str],
        lang: FromQuery[str] = "en",
        seen_as: SeenAs = None,
    ) -> FarewellResponse:
        """The game's words to the viewer when the match is over: its course, its secrets, and the knowledge
        of them that was possible. It may take a few seconds."""
        access = await access_of(request, match, seen_as)
        source = await _finished_match(request, access.info)
        viewed_as: Perspective = "spectator" if access.viewer is None else access.viewer
        return FarewellResponse(await service_of(request).reviews.farewell(source, viewed_as, lang))


class RecordRoutes(Controller):
    """`/api/review`."""

    path = "/api/review"
    tags = ("reviews",)

    @post(status_code=200, request_max_body_size=LARGE)
    async def review(self, request: AnyRequest, data: JSONBody[RecordRequest]) -> Response[Timeline]:
        """The timeline of a record, which is verified and not stored. At most 512 KiB."""
        async with _record(request, data) as source:
            viewed_as = read_perspective(data.perspective, source.players)
            return _json(await service_of(request).reviews.timeline(source, viewed_as, data.lang))

    @post("/text", status_code=200, request_max_body_size=LARGE)
    async def text(self, request: AnyRequest, data: JSONBody[RecordPositionRequest]) -> PositionText:
        """A position of a record as text, after so many actions."""
        async with _record(request, data) as source:
            viewed_as = read_perspective(data.perspective, source.players)
            reviews = service_of(request).reviews
            return PositionText(data.entry, await reviews.text(source, data.entry, viewed_as, data.lang))

    @post("/evaluations", status_code=200, request_max_body_size=LARGE)
    async def evaluations(self, request: AnyRequest, data: JSONBody[RecordActionsRequest]) -> Evaluations:
        """Evaluations of a record's actions, from number `first` on, as many as can be computed in a moment.
        Not for people who are playing that game without assistance."""
        async with _record(request, data, "evaluate") as source:
            return await service_of(request).reviews.evaluations(source, data.first, data.lang)

    @post("/win-probabilities", status_code=200, request_max_body_size=LARGE)
    async def win_probabilities(
        self, request: AnyRequest, data: JSONBody[RecordActionsRequest]
    ) -> WinProbabilities:
        """The chances of winning of a record's seats, from action number `first` on, as many as can be
        computed in a moment. Not for people who are playing that game without assistance."""
        async with _record(request, data, "evaluate") as source:
            return await service_of(request).reviews.win_probabilities(source, data.first)

    @post("/what-if", status_code=200, request_max_body_size=LARGE)
    async def what_if(self, request: AnyRequest, data: JSONBody[RecordWhatIfRequest]) -> Response[WhatIf]:
        """The consequences of another action in a record, with the luck that the match had. Not for people
        who are playing that game without assistance."""
        async with _record(request, data, "explain") as source:
            reviews = service_of(request).reviews
            return _json(await reviews.what_if(source, data.entry, data.action, data.lang))

    @post("/play-on", status_code=201, request_max_body_size=LARGE)
    async def play_on(self, request: AnyRequest, data: JSONBody[RecordPlayOnRequest]) -> Attempt:
        """Begin a match against bots at a position of a record, on a seat of it. What the seat didn't see is
        drawn anew. Not for people who are playing that game without assistance."""
        person = await require_person(request)
        async with _record(request, data, "explain") as source:
            return await _played_on(request, person, source, data)

    @post("/farewell", status_code=200, request_max_body_size=LARGE)
    async def farewell(self, request: AnyRequest, data: JSONBody[RecordRequest]) -> FarewellResponse:
        """The game's words at the end of a record. Not for people who are playing that game without
        assistance."""
        async with _record(request, data, "explain") as source:
            viewed_as = read_perspective(data.perspective, source.players)
            return FarewellResponse(await service_of(request).reviews.farewell(source, viewed_as, data.lang))


async def _reviewable_match(request: AnyRequest, match: str) -> MatchInfo:
    """The match, once it has begun. Raises `Refused` for a person who may not see everything now."""
    info = await service_of(request).matches.info(match, await current_person(request))
    check(info, "see everything")
    if info.status in ("draft", "open"):
        raise Refused(403, "not-allowed", "there is nothing to look back at before the match begins")
    return info


async def _granted(request: AnyRequest, info: MatchInfo, text: str) -> Perspective:
    """The perspective that the text names, once it is on record that the person sees everything."""
    perspective = read_perspective(text, len(info.seats))
    service, person = service_of(request), await current_person(request)
    return (await service.insights.grant(info, person, perspective, "review")).perspective


async def _finished_match(request: AnyRequest, info: MatchInfo) -> PlayedSource:
    """The match as a source; the request is counted in the client's rate limit. Raises `Refused` before the
    end."""
    if info.status not in ("finished", "abandoned"):
        raise Refused(403, "not-over", "this is shown when the match is over")
    limits = service_of(request).limits
    limits.take("evaluations", await _limit_key(request), address_of(request))
    return await _match(request, info)


async def _match(request: AnyRequest, info: MatchInfo) -> PlayedSource:
    async with seen(request, info) as session:
        return PlayedSource(session)


async def _batch_under_way(request: AnyRequest) -> AbstractContextManager[None]:
    """Counts this request while it lasts among the batches of its client."""
    return service_of(request).limits.holding("evaluations", await _limit_key(request), MOST_AT_ONCE)


async def _limit_key(request: AnyRequest) -> str:
    """The key of the client's rate limit."""
    person = await current_person(request)
    return person.id if person is not None else address_of(request)


@asynccontextmanager
async def _record(
    request: AnyRequest,
    data: RecordRequest | RecordActionsRequest | RecordWhatIfRequest | RecordPlayOnRequest,
    use: Literal["look", "explain", "evaluate"] = "look",
) -> AsyncIterator[RecordSource]:
    """The uploaded record as a source; the request is counted in the person's limits. Raises `Refused` where
    there is no person, for a record that isn't sound or whose game isn't offered, and where the review would
    help the person in a running match."""
    if not isinstance(data, RecordPlayOnRequest):
        check_language(data.lang)
    service, person = service_of(request), await require_person(request)
    service.limits.take("records", person.id, address_of(request))
    if use != "look":
        service.limits.take("evaluations", person.id, address_of(request))
    held = "evaluations" if use == "evaluate" else "records"
    with service.limits.holding(held, person.id, MOST_AT_ONCE):
        source = await service.reviews.record(data.record)
        service.matches.installed_game(source.game)
        if use != "look":
            await _check_fair(service, person, source.game)
        yield source


async def _played_on(
    request: AnyRequest, person: Person, source: PlayedSource | RecordSource, data: PositionRequest
) -> Attempt:
    service = service_of(request)
    service.limits.take("problems", person.id, address_of(request))
    position = await service.reviews.position(source, data.entry, data.seat)
    return await service.practice.play_on(person, position, language_of(request))


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
            "you are playing this game without assistance now; records of it are evaluated after the end",
            match=unassisted.match,
        )


def _json(body: bytes) -> Response[Any]:
    """A response with JSON that is encoded already."""
    headers = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
    return Response(body, headers=headers, media_type=MediaType.JSON)
