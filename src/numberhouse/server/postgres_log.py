"""The log in PostgreSQL: one task commits whatever has come together, and tells the other processes.

A notification names the match alone: whoever has it in memory reads the new lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import psycopg
from psycopg_pool import AsyncConnectionPool

from numberhouse.server.line import Line, Seated
from numberhouse.server.log import Head, LogFailed, Taken, decoded, encoded, seat_row

__all__ = ["PostgresLog"]

MOST_TOGETHER: Final = 500
CHANNEL: Final = "numberhouse_lines"
LONGEST_NOTE: Final = 200
"""Match ids in one notification, which may have 8,000 bytes."""

INSERT: Final = """
    INSERT INTO lines (match, number, kind, seat, body, at, key)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::text[], %s::float8[], %s::text[])
    ON CONFLICT DO NOTHING RETURNING match, number
"""
UPDATE: Final = """
    UPDATE matches SET status = new.status, due = new.due,
        started = coalesce(matches.started, new.started), ended = coalesce(matches.ended, new.ended)
    FROM unnest(%s::text[], %s::text[], %s::float8[], %s::float8[], %s::float8[])
        AS new (id, status, due, started, ended)
    WHERE matches.id = new.id
"""
SEAT: Final = (
    "UPDATE seats SET person = %s, bot = %s, name = %s, joined = %s WHERE match = %s AND seat = %s AND NOT "
    "EXISTS (SELECT 1 FROM seats AS other WHERE other.match = %s AND other.person = %s AND other.seat <> %s)"
)
"""Who sits there now, in the same transaction as the line that says so."""

SELECT: Final = (
    "SELECT number, seat, body, at, key FROM lines WHERE match = %s AND number > %s ORDER BY number"
)

Handed: TypeAlias = tuple[Line, Head, "asyncio.Future[None]"]


class PostgresLog:
    """The log in the database at `url`, whose tables exist."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.committed: Callable[[int, float], None] | None = None
        self._pool = AsyncConnectionPool(url, min_size=1, max_size=4, open=False)
        self._queue: asyncio.Queue[Handed | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    def at_work(self) -> bool:
        """Whether the writing task is there."""
        return bool(self._tasks) and not self._tasks[0].done()

    async def start(self, heard: Callable[[str], None]) -> None:
        """Begin to write, and to listen to the other processes."""
        await self._pool.open()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._listen(heard))]

    async def close(self) -> None:
        """Store what has been handed over and stop."""
        if self._tasks:
            writing, listening = self._tasks
            await self._queue.put(None)
            await writing
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
        await self._pool.close()

    async def append(self, line: Line, head: Head) -> None:
        """Returns when the line is durable. Raises `Taken` and `LogFailed`."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put((line, head, stored))
        await stored

    async def read(self, match: str, after: int = 0) -> list[Line]:
        """The lines of a match, in order. Raises `LogFailed`."""
        try:
            async with self._pool.connection() as connection:
                cursor = await connection.execute(SELECT, (match, after))
                return decoded(match, await cursor.fetchall())
        except psycopg.Error as error:
            raise LogFailed(f"the log can't be read: {error}") from error

    async def _write(self) -> None:
        connection: psycopg.AsyncConnection[Any] | None = None
        ending = False
        while not ending:
            batch = [first] if (first := await self._queue.get()) is not None else []
            ending = not batch
            while not ending and len(batch) < MOST_TOGETHER and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    ending = True
                else:
                    batch.append(more)
            if not batch:
                continue
            try:
                if connection is None or connection.closed:
                    connection = await psycopg.AsyncConnection.connect(self.url)
                    await connection.execute("SELECT set_config('application_name', %s, false)", (NAME,))
                    await connection.commit()
                began = time.perf_counter()
                _tell(batch, await _stored(connection, batch))
                if self.committed is not None:
                    self.committed(len(batch), time.perf_counter() - began)
            except (psycopg.Error, OSError) as error:
                if connection is not None:
                    await connection.close()
                    connection = None
                failed = LogFailed(f"the log can't be written: {error}")
                _tell(batch, None, failed)
        if connection is not None:
            await connection.close()

    async def _listen(self, heard: Callable[[str], None]) -> None:
        """Until cancelled; a lost connection is made anew."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    async for note in connection.notifies():
                        sender, *ids = json.loads(note.payload)
                        if sender != NAME:
                            for match in ids:
                                heard(match)
            except (psycopg.Error, OSError):
                await asyncio.sleep(1)


NAME: Final = f"numberhouse {os.getpid()} {os.urandom(4).hex()}"
"""Of this process, so that it doesn't listen to itself."""


async def _stored(connection: psycopg.AsyncConnection[Any], batch: list[Handed]) -> set[tuple[str, int]]:
    """The lines of the batch that are stored now."""
    lines = [line for line, _, _ in batch]
    columns = zip(
        *((one.match, one.number, one.kind, one.seat, encoded(one.body), one.at, one.key) for one in lines),
        strict=True,
    )
    cursor = await connection.execute(INSERT, [list(column) for column in columns])
    stored = {(match, number) for match, number in await cursor.fetchall()}
    heads = [
        (line.match, head.status, head.due, head.started, head.ended)
        for line, head, _ in batch
        if (line.match, line.number) in stored
    ]
    if heads:
        await connection.execute(UPDATE, [list(column) for column in zip(*heads, strict=True)])
    for line in lines:
        if isinstance(line.body, Seated) and (line.match, line.number) in stored:
            await connection.execute(SEAT, seat_row(line, line.body))
    ids = sorted({match for match, _ in stored})
    for begin in range(0, len(ids), LONGEST_NOTE):
        note = json.dumps([NAME, *ids[begin : begin + LONGEST_NOTE]])
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, note))
    await connection.commit()
    return stored


def _tell(batch: list[Handed], stored: set[tuple[str, int]] | None, failed: LogFailed | None = None) -> None:
    for line, _, future in batch:
        if future.done():
            continue
        if stored is None:
            future.set_exception(failed or LogFailed("the log can't be written"))
        elif (line.match, line.number) in stored:
            future.set_result(None)
        else:
            future.set_exception(Taken())
