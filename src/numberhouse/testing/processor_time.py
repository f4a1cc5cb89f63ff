"""Processor time of a thread: how long a member of a game takes, without the time of other processes.

A first call may import and compile, and the collector of garbage may run at any time. A slow call is
therefore made again, and the fastest counts. The bounded caches of the game's own package are emptied before
each such call: a stranger varies the input, so that nobody has computed the answer before.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from functools import _lru_cache_wrapper
from typing import Any, Final

__all__ = ["seconds_of"]

REPEATS: Final = 4
"""Most calls of one measurement: the first may compile, and the fastest of the others counts."""


def seconds_of(call: Callable[[], Any], limit: float, package: str) -> float:
    """Seconds of processor time that `call` takes. Above the limit it is called again, and the fastest call
    counts. `package` is the top package of the game."""
    fastest = _once(call)
    for _ in range(REPEATS - 1):
        if fastest <= limit:
            break
        forget_inputs(package)
        fastest = min(fastest, _once(call))
    return fastest


def forget_inputs(package: str) -> None:
    """Empty the bounded caches of functions in this package. A cache without a bound holds tables that are
    made once, and stays."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != package:
            continue
        for member in list(vars(module).values()):
            if isinstance(member, _lru_cache_wrapper) and member.cache_parameters()["maxsize"] is not None:
                member.cache_clear()


def _once(call: Callable[[], Any]) -> float:
    collects = gc.isenabled()
    gc.disable()
    try:
        began = time.thread_time()
        call()
        return time.thread_time() - began
    finally:
        if collects:
            gc.enable()
