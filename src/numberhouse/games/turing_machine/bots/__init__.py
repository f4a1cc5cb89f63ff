"""The bots of Turing Machine: `machine` plays best, `careful` asks for information, `casual` plays like a
person.

A bot knows only the cards and the answers that its side has received. In a race no bot considers the other
sides: it doesn't guess because another side may be about to solve. Its rounds and questions in a race are
therefore comparable with those of solo and team play (TM-12).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.turing_machine.bots.careful import Careful
from numberhouse.games.turing_machine.bots.casual import Casual, Hasty
from numberhouse.games.turing_machine.bots.deducers import Ponderer, Wanderer
from numberhouse.games.turing_machine.bots.machine import Machine
from numberhouse.games.turing_machine.rules.model import Action, View

__all__ = ["Careful", "Casual", "Machine", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {
        "machine": Machine,
        "careful": Careful,
        "wanderer": Wanderer,
        "ponderer": Ponderer,
        "casual": Casual,
        "hasty": Hasty,
    }
)
"""The bots by name, strongest first."""
