"""Who begins, where a bot decides it (ST-1).

Of two that play alike the one that places last does better: it knows more in every turn, and the last cells
are those with the most lines. So the candidate is to begin.
"""

from __future__ import annotations

from typing import Final

from numberhouse.contract.bot import Thought
from numberhouse.games.set_theory.rules.model import CANDIDATE, Action, Begin

__all__ = ["opening"]

opening: Final[Thought[Action]] = Thought(
    Begin(CANDIDATE), "the last number is worth more than the first, so the other begins"
)
