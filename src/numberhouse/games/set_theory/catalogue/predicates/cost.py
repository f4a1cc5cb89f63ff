"""The cost of a condition, from its tree alone: a bound on the work of evaluating it for all numbers.

The unit is a step for each number, about as long as a comparison of two numbers. The bound takes every part
as evaluated for every number, and every value as large as its parts allow. It reads no clock, so every
machine refuses the same conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from typing import Final, NamedTuple

from numberhouse.games.set_theory.catalogue import LAST
from numberhouse.games.set_theory.catalogue.predicates.predicate import LARGEST, MOST_TO_FACTOR, Node

__all__ = ["cost"]

LARGEST_EXPONENT: Final = 60
"""Largest exponent with a value."""

EACH_DIGIT: Final = 4
"""Steps for a digit of a number, in a function of digits."""
EACH_PLACE: Final = 6
"""Steps for a place at which `contains` looks."""
EACH_SQUARE: Final = 8
"""Steps for a bit of an exponent."""
EACH_BIT_OF_PRIME: Final = 10
"""Steps for a bit of a number whose primality is tested: four bases, at most two products each."""
LISTED_PRIME: Final = 4
"""Steps of looking a prime up in the table of factors."""

PLAIN: Final[Mapping[str, int]] = {
    "min": 1,
    "max": 1,
    "abs": 1,
    "popcount": 1,
    "isqrt": 6,
    "is_square": 9,
    "is_cube": 14,
    "omega": 2,
    "bigomega": 2,
    "tau": 2,
    "sigma": 2,
    "phi": 2,
    "least_prime": 2,
    "largest_prime": 2,
}
"""Steps of the functions that take the same time for every value."""


class Bound(NamedTuple):
    """Bounds of a part of a condition."""

    steps: int
    """Steps for each number."""
    most: int
    """Largest absolute value."""


def cost(node: Node) -> int:
    """The number of steps for each number of the range."""
    return _bound(node).steps


def _bound(node: Node) -> Bound:
    if node.kind == "number":
        return Bound(1, node.value)
    if node.kind == "name":
        return Bound(0, LAST)
    parts = [_bound(part) for part in node.parts]
    steps = sum(part.steps for part in parts)
    most = [part.most for part in parts]
    if node.kind == "call":
        own, largest = _call(node, most)
    elif node.kind in OPERATIONS:
        own, largest = OPERATIONS[node.kind](node, most)
    else:  # a condition: both, either, negation, comparison, inclusion
        own, largest = len(parts), 1
    return Bound(steps + own, min(largest, LARGEST))


def _total(node: Node, most: Sequence[int]) -> tuple[int, int]:
    return 2 * len(node.signs), sum(most)


def _product(node: Node, most: Sequence[int]) -> tuple[int, int]:
    largest = most[0]
    for sign, other in zip(node.signs, most[1:], strict=True):
        if sign == "*":
            largest = min(largest * other, LARGEST)
        elif sign == "%":
            largest = other
        else:
            largest += 1  # the quotient is rounded down
    return 3 * len(node.signs), largest


def _signed(node: Node, most: Sequence[int]) -> tuple[int, int]:  # noqa: ARG001 - as the others
    return 1, most[0]


def _power(node: Node, most: Sequence[int]) -> tuple[int, int]:  # noqa: ARG001 - as the others
    base, exponent = most[0], min(most[1], LARGEST_EXPONENT)
    return EACH_SQUARE * max(1, exponent.bit_length()), min(base, LARGEST) ** exponent


OPERATIONS: Final[Mapping[str, Callable[[Node, Sequence[int]], tuple[int, int]]]] = {
    "total": _total,
    "product": _product,
    "signed": _signed,
    "power": _power,
}


def _call(node: Node, most: Sequence[int]) -> tuple[int, int]:
    name = node.signs[0]
    if name in PLAIN:
        return PLAIN[name], _largest(name, most)
    if name in ("gcd", "lcm"):
        shared = min(most).bit_length()
        return 8 + shared, max(most) if name == "gcd" else most[0] * most[1]
    if name == "is_prime":
        listed = most[0] <= MOST_TO_FACTOR
        return LISTED_PRIME if listed else EACH_BIT_OF_PRIME * most[0].bit_length(), 1
    if name == "contains":
        return EACH_PLACE * (_digits(most[0], 10) + _digits(most[1], 10)), 1
    based = len(node.parts) == (3 if name == "count_digit" else 2)
    base = node.parts[-1].value if based else 10
    digits = _digits(most[0], base)
    largest = {
        "digit_sum": (base - 1) * digits,
        "digit_product": (base - 1) ** digits,
        "reverse": base**digits,
        "digits": digits,
        "count_digit": digits,
    }
    return 2 + EACH_DIGIT * digits, largest.get(name, base)


def _largest(name: str, most: Sequence[int]) -> int:
    """Largest value of a plain function. The sum of divisors is below twenty times the number."""
    if name == "isqrt":
        return isqrt(most[0]) + 1
    if name == "popcount":
        return 64
    return 20 * max(most) + 20


def _digits(most: int, base: int) -> int:
    """Number of digits of the largest value."""
    count = 1
    while most >= base:
        most //= base
        count += 1
    return count
