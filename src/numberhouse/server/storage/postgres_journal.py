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
from psycopg.errors import DeadlockDetected, SerializationFailure
from psycopg_pool import AsyncConnectionPool

from numberhouse.server.base.logs import words_of
from numberhouse.server.storage.journal import (
    EntryExists,
    JournalFailed,
    RowChange,
    decoded,
    encoded,
    seat_row,
)
from numberhouse.server.storage.journal_entry import JournalEntry, Seated

__all__ = ["PostgresJournal"]

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
        started = coalesce(new.started, matches.started), ended = coalesce(matches.ended, new.ended)
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

QueuedEntry: TypeAlias = tuple[JournalEntry, str, RowChange, "asyncio.Future[None]"]
"""The line, its body as it is stored, and whom to tell."""

LONGEST_CONNECT: Final = 5
"""Seconds to wait for a connection."""

LONGEST_COMMIT: Final = 20.0
"""Seconds that a batch may take; then the connection is given up, and what has become of it isn't known."""

ALONE: Final = (psycopg.IntegrityError, psycopg.DataError, DeadlockDetected, SerializationFailure)
"""What undoes the transaction because of one of its lines."""

PATIENCE: Final = 0.5
"""Seconds before somebody who listens connects again."""


class PostgresJournal:
    """The log in the database at `url`, whose tables exist. Many processes may write it."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.committed: Callable[[int, float], None] | None = None
        self._pool = AsyncConnectionPool(
            url, min_size=1, max_size=4, open=False, timeout=LONGEST_CONNECT,
            check=AsyncConnectionPool.check_connection, kwargs={"connect_timeout": LONGEST_CONNECT},
        )  # fmt: skip
        self._queue: asyncio.Queue[QueuedEntry | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._name = ""
        """Of the writing connection, so that this process doesn't listen to itself. Another connection has
        another name: what an earlier one may have stored after all is heard like other processes' lines."""
        self._closing = False

    def at_work(self) -> bool:
        """Whether the writing task is there."""
        return bool(self._tasks) and not self._tasks[0].done()

    async def start(self, heard: Callable[[str | None], None]) -> None:
        """Begin to write, and to listen to the other processes."""
        await self._pool.open()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._listen(heard))]

    async def close(self) -> None:
        """Store what has been handed over and stop."""
        self._closing = True
        if self._tasks:
            writing, listening = self._tasks
            await self._queue.put(None)
            await writing
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
        await self._pool.close()

    async def append(self, line: JournalEntry, head: RowChange) -> None:
        """Returns when the line is durable. Raises `EntryExists` and `JournalFailed`."""
        if self._closing or not self.at_work():
            raise JournalFailed("the log takes no more lines: the service is stopping")
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((line, encoded(line.body), head, stored))
        await stored

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:
        """The lines of a match, in order. Raises `JournalFailed`."""
        try:
            async with asyncio.timeout(LONGEST_COMMIT), self._pool.connection() as connection:
                cursor = await connection.execute(SELECT, (match, after))
                return decoded(match, await cursor.fetchall())
        except (psycopg.Error, OSError) as error:
            raise JournalFailed(
                f"the log can't be read: {words_of(error) or type(error).__name__}"
            ) from error

    async def _write(self) -> None:
        ending = False
        while not ending:
            batch, ending = await self._gathered()
            if not batch:
                continue
            began = time.perf_counter()
            try:
                async with asyncio.timeout(LONGEST_COMMIT):
                    results = await self._committed(batch)
            except Exception as error:  # whatever it is, the task goes on and nobody waits for ever
                await self._disconnect()
                results = [
                    JournalFailed(f"the log can't be written: {words_of(error) or type(error).__name__}")
                    for _ in batch
                ]
            else:
                if self.committed is not None:
                    self.committed(len(batch), time.perf_counter() - began)
            _tell(batch, results)
        await self._disconnect()

    async def _gathered(self) -> tuple[list[QueuedEntry], bool]:
        """At least one line, and all others that wait; whether the log is to end."""
        first = await self._queue.get()
        batch: list[QueuedEntry] = []
        while first is not None:
            batch.append(first)
            if len(batch) == MOST_TOGETHER or self._queue.empty():
                return batch, False
            first = self._queue.get_nowait()
        return batch, True

    async def _committed(self, batch: list[QueuedEntry]) -> list[Exception | None]:
        """What became of each line. Raises where that isn't known."""
        connection = await self._connected()
        try:
            return await _stored(connection, batch, self._name)
        except ALONE:
            # One of them can't be stored; its match has been deleted, say. Or two processes waited for each
            # other. The transaction is undone, so each line goes alone.
            await connection.rollback()
        results: list[Exception | None] = []
        for handed in batch:
            try:
                results += await _stored(connection, [handed], self._name)
            except ALONE as error:
                await connection.rollback()
                results.append(JournalFailed(f"the line can't be stored: {type(error).__name__}"))
        return results

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = await psycopg.AsyncConnection.connect(
                self.url, connect_timeout=LONGEST_CONNECT
            )
            self._name = f"numberhouse {os.getpid()} {os.urandom(4).hex()}"
            await self._connection.execute("SELECT set_config('application_name', %s, false)", (self._name,))
            await self._connection.execute("SET synchronous_commit = on")  # whatever the database's own is
            await self._connection.commit()
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            self._name = ""
            with contextlib.suppress(psycopg.Error, OSError):
                await self._connection.close()
            self._connection = None

    async def _listen(self, heard: Callable[[str | None], None]) -> None:
        """Until cancelled; a lost connection is made anew, and then anything may have been missed."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self.url, autocommit=True, connect_timeout=LONGEST_CONNECT
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    heard(None)
                    async for note in connection.notifies():
                        sender, *ids = json.loads(note.payload)
                        if sender != self._name:
                            for match in ids:
                                heard(match)
            except (psycopg.Error, OSError):
                await asyncio.sleep(PATIENCE)


async def _stored(
    connection: psycopg.AsyncConnection[Any], batch: list[QueuedEntry], name: str
) -> list[Exception | None]:
    """What became of each line; all that are stored are committed together. In order of matches, so that
    two processes don't wait for each other."""
    first: dict[tuple[str, int], QueuedEntry] = {}
    for handed in batch:
        first.setdefault((handed[0].match, handed[0].number), handed)
    chosen = [first[place] for place in sorted(first)]
    columns = zip(*(_row(line, body) for line, body, _, _ in chosen), strict=True)
    cursor = await connection.execute(INSERT, [list(column) for column in columns])
    stored = {(match, number) for match, number in await cursor.fetchall()}
    kept = [(line, head) for line, _, head, _ in chosen if (line.match, line.number) in stored]
    heads = [(line.match, head.status, head.due, head.started, head.ended) for line, head in kept]
    if heads:
        await connection.execute(UPDATE, [list(column) for column in zip(*heads, strict=True)])
    for line, _ in kept:
        if isinstance(line.body, Seated):
            await connection.execute(SEAT, seat_row(line, line.body))
    ids = sorted({match for match, _ in stored})
    for begin in range(0, len(ids), LONGEST_NOTE):
        note = json.dumps([name, *ids[begin : begin + LONGEST_NOTE]])
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, note))
    await connection.commit()
    # Of two lines with one number in a batch the first is stored, at most.
    mine = [(line.match, line.number) in stored and first[line.match, line.number][3] is future
            for line, _, _, future in batch]  # fmt: skip
    return [None if one else EntryExists() for one in mine]


def _row(line: JournalEntry, body: str) -> tuple[object, ...]:
    return line.match, line.number, line.kind, line.seat, body, line.at, line.key


def _tell(batch: list[QueuedEntry], results: list[Exception | None]) -> None:
    for (*_, stored), result in zip(batch, results, strict=True):
        if stored.done():
            continue  # whoever asked has gone
        if result is None:
            stored.set_result(None)
        else:
            stored.set_exception(result)
