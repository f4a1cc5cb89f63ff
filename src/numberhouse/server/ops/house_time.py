"""The house's time at the start of a process, which continues that of its predecessor and its neighbours.

Two facts must survive a step of the system's time: entries never get older moments than earlier ones, and
processes that serve together agree on the moment at which a deadline passes. The table `service_heartbeat`
holds the last moment at which any process was alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import select

from numberhouse.server.base.house_clock import HouseClock
from numberhouse.server.play.deadlines import PULSE, SHORTEST_DOWNTIME
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import service_heartbeat

__all__ = ["continue_time"]

LOOK: Final = 0.25
"""Seconds between two looks at the sign of life of the other processes."""


async def continue_time(
    database: Database, clock: HouseClock, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Set the clock, which nobody has read yet, to the time of the processes that serve this database
    already. Where none does, it is at least the moment of their last sign of life. Raises `JournalFailed`."""
    before = await _last_sign_of_life(database)
    if before is None:
        return
    if database.path is None and abs(clock() - before) > SHORTEST_DOWNTIME:
        # Either nobody has been alive for a while, or the system's time differs from that of the others: only
        # their next sign of life can tell.
        waited = 0.0
        while waited < PULSE + 2 * LOOK:
            await sleep(LOOK)
            waited += LOOK
            now = await _last_sign_of_life(database)
            if now is not None and now > before:
                clock.adopt(now)
                return
    clock.be_at_least(before)


async def _last_sign_of_life(database: Database) -> float | None:
    async with database.read() as connection:
        at = (await connection.execute(select(service_heartbeat.c.at))).scalar()
    return None if at is None else float(at)
