"""The bots of Turing Machine: `machine` plays best, `careful` asks for information, `casual` plays like a
person.

Each knows what its side has heard and what the cards allow, no more. In a race none of them minds the others:
it doesn't guess because somebody else may be about to solve. So the rounds and questions of a race are those
that solo and team are compared with (TM-12).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Bot
from numberhouse.games.turing_machine.bots.careful import Careful
from numberhouse.games.turing_machine.bots.casual import Casual
from numberhouse.games.turing_machine.bots.machine import Machine
from numberhouse.games.turing_machine.rules.model import Action, View

__all__ = ["Careful", "Casual", "Machine", "bots"]

bots: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = MappingProxyType(
    {"machine": Machine, "careful": Careful, "casual": Casual}
)
"""Strongest first."""
