"""The database: a cancelled task leaves no lock behind."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import text

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database

SLOW_QUERY = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) FROM n"
)


def test_a_cancelled_transaction_does_not_keep_the_file_locked(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"

    async def cancel_in_query() -> asyncio.Task[None]:
        database = Database(Settings(database=str(path)))
        await database.prepare(migrate=True)
        begun = asyncio.Event()

        async def query() -> None:
            async with database.begin() as connection:
                begun.set()
                await connection.execute(text(SLOW_QUERY))

        task = asyncio.create_task(query())
        await begun.wait()
        await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled(), "the query was too quick for this test"
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.rollback()
        await database.close()
        return task

    asyncio.run(cancel_in_query())
