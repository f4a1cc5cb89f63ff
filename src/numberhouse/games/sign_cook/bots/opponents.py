"""The opponents of Sign Cook: five bots from one that a beginner can beat to the strongest.

`bench/bench_opponents.py` measures how often each beats the one below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.opponents import Opponent
from numberhouse.words import words_of

__all__ = ["opponents"]

WORDS: Final = words_of("numberhouse.games.sign_cook")

opponents: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "scullion": Opponent(
            1, WORDS.everywhere("Mines little and serves the first small dish that comes to mind.")
        ),
        "apprentice": Opponent(
            2, WORDS.everywhere("Mines a long path and serves the best of many small dishes.")
        ),
        "journeyman": Opponent(
            3, WORDS.everywhere("Knows the recipe of about one course, and improvises the others.")
        ),
        "sous-chef": Opponent(4, WORDS.everywhere("Cooks like the cook, and now and then forgets a recipe.")),
        "cook": Opponent(5, WORDS.everywhere("Uses nearly every tile, and leaves nothing over.")),
    }
)
