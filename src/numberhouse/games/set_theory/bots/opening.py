"""The decision who begins, where a bot makes it (ST-1).

Between equal players the one that places last has an advantage: it knows more in every turn, and the last
cells have the most lines. So the bot lets the candidate begin.
"""

from __future__ import annotations

from typing import Final

from numberhouse.contract.bot import Thought
from numberhouse.games.set_theory.rules.model import CANDIDATE, Action, Begin

__all__ = ["opening"]

opening: Final[Thought[Action]] = Thought(
    Begin(CANDIDATE), "the last number is worth more than the first, so the other begins"
)
