"""At the door: what every request must be like before anybody looks at it, and what every answer says to
browsers.

A page of somebody else's can't do anything in the name of whoever looks at it: whatever changes something
must come from a page of ours, or from a program, and must say that it brings JSON, which no form can. Answers
are never rendered, framed, guessed at or kept.
"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.datastructures import MutableScopeHeaders

from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import address_of, origin_allowed, service_of

__all__ = ["add_security_headers", "admit"]

SAFE: Final = ("GET", "HEAD", "OPTIONS")

READABLE_TYPES: Final = ("application/json", "text/csv")
"""Kinds of body that some route reads; no form sends either."""

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}

POLICY_OF_DATA: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The policy of answers that are no pages."""

POLICY_OF_PAGES: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""The policy of pages: everything on them is the house's own, and no script stands in a page."""

YEAR: Final = 31_536_000
"""Seconds."""


async def admit(request: Request[Any, Any, Any]) -> None:
    """Raises `Refused` for a request that may not come in."""
    service_of(request).limits.take("requests", address_of(request))
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
        (await request.body()).decode()
    except UnicodeDecodeError as error:
        raise Refused(400, "request", "the body isn't text in UTF-8") from error


async def add_security_headers(message: Any, scope: Any) -> None:
    """What an answer says besides what it says (called before anything is sent)."""
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
    """The service that answers."""
    return scope["litestar_app"].state.service
