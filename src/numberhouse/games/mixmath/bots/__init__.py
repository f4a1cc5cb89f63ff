"""The bots of Mixmath: `greedy` finds the turn that scores most, `one-tile` the placement that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.mixmath.bots.greedy import Greedy, OneTile
from numberhouse.games.mixmath.rules.model import Action, View

__all__ = ["Greedy", "OneTile", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {"greedy": Greedy, "one-tile": OneTile}
)
"""Strongest first."""
