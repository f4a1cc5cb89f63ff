"""Properties of a number's digits in bases other than two and ten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def lacks(base: int, digit: int) -> Recipe:
    """Numbers without the digit in the base."""
    return lambda x: x.base(base).count(digit) == 0


def balanced_sum(x: Numbers) -> Any:
    """The sum of the digits −1, 0, 1 in balanced ternary."""
    rest, total = x.n.copy(), x.n * 0
    while (rest > 0).any():
        digit = (rest + 1) % 3 - 1
        total += digit
        rest = (rest - digit) // 3
    return total


def factorial_digit_sum(x: Numbers) -> Any:
    """The sum of the digits in the factorial base."""
    rest, total = x.n.copy(), x.n * 0
    for place in range(2, 12):
        total += rest % place
        rest //= place
    return total


ENTRIES = entries(
    "bases",
    ("base-3-no-0", message("has no 0 in base 3"), lacks(3, 0)),
    ("base-3-no-1", message("has no 1 in base 3"), lacks(3, 1)),
    ("base-3-no-2", message("has no 2 in base 3"), lacks(3, 2)),
    (
        "base-3-sum-prime",
        message("has a prime digit sum in base 3"),
        lambda x: x.prime[x.base(3).total],
    ),
    (
        "base-3-more-2s-than-1s",
        message("has more 2s than 1s in base 3"),
        lambda x: x.base(3).count(2) > x.base(3).count(1),
    ),
    (
        "balanced-ternary-sum-0",
        message("has digits −1, 0, 1 in balanced ternary that add up to 0"),
        lambda x: balanced_sum(x) == 0,
    ),
    (
        "base-5-all-digits",
        message("has all five digits in base 5"),
        lambda x: x.base(5).distinct == 5,
    ),
    (
        "base-7-not-falling",
        message("has digits in base 7 none smaller than the one before"),
        lambda x: x.base(7).every_pair(lambda a, b: a <= b),
    ),
    (
        "base-7-palindrome",
        message("reads the same backwards in base 7"),
        lambda x: x.base(7).reverse == x.n,
    ),
    (
        "base-8-equal-neighbours",
        message("has two equal digits side by side in base 8"),
        lambda x: x.base(8).some_pair(lambda a, b: a == b),
    ),
    ("base-9-no-0", message("has no 0 in base 9"), lacks(9, 0)),
    (
        "base-12-harshad",
        message("is a multiple of its digit sum in base 12"),
        lambda x: x.n % x.base(12).total.clip(1) == 0,
    ),
    (
        "base-16-no-letter",
        message("has no letter in base 16"),
        lambda x: x.base(16).only(*range(10)),
    ),
    (
        "base-16-all-different",
        message("has no digit twice in base 16"),
        lambda x: x.base(16).distinct == x.base(16).length,
        FINITE,
    ),
    (
        "factorial-base-sum-multiple-of-5",
        message("has a digit sum in the factorial base that is a multiple of 5"),
        lambda x: factorial_digit_sum(x) % 5 == 0,
    ),
)
