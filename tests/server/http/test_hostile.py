"""Every known attack of a guest is answered or refused, and the house stays responsive meanwhile.

The kinds are those of `bench/service/hostile/kinds.py`, which measures them for a minute. Here each is done
once or for a second, and the longest stretch is measured for which the service's loop served nobody else: in
processor time of its thread, so that a busy machine changes nothing.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from bench.service.hostile.attacker import Attacker
from bench.service.hostile.kinds import KINDS
from numberhouse.server.base.settings import Settings
from tests.server.conftest import House
from tests.server.support.listening import inside

GUESTS = 2

TICK = 0.002
"""Seconds between two looks at the loop."""

LONGEST_STRETCH = 0.3
"""Seconds of processor time in which the loop may serve one request, and nobody else."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    database = str(tmp_path_factory.mktemp("hostile") / "house.sqlite")
    with House(Settings(database=database, bots=1, bot_seconds=0.1, proxies=1)) as made:
        # What the first match imports is no work of an attack.
        made.guest("Ann").post("/api/play", json={"game": "mixmath"}).raise_for_status()
        # As `numberhouse serve` does: the collector doesn't walk through what was there before, which is here
        # everything that the tests before this one have left.
        gc.collect()
        gc.freeze()
        yield made
        gc.unfreeze()


@contextmanager
def watched(house: House) -> Iterator[list[float]]:
    """The stretches of processor time in which the loop served one thing."""
    stretches: list[float] = []
    stopping = False

    async def watch() -> None:
        loop = asyncio.get_running_loop()
        last = time.thread_time()

        def look() -> None:
            nonlocal last
            now = time.thread_time()
            stretches.append(now - last)
            last = now
            if not stopping:
                loop.call_later(TICK, look)

        look()

    inside(house, watch())
    yield stretches
    stopping = True


async def attacked(address: str, name: str, seconds: float) -> list[Attacker]:
    """The attackers, who have done this kind for so long, and at least once."""
    # Addresses of its own for each kind: those before it may have used up what one address gets.
    first = list(KINDS).index(name) * GUESTS
    attackers = [Attacker(address, number) for number in range(first, first + GUESTS)]
    until = time.monotonic() + seconds

    async def do_worst(attacker: Attacker) -> None:
        await KINDS[name](attacker)
        while time.monotonic() < until:
            await KINDS[name](attacker)

    try:
        await asyncio.gather(*map(do_worst, attackers))
    finally:
        for attacker in attackers:
            await attacker.close()
    return attackers


@pytest.mark.parametrize("name", KINDS)
def test_an_attack_is_answered_and_holds_up_nobody(house: House, name: str, request: Any) -> None:
    seconds = 10.0 if request.config.getoption("-m") == "long" else 1.0
    with watched(house) as stretches:
        attackers = asyncio.run(attacked(house.address, name, seconds))
    answers = sum((attacker.answers for attacker in attackers), type(attackers[0].answers)())
    assert not [status for status in answers if status == 500], answers
    assert not [status for status in answers if isinstance(status, str)], answers
    assert httpx.get(f"{house.address}/healthz").status_code == 200
    assert max(stretches) < LONGEST_STRETCH
