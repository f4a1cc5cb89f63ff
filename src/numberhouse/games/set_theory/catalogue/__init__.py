"""The catalogue of properties from which hidden sets are drawn (ST-11): over two hundred in a dozen families.

A family is a file. Every property has one definition, a recipe over all numbers at once. `bitmaps.py` makes
from the recipes the table that all other code reads. This module computes nothing and is cheap to import.
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
"""The first and the last number of the range (ST-3)."""

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
"""All properties by id, in the order of their bits in the table."""

RECIPES = MappingProxyType({entry.property.id: entry.recipe for entry in ENTRIES})

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(entry.property.family for entry in ENTRIES))


UNKNOWN: tuple[str, ...] = (
    message("no property is called {id!r}; `numberhouse sets` lists all"),
    message("no property is called {id!r}; did you mean {close[0]}?"),
    message("no property is called {id!r}; did you mean {close[0]} or {close[1]}?"),
    message("no property is called {id!r}; did you mean {close[0]} or {close[1]} or {close[2]}?"),
)
"""The messages, by the number of similar names."""


class UnknownProperty(KeyError):  # noqa: N818 - a sentence of its own
    """The error for an unknown property. `template` and `values` give the message in every language
    (`numberhouse.words`)."""

    def __init__(self, name: str) -> None:
        close = difflib.get_close_matches(name[:80], CATALOGUE, n=3, cutoff=0.5)
        self.template = UNKNOWN[len(close)]
        self.values = {"id": name[:80], "close": close}
        super().__init__(fill(self.template, self.values))

    def __str__(self) -> str:
        return str(self.args[0])


def find(name: str) -> Property:
    """The property of that id. Raises `UnknownProperty`, which names similar ids."""
    try:
        return CATALOGUE[name]
    except KeyError:
        raise UnknownProperty(name) from None
