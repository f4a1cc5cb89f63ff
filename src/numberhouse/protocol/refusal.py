"""A refusal as it is sent."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["Refusal"]


class Refusal(msgspec.Struct, frozen=True):
    """A refusal as it is sent: nothing has changed."""

    code: str
    """Names it for programs and translations."""
    message: str
    """In plain English: what was refused, why, and what would be accepted."""
    values: dict[str, Any] = {}
    """Fill a translation."""
