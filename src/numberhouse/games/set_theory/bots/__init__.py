"""The bots of Set Theory: `champion` looks some turns ahead, `collector` takes the highest expected points of
a turn, `plain` takes the best of a few numbers by a rough count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.set_theory.bots.champion import Champion
from numberhouse.games.set_theory.bots.collector import Collector
from numberhouse.games.set_theory.bots.moods import Explorer, Gambler, Novice, Weaver
from numberhouse.games.set_theory.bots.plain import Plain
from numberhouse.games.set_theory.rules.model import Action, View

__all__ = ["Champion", "Collector", "Plain", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {
        "champion": Champion,
        "collector": Collector,
        "weaver": Weaver,
        "explorer": Explorer,
        "gambler": Gambler,
        "novice": Novice,
        "plain": Plain,
    }
)
"""Strongest first."""
