"""The names under which the service answers.

A page of another site whose name leads to this address (DNS rebinding) would be of our origin for a browser,
and a cache might store answers under an invented name. So a request with another `Host` is refused before
anything reads it. Checks of liveness and readiness may use the address of the machine.
"""

from __future__ import annotations

import ipaddress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from numberhouse.server.base.settings import Settings
from numberhouse.server.http.connections.client_address import AsgiApp

__all__ = ["HostMiddleware", "allowed_hosts"]

BY_ADDRESS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Paths for machines that monitor the service and know only its address."""

MISDIRECTED: Final = 421


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """The names of the settings, or that of `origin`, in lower case; none: every name."""
    if settings.hosts:
        return frozenset(host.lower() for host in settings.hosts)
    return frozenset({host_name(urlsplit(settings.origin).netloc)} if settings.origin else ())


def host_name(header: str) -> str:
    """The name in a `Host` header, without its port, in lower case."""
    name, colon, port = header.rpartition(":")
    if not colon or not port.isdecimal():
        name = header
    return name.strip().rstrip(".").lower()


class HostMiddleware:
    """Refuses requests for other hosts."""

    def __init__(self, app: AsgiApp, settings: Settings) -> None:
        self.app = app
        self.hosts = allowed_hosts(settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in ("http", "websocket") or self._answers(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            # Closed before it is accepted: the server answers the handshake with 403.
            await send({"type": "websocket.close", "code": 1008, "reason": "host"})
        else:
            await self._refuse(host_of(scope), send)

    def _answers(self, scope: Any) -> bool:
        name = host_of(scope)
        return not self.hosts or name in self.hosts or (scope["path"] in BY_ADDRESS and is_address(name))

    async def _refuse(self, name: str, send: Any) -> None:
        names = sorted(self.hosts)
        message = (
            f"this service doesn't answer for the host {name[:100]!r}; it does for {', '.join(names)} (the "
            "settings `hosts` and `origin`)"
        )
        body = msgspec.json.encode({"code": "host", "message": message, "values": {"hosts": names}})
        fields = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"content-security-policy", b"default-src 'none'"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": MISDIRECTED, "headers": fields})
        await send({"type": "http.response.body", "body": body})


def host_of(scope: Any) -> str:
    """The name that the request asks for; empty where it names none, or several."""
    headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return host_name(headers[0]) if len(headers) == 1 else ""


def is_address(name: str) -> bool:
    """Whether the name of a host is an address of a machine, or `localhost`."""
    if name == "localhost":
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
