"""What a match is made of, before it is one."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["MatchRows"]


class MatchRows(msgspec.Struct, frozen=True):
    """The rows of a match that is about to be."""

    row: dict[str, Any]
    chairs: list[dict[str, Any]]
