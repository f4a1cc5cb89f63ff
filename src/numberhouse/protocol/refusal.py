"""The body of every error response."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["Refusal"]


class Refusal(msgspec.Struct, frozen=True):
    """The body of an error response: the request is refused, and nothing has changed."""

    code: str
    """The name of the refusal, for programs and translations."""
    message: str
    """In plain English: the refused input, the reason, and the input that would be accepted."""
    values: dict[str, Any] = {}
    """Values that fill a translation."""
