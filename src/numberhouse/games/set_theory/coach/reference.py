"""The catalogue of properties for the board in the browser: each with its words, its tier and example
numbers. It is public (ST-2 hides only which properties a match has drawn), so that it opens without
assistance too."""

from __future__ import annotations

from typing import Any, Final

from numberhouse.games.set_theory.catalogue import CATALOGUE, FIRST
from numberhouse.games.set_theory.catalogue.bitmaps import members
from numberhouse.games.set_theory.catalogue.hidden_set import Named
from numberhouse.games.set_theory.catalogue.tiers import NEAR, ORDER, TIERS
from numberhouse.words import words_of

__all__ = ["reference"]

WORDS: Final = words_of("numberhouse.games.set_theory")

NEAR_EXAMPLES: Final = 6
"""Number of members from the smallest on."""

FAR_EXAMPLES: Final = 2
"""Number of members from `FAR` on, which show how the property looks in large numbers."""

FAR: Final = 100 * NEAR


def _row(name: str) -> list[Any]:
    """Id, place of the tier in `ORDER`, statements by language, examples."""
    statements = {lang: CATALOGUE[name].statement(lang) for lang in WORDS.languages}
    return [name, ORDER.index(TIERS[name]), statements, _examples(name)]


def _examples(name: str) -> str:
    flags = members(Named(name))
    near = flags[FIRST:].nonzero()[0][:NEAR_EXAMPLES] + FIRST
    far = flags[FAR:].nonzero()[0][:FAR_EXAMPLES] + FAR
    return " ".join(str(number) for number in sorted({*near.tolist(), *far.tolist()}))


reference: Final = {"CATALOGUE": [_row(name) for name in CATALOGUE]}
