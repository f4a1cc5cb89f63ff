"""Checks of every request before a route handles it, and the security headers of every response.

A page of another site must not act in the name of a person who visits it: a request that changes something
must come from a page of this service, or from a program, and must declare its body as JSON (or CSV), which no
form can. Browsers must never render, frame, sniff or store the responses of the API.
"""

from __future__ import annotations

import contextlib
from typing import Any, Final

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from numberhouse.server.base.languages import check_language
from numberhouse.server.base.large_bodies import LargeBodies
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import address_of, admit_token, ask_for, origin_allowed, service_of
from numberhouse.server.http.bodies import SMALL, check_body

__all__ = ["add_security_headers", "admit"]

SAFE: Final = ("GET", "HEAD", "OPTIONS")

READABLE_TYPES: Final = ("application/json", "text/csv")
"""The media types of bodies that some route reads; no form sends either."""

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

POLICY_OF_DATA: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of responses that aren't pages."""

POLICY_OF_PAGES: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""The policy of pages: everything on them comes from this service, and no script is inline."""

YEAR: Final = 31_536_000
"""Seconds."""


async def admit(request: Request[Any, Any, Any]) -> None:
    """Raise `Refused` for a request that no route may handle."""
    service_of(request).limits.take("requests", address_of(request))
    ask_for(request, address_of(request))  # until the request turns out to be a member's
    if request.scope["path"].startswith("/api/"):
        if "lang" in request.query_params:
            check_language(request.query_params["lang"])
        await admit_token(request)
    if request.method in SAFE:
        return
    if not request.headers.get("authorization") and not origin_allowed(request):
        raise Refused(403, "origin", "this request comes from a page of another site")
    headers = request.headers
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not empty and kind not in READABLE_TYPES:
        raise Refused(
            415, "content-type", f"a body of the kind {kind[:60] or 'unknown'!r}; application/json is read"
        )
    try:
        with _counted(request):
            body = await request.body()
        body.decode()
    except UnicodeDecodeError as error:
        raise Refused(400, "request", "the body isn't text in UTF-8") from error
    except RequestEntityTooLarge as error:
        most = request.route_handler.resolve_request_max_body_size()
        raise Refused(413, "request", f"the body is too long; at most {most} bytes are read here") from error
    except InternalServerException as error:  # so Litestar names a client that goes: it is no fault of ours
        raise Refused(400, "request", "the client went before its request was complete") from error
    check_body(request.route_handler, body)


def _counted(request: Request[Any, Any, Any]) -> contextlib.AbstractContextManager[None]:
    """Count the body while it is received, if it may be a large one."""
    length = request.headers.get("content-length", "")
    may_be_large = request.route_handler.resolve_request_max_body_size() != SMALL
    if not may_be_large or (length.isascii() and length.isdigit() and int(length[:12]) <= SMALL):
        return contextlib.nullcontext()
    large_bodies: LargeBodies = service_of(request).large_bodies
    return large_bodies.receiving(address_of(request))


async def add_security_headers(message: Any, scope: Any) -> None:
    """Add the security headers to a response; called before each message is sent."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    is_page = not scope["path"].startswith("/api") and "text/html" in headers.get("content-type", "")
    values = {**HEADERS, "Content-Security-Policy": POLICY_OF_PAGES if is_page else POLICY_OF_DATA}
    if not is_page:
        values["Cache-Control"] = "no-store"
    if service_of_scope(scope).settings.origin.startswith("https://"):
        values["Strict-Transport-Security"] = f"max-age={YEAR}"
    for name, value in values.items():
        headers.setdefault(name, value)


def service_of_scope(scope: Any) -> Any:
    """The service of the application that handles this scope."""
    return scope["litestar_app"].state.service
