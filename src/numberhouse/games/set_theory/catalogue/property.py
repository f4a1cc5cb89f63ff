"""What a property of numbers is (ST-2): its name, its family, its words, and the recipe of its members."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import msgspec

from numberhouse.words import words_of

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["CONJECTURAL", "FINITE", "SAME_IN_RANGE", "Entry", "Property", "Recipe", "entries"]

FINITE = "finite"
"""Only finitely many integers have it, beyond the range too."""

CONJECTURAL = "conjectural"
"""That it has infinitely many members, or that a member is one, rests on a conjecture."""

SAME_IN_RANGE = "same-in-range"
"""Another property of the catalogue has the same members in the range."""

WORDS: Final = words_of("numberhouse.games.set_theory")


class Property(msgspec.Struct, frozen=True):
    """A fixed property of an integer, independent of everything else (ST-2)."""

    id: str
    """Lower case, hyphenated, stable for ever; parameters stand in it."""
    family: str
    text: str
    """The statement in English, with placeholders for its parameters: "is a multiple of {k}"."""
    parameters: Mapping[str, int]
    flags: frozenset[str] = frozenset()
    """Of `FINITE`, `CONJECTURAL`, `SAME_IN_RANGE`."""

    def statement(self, lang: str = "en") -> str:
        """The property of a member, to stand after the number: "is a multiple of 7"."""
        return WORDS.t(self.text, lang, **self.parameters)


Recipe = Callable[["Numbers"], Any]
"""From the numbers 0 … 999,999 to a bool array: which have the property. Numbers under 10 don't matter."""


class Entry(NamedTuple):
    """A property and how its members are found, all at once."""

    property: Property
    recipe: Recipe


Text: TypeAlias = str | tuple[str, Mapping[str, int]]
"""A statement in English, or one with placeholders and its parameters."""


def entries(
    family: str, *rows: tuple[str, Text, Recipe] | tuple[str, Text, Recipe, str]
) -> tuple[Entry, ...]:
    """A family from rows of id, statement, recipe and perhaps a flag."""
    return tuple(Entry(_property(family, row[0], row[1], row[3:]), row[2]) for row in rows)


def _property(family: str, name: str, text: Text, flags: tuple[str, ...]) -> Property:
    plain, parameters = (text, {}) if isinstance(text, str) else text
    return Property(name, family, plain, MappingProxyType(dict(parameters)), frozenset(flags))
