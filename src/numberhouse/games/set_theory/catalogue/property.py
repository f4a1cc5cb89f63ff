"""A property of numbers (ST-2): its name, its family, its words, and the recipe of its members."""

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
"""Only finitely many integers have the property, integers beyond the range included."""

CONJECTURAL = "conjectural"
"""It is a conjecture that the property has infinitely many members, or that some number is a member."""

SAME_IN_RANGE = "same-in-range"
"""Another property of the catalogue has the same members in the range."""

WORDS: Final = words_of("numberhouse.games.set_theory")


class Property(msgspec.Struct, frozen=True):
    """A fixed property of an integer, independent of everything else (ST-2)."""

    id: str
    """Lower case, hyphenated, never changed. Parameters are part of it."""
    family: str
    text: str
    """The statement in English, with placeholders for its parameters: "is a multiple of {k}"."""
    parameters: Mapping[str, int]
    flags: frozenset[str] = frozenset()
    """A subset of `FINITE`, `CONJECTURAL`, `SAME_IN_RANGE`."""

    def statement(self, lang: str = "en") -> str:
        """The statement about a member, to stand after the number: "is a multiple of 7"."""
        return WORDS.t(self.text, lang, **self.parameters)


Recipe = Callable[["Numbers"], Any]
"""A function from the numbers 0 … 999,999 to a bool array: whether each has the property. Values for numbers
below 10 are ignored."""


class Entry(NamedTuple):
    """A property and its recipe, which finds all members at once."""

    property: Property
    recipe: Recipe


Text: TypeAlias = str | tuple[str, Mapping[str, int]]
"""A statement in English, or one with placeholders and its parameters."""


def entries(
    family: str, *rows: tuple[str, Text, Recipe] | tuple[str, Text, Recipe, str]
) -> tuple[Entry, ...]:
    """The entries of a family, from rows of id, statement, recipe and optional flags."""
    return tuple(Entry(_property(family, row[0], row[1], row[3:]), row[2]) for row in rows)


def _property(family: str, name: str, text: Text, flags: tuple[str, ...]) -> Property:
    plain, parameters = (text, {}) if isinstance(text, str) else text
    return Property(name, family, plain, MappingProxyType(dict(parameters)), frozenset(flags))
