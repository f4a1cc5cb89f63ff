"""The opponents of Turing Machine: five bots from one that a beginner can beat to the strongest.

`bench/bench_opponents.py` measures how often each beats the one below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.opponents import Opponent
from numberhouse.words import words_of

__all__ = ["opponents"]

WORDS: Final = words_of("numberhouse.games.turing_machine")

opponents: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "hasty": Opponent(1, WORDS.everywhere("Remembers only the last answers, and guesses early.")),
        "casual": Opponent(
            2, WORDS.everywhere("Crosses out laws verifier by verifier, and sometimes guesses.")
        ),
        "ponderer": Opponent(
            3, WORDS.everywhere("Understands every answer; asks one or two questions a round.")
        ),
        "wanderer": Opponent(
            4,
            WORDS.everywhere("Understands every answer; asks any two questions a round."),
        ),
        "machine": Opponent(5, WORDS.everywhere("Plans the fewest rounds to the code.")),
    }
)
