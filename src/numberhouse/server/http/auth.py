"""Authentication: the person of a request, by its login cookie or its bearer token, and its address."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final, cast

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType

from numberhouse.protocol.people import Person
from numberhouse.server.accounts.administration.administrators import check_confirmed
from numberhouse.server.base.rate_limits import network
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.scopes import check_route
from numberhouse.server.service import Service
from numberhouse.server.workers.asker import Asker, set_asker

__all__ = [
    "COOKIE",
    "DEVICE_COOKIE",
    "address_of",
    "admit_token",
    "ask_for",
    "cookie_name",
    "cookie_of",
    "current_person",
    "language_of",
    "origin_allowed",
    "require_administrator",
    "require_member",
    "require_person",
    "require_session",
    "served_by_https",
    "service_of",
]

COOKIE: Final = "numberhouse"
"""Name of the login's cookie, with `HOST_ONLY` before it where the origin is https."""

DEVICE_COOKIE: Final = "numberhouse-device"

HOST_ONLY: Final = "__Host-"
"""With this prefix a browser accepts a cookie from this very host and by https alone: no neighbour under the
same domain can plant one."""

COUNTED_MARK: Final = "numberhouse.counted"
"""The key in the scope of a request that is already counted in its person's rate limit."""

ADMITTED_MARK: Final = "numberhouse.admitted"
"""The key in the scope of a request with the person whom `admit_token` has found."""

Connection = ASGIConnection[Any, Any, Any, Any]


def service_of(connection: Connection) -> Service:
    """The service that the application serves."""
    service: Service = connection.app.state.service
    return service


async def current_person(connection: Connection) -> Person | None:
    """The person of the request; None without a login or token. Raises `Refused` for an invalid token, and
    for too many requests."""
    person = await _authenticated_person(connection)
    if person is not None and person.kind == "member":
        ask_for(connection, person.id)  # guests stay in the line of their address: anybody can be ten of them
    scope = cast("dict[str, Any]", connection.scope)
    if COUNTED_MARK not in scope:
        scope[COUNTED_MARK] = True
        keys = [person.id] if person is not None else []
        if scope["type"] == "websocket":  # `middleware.admit` counts the addresses of requests
            keys.append(address_of(connection))
        service_of(connection).limits.take("requests", *keys)
    return person


async def admit_token(request: Request[Any, Any, Any]) -> None:
    """Raise `Refused` for a token that is invalid or doesn't open the route of the request; called before the
    route, so that not even a body is read for it."""
    if request.headers.get("authorization"):
        person = await _authenticated_person(request)
        cast("dict[str, Any]", request.scope)[ADMITTED_MARK] = person


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


async def require_administrator(request: Request[Any, Any, Any]) -> Person:
    """The administrator of the request, with the powers open in this session. Every route for administrators
    calls it first. Raises `Refused`."""
    person = await require_member(request)
    check_confirmed(person)
    return person


def served_by_https(service: Service) -> bool:
    """Whether people reach the service by https."""
    return service.settings.origin.startswith("https://")


def cookie_name(service: Service, name: str = COOKIE) -> str:
    """The full name of a cookie of this service."""
    return HOST_ONLY + name if served_by_https(service) else name


def cookie_of(connection: Connection, name: str = COOKIE) -> str:
    """The value of this service's cookie; empty where there is none."""
    return connection.cookies.get(cookie_name(service_of(connection), name), "")


def address_of(connection: Connection) -> str:
    """The address, or network, that the request comes from. The proxies that the settings name are trusted
    (`http/connections/client_address.py`)."""
    return network(connection.client.host if connection.client is not None else "")


def language_of(connection: Connection) -> str:
    """The code of the language that the browser requests; English where it names none."""
    wishes: str = connection.headers.get("accept-language", "en")
    return re.split(r"[-,;]", wishes, maxsplit=1)[0].strip().lower()


def ask_for(connection: Connection, key: str) -> None:
    """Let the work of this request wait in the line of that member or address (`workers/asker.py`)."""
    set_asker(Asker(key, partial(_gone, connection) if connection.scope["type"] == ScopeType.HTTP else None))


async def _gone(connection: Connection) -> None:
    """Wait until the client has closed the connection. The body of the request has been read before."""
    while (await connection.receive())["type"] != "http.disconnect":
        pass


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
    # The first look-up of a request is that of `admit_token`; later ones must see what has changed meanwhile.
    admitted: Person | None = cast("dict[str, Any]", connection.scope).pop(ADMITTED_MARK, None)
    if admitted is not None:
        return admitted
    if header:
        scheme, _, secret = header.partition(" ")
        person = await service.people.of_token(secret.strip()) if scheme.lower() == "bearer" else None
        if person is None:
            raise Refused(401, "token", "this bearer token isn't good, or has ended; make another one")
        check_route(connection, person)
        return person
    cookie = cookie_of(connection)
    return await service.people.of_login(cookie) if cookie else None
