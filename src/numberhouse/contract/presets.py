"""Presets: options of a game that belong together, with words for people who set up a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

__all__ = ["Preset"]


class Preset(msgspec.Struct, frozen=True):
    """Options that people choose by one name."""

    options: Any
    """The game's options struct."""
    title: Mapping[str, str]
    """By language: a few words."""
    about: Mapping[str, str]
    """By language: one sentence on the difference from the standard match."""
