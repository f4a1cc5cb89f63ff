"""The person for whom the present request works: worker processes serve people in turn.

`http/auth.py` sets it for every request, so that no route can forget it. Work that belongs to nobody in
particular, such as posing the problem of the day, is done under a name of its own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from typing import Final

import msgspec

__all__ = ["HOUSE", "Asker", "asking_as", "current_asker", "set_asker"]


class Asker(msgspec.Struct, frozen=True):
    """Somebody who asks for work."""

    key: str
    """The id of a member, or the address of a guest or a client without a session. All guests of one address
    share a line: a guest costs nothing, and ten of them must not get ten turns."""
    gone: Callable[[], Awaitable[None]] | None = None
    """Returns when the client has closed its connection and waits for nothing any more; None: unknown."""


HOUSE: Final = Asker("house")
"""The house itself, outside of any request."""

_asker: ContextVar[Asker] = ContextVar("asker", default=HOUSE)


def current_asker() -> Asker:
    """The person for whom the present task works."""
    return _asker.get()


def set_asker(asker: Asker) -> None:
    """Let the rest of this request be done for that person."""
    _asker.set(asker)


@contextlib.contextmanager
def asking_as(key: str) -> Iterator[None]:
    """Do the work in the block under this name: it doesn't wait behind the other work of the person whose
    request happens to begin it, and isn't given up with the request."""
    token = _asker.set(Asker(key))
    try:
        yield
    finally:
        _asker.reset(token)
