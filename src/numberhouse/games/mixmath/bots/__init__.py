"""The bots of Mixmath: `champion` looks ahead in imagined worlds, `greedy` searches whole turns for the most
points, `one-tile` searches one placement at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.mixmath.bots.champion import Champion
from numberhouse.games.mixmath.bots.glancers import Browser, Dabbler, Glancer, Spotter
from numberhouse.games.mixmath.bots.greedy import Greedy, OneTile
from numberhouse.games.mixmath.rules.model import Action, View

__all__ = ["Champion", "Greedy", "OneTile", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {
        "champion": Champion,
        "greedy": Greedy,
        "one-tile": OneTile,
        "spotter": Spotter,
        "browser": Browser,
        "glancer": Glancer,
        "dabbler": Dabbler,
    }
)
"""Strongest first."""
