"""The journal in SQLite: one writing thread commits all entries that were queued since its last commit.

WAL with `synchronous=FULL`, so a commit is on the disk; the next batch gathers while one is being written.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

import msgspec

from numberhouse.server.storage.journal import (
    EntryExists,
    JournalFailed,
    RowChange,
    decode_entries,
    is_over,
    seat_parameters,
)
from numberhouse.server.storage.journal_entry import Act, JournalEntry, Seated
from numberhouse.server.storage.outage import Outage
from numberhouse.server.storage.sqlite.settings import CONNECTION_SETTINGS
from numberhouse.server.storage.sqlite.write_turns import WriteTurns

__all__ = ["SqliteJournal", "connect"]

LARGEST_BATCH: Final = 1000
"""Entries in one commit, from which on no more are added to it."""

encode: Final = msgspec.json.Encoder().encode

ROW: Final = "(?, ?, ?, ?, ?, ?, ?)"
INSERT_ROWS: Final = "INSERT INTO journal_entries (match, number, kind, seat, body, at, key) VALUES "
INSERT: Final = f"{INSERT_ROWS} {ROW} ON CONFLICT DO NOTHING"
DELETE: Final = "DELETE FROM journal_entries WHERE match = ? AND number = ?"
"""Deletes a replaced entry. Its number isn't taken again: one process writes, so that no session is behind by
more than the last entry, which is never deleted."""
UPDATE: Final = (
    "UPDATE matches SET status = ?, due = ?, started = coalesce(?, started), ended = coalesce(ended, ?) "
    "WHERE id = ?"
)
SEAT: Final = (
    "UPDATE seats SET person = ?, bot = ?, name = ?, joined = ?, "
    "created = (SELECT created FROM matches WHERE id = seats.match) "
    "WHERE match = ? AND seat = ? AND NOT EXISTS "
    "(SELECT 1 FROM seats AS other WHERE other.match = ? AND other.person = ? AND other.seat <> ?)"
)
"""Changes the player of a seat, in the same transaction as the entry that says so."""

OVER: Final = (
    "UPDATE seats SET over = ?, score = NULL, place = NULL WHERE match = ?",
    "UPDATE hosts SET over = ? WHERE match = ?",
)
RESULT: Final = "UPDATE seats SET score = ?, place = ? WHERE match = ? AND seat = ?"

SELECT: Final = (
    "SELECT number, seat, body, at, key FROM journal_entries WHERE match = ? AND number > ? ORDER BY number"
)

QueuedEntry: TypeAlias = tuple[JournalEntry, str, RowChange, "asyncio.Future[None]"]
"""The entry, its body as it is stored, the change of its match's row, and the future of the waiting
caller."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection with our settings; used by one thread at a time."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for setting in CONNECTION_SETTINGS:
        connection.execute(setting)
    return connection


class SqliteJournal:
    """The journal in the file at `path`, whose tables exist. One process writes it."""

    shared = False

    def __init__(
        self, path: Path, outage: Outage | None = None, write_turns: WriteTurns | None = None
    ) -> None:
        """`write_turns` are those of all who write the file in this process; None: nobody else does."""
        self.path = path
        self.outage = outage or Outage()
        self._write_turns = write_turns or WriteTurns()
        self.on_commit: Callable[[int, float], None] | None = None
        self._gathered: list[QueuedEntry] = []
        """Entries of the present turn of the event loop. They are handed over together, because waking the
        writing thread costs as much as storing an entry."""
        self._queue: SimpleQueue[list[QueuedEntry] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._reader = ThreadPoolExecutor(1, "numberhouse-reads")
        self._reading: sqlite3.Connection | None = None
        self._closing = False

    def at_work(self) -> bool:
        """Whether the writing thread runs."""
        return self._thread is not None and self._thread.is_alive()

    async def start(self, on_append: Callable[[str | None], None]) -> None:  # noqa: ARG002 - nobody else writes here
        """Start the writing thread."""
        self._thread = threading.Thread(
            target=self._write, args=(asyncio.get_running_loop(),), name="numberhouse-journal", daemon=True
        )
        self._thread.start()

    async def close(self) -> None:
        """Store the entries that are queued, and stop."""
        self._closing = True
        if self._thread is not None:
            self._hand_over()
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
        self._reader.shutdown()
        if self._reading is not None:
            self._reading.close()

    async def append(self, entry: JournalEntry, change: RowChange) -> None:
        """Return when the entry is durable. Raises `EntryExists` and `JournalFailed`."""
        if self._closing or self._thread is None or not self._thread.is_alive():
            raise JournalFailed("the journal takes no more entries: the service is stopping")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append((entry, encode(entry.body).decode(), change, future))
        await future

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:
        """The entries of a match after number `after`, in order. Raises `JournalFailed`."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, match, after)

    def _read(self, match: str, after: int) -> list[JournalEntry]:
        try:
            if self._reading is None:
                self._reading = connect(self.path)
            return decode_entries(match, self._reading.execute(SELECT, (match, after)).fetchall())
        except sqlite3.Error as error:
            if self._reading is not None:
                self._reading.close()
            self._reading = None
            raise self.outage.failed(error, "the journal can't be read") from error

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        connection: sqlite3.Connection | None = None
        ending = False
        while not ending:
            batch, ending = self._next_batch()
            if not batch:
                continue
            results: list[Exception | None]
            began = time.perf_counter()
            try:
                if connection is None:
                    connection = connect(self.path)
                with self._write_turns.urgent():
                    results = _store_batch(connection, batch)
            except Exception as error:  # the thread must survive any error, or callers would wait for ever
                results = [self.outage.failed(error, "the journal can't be written")] * len(batch)
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()  # which rolls back
                connection = None
            else:
                self.outage.succeeded()
                if self.on_commit is not None:
                    self.on_commit(len(batch), time.perf_counter() - began)
            loop.call_soon_threadsafe(_report_results, batch, results)
        if connection is not None:
            connection.close()

    def _next_batch(self) -> tuple[list[QueuedEntry], bool]:
        """At least one entry, and all others that wait; and whether the journal is closing."""
        gathered = self._queue.get()
        batch: list[QueuedEntry] = []
        while gathered is not None:
            batch += gathered
            if len(batch) >= LARGEST_BATCH:
                return batch, False
            try:
                gathered = self._queue.get_nowait()
            except Empty:
                return batch, False
        return batch, True


def _store_batch(connection: sqlite3.Connection, batch: list[QueuedEntry]) -> list[Exception | None]:
    """Store the entries in one transaction, and return the result for each: None, or an error."""
    # Entries of one turn of the loop come together, and SQLite limits the parameters of a statement.
    plain = len(batch) <= 2 * LARGEST_BATCH and all(
        isinstance(entry.body, Act)
        and not change.changed
        and change.result is None
        and change.replaces is None
        for entry, _, change, _ in batch
    )
    if plain and _insert_all(connection, batch):
        return [None] * len(batch)
    connection.execute("BEGIN IMMEDIATE")
    results = [_insert_entry(connection, entry, body, change) for entry, body, change, _ in batch]
    connection.execute("COMMIT")
    return results


def _insert_all(connection: sqlite3.Connection, batch: list[QueuedEntry]) -> bool:
    """Try to store all entries by one statement, which is a transaction by itself: each statement makes this
    thread wait for the thread that runs the matches. Returns False if that failed: then nothing is stored,
    and the caller must store the entries one by one."""
    rows = [
        field
        for entry, body, _, _ in batch
        for field in (entry.match, entry.number, entry.kind, entry.seat, body, entry.at, entry.key)
    ]
    try:
        connection.execute(INSERT_ROWS + ", ".join([ROW] * len(batch)), rows)
    except (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError):
        return False
    return True


def _insert_entry(
    connection: sqlite3.Connection, entry: JournalEntry, body: str, change: RowChange
) -> Exception | None:
    row = (entry.match, entry.number, entry.kind, entry.seat, body, entry.at, entry.key)
    try:
        if not connection.execute(INSERT, row).rowcount:
            return EntryExists()
    except (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError) as error:
        # Only this entry can't be stored, because its match has been deleted for example. The others can.
        return JournalFailed(f"the entry can't be stored: {error}")
    if change.changed:
        connection.execute(UPDATE, (change.status, change.due, change.started, change.ended, entry.match))
    if change.result is not None:
        for statement in OVER:
            connection.execute(statement, (is_over(change), entry.match))
        for seat, (score, place) in enumerate(change.result):
            connection.execute(RESULT, (score, place, entry.match, seat))
    if change.replaces is not None:
        connection.execute(DELETE, (entry.match, change.replaces))
    if isinstance(entry.body, Seated):
        connection.execute(SEAT, seat_parameters(entry, entry.body))
    return None


def _report_results(batch: list[QueuedEntry], results: list[Exception | None]) -> None:
    for (*_, future), result in zip(batch, results, strict=True):
        if future.done():
            continue  # the caller has been cancelled
        if result is None:
            future.set_result(None)
        else:
            future.set_exception(result)
