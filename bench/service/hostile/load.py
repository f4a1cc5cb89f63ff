"""Attackers at work for a while, and what a member and the operator's health check notice meanwhile."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import httpx

from .attacker import Attacker
from .kinds import Kind

__all__ = ["Member", "Noticed", "attack", "notice", "percentile"]

BETWEEN = 0.15
"""Seconds between two actions of the member, and between two health checks: below the limit of requests."""

MISSING = 60_000.0
"""Milliseconds that a missing answer counts."""


class Noticed(NamedTuple):
    """What others notice of an attack; milliseconds."""

    actions: list[float]
    health: list[float]
    answers: Counter[int | str]


class Member:
    """A member who plays Mixmath for both seats, exchanging a tile every time."""

    def __init__(self, address: str) -> None:
        self._seats = [
            httpx.AsyncClient(base_url=address, headers={"X-Forwarded-For": "203.0.113.7"}, timeout=60)
            for _ in range(2)
        ]
        self._match = ""

    async def enter(self) -> None:
        """Register, and begin a match."""
        await self._seats[0].post(
            "/api/register", json={"name": "Member", "password": "correct horse battery staple"}
        )
        await self._seats[1].post("/api/guest", json={"name": "Friend"})
        await self._begin()

    async def _begin(self) -> None:
        first = self._seats[0]
        draft = {"game": "mixmath", "seats": 2, "clock": {"type": "none"}}
        self._match = (await first.post("/api/matches", json=draft)).raise_for_status().json()["id"]
        await first.post(f"/api/matches/{self._match}/open", json={})
        for seat, client in enumerate(self._seats):
            answer = await client.post(f"/api/matches/{self._match}/join", json={"seat": seat})
            answer.raise_for_status()
        (await first.post(f"/api/matches/{self._match}/start", json={})).raise_for_status()

    async def act(self) -> float:
        """Exchange a tile; the milliseconds until it was accepted."""
        path = f"/api/matches/{self._match}"
        view = (await self._seats[0].get(f"{path}/view")).raise_for_status().json()["view"]
        client = self._seats[view["turn"]["seat"]]
        if client is not self._seats[0]:
            view = (await client.get(f"{path}/view")).raise_for_status().json()["view"]
        action = {"type": "exchange", "tiles": view["hand"]["rack"][:1]}
        began = time.perf_counter()
        answer = await client.post(f"{path}/act", json={"action": action})
        took = (time.perf_counter() - began) * 1000
        if answer.status_code == 409:  # no exchange is possible any more
            await self._begin()
        else:
            answer.raise_for_status()
        return took

    async def close(self) -> None:
        """Close the connections."""
        for client in self._seats:
            await client.aclose()


async def attack(
    attackers: Sequence[Attacker], kinds: Mapping[str, Kind], seconds: float
) -> Counter[int | str]:
    """Let every attacker do these kinds by turns for so long, each beginning with another one; the answers by
    their status. Without kinds nobody attacks."""
    until = time.monotonic() + seconds

    async def do_worst(attacker: Attacker) -> None:
        those = list(kinds.values())
        place = attacker.number
        while time.monotonic() < until:
            try:
                await asyncio.wait_for(those[place % len(those)](attacker), 140)
            except (OSError, TimeoutError) as error:
                attacker.answers[type(error).__name__] += 1
            place += 1

    await asyncio.gather(*map(do_worst, attackers if kinds else ()))
    return sum((attacker.answers for attacker in attackers), Counter[int | str]())


async def notice(address: str, member: Member, seconds: float) -> tuple[list[float], list[float]]:
    """Let the member play and the health check ask for so long; the milliseconds of both."""
    actions: list[float] = []
    health: list[float] = []
    checker = httpx.AsyncClient(base_url=address, timeout=60)  # here: to make one takes 0.1 s of this process
    until = time.monotonic() + seconds

    async def play() -> None:
        while time.monotonic() < until:
            try:
                actions.append(await member.act())
            except httpx.HTTPError:
                actions.append(MISSING)
            await asyncio.sleep(BETWEEN)

    async def check_health() -> None:
        while time.monotonic() < until:
            began = time.perf_counter()
            try:
                await checker.get("/healthz")
                health.append((time.perf_counter() - began) * 1000)
            except httpx.HTTPError:
                health.append(MISSING)
            await asyncio.sleep(BETWEEN)

    async with checker:
        await asyncio.gather(play(), check_health())
    return actions, health


def percentile(values: Sequence[float], hundredth: int) -> float:
    """The value below which so many hundredths of the values are."""
    return statistics.quantiles(values, n=100)[hundredth - 1] if len(values) > 1 else max(values, default=0.0)
