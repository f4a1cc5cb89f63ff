"""Opponents: bots of a game that people choose by how strong they are and what they are like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

__all__ = ["LEVELS", "Opponent"]

LEVELS: Final = (1, 2, 3, 4, 5)
"""From an opponent that a beginner can beat to the game's strongest one."""


class Opponent(msgspec.Struct, frozen=True):
    """A bot as an opponent for people. Its name is the bot's title."""

    level: int
    """One of `LEVELS`."""
    manner: Mapping[str, str]
    """By language: one sentence on how it plays."""
