"""The journal in PostgreSQL: one task commits the queued entries in batches and notifies the other processes.

A notification names only the matches: a process that has one in memory reads its new entries.
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

from numberhouse.server.storage.journal import (
    EntryExists,
    JournalFailed,
    RowChange,
    decode_entries,
    encode_body,
    is_over,
    seat_parameters,
)
from numberhouse.server.storage.journal_entry import JournalEntry, Seated
from numberhouse.server.storage.outage import Outage

__all__ = ["PostgresJournal"]

LARGEST_BATCH: Final = 500
CHANNEL: Final = "numberhouse_entries"
LONGEST_NOTE: Final = 200
"""Match ids in one notification, which PostgreSQL limits to 8,000 bytes."""

LOCK: Final = "SELECT id FROM matches WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
"""Makes other processes wait that write to the same matches, so that `INSERT` sees all their entries."""
INSERT: Final = """
    INSERT INTO journal_entries (match, number, kind, seat, body, at, key)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::text[], %s::float8[], %s::text[])
        AS new (match, number, kind, seat, body, at, key)
    WHERE NOT EXISTS (
        SELECT 1 FROM journal_entries AS later WHERE later.match = new.match AND later.number >= new.number
    )
    ON CONFLICT DO NOTHING RETURNING match, number
"""
"""A number may be free again, because the entry of a free action was replaced. An entry of a process that is
behind must not take it, so there must be no later entry."""
DELETE: Final = """
    DELETE FROM journal_entries AS entry USING unnest(%s::text[], %s::int[]) AS replaced (match, number)
    WHERE entry.match = replaced.match AND entry.number = replaced.number
"""
UPDATE: Final = """
    UPDATE matches SET status = new.status, due = new.due,
        started = coalesce(new.started, matches.started), ended = coalesce(matches.ended, new.ended)
    FROM unnest(%s::text[], %s::text[], %s::float8[], %s::float8[], %s::float8[])
        AS new (id, status, due, started, ended)
    WHERE matches.id = new.id
"""
SEAT: Final = (
    "UPDATE seats SET person = %s, bot = %s, name = %s, joined = %s, "
    "created = (SELECT created FROM matches WHERE id = seats.match) WHERE match = %s AND seat = %s AND NOT "
    "EXISTS (SELECT 1 FROM seats AS other WHERE other.match = %s AND other.person = %s AND other.seat <> %s)"
)
"""Changes the player of a seat, in the same transaction as the entry that says so."""

OVER: Final = (
    "UPDATE seats SET over = %s, score = NULL, place = NULL WHERE match = %s",
    "UPDATE hosts SET over = %s WHERE match = %s",
)
RESULT: Final = "UPDATE seats SET score = %s, place = %s WHERE match = %s AND seat = %s"

SELECT: Final = (
    "SELECT number, seat, body, at, key FROM journal_entries WHERE match = %s AND number > %s ORDER BY number"
)

QueuedEntry: TypeAlias = tuple[JournalEntry, str, RowChange, "asyncio.Future[None]"]
"""The entry, its body as it is stored, the change of its match's row, and the future of the waiting
caller."""

LONGEST_CONNECT: Final = 5
"""Seconds to wait for a connection."""

LONGEST_COMMIT: Final = 20.0
"""Seconds that a batch may take; then the connection is closed, and the result of the batch is unknown."""

ENTRY_ERRORS: Final = (psycopg.IntegrityError, psycopg.DataError, DeadlockDetected, SerializationFailure)
"""Errors that undo a transaction because of one of its entries."""

PATIENCE: Final = 0.5
"""Seconds before the listening task connects again."""


class PostgresJournal:
    """The journal in the database at `url`, whose tables exist. Many processes may write it."""

    shared = True

    def __init__(self, url: str, outage: Outage | None = None) -> None:
        self.url = url
        self.outage = outage or Outage()
        self.on_commit: Callable[[int, float], None] | None = None
        self._pool = AsyncConnectionPool(
            url, min_size=1, max_size=4, open=False, timeout=LONGEST_CONNECT,
            reconnect_timeout=0.0,  # else the pool waits up to minutes after an outage
            check=AsyncConnectionPool.check_connection, kwargs={"connect_timeout": LONGEST_CONNECT},
        )  # fmt: skip
        self._queue: asyncio.Queue[QueuedEntry | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._name = ""
        """The name of the writing connection, by which the listening task ignores this process's own entries.
        Every connection has another name: entries that an earlier connection may have stored after all are
        read like those of other processes."""
        self._closing = False

    def at_work(self) -> bool:
        """Whether the writing task runs."""
        return bool(self._tasks) and not self._tasks[0].done()

    async def start(self, on_append: Callable[[str | None], None]) -> None:
        """Start the writing task, and the task that listens to the other processes."""
        await self._pool.open()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._listen(on_append))]

    async def close(self) -> None:
        """Store the entries that are queued, and stop."""
        self._closing = True
        if self._tasks:
            writing, listening = self._tasks
            await self._queue.put(None)
            await writing
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
        await self._pool.close()

    async def append(self, entry: JournalEntry, change: RowChange) -> None:
        """Return when the entry is durable. Raises `EntryExists` and `JournalFailed`."""
        if self._closing or not self.at_work():
            raise JournalFailed("the journal takes no more entries: the service is stopping")
        self.outage.refuse_if_closed_off()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((entry, encode_body(entry.body), change, future))
        await future

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:
        """The entries of a match after number `after`, in order. Raises `JournalFailed`."""
        try:
            async with (
                self.outage.guarded(),
                asyncio.timeout(LONGEST_COMMIT),
                self._pool.connection() as connection,
            ):
                cursor = await connection.execute(SELECT, (match, after))
                return decode_entries(match, await cursor.fetchall())
        except (psycopg.Error, OSError) as error:
            raise self.outage.failed(error, "the journal can't be read") from error

    async def _write(self) -> None:
        ending = False
        while not ending:
            batch, ending = await self._next_batch()
            if not batch:
                continue
            began = time.perf_counter()
            try:
                async with self.outage.guarded(), asyncio.timeout(LONGEST_COMMIT):
                    results = await self._commit(batch)
            except Exception as error:  # the task must survive any error, or callers would wait for ever
                await self._disconnect()
                failure = self.outage.failed(error, "the journal can't be written")
                results = [failure for _ in batch]
            else:
                self.outage.succeeded()
                if self.on_commit is not None:
                    self.on_commit(len(batch), time.perf_counter() - began)
            _report_results(batch, results)
        await self._disconnect()

    async def _next_batch(self) -> tuple[list[QueuedEntry], bool]:
        """At least one entry, and all others that wait; and whether the journal is closing."""
        first = await self._queue.get()
        batch: list[QueuedEntry] = []
        while first is not None:
            batch.append(first)
            if len(batch) == LARGEST_BATCH or self._queue.empty():
                return batch, False
            first = self._queue.get_nowait()
        return batch, True

    async def _commit(self, batch: list[QueuedEntry]) -> list[Exception | None]:
        """The result for each entry: None, or an error. Raises if the results are unknown."""
        connection = await self._connect()
        try:
            return await _store_batch(connection, batch, self._name)
        except ENTRY_ERRORS:
            # One entry can't be stored, because its match has been deleted for example; or two processes
            # waited for each other. The transaction is undone, so each entry is stored alone.
            await connection.rollback()
        results: list[Exception | None] = []
        for queued in batch:
            try:
                results += await _store_batch(connection, [queued], self._name)
            except ENTRY_ERRORS as error:
                await connection.rollback()
                results.append(JournalFailed(f"the entry can't be stored: {type(error).__name__}"))
        return results

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = await psycopg.AsyncConnection.connect(
                self.url, connect_timeout=LONGEST_CONNECT
            )
            self._name = f"numberhouse {os.getpid()} {os.urandom(4).hex()}"
            await self._connection.execute("SELECT set_config('application_name', %s, false)", (self._name,))
            await self._connection.execute("SET synchronous_commit = on")  # the database's default may differ
            await self._connection.commit()
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            self._name = ""
            with contextlib.suppress(psycopg.Error, OSError):
                await self._connection.close()
            self._connection = None

    async def _listen(self, on_append: Callable[[str | None], None]) -> None:
        """Listen until cancelled. After a lost connection any notification may have been missed."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self.url,
                    autocommit=True,
                    connect_timeout=LONGEST_CONNECT,
                    keepalives_idle=10,
                    keepalives_interval=5,
                    keepalives_count=3,
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    on_append(None)
                    async for notification in connection.notifies():
                        sender, *ids = json.loads(notification.payload)
                        if sender != self._name:
                            for match in ids:
                                on_append(match)
            except (psycopg.Error, OSError):
                await asyncio.sleep(PATIENCE)


async def _store_batch(
    connection: psycopg.AsyncConnection[Any], batch: list[QueuedEntry], name: str
) -> list[Exception | None]:
    """Store the entries in one transaction, and return the result for each: None, or an error. They are
    written in the order of matches: otherwise two processes could wait for each other."""
    first: dict[tuple[str, int], QueuedEntry] = {}
    for queued in batch:
        first.setdefault((queued[0].match, queued[0].number), queued)
    chosen = [first[identity] for identity in sorted(first)]
    await connection.execute(LOCK, (sorted({entry.match for entry, _, _, _ in chosen}),))
    columns = zip(*(_parameters(entry, body) for entry, body, _, _ in chosen), strict=True)
    cursor = await connection.execute(INSERT, [list(column) for column in columns])
    stored_keys = {(match, number) for match, number in await cursor.fetchall()}
    new_entries = [
        (entry, change) for entry, _, change, _ in chosen if (entry.match, entry.number) in stored_keys
    ]
    changes = [
        (entry.match, change.status, change.due, change.started, change.ended)
        for entry, change in new_entries
    ]
    if changes:
        await connection.execute(UPDATE, [list(column) for column in zip(*changes, strict=True)])
    replaced = [
        (entry.match, change.replaces) for entry, change in new_entries if change.replaces is not None
    ]
    if replaced:
        await connection.execute(DELETE, [list(column) for column in zip(*replaced, strict=True)])
    for entry, change in new_entries:
        if change.result is not None:
            for statement in OVER:
                await connection.execute(statement, (is_over(change), entry.match))
            for seat, (score, place) in enumerate(change.result):
                await connection.execute(RESULT, (score, place, entry.match, seat))
        if isinstance(entry.body, Seated):
            await connection.execute(SEAT, seat_parameters(entry, entry.body))
    ids = sorted({match for match, _ in stored_keys})
    for begin in range(0, len(ids), LONGEST_NOTE):
        notification = json.dumps([name, *ids[begin : begin + LONGEST_NOTE]])
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, notification))
    await connection.commit()
    # Of two entries with one number in a batch at most the first is stored.
    is_stored = [(entry.match, entry.number) in stored_keys and first[entry.match, entry.number][3] is future
            for entry, _, _, future in batch]  # fmt: skip
    return [None if stored_entry else EntryExists() for stored_entry in is_stored]


def _parameters(entry: JournalEntry, body: str) -> tuple[object, ...]:
    return entry.match, entry.number, entry.kind, entry.seat, body, entry.at, entry.key


def _report_results(batch: list[QueuedEntry], results: list[Exception | None]) -> None:
    for (*_, future), result in zip(batch, results, strict=True):
        if future.done():
            continue  # the caller has been cancelled
        if result is None:
            future.set_result(None)
        else:
            future.set_exception(result)
