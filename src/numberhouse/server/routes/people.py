"""Who one is: guests, members, sessions, tokens."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from numberhouse.server.people import SESSION_DAYS, Person
from numberhouse.server.who import COOKIE, asking, service_of, somebody

__all__ = ["PeopleRoutes"]

AnyRequest = Request[Any, Any, Any]


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play at once."""

    name: str = ""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's name and password."""

    name: str
    password: str


class TokenName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the program is called."""

    name: str


class Token(msgspec.Struct, frozen=True):
    """Shown once."""

    token: str


class PeopleRoutes(Controller):
    """`/api/me` and what leads there."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: AnyRequest) -> Person | None:
        """Who is asking; null for nobody."""
        return await asking(request)

    @post("/guest", status_code=201)
    async def guest(self, request: AnyRequest, data: JSONBody[Guest]) -> Response[Person]:
        """Become a guest."""
        return await _begun(request, await service_of(request).people.guest(data.name))

    @post("/register", status_code=201)
    async def register(self, request: AnyRequest, data: JSONBody[Credentials]) -> Response[Person]:
        """Become a member; a guest keeps the seats."""
        now = await asking(request)
        guest = now if now is not None and now.kind == "guest" else None
        return await _begun(
            request, await service_of(request).people.register(data.name, data.password, guest)
        )

    @post("/sign-in", status_code=201)
    async def sign_in(self, request: AnyRequest, data: JSONBody[Credentials]) -> Response[Person]:
        """Begin a session."""
        return await _begun(request, await service_of(request).people.sign_in(data.name, data.password))

    @post("/sign-out", status_code=204)
    async def sign_out(self, request: AnyRequest) -> Response[None]:
        """End this session."""
        cookie = request.cookies.get(COOKIE)
        if cookie:
            await service_of(request).people.end_session(cookie)
        return _ended()

    @post("/sign-out-everywhere", status_code=204)
    async def sign_out_everywhere(self, request: AnyRequest) -> Response[None]:
        """End all sessions, and make all tokens worthless."""
        await service_of(request).people.end_all_sessions(await somebody(request))
        return _ended()

    @post("/me/tokens", status_code=201)
    async def make_token(self, request: AnyRequest, data: JSONBody[TokenName]) -> Token:
        """A bearer token with which a program plays in one's name."""
        return Token(await service_of(request).people.make_token(await somebody(request), data.name))

    @delete("/me", status_code=204)
    async def forget(self, request: AnyRequest) -> Response[None]:
        """Forget who one was; matches stay, without the name."""
        await service_of(request).people.delete(await somebody(request))
        return _ended()


async def _begun(request: AnyRequest, person: Person) -> Response[Person]:
    service = service_of(request)
    secret = await service.people.begin_session(person)
    secure = service.settings.origin.startswith("https://")
    cookie = Cookie(
        COOKIE, value=secret, httponly=True, samesite="lax", secure=secure, max_age=SESSION_DAYS * 86_400
    )
    return Response(person, status_code=201, cookies=[cookie])


def _ended() -> Response[None]:
    return Response(
        None, status_code=204, cookies=[Cookie(COOKIE, value="", httponly=True, samesite="lax", max_age=0)]
    )
