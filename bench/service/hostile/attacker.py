"""A guest who attacks, from an address of its own, and counts the answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import httpx

__all__ = ["Attacker"]

PATIENCE = 130.0
"""Seconds after which an answer counts as missing: the first drill of a process may take 110."""


class Attacker:
    """One guest. The service trusts one proxy (`proxies = 1`), so that each guest has its own address."""

    def __init__(self, address: str, number: int) -> None:
        self.address = address
        self.number = number
        self.headers = {"X-Forwarded-For": f"198.51.100.{number}"}
        self.answers: Counter[int | str] = Counter()
        """By status, or by the kind of the error of a request without an answer."""
        self._client = httpx.AsyncClient(base_url=address, headers=self.headers, timeout=PATIENCE)
        self._matches: dict[str, str] = {}
        self._entering = asyncio.Lock()
        self._entered = False

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def send(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response | None:
        """The answer, which is counted; None where there is none."""
        async with self._entering:
            if not self._entered:
                await self._client.post("/api/guest", json={"name": f"Guest {self.number}"})
                self._entered = True
        if body is not None:
            more["json"] = body
        try:
            answer = await self._client.request(method, path, **more)
        except httpx.HTTPError as error:
            self.answers[type(error).__name__] += 1
            return None
        self.answers[answer.status_code] += 1
        return answer

    async def match(self, game: str, **draft: Any) -> str:
        """A match of that game that the guest hosts: open, with the guest on seat 0, and begun where that is
        possible. The same one every time; "" where there is none."""
        key = f"{game} {sorted(draft)}"
        if key not in self._matches:
            answer = await self.send(
                "POST", "/api/matches", {"game": game, "clock": {"type": "none"}, **draft}
            )
            match = answer.json().get("id", "") if answer is not None else ""
            if match:
                await self.send("POST", f"/api/matches/{match}/open", {})
                await self.send("POST", f"/api/matches/{match}/join", {"seat": 0})
                await self.send("POST", f"/api/matches/{match}/start", {})
                self._matches[key] = match
            return str(match)
        return self._matches[key]

    @contextlib.asynccontextmanager
    async def raw(self, data: bytes) -> Any:
        """A bare connection on which these bytes were sent."""
        host, _, port = self.address.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(data)
            with contextlib.suppress(OSError):
                await writer.drain()
            yield reader
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    @property
    def cookie(self) -> str:
        """The header with which a bare connection belongs to the guest."""
        return "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
