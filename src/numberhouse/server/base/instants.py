"""Moments as people write them: ISO 8601 with a zone, kept as seconds since the epoch in UTC."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Final

from numberhouse.protocol.terms import FAR

__all__ = ["FAR", "instant"]

EARLIEST: Final = 0.0
LATEST: Final = datetime(9000, 1, 1, tzinfo=UTC).timestamp()


def instant(said: str | float) -> float:
    """Seconds since the epoch, given as they are or as text such as `2027-01-15T20:00:00+01:00`. Raises
    `ValueError` with what is wrong and what would be right."""
    if not isinstance(said, str):
        return _bounded(float(said))
    text = said.strip()
    shown = repr(text if len(text) <= 40 else text[:40] + "…")
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{shown} is no moment; 2027-01-15T20:00:00+01:00 would be one") from None
    if found.tzinfo is None:
        raise ValueError(f"{shown} has no time zone; add one, such as +01:00, or Z for UTC")
    try:
        return _bounded(found.timestamp())
    except OverflowError:
        raise ValueError(f"{shown} is too far away") from None


def _bounded(at: float) -> float:
    if not math.isfinite(at) or not EARLIEST <= at <= LATEST:
        raise ValueError("the moment is too far away; seconds since 1970 or ISO 8601 are possible")
    return at
