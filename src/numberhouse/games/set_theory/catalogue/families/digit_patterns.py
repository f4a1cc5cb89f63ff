"""Properties of the decimal digits and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, SAME_IN_RANGE, Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def contains(d: int) -> Recipe:
    """Numbers with the digit d."""
    return lambda x: x.decimal.count(d) > 0


def has_not(d: int) -> Recipe:
    """Numbers without the digit d."""
    return lambda x: x.decimal.count(d) == 0


def begins(d: int) -> Recipe:
    """Numbers that begin with d."""
    return lambda x: x.decimal.first == d


def different(k: int) -> Recipe:
    """Numbers with k different digits."""
    return lambda x: x.decimal.distinct == k


def zigzag(x: Numbers) -> Any:
    """Numbers whose digits rise and fall alternately."""
    turns = x.n >= 0
    columns = x.decimal.columns
    for right, middle, left in zip(columns, columns[1:], columns[2:], strict=False):
        turns &= (left < 0) | ((right > middle) & (left > middle)) | ((right < middle) & (left < middle))
    return turns & x.decimal.every_pair(lambda left, right: left != right)


def pair_sums_to_ten(x: Numbers) -> Any:
    """Numbers with two neighbouring digits that add up to 10."""
    return x.decimal.some_pair(lambda left, right: left + right == 10)


ENTRIES = entries(
    "digit-patterns",
    ("contains-8", message("contains the digit 8"), contains(8), SAME_IN_RANGE),
    *((f"contains-{d}", (message("contains the digit {d}"), {"d": d}), contains(d)) for d in (0, 1, 3, 5, 7)),
    *((f"no-{d}", (message("does not contain the digit {d}"), {"d": d}), has_not(d)) for d in (2, 4, 6, 9)),
    *((f"begins-with-{d}", (message("begins with {d}"), {"d": d}), begins(d)) for d in (1, 7)),
    *(
        (
            f"{k}-different-digits",
            (message("has exactly {k} different digits"), {"k": k}),
            different(k),
        )
        for k in (2, 3, 4)
    ),
    ("ends-in-3", message("ends in 3"), lambda x: x.n % 10 == 3),
    (
        "two-7s",
        message("contains the digit 7 exactly twice"),
        lambda x: x.decimal.count(7) == 2,
    ),
    (
        "all-digits-different",
        message("has no digit twice"),
        lambda x: x.decimal.distinct == x.decimal.length,
        FINITE,
    ),
    (
        "equal-neighbours",
        message("has two equal digits side by side"),
        lambda x: x.decimal.some_pair(lambda a, b: a == b),
    ),
    (
        "palindrome",
        message("reads the same backwards"),
        lambda x: x.decimal.reverse == x.n,
    ),
    (
        "first-is-last",
        message("begins and ends with the same digit"),
        lambda x: x.decimal.first == x.decimal.last,
    ),
    (
        "ascending",
        message("has digits each larger than the one before"),
        lambda x: x.decimal.every_pair(lambda a, b: a < b),
        FINITE,
    ),
    (
        "not-falling",
        message("has digits none smaller than the one before"),
        lambda x: x.decimal.every_pair(lambda a, b: a <= b),
    ),
    (
        "descending",
        message("has digits each smaller than the one before"),
        lambda x: x.decimal.every_pair(lambda a, b: a > b),
        FINITE,
    ),
    ("zigzag", message("has digits that go up and down by turns"), zigzag),
    (
        "parity-by-turns",
        message("has even and odd digits by turns"),
        lambda x: x.decimal.every_pair(lambda a, b: (a + b) % 2 == 1),
    ),
    (
        "all-neighbours-within-3",
        message("has no two neighbouring digits that differ by more than 3"),
        lambda x: x.decimal.every_pair(lambda a, b: (a - b) ** 2 <= 9),
    ),
    (
        "neighbours-sum-to-10",
        message("has two neighbouring digits that add up to 10"),
        pair_sums_to_ten,
    ),
    ("odd-digits-only", message("has odd digits only"), lambda x: x.decimal.only(1, 3, 5, 7, 9)),
    (
        "more-even-digits",
        message("has more even digits than odd ones"),
        lambda x: 2 * x.decimal.count(0, 2, 4, 6, 8) > x.decimal.length,
    ),
    (
        "prime-digits-only",
        message("has no other digits than 2, 3, 5, 7"),
        lambda x: x.decimal.only(2, 3, 5, 7),
    ),
    (
        "smallest-digit-2",
        message("has 2 as its smallest digit"),
        lambda x: x.decimal.smallest == 2,
    ),
    (
        "length-is-a-digit",
        message("contains the number of its digits as a digit"),
        lambda x: x.decimal.seen >> x.decimal.length & 1 == 1,
        FINITE,
    ),
)
