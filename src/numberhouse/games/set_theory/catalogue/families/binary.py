"""How a number is written with ones and zeros."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import Recipe, entries

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def ones(x: Numbers) -> Any:
    """How many ones."""
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
    """How many runs of equal digits: the ones in n xor n / 2."""
    return x.ones(x.n ^ x.n >> 1)


ENTRIES = entries(
    "binary",
    (
        "evil",
        "has an even number of ones in binary",
        "имеет в двоичной записи чётное число единиц",
        lambda x: ones(x) % 2 == 0,
    ),
    (
        "ones-multiple-of-3",
        "has a number of ones in binary that is a multiple of 3",
        "имеет в двоичной записи число единиц, кратное 3",
        lambda x: ones(x) % 3 == 0,
    ),
    *(
        (
            f"{k}-ones",
            f"has exactly {k} ones in binary",
            f"имеет в двоичной записи ровно {k} единиц",
            ones_are(k),
        )
        for k in (6, 8, 10)
    ),
    (
        "more-ones",
        "has more ones than zeros in binary",
        "имеет в двоичной записи больше единиц, чем нулей",
        lambda x: 2 * ones(x) > x.base(2).length,
    ),
    (
        "as-many-ones-as-zeros",
        "has as many ones as zeros in binary",
        "имеет в двоичной записи поровну единиц и нулей",
        lambda x: 2 * ones(x) == x.base(2).length,
    ),
    (
        "binary-palindrome",
        "reads the same backwards in binary",
        "в двоичной записи читается одинаково в обе стороны",
        lambda x: x.base(2).reverse == x.n,
    ),
    (
        "binary-no-11",
        "has no two ones side by side in binary",
        "в двоичной записи нет двух единиц подряд",
        lambda x: x.n & x.n >> 1 == 0,
    ),
    (
        "binary-no-00",
        "has no two zeros side by side in binary",
        "в двоичной записи нет двух нулей подряд",
        lambda x: ~run(0, 0)(x),
    ),
    (
        "binary-has-0000",
        "has four zeros side by side in binary",
        "в двоичной записи есть четыре нуля подряд",
        run(0, 0, 0, 0),
    ),
    (
        "binary-has-10101",
        "has 10101 in its binary digits",
        "в двоичной записи есть 10101",
        run(1, 0, 1, 0, 1),
    ),
    (
        "binary-even-trailing-zeros",
        "ends in an even number of zeros in binary, none allowed",
        "оканчивается в двоичной записи чётным числом нулей, возможно нулевым",
        trailing_zeros_even,
    ),
    (
        "binary-8-runs",
        "has exactly eight runs of equal digits in binary",
        "распадается в двоичной записи ровно на восемь серий одинаковых цифр",
        lambda x: run_count(x) == 8,
    ),
    (
        "binary-even-length",
        "has an even number of binary digits",
        "имеет чётное число двоичных цифр",
        lambda x: x.base(2).length % 2 == 0,
    ),
    (
        "multiple-of-ones",
        "is a multiple of how many ones it has in binary",
        "делится на число единиц в своей двоичной записи",
        lambda x: x.n % ones(x).clip(1) == 0,
    ),
)
