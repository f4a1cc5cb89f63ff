"""Sets of a state, imagined ones included: membership, and their statements in words."""

from __future__ import annotations

from typing import Final

from numberhouse.games.set_theory.catalogue import bitmaps
from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Named, statement_of
from numberhouse.games.set_theory.rules.model import AnySet, Patched
from numberhouse.words import words_of

__all__ = ["belongs", "statement", "statements"]

WORDS: Final = words_of("numberhouse.games.set_theory")


def belongs(hidden: AnySet, number: int) -> bool:
    """Whether the number, 10 … 999,999, is in the set (ST-2). Raises `UnknownProperty`, `BadExpression` and
    `Undefined` if the set itself is invalid; `check_ten` finds such sets beforehand."""
    if isinstance(hidden, Named):
        return bitmaps.belongs(hidden.id, number)
    if isinstance(hidden, Patched):
        return bitmaps.belongs(hidden.near, number) != (number in hidden.except_for)
    if isinstance(hidden, Listed):
        return number in hidden.numbers
    from numberhouse.games.set_theory.catalogue.predicates.values import holds  # NumPy and Numba

    return holds(hidden.expression, number)


def statement(hidden: AnySet, lang: str = "en") -> str:
    """The statement of the set in words, to stand after a member: "is a multiple of 7"."""
    if isinstance(hidden, Patched):
        near = statement_of(Named(hidden.near), lang)
        exceptions = ", ".join(map(str, hidden.except_for))
        return WORDS.t("{near} (except for {exceptions})", lang, near=near, exceptions=exceptions)
    return statement_of(hidden, lang)


def statements(hidden: AnySet) -> dict[str, str]:
    """The statement of the set in words, by language."""
    return {lang: statement(hidden, lang) for lang in WORDS.languages}
