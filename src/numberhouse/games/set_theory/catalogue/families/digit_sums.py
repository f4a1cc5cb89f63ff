"""Sums and products of digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import CONJECTURAL, Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def digit_sum(k: int) -> Recipe:
    """Numbers with that digit sum."""
    return lambda x: x.decimal.total == k


def sum_multiple(k: int) -> Recipe:
    """Numbers whose digit sum is a multiple of k."""
    return lambda x: x.decimal.total % k == 0


def product_multiple(k: int) -> Recipe:
    """Numbers whose digit product is a multiple of k and not 0."""
    return lambda x: (x.decimal.product % k == 0) & (x.decimal.product > 0)


def persistence(x: Numbers) -> Any:
    """Multiplicative persistence: number of times that the digits must be multiplied until one digit is
    left."""
    steps, value = x.n * 0, x.n
    while (value > 9).any():
        steps += value > 9
        value = x.decimal.product[value]
    return steps


def happy(x: Numbers) -> Any:
    """Happy numbers: replacing the number by the sum of its digits' squares leads to 1."""
    value = x.decimal.sum_of(lambda d: d * d)
    for _ in range(20):
        value = x.decimal.sum_of(lambda d: d * d)[value]
    return value == 1


def halves_equal(x: Numbers) -> Any:
    """Numbers whose digits can be split into two groups of equal sum."""
    reached = (x.n * 0) + 1  # bit s: some of the digits so far add up to s
    for column in x.decimal.columns:
        reached |= reached << column.clip(0)
    return (x.decimal.total % 2 == 0) & (reached >> (x.decimal.total // 2) & 1 == 1)


def by_square_sum(x: Numbers) -> Any:
    """The sum of the squares of the digits."""
    return x.decimal.sum_of(lambda d: d * d)


ENTRIES = entries(
    "digit-sums",
    *(
        (f"digit-sum-{k}", (message("has digit sum {k}"), {"k": k}), digit_sum(k))
        for k in (9, 15, 21, 27, 30)
    ),
    *(
        (
            f"digit-sum-multiple-of-{k}",
            (message("has a digit sum that is a multiple of {k}"), {"k": k}),
            sum_multiple(k),
        )
        for k in (2, 4, 5, 7, 11)
    ),
    (
        "digit-sum-prime",
        message("has a prime digit sum"),
        lambda x: x.prime[x.decimal.total],
    ),
    (
        "digit-sum-square",
        message("has a digit sum that is a square"),
        lambda x: x.root[x.decimal.total] ** 2 == x.decimal.total,
    ),
    (
        "digit-sum-over-30",
        message("has a digit sum above 30"),
        lambda x: x.decimal.total > 30,
    ),
    (
        "harshad",
        message("is a multiple of its digit sum"),
        lambda x: x.n % x.decimal.total.clip(1) == 0,
    ),
    (
        "harshad-to-prime",
        message("is a prime times its digit sum"),
        lambda x: (x.n % x.decimal.total.clip(1) == 0) & x.prime[x.n // x.decimal.total.clip(1)],
        CONJECTURAL,
    ),
    (
        "alternating-sum-0-to-2",
        message("has digits that with signs + − + … from the right add up to 0, 1 or 2"),
        lambda x: (x.decimal.alternating >= 0) & (x.decimal.alternating <= 2),
    ),
    (
        "alternating-sum-negative",
        message("has digits that with signs + − + … from the right add up to less than 0"),
        lambda x: x.decimal.alternating < 0,
    ),
    (
        "digits-halve",
        message("has digits that part into two groups of equal sum"),
        halves_equal,
    ),
    (
        "square-digit-sum-prime",
        message("has digits whose squares add up to a prime"),
        lambda x: x.prime[by_square_sum(x)],
    ),
    (
        "happy",
        message("is happy: adding the squares of the digits again and again comes to 1"),
        happy,
    ),
    (
        "digit-product-multiple-of-7",
        message("has a digit product that is a multiple of 7 and not 0"),
        product_multiple(7),
    ),
    (
        "digit-product-square",
        message("has a digit product that is a square above 0"),
        lambda x: (x.root[x.decimal.product] ** 2 == x.decimal.product) & (x.decimal.product > 0),
    ),
    (
        "persistence-3",
        message("needs exactly three multiplications of all digits to come to one digit"),
        lambda x: persistence(x) == 3,
    ),
)
