"""The rows of a match that isn't stored yet."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["MatchRows"]


class MatchRows(msgspec.Struct, frozen=True):
    """The row of a new match in `matches`, and its rows in `seats`."""

    row: dict[str, Any]
    chairs: list[dict[str, Any]]
