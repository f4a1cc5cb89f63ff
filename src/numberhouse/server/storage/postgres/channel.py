"""A channel of PostgreSQL on which processes tell each other what no table holds.

A message reaches every process that listens, in the order of sending; nobody else ever sees it. A lost
connection loses messages, so each side must be able to begin anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final

import psycopg

__all__ = ["LONGEST_MESSAGE", "PostgresChannel"]

LONGEST_MESSAGE: Final = 7500
"""Bytes; PostgreSQL takes less than 8,000."""

LONGEST_CONNECT: Final = 5
"""Seconds to wait for a connection."""

PATIENCE: Final = 0.5
"""Seconds before the listening task connects again."""


class PostgresChannel:
    """One channel, with one connection that listens and one that sends."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._sending: psycopg.AsyncConnection[Any] | None = None

    async def send(self, messages: Sequence[str]) -> bool:
        """Send the messages in one transaction: all of them arrive, or none. Returns whether it was done;
        after a failure they may have arrived all the same."""
        try:
            async with asyncio.timeout(2 * LONGEST_CONNECT):
                if self._sending is None or self._sending.closed:
                    self._sending = await self._connect()
                async with self._sending.transaction():
                    for message in messages:
                        await self._sending.execute("SELECT pg_notify(%s, %s)", (self._name, message))
        except (psycopg.Error, OSError):
            await self.close()
            return False
        return True

    async def listen(self, on_message: Callable[[str], None], on_connection: Callable[[bool], None]) -> None:
        """Listen until cancelled. `on_connection` is called with True before the first message of each
        connection, and with False when the connection is lost."""
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {self._name}")
                    on_connection(True)
                    try:
                        async for notification in connection.notifies():
                            on_message(notification.payload)
                    finally:
                        on_connection(False)
            await asyncio.sleep(PATIENCE)

    async def close(self) -> None:
        """Close the connection that sends."""
        if self._sending is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await self._sending.close()
            self._sending = None

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(
            self._url,
            autocommit=True,
            connect_timeout=LONGEST_CONNECT,
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
        )
