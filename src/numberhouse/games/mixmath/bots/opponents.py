"""The opponents of Mixmath: five bots from one that a beginner can beat to the strongest.

`bench/bench_opponents.py` measures how often each beats the one below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.opponents import Opponent
from numberhouse.words import words_of

__all__ = ["opponents"]

WORDS: Final = words_of("numberhouse.games.mixmath")

opponents: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "dabbler": Opponent(1, WORDS.everywhere("Lays the first tile or two that it happens to see.")),
        "glancer": Opponent(2, WORDS.everywhere("Lays the first tiles that it sees, two a turn at most.")),
        "browser": Opponent(3, WORDS.everywhere("Looks twice before it lays a tile, and stops after three.")),
        "spotter": Opponent(
            4, WORDS.everywhere("Spots the better one of a few squares for every tile, and lays all it can.")
        ),
        "greedy": Opponent(5, WORDS.everywhere("Searches whole turns for the most points.")),
    }
)
