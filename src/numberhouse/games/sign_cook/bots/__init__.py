"""The bots of Sign Cook: `cook` searches for its dishes; `apprentice` draws simple paths and small dishes at
random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.sign_cook.bots.apprentice import Apprentice
from numberhouse.games.sign_cook.bots.cook import Cook
from numberhouse.games.sign_cook.rules.model import Action, View

__all__ = ["Apprentice", "Cook", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {"cook": Cook, "apprentice": Apprentice}
)
"""The bots by name, strongest first."""
