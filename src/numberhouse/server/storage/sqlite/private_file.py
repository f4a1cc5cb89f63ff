"""The SQLite file is its owner's alone: it holds digests of passwords and the secrets of running matches."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

import structlog

__all__ = ["create_private", "warn_if_open"]

OWNER_ONLY: Final = 0o600

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

log = structlog.get_logger("numberhouse")


def create_private(path: Path) -> None:
    """Create the file for its owner alone if it doesn't exist; SQLite gives `-wal` and `-shm` the same mode.
    Where there can be no file, SQLite says why when it opens it."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))


def warn_if_open(path: Path) -> None:
    """Warn where others can open the database or its log."""
    for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with contextlib.suppress(FileNotFoundError):
            mode = stat.S_IMODE(file.stat().st_mode)
            if os.name == "posix" and mode & OTHERS:
                log.warning(
                    "other users of this machine can open the database",
                    file=str(file),
                    mode=f"{mode:04o}",
                    remedy=f"chmod 600 {file}",
                )
