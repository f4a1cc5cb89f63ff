"""The settings of SQLite: those of every connection, and those of a file, which are set once."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Final

__all__ = ["CONNECTION_SETTINGS", "LONGEST_WAIT", "enable_write_ahead_log"]

LONGEST_WAIT: Final = 10.0
"""Seconds to wait for another connection's lock."""

CONNECTION_SETTINGS: Final = (
    f"PRAGMA busy_timeout = {LONGEST_WAIT * 1000:.0f}",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
"""Executed on every new connection. With them a commit is on the disk when it returns."""

RETRY_DELAY: Final = 0.02
"""Seconds between two attempts to change the journal mode."""


def enable_write_ahead_log(path: Path) -> None:
    """Switch the file to a write-ahead log, so that readers wait for no writer. The file keeps this setting.

    Raises `sqlite3.Error` where there can be no database. If several processes switch at once, SQLite refuses
    all but one without waiting, because each would wait for the others; so this is tried again.
    """
    until = time.monotonic() + LONGEST_WAIT
    with contextlib.closing(sqlite3.connect(path, timeout=LONGEST_WAIT)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(RETRY_DELAY)
