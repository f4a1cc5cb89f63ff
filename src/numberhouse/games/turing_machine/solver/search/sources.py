"""What the compiled search is made from.

Numba keeps compiled functions on disk and compiles anew when the file changes whose function is called from
outside; it doesn't look at other files whose functions are compiled into it. So that nobody runs yesterday's
search after an update, the functions called from outside close over this digest: what they close over is
part of what Numba knows a compiled function by.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["sources"]


@cache
def sources() -> str:
    """SHA-256 of the files that functions of the compiled search stand in; those that can't be read are left
    out."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), here.parents[1] / "problems" / "bits.py"]):
        try:
            digest.update(path.read_bytes())
        except OSError:
            continue
    return digest.hexdigest()
