"""A hidden set as options and state hold it, and its statement in words. `handed_in.py` has the requirements
for sets that a host hands in."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from numberhouse.games.set_theory.catalogue import find
from numberhouse.words import words_of

__all__ = ["HiddenSet", "Listed", "Named", "Written", "statement_of"]

WORDS = words_of("numberhouse.games.set_theory")

SHOWN = 6
"""Most numbers of a list that its statement names."""


class Named(msgspec.Struct, frozen=True, tag="named"):
    """A property of the catalogue."""

    id: str
    """The property's id in the catalogue."""


class Written(msgspec.Struct, frozen=True, tag="written"):
    """A condition in the small language (`predicates`), with a statement in words if the host wrote one."""

    expression: str
    """A condition on n, such as `n % 7 == 3`."""
    statement: str = ""
    """The statement in words, to stand after a number. Empty if the host wrote none."""


class Listed(msgspec.Struct, frozen=True, tag="listed"):
    """A list of the members, with a statement in words if the host wrote one. Such a set is finite."""

    numbers: tuple[int, ...]
    """At most `MOST_LISTED` numbers."""
    statement: str = ""
    """The statement in words, to stand after a number. Empty if the host wrote none."""


HiddenSet = Named | Written | Listed


def statement_of(hidden: HiddenSet, lang: str = "en") -> str:
    """The statement of the set in words, to stand after a number: "is a multiple of 7"."""
    if isinstance(hidden, Named):
        return find(hidden.id).statement(lang)
    if isinstance(hidden, Written):
        return hidden.statement or hidden.expression
    return hidden.statement or list_statement(hidden.numbers, lang)


def list_statement(numbers: Sequence[int], lang: str) -> str:
    """The statement of a list, which names its first few numbers."""
    first = ", ".join(map(str, numbers[:SHOWN])) + (", …" if len(numbers) > SHOWN else "")
    return WORDS.t("is one of {count} numbers: {first}", lang, count=len(numbers), first=first)
