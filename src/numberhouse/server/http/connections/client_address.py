"""The address of the client of a request, when there are proxies in between."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

__all__ = ["AsgiApp", "ClientAddressMiddleware", "address_of"]

AsgiApp: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]


class ClientAddressMiddleware:
    """Gives the ASGI application the address of the client, not that of the proxy before it.

    Each of our `proxies` adds to the right of `X-Forwarded-For` the address from which it got the request.
    The client of the outermost proxy wrote the addresses further left, and may have invented them.
    """

    def __init__(self, app: AsgiApp, proxies: int) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on, with the client's address in `client`."""
        if self.proxies and scope["type"] in ("http", "websocket"):
            lines = [
                value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
            ]
            address = address_of(lines, self.proxies)
            if address is not None:
                scope["client"] = (address, 0)
        await self.app(scope, receive, send)


def address_of(lines: Sequence[str], proxies: int) -> str | None:
    """The address from which the outermost of so many proxies got the request, by all lines of
    `X-Forwarded-For`. None where there are fewer addresses: a request that didn't pass all proxies comes from
    its sender itself."""
    addresses = [part.strip() for line in lines for part in line.split(",")]
    if len(addresses) < proxies:
        return None
    try:
        return str(ipaddress.ip_address(addresses[-proxies].strip("[]")))
    except ValueError:
        return None
