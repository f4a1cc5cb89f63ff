"""Rooms and what is said in them, as somebody who may know of it is told."""

from __future__ import annotations

__all__ = []
