"""A lock beside a SQLite file, held by the one process that serves it.

Each of two services on one file would keep sessions in memory and not see the other's entries. The lock is
the system's: it ends with the process, however that ends, so a killed service leaves nothing to clean up. The
file of the lock stays, because a process that removed it could remove the lock of its successor.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

__all__ = ["FileLock", "LockedElsewhere"]


class LockedElsewhere(Exception):  # noqa: N818
    """Another process has the lock. `holder` describes it."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


class FileLock:
    """The lock of one file, held until `release`."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def of(cls, path: Path) -> FileLock:
        """Lock the file at `path`, by whichever link it is named. Raises `LockedElsewhere`, and `OSError`
        where there can be no such file."""
        real = path.resolve()
        descriptor = os.open(real.with_name(real.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except BlockingIOError:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise LockedElsewhere(f"process {holder}" if holder else "another process") from None
        except BaseException:
            os.close(descriptor)
            raise
        with contextlib.suppress(OSError):  # a full disk: the lock holds, only the number is missing
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{os.getpid()}\n".encode())
        return cls(descriptor)

    def release(self) -> None:
        """Let another process have the lock."""
        os.close(self._descriptor)


def _lock(descriptor: int) -> None:
    """Lock the open file for this process. Raises `BlockingIOError` if it is locked."""
    try:
        import fcntl  # not on Windows, where a second service isn't recognised
    except ImportError:
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
