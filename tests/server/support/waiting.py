"""Waiting for what another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def eventually(condition: Callable[[], Any], seconds: float = 60.0) -> Any:
    """The result of `condition`, as soon as it is true."""
    until = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < until, "it didn't come to that"
        time.sleep(0.02)
    return result
