"""Refusals of the service: what was refused, why, and what would be accepted."""

from __future__ import annotations

from typing import Any

__all__ = ["Refused"]


class Refused(Exception):  # noqa: N818 - a refusal, not a fault
    """Nothing has changed. `code` names it for programs and translations, `status` is that of HTTP."""

    def __init__(self, status: int, code: str, message: str, **values: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.values = values
