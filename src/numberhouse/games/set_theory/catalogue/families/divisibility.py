"""Properties of divisibility and residues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]

MULTIPLES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17, 101)
RESIDUES = ((1, 3), (2, 3), (1, 4), (3, 4), (2, 5), (5, 6), (3, 7), (5, 11))


def multiple(k: int) -> Recipe:
    """The multiples of k."""
    return lambda x: x.n % k == 0


def residue(r: int, k: int) -> Recipe:
    """Numbers that leave r when divided by k."""
    return lambda x: x.n % k == r


def by_some_digit(x: Numbers) -> Any:
    """Multiples of some digit above 1."""
    return sum((x.decimal.count(d) > 0) & (x.n % d == 0) for d in range(2, 10)) > 0


def by_all_digits(x: Numbers) -> Any:
    """Multiples of all their digits, without a digit 0."""
    bad = sum((x.decimal.count(d) > 0) & (x.n % d != 0) for d in range(2, 10)) > 0
    return ~bad & (x.decimal.count(0) == 0)


ENTRIES = entries(
    "divisibility",
    *((f"multiple-of-{k}", (message("is a multiple of {k}"), {"k": k}), multiple(k)) for k in MULTIPLES),
    *(
        (
            f"residue-{r}-mod-{k}",
            (message("leaves {r} when divided by {k}"), {"r": r, "k": k}),
            residue(r, k),
        )
        for r, k in RESIDUES
    ),
    (
        "multiple-of-2-or-3",
        message("is a multiple of 2 or of 3"),
        lambda x: (x.n % 2 == 0) | (x.n % 3 == 0),
    ),
    (
        "multiple-of-3-or-5-not-both",
        message("is a multiple of 3 or of 5, but not of both"),
        lambda x: (x.n % 3 == 0) != (x.n % 5 == 0),
    ),
    (
        "multiple-of-a-digit",
        message("is a multiple of one of its digits other than 0 and 1"),
        by_some_digit,
    ),
    (
        "multiple-of-all-digits",
        message("has no digit 0 and is a multiple of each of its digits"),
        by_all_digits,
    ),
)
