"""What is agreed about a match besides its game's options: who may look on, what lateness means."""

from __future__ import annotations

__all__ = []
