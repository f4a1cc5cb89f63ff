"""Chat: the rooms of a match, their messages, and the host's announcements."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.chat import (
    ChatMessages,
    Message,
    MessageEdit,
    NewMessage,
    ReactionRequest,
    ReadMark,
    RoomInfo,
)
from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import (
    NewPromise,
    PromiseAnswerRequest,
    PromiseForm,
    TrustNote,
    TrustNoteRequest,
)
from numberhouse.protocol.review import Language
from numberhouse.server.http.access import seen
from numberhouse.server.http.auth import current_person, require_person, service_of

__all__ = ["RoomRoutes"]

AnyRequest = Request[Any, Any, Any]


class RoomsResponse(msgspec.Struct, frozen=True):
    """The rooms that one may read, and the host's announcements."""

    rooms: list[RoomInfo]
    announcements: list[tuple[float, str]]
    """The time and the text of each."""


class RoomRoutes(Controller):
    """`/api/matches/…/rooms`, `messages`, `promises` and `notes`."""

    path = "/api/matches/{match:str}"
    tags = ("rooms",)

    @get("/rooms")
    async def rooms(self, request: AnyRequest, match: FromPath[str]) -> Response[RoomsResponse | None]:
        """The rooms that the person may read, and the host's announcements. With the `ETag` of the last
        answer in `If-None-Match`: 304 when nothing has changed."""
        service, person = service_of(request), await current_person(request)
        rooms = await service.chat.access.visible_rooms(match, person)
        async with seen(request, await service.matches.info(match, person)) as session:
            announcements = list(session.announcements)
        return _tagged_response(request, RoomsResponse(rooms, announcements))

    @get("/messages")
    async def messages(
        self, request: AnyRequest, match: FromPath[str], room: FromQuery[str], after: FromQuery[int] = 0
    ) -> Response[ChatMessages | None]:
        """The messages written or edited in a room since the change `after`, in order of the changes, at
        most 200. With the `ETag` of the last answer in `If-None-Match`: 304 when nothing has changed."""
        service = service_of(request)
        return _tagged_response(
            request, await service.chat.history.read(match, await current_person(request), room, after)
        )

    @post("/messages", status_code=201)
    async def say(self, request: AnyRequest, match: FromPath[str], data: JSONBody[NewMessage]) -> Message:
        """Write a message in a room."""
        person = await require_person(request)
        return await service_of(request).chat.messages.say(match, person, data.room, data.text, data.key)

    @put("/messages")
    async def edit(self, request: AnyRequest, match: FromPath[str], data: JSONBody[MessageEdit]) -> Message:
        """Edit one's own message while its room is open; readers see the texts that it had before."""
        person = await _changing_person(request)
        return await service_of(request).chat.messages.edit(match, person, data.room, data.number, data.text)

    @delete("/messages", status_code=200)
    async def delete_message(
        self, request: AnyRequest, match: FromPath[str], room: FromQuery[str], number: FromQuery[int]
    ) -> Message:
        """Delete one's own message while its room is open; a line stays, with the texts that it had."""
        person = await _changing_person(request)
        return await service_of(request).chat.messages.delete(match, person, room, number)

    @put("/reactions")
    async def react(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ReactionRequest]
    ) -> Message:
        """Answer a message by a sign, or withdraw the answer."""
        person = await _changing_person(request)
        return await service_of(request).chat.messages.react(match, person, data)

    @get("/promises")
    async def promise_form(
        self,
        request: AnyRequest,
        match: FromPath[str],
        round: FromQuery[int | None] = None,
        lang: FromQuery[Language] = "en",
    ) -> PromiseForm:
        """What one may promise for a round of the match, by default for the next one that is open."""
        person = await require_person(request)
        return await service_of(request).chat.promises.form(match, person, round, lang)

    @post("/promises", status_code=201)
    async def offer_promise(
        self,
        request: AnyRequest,
        match: FromPath[str],
        data: JSONBody[NewPromise],
        lang: FromQuery[Language] = "en",
    ) -> Message:
        """Offer a promise to others in a room, as a message."""
        person = await require_person(request)
        return await service_of(request).chat.promises.offer(match, person, data, lang)

    @put("/promises")
    async def answer_promise(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[PromiseAnswerRequest]
    ) -> Message:
        """Accept or decline a promise, once and for all."""
        person = await _changing_person(request)
        return await service_of(request).chat.promises.answer(match, person, data)

    @delete("/promises", status_code=200)
    async def withdraw_promise(
        self, request: AnyRequest, match: FromPath[str], room: FromQuery[str], number: FromQuery[int]
    ) -> Message:
        """Withdraw one's own promise, as long as nobody has accepted it; its message stays."""
        person = await _changing_person(request)
        return await service_of(request).chat.promises.withdraw(match, person, room, number)

    @get("/notes")
    async def notes(self, request: AnyRequest, match: FromPath[str]) -> list[TrustNote]:
        """One's own notes about the other players. Nobody else is ever shown them."""
        person = await require_person(request)
        return await service_of(request).trust_notes.read(match, person)

    @put("/notes")
    async def write_note(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[TrustNoteRequest]
    ) -> TrustNote:
        """Store a note about another player, in place of the earlier one; an empty one removes it."""
        person = await _changing_person(request)
        return await service_of(request).trust_notes.write(match, person, data)

    @put("/read-marks", status_code=204)
    async def mark_read(self, request: AnyRequest, match: FromPath[str], data: JSONBody[ReadMark]) -> None:
        """Store how far one has read in a room, for all one's devices; nobody else sees it."""
        person = await _changing_person(request)
        await service_of(request).chat.history.mark_read(match, person, data)


async def _changing_person(request: AnyRequest) -> Person:
    """The person, with one token fewer for changes of the chat. Raises `Refused`."""
    person = await require_person(request)
    service_of(request).limits.take("chat changes", person.id)
    return person


def _tagged_response(request: AnyRequest, content: Any) -> Response[Any]:
    tag = f'"{hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:24]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers={"ETag": tag})
    return Response(content, headers={"ETag": tag})
