"""The journal in SQLite: one writing thread commits whatever has come together since its last commit.

WAL with `synchronous=FULL`, so a commit is on the disk; while one is being written the next batch gathers.
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

from numberhouse.server.storage.journal import EntryExists, JournalFailed, RowChange, decoded, seat_row
from numberhouse.server.storage.journal_entry import Act, JournalEntry, Seated
from numberhouse.server.storage.sqlite_settings import CONNECTION_SETTINGS

__all__ = ["SqliteJournal", "connect"]

MOST_TOGETHER: Final = 1000
"""Entries in one commit."""

ROW: Final = "(?, ?, ?, ?, ?, ?, ?)"
INSERT_ROWS: Final = "INSERT INTO lines (match, number, kind, seat, body, at, key) VALUES "
INSERT: Final = f"{INSERT_ROWS} {ROW} ON CONFLICT DO NOTHING"
UPDATE: Final = (
    "UPDATE matches SET status = ?, due = ?, started = coalesce(?, started), ended = coalesce(ended, ?) "
    "WHERE id = ?"
)
SEAT: Final = (
    "UPDATE seats SET person = ?, bot = ?, name = ?, joined = ? WHERE match = ? AND seat = ? AND NOT EXISTS "
    "(SELECT 1 FROM seats AS other WHERE other.match = ? AND other.person = ? AND other.seat <> ?)"
)
"""Who sits there now, in the same transaction as the entry that says so."""

SELECT: Final = "SELECT number, seat, body, at, key FROM lines WHERE match = ? AND number > ? ORDER BY number"

QueuedEntry: TypeAlias = tuple[JournalEntry, str, RowChange, "asyncio.Future[None]"]
"""The entry, its body as it is stored, and whom to tell."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection with our settings; used by one thread at a time."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for setting in CONNECTION_SETTINGS:
        connection.execute(setting)
    return connection


class SqliteJournal:
    """The journal in the file at `path`, whose tables exist. One process writes it."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.committed: Callable[[int, float], None] | None = None
        self._queue: SimpleQueue[QueuedEntry | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._reader = ThreadPoolExecutor(1, "numberhouse-reads")
        self._reading: sqlite3.Connection | None = None
        self._closing = False

    def at_work(self) -> bool:
        """Whether the writing thread is there."""
        return self._thread is not None and self._thread.is_alive()

    async def start(self, heard: Callable[[str | None], None]) -> None:  # noqa: ARG002 - nobody else writes here
        """Start the writing thread."""
        self._thread = threading.Thread(
            target=self._write, args=(asyncio.get_running_loop(),), name="numberhouse-log", daemon=True
        )
        self._thread.start()

    async def close(self) -> None:
        """Store what has been handed over and stop."""
        self._closing = True
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
        self._reader.shutdown()
        if self._reading is not None:
            self._reading.close()

    async def append(self, line: JournalEntry, head: RowChange) -> None:
        """Returns when the entry is durable. Raises `EntryExists` and `JournalFailed`."""
        if self._closing or self._thread is None or not self._thread.is_alive():
            raise JournalFailed("the log takes no more lines: the service is stopping")
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((line, msgspec.json.encode(line.body).decode(), head, stored))
        await stored

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:
        """The entries of a match, in order. Raises `JournalFailed`."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, match, after)

    def _read(self, match: str, after: int) -> list[JournalEntry]:
        try:
            if self._reading is None:
                self._reading = connect(self.path)
            return decoded(match, self._reading.execute(SELECT, (match, after)).fetchall())
        except sqlite3.Error as error:
            if self._reading is not None:
                self._reading.close()
            self._reading = None
            raise JournalFailed(f"the log can't be read: {error}") from error

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        connection: sqlite3.Connection | None = None
        ending = False
        while not ending:
            batch, ending = self._gathered()
            if not batch:
                continue
            results: list[Exception | None]
            began = time.perf_counter()
            try:
                if connection is None:
                    connection = connect(self.path)
                results = _stored(connection, batch)
            except Exception as error:  # whatever it is, the thread goes on and nobody waits for ever
                results = [JournalFailed(f"the log can't be written: {error}")] * len(batch)
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()  # which rolls back
                connection = None
            else:
                if self.committed is not None:
                    self.committed(len(batch), time.perf_counter() - began)
            loop.call_soon_threadsafe(_tell, batch, results)
        if connection is not None:
            connection.close()

    def _gathered(self) -> tuple[list[QueuedEntry], bool]:
        """At least one entry, and all others that wait; whether the journal is to end."""
        first = self._queue.get()
        batch: list[QueuedEntry] = []
        while first is not None:
            batch.append(first)
            if len(batch) == MOST_TOGETHER:
                return batch, False
            try:
                first = self._queue.get_nowait()
            except Empty:
                return batch, False
        return batch, True


def _stored(connection: sqlite3.Connection, batch: list[QueuedEntry]) -> list[Exception | None]:
    """What became of each entry; all that are stored are committed together."""
    plain = all(isinstance(line.body, Act) and not head.changed for line, _, head, _ in batch)
    if plain and _all_inserted(connection, batch):
        return [None] * len(batch)
    connection.execute("BEGIN IMMEDIATE")
    results = [_inserted(connection, line, body, head) for line, body, head, _ in batch]
    connection.execute("COMMIT")
    return results


def _all_inserted(connection: sqlite3.Connection, batch: list[QueuedEntry]) -> bool:
    """Whether all entries were committed, by one statement: each statement makes this thread wait for the one
    that runs the matches. If not, nothing was, and they must be stored one by one."""
    rows = [
        field
        for line, body, _, _ in batch
        for field in (line.match, line.number, line.kind, line.seat, body, line.at, line.key)
    ]
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(INSERT_ROWS + ", ".join([ROW] * len(batch)), rows)
    except (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError):
        connection.execute("ROLLBACK")
        return False
    connection.execute("COMMIT")
    return True


def _inserted(
    connection: sqlite3.Connection, line: JournalEntry, body: str, head: RowChange
) -> Exception | None:
    row = (line.match, line.number, line.kind, line.seat, body, line.at, line.key)
    try:
        if not connection.execute(INSERT, row).rowcount:
            return EntryExists()
    except (sqlite3.IntegrityError, sqlite3.DataError, UnicodeError) as error:
        # This entry alone can't be stored; its match has been deleted, say. The others can.
        return JournalFailed(f"the line can't be stored: {error}")
    if head.changed:
        connection.execute(UPDATE, (head.status, head.due, head.started, head.ended, line.match))
    if isinstance(line.body, Seated):
        connection.execute(SEAT, seat_row(line, line.body))
    return None


def _tell(batch: list[QueuedEntry], results: list[Exception | None]) -> None:
    for (*_, stored), result in zip(batch, results, strict=True):
        if stored.done():
            continue  # whoever asked has gone
        if result is None:
            stored.set_result(None)
        else:
            stored.set_exception(result)
