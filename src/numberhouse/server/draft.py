"""What a match is made of, before it is one."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.clock import Clock
from numberhouse.server.terms import Terms

__all__ = ["Draft", "Made"]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a match is made of."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    """None: as many as usual."""
    clock: Clock | None = None
    """None: the game's own."""
    terms: Terms = Terms()
    bots: tuple[str | None, ...] = ()
    """By seat, a bot's name; None, and all seats after the last one named, are for people."""


class Made(msgspec.Struct, frozen=True):
    """The rows of a match that is about to be."""

    row: dict[str, Any]
    chairs: list[dict[str, Any]]
