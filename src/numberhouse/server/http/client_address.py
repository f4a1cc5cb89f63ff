"""Where a request comes from, when there are proxies in between."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

__all__ = ["ClientAddressMiddleware", "address_of"]

AsgiApp: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]


class ClientAddressMiddleware:
    """An ASGI application that is told the address of whoever asks, not that of the proxy before it.

    Each of our `proxies` adds to the right of `X-Forwarded-For` whom it was asked by. What stands further
    left was written by whoever asked the outermost one, and may say anything.
    """

    def __init__(self, app: AsgiApp, proxies: int) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass it on, with the right `client`."""
        if self.proxies and scope["type"] in ("http", "websocket"):
            lines = [
                value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
            ]
            address = address_of(lines, self.proxies)
            if address is not None:
                scope["client"] = (address, 0)
        await self.app(scope, receive, send)


def address_of(lines: Sequence[str], proxies: int) -> str | None:
    """The address that the outermost of so many proxies was asked by, from all lines of `X-Forwarded-For`;
    None where they don't say: a request that didn't pass all of them is its sender's own."""
    addresses = [part.strip() for line in lines for part in line.split(",")]
    if len(addresses) < proxies:
        return None
    try:
        return str(ipaddress.ip_address(addresses[-proxies].strip("[]")))
    except ValueError:
        return None
