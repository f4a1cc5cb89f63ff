"""Moments as people write them, ISO 8601 with a time zone, converted to seconds since the epoch."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Final

from numberhouse.protocol.terms import FAR

__all__ = ["FAR", "instant"]

EARLIEST: Final = 0.0
LATEST: Final = datetime(9000, 1, 1, tzinfo=UTC).timestamp()


def instant(moment: str | float) -> float:
    """Seconds since the epoch, from the same number or from text such as `2027-01-15T20:00:00+01:00`.

    Raises `ValueError` with the reason, and with what would be right."""
    if not isinstance(moment, str):
        return _check_bounds(float(moment))
    text = moment.strip()
    quoted = repr(text if len(text) <= 40 else text[:40] + "…")
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{quoted} is no moment; 2027-01-15T20:00:00+01:00 would be one") from None
    if time.tzinfo is None:
        raise ValueError(f"{quoted} has no time zone; add one, such as +01:00, or Z for UTC")
    try:
        return _check_bounds(time.timestamp())
    except OverflowError:
        raise ValueError(f"{quoted} is too far away") from None


def _check_bounds(at: float) -> float:
    if not math.isfinite(at) or not EARLIEST <= at <= LATEST:
        raise ValueError("the moment is too far away; seconds since 1970 or ISO 8601 are possible")
    return at
