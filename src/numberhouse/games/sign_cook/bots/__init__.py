"""The bots of Sign Cook: `chef` plans the whole match; `cook` searches for its dishes; `apprentice` draws
simple paths and small dishes at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.sign_cook.bots.apprentice import Apprentice, Scullion
from numberhouse.games.sign_cook.bots.chef import Chef
from numberhouse.games.sign_cook.bots.cook import Cook, Journeyman, SousChef
from numberhouse.games.sign_cook.rules.model import Action, View

__all__ = ["Apprentice", "Chef", "Cook", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {
        "chef": Chef,
        "cook": Cook,
        "sous-chef": SousChef,
        "journeyman": Journeyman,
        "apprentice": Apprentice,
        "scullion": Scullion,
    }
)
"""The bots by name, strongest first."""
