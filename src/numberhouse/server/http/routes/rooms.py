"""Chat: the rooms of a match, their messages, and the host's announcements."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.protocol.chat import ChatMessages, Message, MessageEdit, NewMessage, RoomInfo
from numberhouse.server.http.auth import current_person, require_person, service_of

__all__ = ["RoomRoutes"]

AnyRequest = Request[Any, Any, Any]


class Rooms(msgspec.Struct, frozen=True):
    """The rooms that one may read, and the host's announcements."""

    rooms: list[RoomInfo]
    announcements: list[tuple[float, str]]
    """The time and the text of each."""


class RoomRoutes(Controller):
    """`/api/matches/…/rooms` and `messages`."""

    path = "/api/matches/{match:str}"
    tags = ("rooms",)

    @get("/rooms")
    async def rooms(self, request: AnyRequest, match: FromPath[str]) -> Response[Rooms | None]:
        """The rooms that the person may read, and the host's announcements. With the `ETag` of the last
        answer in `If-None-Match`: 304 when nothing has changed."""
        service, person = service_of(request), await current_person(request)
        rooms = await service.chat.visible_rooms(match, person)
        async with service.sessions.at(match) as session:
            announcements = list(session.announcements)
        return _tagged_response(request, Rooms(rooms, announcements))

    @get("/messages")
    async def messages(
        self, request: AnyRequest, match: FromPath[str], room: FromQuery[str], after: FromQuery[int] = 0
    ) -> Response[ChatMessages | None]:
        """The messages written or edited in a room since the change `after`, in order of the changes, at
        most 200. With the `ETag` of the last answer in `If-None-Match`: 304 when nothing has changed."""
        service = service_of(request)
        return _tagged_response(
            request, await service.chat.read(match, await current_person(request), room, after)
        )

    @post("/messages", status_code=201)
    async def say(self, request: AnyRequest, match: FromPath[str], data: JSONBody[NewMessage]) -> Message:
        """Write a message in a room."""
        person = await require_person(request)
        return await service_of(request).chat.say(match, person, data.room, data.text, data.key)

    @put("/messages")
    async def edit(self, request: AnyRequest, match: FromPath[str], data: JSONBody[MessageEdit]) -> Message:
        """Edit one's own message, for a minute after writing it."""
        person = await require_person(request)
        return await service_of(request).chat.edit(match, person, data.room, data.number, data.text)


def _tagged_response(request: AnyRequest, content: Any) -> Response[Any]:
    tag = f'"{hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:24]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers={"ETag": tag})
    return Response(content, headers={"ETag": tag})
