"""The bots of Addition Crypt: `champion` replies to counters, `counter` to what it can infer, `drifter`
submits at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.addition_crypt.bots.champion import Champion
from numberhouse.games.addition_crypt.bots.counter import Counter, Dreamer, Estimator
from numberhouse.games.addition_crypt.bots.drifter import Admirer, Drifter
from numberhouse.games.addition_crypt.rules.model import Action, View

__all__ = ["Champion", "Counter", "Drifter", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {
        "champion": Champion,
        "counter": Counter,
        "estimator": Estimator,
        "dreamer": Dreamer,
        "drifter": Drifter,
        "admirer": Admirer,
    }
)
"""Strongest first."""
