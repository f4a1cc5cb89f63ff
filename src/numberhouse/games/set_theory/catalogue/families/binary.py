"""Properties of a number's binary digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def ones(x: Numbers) -> Any:
    """Number of ones."""
    return x.ones(x.n)


def ones_are(k: int) -> Recipe:
    """Numbers with k ones."""
    return lambda x: ones(x) == k


def run(*digits: int) -> Recipe:
    """Numbers with these digits side by side."""

    def fits(*found: Any) -> Any:
        return sum(a == b for a, b in zip(found, digits, strict=True)) == len(digits)

    return lambda x: x.base(2).some_run(len(digits), fits)


def trailing_zeros_even(x: Numbers) -> Any:
    """Numbers with an even number of zeros at the end: 4^a times an odd number."""
    return sum(x.n % 2 ** (k + 1) == 2**k for k in range(0, 20, 2)) > 0


def run_count(x: Numbers) -> Any:
    """Number of runs of equal digits: the ones in n xor n / 2."""
    return x.ones(x.n ^ x.n >> 1)


ENTRIES = entries(
    "binary",
    (
        "evil",
        message("has an even number of ones in binary"),
        lambda x: ones(x) % 2 == 0,
    ),
    (
        "ones-multiple-of-3",
        message("has a number of ones in binary that is a multiple of 3"),
        lambda x: ones(x) % 3 == 0,
    ),
    *(
        (
            f"{k}-ones",
            (message("has exactly {k} ones in binary"), {"k": k}),
            ones_are(k),
        )
        for k in (6, 8, 10)
    ),
    (
        "more-ones",
        message("has more ones than zeros in binary"),
        lambda x: 2 * ones(x) > x.base(2).length,
    ),
    (
        "as-many-ones-as-zeros",
        message("has as many ones as zeros in binary"),
        lambda x: 2 * ones(x) == x.base(2).length,
    ),
    (
        "binary-palindrome",
        message("reads the same backwards in binary"),
        lambda x: x.base(2).reverse == x.n,
    ),
    (
        "binary-no-11",
        message("has no two ones side by side in binary"),
        lambda x: x.n & x.n >> 1 == 0,
    ),
    (
        "binary-no-00",
        message("has no two zeros side by side in binary"),
        lambda x: ~run(0, 0)(x),
    ),
    (
        "binary-has-0000",
        message("has four zeros side by side in binary"),
        run(0, 0, 0, 0),
    ),
    (
        "binary-has-10101",
        message("has 10101 in its binary digits"),
        run(1, 0, 1, 0, 1),
    ),
    (
        "binary-even-trailing-zeros",
        message("ends in an even number of zeros in binary, none allowed"),
        trailing_zeros_even,
    ),
    (
        "binary-8-runs",
        message("has exactly eight runs of equal digits in binary"),
        lambda x: run_count(x) == 8,
    ),
    (
        "binary-even-length",
        message("has an even number of binary digits"),
        lambda x: x.base(2).length % 2 == 0,
    ),
    (
        "multiple-of-ones",
        message("is a multiple of how many ones it has in binary"),
        lambda x: x.n % ones(x).clip(1) == 0,
    ),
)
