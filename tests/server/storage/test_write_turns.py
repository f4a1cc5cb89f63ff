"""Writers of one file: one at a time, the journal before all others, the others in order."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.sqlite.write_turns import WriteTurns


async def wait_for(turns: WriteTurns, order: list[str], name: str) -> None:
    async with turns.turn():
        order.append(name)


def test_the_journal_goes_before_all_that_wait() -> None:
    async def tried() -> None:
        turns = WriteTurns()
        order: list[str] = []
        asked = threading.Event()

        def write() -> None:
            asked.set()
            with turns.urgent():
                order.append("journal")

        async with turns.turn():
            waiting = [asyncio.create_task(wait_for(turns, order, name)) for name in "ab"]
            await asyncio.sleep(0)
            thread = asyncio.create_task(asyncio.to_thread(write))
            await asyncio.to_thread(asked.wait, 5)
            while not turns._urgent:
                await asyncio.sleep(0.001)
            assert order == []
        await asyncio.wait_for(asyncio.gather(thread, *waiting), 5)
        assert order == ["journal", "a", "b"]

    asyncio.run(tried())


@pytest.mark.parametrize("granted", [False, True])
def test_a_cancelled_writer_loses_nobody_elses_turn(granted: bool) -> None:
    async def tried() -> None:
        turns = WriteTurns()
        order: list[str] = []
        async with turns.turn():
            cancelled = asyncio.create_task(wait_for(turns, order, "cancelled"))
            waiting = asyncio.create_task(wait_for(turns, order, "a"))
            await asyncio.sleep(0)
            if not granted:
                cancelled.cancel()
                await asyncio.sleep(0)
        if granted:
            cancelled.cancel()  # its turn is on its way
        await asyncio.wait_for(waiting, 5)
        await asyncio.wait_for(wait_for(turns, order, "b"), 5)
        assert order == ["a", "b"]

    asyncio.run(tried())


def test_transactions_of_a_file_never_overlap(tmp_path: Path) -> None:
    """SQLite would let the second one poll for the lock."""

    async def tried() -> None:
        database = Database(Settings(database=str(tmp_path / "house.sqlite")))
        inside: list[int] = []

        async def write() -> None:
            async with database.begin() as connection:
                inside.append(1)
                assert len(inside) == 1
                await connection.execute(text("CREATE TABLE IF NOT EXISTS one (x INTEGER)"))
                inside.pop()

        try:
            async with database.begin():
                second = asyncio.create_task(write())
                async with asyncio.timeout(5):
                    while not database._write_turns._others:
                        await asyncio.sleep(0.001)
            await asyncio.wait_for(asyncio.gather(second, write(), write()), 5)
        finally:
            await database.close()

    asyncio.run(tried())
