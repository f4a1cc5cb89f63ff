"""What is told about the games that are offered."""

from __future__ import annotations

__all__ = []
