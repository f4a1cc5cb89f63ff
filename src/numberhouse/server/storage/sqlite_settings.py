"""How SQLite is set up: for a connection, and once for a file."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Final

__all__ = ["CONNECTION_SETTINGS", "LONGEST_WAIT", "make_ready"]

LONGEST_WAIT: Final = 10.0
"""Seconds to wait for another connection's lock."""

CONNECTION_SETTINGS: Final = (
    f"PRAGMA busy_timeout = {LONGEST_WAIT * 1000:.0f}",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
"""Said to every new connection: a commit is on the disk when it returns."""

AGAIN_AFTER: Final = 0.02


def make_ready(path: Path) -> None:
    """Let the file keep a write-ahead log, so that readers wait for no writer; it stays so.

    Raises `sqlite3.Error` where no database can be. Of several that ask at once SQLite refuses all but one
    without waiting, because each would wait for the others; so it is asked again.
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
            time.sleep(AGAIN_AFTER)
