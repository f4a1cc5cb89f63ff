"""Practice as it is told to whoever practises: drills, attempts at their problems, what has come of them."""

from __future__ import annotations

__all__ = []
