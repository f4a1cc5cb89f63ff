"""What is told about the games that are offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

__all__ = ["GameCard", "GameTold", "RulesPage"]


class GameCard(msgspec.Struct, frozen=True):
    """A game in the list."""

    id: str
    title: str
    seats: tuple[int, int]
    """Fewest and most."""
    usual_seats: int
    tags: tuple[str, ...]
    credits: str
    bots: tuple[str, ...]
    """Strongest first; none where no bots play in the house."""
    bot_titles: Mapping[str, Mapping[str, str]]
    """What the bots are called, by bot and language."""
    languages: tuple[str, ...]
    """That there is a rules page in."""


class GameTold(msgspec.Struct, frozen=True):
    """Everything about a game."""

    card: dict[str, Any]
    bots: tuple[str, ...]
    bot_titles: Mapping[str, Mapping[str, str]]
    """What the bots are called, by bot and language."""
    options: dict[str, Any]
    """JSON Schema."""
    defaults: dict[str, Any]
    actions: dict[str, Any]
    """JSON Schema."""


class RulesPage(msgspec.Struct, frozen=True):
    """The rules for players."""

    markdown: str
