"""The database: its location, its connections, and the migration of its tables."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, InterfaceError, MissingGreenlet, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from numberhouse.server.base.logs import safe_message
from numberhouse.server.base.settings import BadSettings, Settings, without_password
from numberhouse.server.storage.journal import Journal, JournalFailed
from numberhouse.server.storage.migrations import NewerDatabase, check_known, head, revision_of, upgrade
from numberhouse.server.storage.outage import Outage
from numberhouse.server.storage.sqlite.file_lock import FileLock, LockedElsewhere
from numberhouse.server.storage.sqlite.private_file import create_private, warn_if_open
from numberhouse.server.storage.sqlite.settings import CONNECTION_SETTINGS, enable_write_ahead_log
from numberhouse.server.storage.sqlite.write_turns import WriteTurns

if TYPE_CHECKING:
    from numberhouse.server.storage.postgres.channel import PostgresChannel
    from numberhouse.server.storage.postgres.look import PostgresLook

__all__ = ["Database", "NoDatabase", "insert_into"]


READING = "numberhouse_reading"

Found = TypeVar("Found")

LONGEST_WAIT = 5
"""Seconds to wait for a connection to PostgreSQL."""

OUTAGE_ERRORS: Final = (OperationalError, InterfaceError, PoolTimeout, ConnectionError)
"""Errors of the database's state and not of a query: they may pass."""


class NoDatabase(Exception):  # noqa: N818
    """The database can't be used; the text says which one, why, and what would help."""


def insert_into(connection: AsyncConnection, table: Table) -> Any:
    """An insert that can have an ON CONFLICT clause, in the dialect of the connection."""
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


class Database:
    """One SQLite file or one PostgreSQL database."""

    def __init__(self, settings: Settings) -> None:
        """Raises `BadSettings` for a URL of another kind."""
        location = settings.database
        self.path: Path | None = None
        self._lock: FileLock | None = None
        self._look: PostgresLook | None = None
        self.outage = Outage()
        self._write_turns = WriteTurns()
        """Of a SQLite file, with the journal's."""
        self.url = ""
        self.label = without_password(location)
        """The location without a password, for logs and messages."""
        if "://" not in location:
            self.path = Path(location)
            self.engine: AsyncEngine = create_async_engine(
                f"sqlite+aiosqlite:///{self.path.absolute()}", hide_parameters=True
            )
            self._reading_engine: Engine | None = create_engine(
                f"sqlite:///{self.path.absolute()}", hide_parameters=True, execution_options={READING: True}
            )
            self._reading_thread = ThreadPoolExecutor(1, "numberhouse-looks")
            for engine in (self.engine.sync_engine, self._reading_engine):
                event.listen(engine, "connect", _sqlite_settings)
                event.listen(engine, "begin", _begin_immediate)
                event.listen(engine, "invalidate", _roll_back)
        elif location.startswith(("postgresql://", "postgres://")):
            self._reading_engine = None
            self.url = "postgresql://" + location.split("://", 1)[1]
            self.engine = create_async_engine(
                self.url.replace("://", "+psycopg://", 1),
                pool_size=5,
                pool_timeout=LONGEST_WAIT,
                pool_pre_ping=True,  # the database may have been restarted since
                connect_args={"connect_timeout": LONGEST_WAIT},
                hide_parameters=True,
            )
        else:
            raise BadSettings(
                f"database: {location.split('://')[0]}:// isn't supported; a path, or postgresql://…"
            )

    def journal(self) -> Journal:
        """The journal in this database."""
        if self.path is not None:
            from numberhouse.server.storage.sqlite.journal import SqliteJournal

            return SqliteJournal(self.path, self.outage, self._write_turns)
        from numberhouse.server.storage.postgres.journal import PostgresJournal

        return PostgresJournal(self.url, self.outage)

    def channel(self, name: str) -> PostgresChannel | None:
        """A channel to the other processes on this database; None for a SQLite file, which has one."""
        if self.path is not None:
            return None
        from numberhouse.server.storage.postgres.channel import PostgresChannel

        return PostgresChannel(self.url, name)

    async def watch(self) -> None:
        """Look at a PostgreSQL server all the time, so that queries are refused at once while it is
        unreachable, and answered as soon as it is back. A SQLite file can't be unreachable."""
        if self.path is None:
            from numberhouse.server.storage.postgres.look import PostgresLook  # slow; SQLite needs none

            self._look = PostgresLook(self.url)
            self.outage.start(self._look.look)

    async def end_watch(self) -> None:
        """Stop looking."""
        await self.outage.close()
        if self._look is not None:
            await self._look.close()

    def claim(self) -> None:
        """Claim a SQLite file for this process until `close`: one process alone may serve it or change its
        tables. PostgreSQL needs no claim. Raises `NoDatabase` if another process has it."""
        if self.path is None or self._lock is not None or not self.path.absolute().parent.is_dir():
            return  # without a folder there is nothing to claim, and `prepare` says what is missing
        try:
            with self.errors_as_no_database():
                self._lock = FileLock.of(self.path)
        except LockedElsewhere as error:
            raise NoDatabase(
                f"the database {self.label}: {error.holder} serves it already, and a SQLite file serves one "
                "process alone; stop that one, name another file with --database, or use postgresql://…"
            ) from error

    async def prepare(self, *, migrate: bool) -> None:
        """Migrate the tables to this version, or only check that they are. Raises `NoDatabase`."""
        with self.errors_as_no_database():
            if self.path is not None:
                create_private(self.path)
                # not by the engine: a connection of it that can't be opened leaves its thread behind
                await asyncio.to_thread(enable_write_ahead_log, self.path)
                warn_if_open(self.path)
            if migrate:
                async with self.begin() as connection:
                    await connection.run_sync(upgrade)
                return
            async with self.read() as connection:
                revision = await connection.run_sync(revision_of)
            check_known(revision)
        if revision != head():
            fault = "it has no tables" if revision is None else f"its tables are as of step {revision}"
            raise NoDatabase(
                f"the database {self.label}: {fault}, and this version wants step {head()}; run `numberhouse "
                "admin migrate`"
            )

    @contextlib.contextmanager
    def errors_as_no_database(self) -> Iterator[None]:
        """Turn errors of the database into `NoDatabase`."""
        try:
            yield
        except NewerDatabase as error:
            raise NoDatabase(f"the database {self.label}: {error}") from error
        except (DBAPIError, sqlite3.Error, OSError, JournalFailed) as error:
            cause = error.__cause__ if isinstance(error, JournalFailed) else error
            reason = " ".join(safe_message(cause or error).split()) or "it can't be reached"
            raise NoDatabase(f"the database {self.label}: {reason}; {self._advice()}") from error

    def _advice(self) -> str:
        if self.path is None:
            return "see that PostgreSQL runs there and lets us in, or set `database` to another one"
        folder = self.path.absolute().parent
        if not folder.is_dir():
            return f"there is no folder {folder}: make it, or set `database` to another path"
        return "see that it is a SQLite file that we may write, in a folder that we may write"

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. Raises `JournalFailed` if the database has no room or is unreachable."""
        with self._errors_as_journal_failed():
            async with self._guarded(), self._turn_to_write(), self.engine.begin() as connection:
                yield connection
        self.outage.succeeded()

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, and waits for no writer. Raises `JournalFailed` if the database is
        unreachable."""
        with self._errors_as_journal_failed():
            async with self._guarded(), self.engine.connect() as connection:
                yield await connection.execution_options(**{READING: True})

    async def look_up(self, reads: Callable[[Connection], Found]) -> Found:
        """The result of a function that reads in one transaction. It is for frequent look-ups: SQLite's
        thread is asked once, where `read` asks it for every statement and row. Raises `JournalFailed`."""
        if self._reading_engine is None:
            async with self.read() as connection:
                return await connection.run_sync(reads)
        return await asyncio.get_running_loop().run_in_executor(
            self._reading_thread, self._read_in_thread, self._reading_engine, reads
        )

    def _guarded(self) -> contextlib.AbstractAsyncContextManager[None]:
        """A SQLite file answers or fails by itself; a server may do neither."""
        return self.outage.guarded() if self.path is None else contextlib.nullcontext()

    def _turn_to_write(self) -> contextlib.AbstractAsyncContextManager[None]:
        """PostgreSQL's writers wait for rows alone, and its server lets them wait in line."""
        return self._write_turns.turn() if self.path is not None else contextlib.nullcontext()

    def _read_in_thread(self, engine: Engine, reads: Callable[[Connection], Found]) -> Found:
        with self._errors_as_journal_failed(), engine.connect() as connection:
            return reads(connection)

    @contextlib.contextmanager
    def _errors_as_journal_failed(self) -> Iterator[None]:
        """Turn an unreachable database into `JournalFailed`: it isn't our fault, and may pass."""
        try:
            yield
        except OUTAGE_ERRORS as error:
            raise self.outage.failed(error, "the database") from error

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        if self._reading_engine is not None:
            self._reading_thread.shutdown()
            self._reading_engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _roll_back(connection: Any, *_: Any) -> None:
    """Give up the transaction of a connection that is about to be closed, because its task was cancelled. A
    closed connection with a query under way keeps the file locked until the garbage collector finds it."""
    with contextlib.suppress(MissingGreenlet, DBAPIError, sqlite3.Error):
        connection.rollback()


def _sqlite_settings(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # `_begin_immediate` begins transactions, not the driver
    cursor = connection.cursor()
    for setting in CONNECTION_SETTINGS:
        cursor.execute(setting)
    cursor.close()


def _begin_immediate(connection: Any) -> None:
    reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
