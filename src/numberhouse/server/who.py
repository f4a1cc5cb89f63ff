"""Who is asking: the person of a request, by its session cookie or its bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

from numberhouse.server.people import Person
from numberhouse.server.refusal import Refused
from numberhouse.server.service import Service

__all__ = ["COOKIE", "asking", "origin_allowed", "service_of", "somebody"]

COOKIE = "numberhouse"

Connection = ASGIConnection[Any, Any, Any, Any]


def service_of(connection: Connection) -> Service:
    """The service that the application serves."""
    service: Service = connection.app.state.service
    return service


async def asking(connection: Connection) -> Person | None:
    """The person; None for somebody without a session. Raises `Refused` for a token that isn't good."""
    service = service_of(connection)
    header = connection.headers.get("authorization", "")
    if header:
        kind, _, secret = header.partition(" ")
        found = await service.people.of_token(secret.strip()) if kind.lower() == "bearer" else None
        if found is None:
            raise Refused(401, "token", "this bearer token isn't good; make another one on the settings page")
        return found
    cookie = connection.cookies.get(COOKIE)
    return await service.people.of_session(cookie) if cookie else None


async def somebody(request: Request[Any, Any, Any]) -> Person:
    """The person. Raises `Refused` for somebody without a session."""
    person = await asking(request)
    if person is None:
        raise Refused(401, "nobody", "play as a guest or sign in first")
    return person


def origin_allowed(connection: Connection) -> bool:
    """Whether a request that a browser sends with our cookie comes from a page of ours. Programs send no
    `Origin`, and pages can't leave it out of what changes anything."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    own = service_of(connection).settings.origin
    if own:
        return origin == own.rstrip("/")
    return origin.partition("://")[2] == connection.headers.get("host", "")
