"""A look at a PostgreSQL server, by a connection of its own: those of the pool may all be waiting."""

from __future__ import annotations

import contextlib
from typing import Any

import psycopg

from numberhouse.server.storage.outage import LONGEST_LOOK

__all__ = ["PostgresLook"]


class PostgresLook:
    """The connection by which one process sees whether the server answers."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def look(self) -> None:
        """Ask for an answer. Raises `psycopg.Error` and `OSError` if there is none."""
        # A connection whose answer was late isn't used again.
        connection, self._connection = self._connection, None
        if connection is None or connection.closed:
            connection = await psycopg.AsyncConnection.connect(
                self.url, autocommit=True, connect_timeout=int(LONGEST_LOOK)
            )
        try:
            await connection.execute("SELECT 1")
        except BaseException:
            connection.pgconn.finish()  # a polite farewell could wait for the server again
            raise
        self._connection = connection

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await self._connection.close()
