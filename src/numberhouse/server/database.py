"""The database: where it is, how it is opened, and its tables brought up to date."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from numberhouse.server.log import Log
from numberhouse.server.settings import BadSettings, Settings

__all__ = ["Database"]


READING = "numberhouse_reading"


class Database:
    """One SQLite file or one PostgreSQL database."""

    def __init__(self, settings: Settings) -> None:
        """Raises `BadSettings` for a URL of another kind."""
        where = settings.database
        self.path: Path | None = None
        self.url = ""
        if "://" not in where:
            self.path = Path(where)
            self.engine: AsyncEngine = create_async_engine(f"sqlite+aiosqlite:///{self.path.absolute()}")
            event.listen(self.engine.sync_engine, "connect", _sqlite_settings)
            event.listen(self.engine.sync_engine, "begin", _begin_immediate)
        elif where.startswith(("postgresql://", "postgres://")):
            self.url = "postgresql://" + where.split("://", 1)[1]
            self.engine = create_async_engine(self.url.replace("://", "+psycopg://", 1), pool_size=5)
        else:
            raise BadSettings(
                f"database: {where.split('://')[0]}:// isn't supported; a path, or postgresql://…"
            )

    def log(self) -> Log:
        """The log of lines in this database."""
        if self.path is not None:
            from numberhouse.server.sqlite_log import SqliteLog

            return SqliteLog(self.path)
        from numberhouse.server.postgres_log import PostgresLog

        return PostgresLog(self.url)

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with self.engine.begin() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, and waits for no writer."""
        async with self.engine.connect() as connection:
            yield await connection.execution_options(**{READING: True})

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _sqlite_settings(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions by the listener below
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Any) -> None:
    reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
