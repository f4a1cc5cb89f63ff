"""The folder on this machine for what is slow to make, and locks by which it is made once.

`NUMBERHOUSE_CACHE` names another folder than the platform's usual one. A game that needs a large table makes
it in a process of its own, under `machine_lock`, and maps it from a file: several processes that begin at the
same time then pay for it once, in time and in memory.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["folder", "machine_lock"]


def folder() -> Path:
    """Folder of the cache, whether or not it exists."""
    named = os.environ.get("NUMBERHOUSE_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        return Path(local) / "numberhouse" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "numberhouse"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numberhouse"


@contextlib.contextmanager
def machine_lock(name: str) -> Iterator[None]:
    """Hold the lock of that name; another process that wants it waits. The system releases the lock of a
    process that dies. Where no lock is possible, for example in a folder that can't be written, nothing is
    held, and the same thing may be made twice."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            import fcntl  # other systems than Unix don't have it

            place = folder() / "locks"
            place.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((place / f"{name}.lock").open("wb"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
