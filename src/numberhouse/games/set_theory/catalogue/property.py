"""What a property of numbers is (ST-2): its name, its family, its words, and the recipe of its members."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["CONJECTURAL", "FINITE", "SAME_IN_RANGE", "Entry", "Property", "Recipe", "entries"]

FINITE = "finite"
"""Only finitely many integers have it, beyond the range too."""

CONJECTURAL = "conjectural"
"""That it has infinitely many members, or that a member is one, rests on a conjecture."""

SAME_IN_RANGE = "same-in-range"
"""Another property of the catalogue has the same members in the range."""


class Property(msgspec.Struct, frozen=True):
    """A fixed property of an integer, independent of everything else (ST-2)."""

    id: str
    """Lower case, hyphenated, stable for ever; parameters stand in it."""
    family: str
    english: str
    russian: str
    flags: frozenset[str] = frozenset()
    """Of `FINITE`, `CONJECTURAL`, `SAME_IN_RANGE`."""

    def statement(self, lang: str = "en") -> str:
        """What is said of a member, to stand after the number: "is a multiple of 7"."""
        return self.russian if lang == "ru" else self.english


Recipe = Callable[["Numbers"], Any]
"""From the numbers 0 … 999,999 to a bool array: which have the property. Numbers under 10 don't matter."""


class Entry(NamedTuple):
    """A property and how its members are found, all at once."""

    property: Property
    recipe: Recipe


def entries(
    family: str, *rows: tuple[str, str, str, Recipe] | tuple[str, str, str, Recipe, str]
) -> tuple[Entry, ...]:
    """A family from rows of id, English, Russian, recipe and perhaps a flag."""
    return tuple(Entry(Property(row[0], family, row[1], row[2], frozenset(row[4:])), row[3]) for row in rows)
