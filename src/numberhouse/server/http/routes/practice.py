"""Practice: drills, problems of the day and endless ones, answers and their results."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import (
    Attempt,
    AttemptAction,
    AttemptPosition,
    FinishedAttempt,
    Practice,
    ProblemRequest,
)
from numberhouse.server.http.auth import address_of, current_person, language_of, require_person, service_of

__all__ = ["PracticeRoutes"]

AnyRequest = Request[Any, Any, Any]


class PracticeRoutes(Controller):
    """`/api/practice`."""

    path = "/api/practice"
    tags = ("practice",)

    @get()
    async def overview(self, request: AnyRequest) -> Practice:
        """The drills, and the person's results of today."""
        person = await current_person(request)
        return await service_of(request).practice.overview(person, language_of(request))

    @get("/attempts")
    async def finished_attempts(self, request: AnyRequest) -> list[FinishedAttempt]:
        """The person's finished attempts, the newest first; at most 200."""
        person = await require_person(request)
        return await service_of(request).practice.finished_attempts(person)

    @post("/{game:str}/{drill:str}", status_code=201)
    async def begin(
        self, request: AnyRequest, game: FromPath[str], drill: FromPath[str], data: JSONBody[ProblemRequest]
    ) -> Attempt:
        """Begin a problem, or continue the one that is begun and not answered."""
        person = await require_person(request)
        service = service_of(request)
        service.limits.take("problems", person.id, address_of(request))
        lang = language_of(request)
        return await service.practice.begin(person, game, drill, data.level, data.daily, lang, data.wait)

    @get("/attempts/{attempt:str}")
    async def attempt(self, request: AnyRequest, attempt: FromPath[str]) -> Attempt:
        """A problem that the person has begun."""
        person = await require_person(request)
        return await service_of(request).practice.attempt(person, attempt, language_of(request))

    @post("/attempts/{attempt:str}/act", status_code=200)
    async def act(
        self, request: AnyRequest, attempt: FromPath[str], data: JSONBody[AttemptAction]
    ) -> Attempt:
        """Act; the action that completes the answer returns the verdict."""
        person = await _check_rate(request)
        practice, lang = service_of(request).practice, language_of(request)
        return await practice.act(person, attempt, data.moves, data.action, lang)

    @post("/attempts/{attempt:str}/retract", status_code=200)
    async def retract(
        self, request: AnyRequest, attempt: FromPath[str], data: JSONBody[AttemptPosition]
    ) -> Attempt:
        """Take all actions back, where the drill allows it."""
        person = await _check_rate(request)
        return await service_of(request).practice.retract(person, attempt, data.moves, language_of(request))

    @post("/attempts/{attempt:str}/give-up", status_code=200)
    async def give_up(
        self, request: AnyRequest, attempt: FromPath[str], data: JSONBody[AttemptPosition]
    ) -> Attempt:
        """See the answer; it counts as not solved."""
        person = await _check_rate(request)
        return await service_of(request).practice.give_up(person, attempt, data.moves, language_of(request))


async def _check_rate(request: AnyRequest) -> Person:
    person = await require_person(request)
    service_of(request).limits.take("actions", person.id, address_of(request))
    return person
