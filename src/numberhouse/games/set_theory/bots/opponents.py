"""The opponents of Set Theory: five bots from one that a beginner can beat to the strongest.

`bench/bench_opponents.py` measures how often each beats the one below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.opponents import Opponent
from numberhouse.words import words_of

__all__ = ["opponents"]

WORDS: Final = words_of("numberhouse.games.set_theory")

opponents: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "novice": Opponent(1, WORDS.everywhere("Guesses what the sets may be, and puts a number anywhere.")),
        "gambler": Opponent(
            2, WORDS.everywhere("Tries many numbers, and sees a line on its good days only.")
        ),
        "explorer": Opponent(3, WORDS.everywhere("Looks for lines of three on most days.")),
        "weaver": Opponent(
            4, WORDS.everywhere("Always weaves lines, on good days with the very best numbers.")
        ),
        "collector": Opponent(5, WORDS.everywhere("Compares thousands of numbers on the best squares.")),
    }
)
