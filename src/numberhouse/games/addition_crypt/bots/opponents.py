"""The opponents of Addition Crypt: five bots from one that a beginner can beat to the strongest.

`bench/bench_opponents.py` measures how often each beats the one below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.opponents import Opponent
from numberhouse.words import words_of

__all__ = ["opponents"]

WORDS: Final = words_of("numberhouse.games.addition_crypt")

opponents: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "admirer": Opponent(1, WORDS.everywhere("Scores on a node that looks best now; forgets the others.")),
        "drifter": Opponent(2, WORDS.everywhere("Takes any two nodes, so nobody can foresee it.")),
        "dreamer": Opponent(3, WORDS.everywhere("Counts what the others may do, when it remembers to.")),
        "estimator": Opponent(4, WORDS.everywhere("Counts what the others may do, in most rounds.")),
        "counter": Opponent(5, WORDS.everywhere("Counts in every round what the others may do.")),
    }
)
