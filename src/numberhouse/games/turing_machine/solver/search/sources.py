"""A digest of the source files of the compiled search.

Numba caches compiled functions on disk. It compiles a function again when the function's own file changes,
but it ignores changes in other files whose functions are compiled into it. An update could therefore run an
old search. The exported functions close over this digest, and Numba includes closure values in the key of its
cache.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["sources"]


@cache
def sources() -> str:
    """SHA-256 of the source files of the compiled search. Files that can't be read are left out."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), here.parents[1] / "problems" / "bits.py"]):
        try:
            digest.update(path.read_bytes())
        except OSError:
            continue
    return digest.hexdigest()
