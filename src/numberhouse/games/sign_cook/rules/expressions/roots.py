"""Numbers that aren't rational, which only a unary minus brings about (SC-10): sums of roots of whole
numbers.

There are no parentheses, so a root is always one of a whole number, 2^2^-1, and an expression is a sum of
products of such roots. A `RootSum` holds it like that: for each product of roots its rational factor. A root
is the principal one, so that of a negative number is complex.

Nothing is worked out before its degree and its size are bounded; beyond the bounds a value is `Undecided`.
`root_digits.py` decides what is 0, by bounds that are proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm, prod
from typing import Any, Final, TypeAlias

import msgspec

__all__ = [
    "LARGEST_DEGREE",
    "LARGEST_SIZE",
    "Complex",
    "Product",
    "RootSum",
    "TooComplex",
    "Undecided",
    "added",
    "checked",
    "degree",
    "inverse",
    "multiplied",
    "power",
    "rational",
    "size",
    "whole_power",
]

LARGEST_DEGREE: Final = 16
"""Product of the roots' degrees, those of one number taken together."""

LARGEST_SIZE: Final = 1 << 12
"""Bits of a value: of its common denominator and of the sum of its parts' sizes, together."""

Product: TypeAlias = tuple[tuple[int, Fraction], ...]
"""Whole numbers in order with what each is raised to, above 0 and below 1; empty is 1."""


class RootSum(msgspec.Struct, frozen=True):
    """A sum of products of roots, with rational factors."""

    terms: tuple[tuple[Product, Fraction], ...]
    """In order; no factor is 0."""


class Undecided(msgspec.Struct, frozen=True):
    """A value that the bounds, or mathematics, leave to the host."""

    why: str
    """A code: `degree`, `size`, or `not-algebraic` for a power with an exponent that isn't rational."""


class Complex(msgspec.Struct, frozen=True):
    """A complex number with rational parts, as a host says it."""

    real: Fraction
    imaginary: Fraction
    text: str
    """As it was written."""


class TooComplex(Exception):  # noqa: N818 - nothing is wrong
    """A value beyond the bounds."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def rational(value: Fraction | int) -> RootSum:
    """A rational number as a sum of roots."""
    return RootSum((((), Fraction(value)),) if value else ())


def checked(value: RootSum) -> RootSum:
    """The value itself. Raises `TooComplex` beyond the bounds."""
    if degree(value) > LARGEST_DEGREE:
        raise TooComplex("degree")
    if size(value) > LARGEST_SIZE:
        raise TooComplex("size")
    return value


def degree(*values: RootSum) -> int:
    """A bound of the degree of the field that the values lie in: adjoining the q-th root of a whole number
    raises it by a factor of q at most, and holds the other powers whose denominator divides q."""
    denominators: dict[int, int] = {}
    for value in values:
        for roots, _ in value.terms:
            for base, exponent in roots:
                denominators[base] = lcm(denominators.get(base, 1), exponent.denominator)
    return prod(denominators.values())


def size(value: RootSum) -> int:
    """Bits that bound L times the sum of the parts' sizes, where L is the common denominator. Conjugates of
    the value have parts of the same sizes, so they are bounded as well."""
    common = lcm(*(factor.denominator for _, factor in value.terms))
    parts = [
        factor.numerator.bit_length()
        - (factor.denominator.bit_length() - 1)
        + sum(abs(base).bit_length() for base, _ in roots)
        for roots, factor in value.terms
    ]
    return common.bit_length() + max(0, *parts, 0) + len(parts).bit_length()


def added(left: RootSum, right: RootSum, sign: int = 1) -> RootSum:
    """The sum, or with a sign of −1 the difference."""
    terms = dict(left.terms)
    for roots, factor in right.terms:
        terms[roots] = terms.get(roots, Fraction()) + sign * factor
    return _root_sum(terms)


def multiplied(left: RootSum, right: RootSum) -> RootSum:
    """The product."""
    terms: dict[Product, Fraction] = {}
    for one_roots, one in left.terms:
        for other_roots, other in right.terms:
            roots, whole = _joined(one_roots, other_roots)
            terms[roots] = terms.get(roots, Fraction()) + one * other * whole
    return _root_sum(terms)


def inverse(value: RootSum) -> RootSum:
    """1 divided by a value of one term: without parentheses nothing else is divided by."""
    ((roots, factor),) = value.terms
    # 1/b^e is b^(1−e)/b.
    turned = tuple((base, 1 - exponent) for base, exponent in roots)
    return RootSum(((turned, 1 / (factor * prod(base for base, _ in roots))),))


def power(base: int, exponent: Fraction) -> RootSum:
    """The principal power of a whole number that isn't 0. Raises `TooComplex` before it gets too large."""
    if base == 1:
        return rational(1)
    if exponent.denominator > LARGEST_DEGREE:
        raise TooComplex("degree")
    base, exponent = _reduced(base, exponent)
    whole, part = divmod(exponent.numerator, exponent.denominator)
    if base == -1:
        whole %= 2
    elif (abs(whole) + 1) * base.bit_length() > LARGEST_SIZE:
        raise TooComplex("size")
    roots: Product = ((base, Fraction(part, exponent.denominator)),) if part else ()
    return RootSum(((roots, Fraction(base) ** whole),))


def whole_power(base: int, exponent: Fraction) -> tuple[int, int] | None:
    """The same power as one with a whole exponent, such as 2^3 for 4^(3/2), where it is one."""
    if exponent.denominator > LARGEST_DEGREE or base.bit_length() > LARGEST_SIZE:
        return None
    base, exponent = (1, Fraction(1)) if base == 1 else _reduced(base, exponent)
    return (base, exponent.numerator) if exponent.denominator == 1 else None


def _root_sum(terms: Mapping[Product, Fraction]) -> RootSum:
    return RootSum(tuple(sorted((roots, factor) for roots, factor in terms.items() if factor)))


def _reduced(base: int, exponent: Fraction) -> tuple[int, Fraction]:
    """4^(1/2) as 2^1 and 8^(1/2) as 2^(3/2): no root is left that comes out whole, and roots of powers of one
    number go together."""
    for prime in (2, 3, 5, 7, 11, 13):
        while base > 1 and (root := _whole_root(base, prime)) is not None:
            base, exponent = root, exponent * prime
    return base, exponent


def _whole_root(number: int, which: int) -> int | None:
    """The root of a positive number, where it is whole."""
    low, high = 1, 1 << (number.bit_length() // which + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**which <= number:
            low = middle
        else:
            high = middle - 1
    return low if low**which == number else None


def _joined(one: Product, other: Product) -> tuple[Product, int]:
    """The product of two products, and the whole number that comes out of it."""
    exponents: dict[int, Fraction] = dict(one)
    whole = 1
    for base, exponent in other:
        total = exponents.get(base, Fraction()) + exponent
        if total >= 1:
            total -= 1
            whole *= base
        exponents[base] = total
    kept: Any = tuple(sorted((base, exponent) for base, exponent in exponents.items() if exponent))
    return kept, whole
