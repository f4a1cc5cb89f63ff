"""Large bodies that are being received: few at once, because each is in memory meanwhile, and a client may
send all but the end of it."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

from numberhouse.server.base.refusals import Refused

__all__ = ["LargeBodies"]

MOST_EACH: Final = 4
"""Large bodies of one address at a time."""

MOST_OF_ALL: Final = 24
"""Large bodies of all addresses at a time."""

AGAIN: Final = 2
"""Seconds after which a refused client may try again."""


class LargeBodies:
    """The large bodies of one process."""

    def __init__(self) -> None:
        self._by_address: Counter[str] = Counter()

    @contextlib.contextmanager
    def receiving(self, address: str) -> Iterator[None]:
        """Count a body while it is received. Raises `Refused` where the address, or everybody together, sends
        as many already."""
        if self._by_address[address] >= MOST_EACH or self._by_address.total() >= MOST_OF_ALL:
            raise Refused(
                429,
                "rate",
                f"too many long bodies at once: {MOST_EACH} of one address are received at a time; "
                "send this one when they are answered",
                limit="long bodies",
                retry_after=AGAIN,
            )
        self._by_address[address] += 1
        try:
            yield
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
