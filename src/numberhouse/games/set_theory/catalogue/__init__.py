"""The catalogue of properties that hidden sets are drawn from (ST-11): over two hundred in a dozen families.

A family is a file; every property has one definition, a recipe over all numbers at once, from which
`bitmaps.py` makes the table that everything else reads. Light to import: nothing is computed here.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from numberhouse.games.set_theory.catalogue.families import (
    bases,
    binary,
    dates,
    digit_patterns,
    digit_sums,
    displays,
    divisibility,
    factors,
    names,
    powers,
    primes,
    representations,
    sequences,
)
from numberhouse.games.set_theory.catalogue.property import (
    CONJECTURAL,
    FINITE,
    SAME_IN_RANGE,
    Entry,
    Property,
)
from numberhouse.words import fill, message

__all__ = [
    "CATALOGUE",
    "CONJECTURAL",
    "FAMILIES",
    "FINITE",
    "FIRST",
    "LAST",
    "RECIPES",
    "SAME_IN_RANGE",
    "Property",
    "UnknownProperty",
    "find",
]

FIRST, LAST = 10, 999_999
"""The range of the numbers (ST-3)."""

ENTRIES: tuple[Entry, ...] = (
    *divisibility.ENTRIES,
    *primes.ENTRIES,
    *factors.ENTRIES,
    *powers.ENTRIES,
    *digit_sums.ENTRIES,
    *digit_patterns.ENTRIES,
    *representations.ENTRIES,
    *binary.ENTRIES,
    *bases.ENTRIES,
    *names.ENTRIES,
    *dates.ENTRIES,
    *displays.ENTRIES,
    *sequences.ENTRIES,
)

CATALOGUE: Mapping[str, Property] = MappingProxyType({entry.property.id: entry.property for entry in ENTRIES})
"""All properties by id; their order is that of the bits in the table."""

RECIPES = MappingProxyType({entry.property.id: entry.recipe for entry in ENTRIES})

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(entry.property.family for entry in ENTRIES))


UNKNOWN: tuple[str, ...] = (
    message("no property is called {id!r}; `numberhouse sets` lists all"),
    message("no property is called {id!r}; did you mean {close[0]}?"),
    message("no property is called {id!r}; did you mean {close[0]} or {close[1]}?"),
    message("no property is called {id!r}; did you mean {close[0]} or {close[1]} or {close[2]}?"),
)
"""By the number of close names."""


class UnknownProperty(KeyError):  # noqa: N818 - a sentence of its own
    """No property of that name. `template` and `values` say it in every language (`numberhouse.words`)."""

    def __init__(self, name: str) -> None:
        close = difflib.get_close_matches(name[:80], CATALOGUE, n=3, cutoff=0.5)
        self.template = UNKNOWN[len(close)]
        self.values = {"id": name[:80], "close": close}
        super().__init__(fill(self.template, self.values))

    def __str__(self) -> str:
        return str(self.args[0])


def find(name: str) -> Property:
    """The property of that id. Raises `UnknownProperty`, which names the close ones."""
    try:
        return CATALOGUE[name]
    except KeyError:
        raise UnknownProperty(name) from None
