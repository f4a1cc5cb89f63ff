"""`/.well-known/security.txt` (RFC 9116): where to report a weakness of this service."""

from __future__ import annotations

import time
from typing import Any, Final

from litestar import MediaType, Request, Response, get

from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import service_of
from numberhouse.words import HOUSE

__all__ = ["security_txt"]

VALID_DAYS: Final = 180
"""Days until the file has to be read anew; RFC 9116 wants less than a year."""


@get("/.well-known/security.txt", include_in_schema=False)
async def security_txt(request: Request[Any, Any, Any]) -> Response[str]:
    """The contact of the settings; 404 where there is none."""
    service = service_of(request)
    settings = service.settings
    if not settings.security_contact:
        raise Refused(404, "no-contact", "the operator has named no contact for security reports")
    midnight = service.now() // 86_400 * 86_400
    expires = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(midnight + VALID_DAYS * 86_400))
    lines = [f"Contact: {settings.security_contact}", f"Expires: {expires}"]
    lines.append(f"Preferred-Languages: {', '.join(HOUSE.languages)}")
    if settings.origin:
        lines.append(f"Canonical: {settings.origin.rstrip('/')}/.well-known/security.txt")
    return Response("\n".join(lines) + "\n", media_type=MediaType.TEXT)
