"""Authentication: the person of a request, by its login cookie or its bearer token, and its address."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from litestar import Request
from litestar.connection import ASGIConnection

from numberhouse.protocol.people import Person
from numberhouse.server.base.rate_limits import network
from numberhouse.server.base.refusals import Refused
from numberhouse.server.service import Service

__all__ = [
    "COOKIE",
    "address_of",
    "current_person",
    "language_of",
    "origin_allowed",
    "require_member",
    "require_person",
    "require_session",
    "service_of",
]

COOKIE: Final = "numberhouse"

COUNTED_MARK: Final = "numberhouse.counted"
"""The key in the scope of a request that is already counted in its person's rate limit."""

Connection = ASGIConnection[Any, Any, Any, Any]


def service_of(connection: Connection) -> Service:
    """The service that the application serves."""
    service: Service = connection.app.state.service
    return service


async def current_person(connection: Connection) -> Person | None:
    """The person of the request; None without a login or token. Raises `Refused` for an invalid token, and
    for too many requests."""
    person = await _authenticated_person(connection)
    scope = cast("dict[str, Any]", connection.scope)
    if COUNTED_MARK not in scope:
        scope[COUNTED_MARK] = True
        keys = [person.id] if person is not None else []
        if scope["type"] == "websocket":  # `middleware.admit` counts the addresses of requests
            keys.append(address_of(connection))
        service_of(connection).limits.take("requests", *keys)
    return person


async def require_person(request: Request[Any, Any, Any]) -> Person:
    """The person of the request. Raises `Refused` where there is none."""
    person = await current_person(request)
    if person is None:
        raise Refused(401, "not-signed-in", "play as a guest or sign in first")
    return person


async def require_session(request: Request[Any, Any, Any]) -> Person:
    """The person of the request, signed in with a login: a program that plays with a token must not change
    the account. Raises `Refused`."""
    person = await require_person(request)
    if request.headers.get("authorization"):
        raise Refused(403, "session-only", "a token doesn't open this; sign in with the name and password")
    return person


async def require_member(request: Request[Any, Any, Any]) -> Person:
    """The member of the request, signed in with a login. Raises `Refused`, for a guest too."""
    person = await require_session(request)
    if person.kind != "member":
        raise Refused(403, "members-only", "only members do this; register first")
    return person


def address_of(connection: Connection) -> str:
    """The address, or network, that the request comes from. The proxies that the settings name are trusted
    (`client_address`)."""
    return network(connection.client.host if connection.client is not None else "")


def language_of(connection: Connection) -> str:
    """The code of the language that the browser requests; English where it names none."""
    wishes: str = connection.headers.get("accept-language", "en")
    return re.split(r"[-,;]", wishes, maxsplit=1)[0].strip().lower()


def origin_allowed(connection: Connection) -> bool:
    """Whether a browser's request comes from a page of this service. Programs send no `Origin`. A page can't
    leave it out of a request that changes something, nor out of opening a socket."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    own = service_of(connection).settings.origin
    if own:
        return origin == own.rstrip("/")
    return origin.partition("://")[2] == connection.headers.get("host", "")


async def _authenticated_person(connection: Connection) -> Person | None:
    service = service_of(connection)
    header = connection.headers.get("authorization", "")
    if header:
        scheme, _, secret = header.partition(" ")
        person = await service.people.of_token(secret.strip()) if scheme.lower() == "bearer" else None
        if person is None:
            raise Refused(401, "token", "this bearer token isn't good; make another one on the settings page")
        return person
    cookie = connection.cookies.get(COOKIE)
    return await service.people.of_login(cookie) if cookie else None
