"""Values that aren't rational (SC-10), as sums of roots of whole numbers. Only a unary minus produces them.

Expressions have no parentheses. A root is therefore always the root of a whole number, as in 2^2^-1, and an
expression is a sum of products of such roots. A `RootSum` maps each product of roots to its rational factor.
A root is the principal one, so the square root of a negative number is complex.

No value is computed before its degree and its size are bounded. Beyond the bounds a value is `Undecided`.

Three questions need approximations: whether a value is 0 or rational, which of two values is nearer to a
number, and what its digits are. Values are approximated by whole numbers with a given number of bits after
the point, until their distance from 0 is clear. The sufficient number of bits follows from this: let h be the
size of a value (`size`), L its common denominator and D a bound of its degree. L times the value is an
algebraic integer, its conjugates are below 2^h, and if it isn't 0 the product of them all is at least 1 from
0. So L times the value is 0, or at least 2^−h(D−1) from it.

python-flint takes a moment to import and few expressions have roots, so it is imported only where it is
needed.
"""

from __future__ import annotations

from cmath import exp, pi
from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

__all__ = [
    "FIRST_BITS",
    "LARGEST_DEGREE",
    "LARGEST_SIZE",
    "STEP",
    "Complex",
    "Product",
    "RootSum",
    "TooComplex",
    "Undecided",
    "added",
    "approached",
    "checked",
    "degree",
    "digits",
    "inverse",
    "is_zero",
    "multiplied",
    "power",
    "rational",
    "simplified",
    "size",
    "whole_power",
]

LARGEST_DEGREE: Final = 16
"""Largest product of the roots' degrees. Roots of the same number count together."""

LARGEST_SIZE: Final = 1 << 12
"""Largest size of a value, in bits: the size of its common denominator plus that of the sum of its parts'
sizes."""

Product: TypeAlias = tuple[tuple[int, Fraction], ...]
"""A product of roots: whole numbers in order, each with its exponent, above 0 and below 1. The empty product
is 1."""


class RootSum(msgspec.Struct, frozen=True):
    """A sum of products of roots, with rational factors."""

    terms: tuple[tuple[Product, Fraction], ...]
    """The products and their factors, in order. No factor is 0."""


class Undecided(msgspec.Struct, frozen=True):
    """A value that the host decides, because it exceeds the bounds or isn't algebraic."""

    why: str
    """The reason as a code: `degree`, `size`, or `not-algebraic` for a power with an exponent that isn't
    rational."""


class Complex(msgspec.Struct, frozen=True):
    """A complex number with rational parts, from a ruling of the host."""

    real: Fraction
    imaginary: Fraction
    text: str
    """The number as the host wrote it."""


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
    """A bound of the degree of the field that holds the values. Adjoining the q-th root of a whole number
    multiplies the degree by q at most. The field then holds the other powers whose denominator divides q."""
    denominators: dict[int, int] = {}
    for value in values:
        for roots, _ in value.terms:
            for base, exponent in roots:
                denominators[base] = lcm(denominators.get(base, 1), exponent.denominator)
    return prod(denominators.values())


def size(value: RootSum) -> int:
    """Number of bits that bounds L times the sum of the parts' sizes, where L is the common denominator.
    Conjugates of the value have parts of the same sizes, so the bound holds for them too."""
    common = lcm(*(factor.denominator for _, factor in value.terms))
    parts = [
        factor.numerator.bit_length()
        - (factor.denominator.bit_length() - 1)
        + sum(abs(base).bit_length() for base, _ in roots)
        for roots, factor in value.terms
    ]
    return common.bit_length() + max(0, *parts, 0) + len(parts).bit_length()


def added(left: RootSum, right: RootSum, sign: int = 1) -> RootSum:
    """The sum, or the difference for `sign` −1."""
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
    """1 divided by a value of one term. Without parentheses every divisor has one term."""
    ((roots, factor),) = value.terms
    # 1/b^e is b^(1−e)/b.
    turned = tuple((base, 1 - exponent) for base, exponent in roots)
    return RootSum(((turned, 1 / (factor * prod(base for base, _ in roots))),))


def power(base: int, exponent: Fraction) -> RootSum:
    """The principal power of a whole number that isn't 0. Raises `TooComplex` before the value gets too
    large."""
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
    """The same power with a whole exponent if there is one, such as 2^3 for 4^(3/2)."""
    if exponent.denominator > LARGEST_DEGREE or base.bit_length() > LARGEST_SIZE:
        return None
    base, exponent = (1, Fraction(1)) if base == 1 else _reduced(base, exponent)
    return (base, exponent.numerator) if exponent.denominator == 1 else None


def _root_sum(terms: Mapping[Product, Fraction]) -> RootSum:
    return RootSum(tuple(sorted((roots, factor) for roots, factor in terms.items() if factor)))


def _reduced(base: int, exponent: Fraction) -> tuple[int, Fraction]:
    """The reduced power: 4^(1/2) as 2^1 and 8^(1/2) as 2^(3/2). Afterwards no root has a whole value, and
    roots of powers of the same number share a base."""
    for prime in (2, 3, 5, 7, 11, 13):
        while base > 1 and (root := _whole_root(base, prime)) is not None:
            base, exponent = root, exponent * prime
    return base, exponent


def _whole_root(number: int, which: int) -> int | None:
    """The root of a positive number if it is whole."""
    low, high = 1, 1 << (number.bit_length() // which + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**which <= number:
            low = middle
        else:
            high = middle - 1
    return low if low**which == number else None


def _joined(one: Product, other: Product) -> tuple[Product, int]:
    """The product of two products, and the whole number that is factored out of it."""
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


# Approximations

FIRST_BITS: Final = 64
STEP: Final = 4
"""Factor by which the number of bits grows from one attempt to the next."""

GUARD: Final = 40
"""Extra bits for rounding errors. A term takes fewer than 2^12 roundings, each of the size of the term, and
there are at most 16 terms."""

SHOWN: Final = 6
"""Number of digits shown of an infinite decimal. The last digit is rounded."""


class Approximation(NamedTuple):
    """A complex number as two whole numbers over a denominator that the caller knows."""

    real: Any
    imaginary: Any


def is_zero(value: RootSum) -> bool:
    """Whether the value is 0. The number of bits grows with the nearness of the value to 0."""
    if len(value.terms) < 2:
        return not value.terms
    enough = (degree(value) - 1) * size(value) + 2
    bits = FIRST_BITS
    while True:
        bits = min(bits, enough)
        near = approached(value, bits)
        # The exact parts are less than 1 away from these.
        if max(abs(near.real), abs(near.imaginary)) >= 2:
            return False
        if bits == enough:
            return True
        bits *= STEP


def simplified(value: RootSum) -> RootSum | Fraction:
    """The same value, as a fraction if it is rational."""
    if not value.terms:
        return Fraction()
    if len(value.terms) == 1 and not value.terms[0][0]:
        return value.terms[0][1]
    common = lcm(*(factor.denominator for _, factor in value.terms))
    near = approached(value, FIRST_BITS)
    if abs(near.imaginary) > 1:
        return value
    nearest = (int(near.real) + (1 << (FIRST_BITS - 1))) >> FIRST_BITS
    if abs(int(near.real) - (nearest << FIRST_BITS)) > 1:
        return value
    candidate = Fraction(nearest, common)
    return candidate if is_zero(added(value, rational(candidate), -1)) else value


def approached(value: RootSum, bits: int) -> Approximation:
    """L times the value, times 2^bits, where L is the common denominator. Both parts have an error of less
    than 1."""
    from flint import fmpz  # of the extra `bots`

    common = lcm(*(factor.denominator for _, factor in value.terms))
    precision = bits + size(value) + GUARD
    real, imaginary = fmpz(0), fmpz(0)
    for roots, factor in value.terms:
        times = fmpz(factor.numerator * (common // factor.denominator))
        term = _product(roots, precision)
        real += times * term.real
        imaginary += times * term.imaginary
    shift = precision - bits
    return Approximation(real >> shift, imaginary >> shift)


def digits(value: RootSum) -> str:
    """The first decimals of the value: `1.41421…`, `0.500000+0.866025…i`. A part that is smaller than the
    other by 60 bits isn't shown."""
    bits = FIRST_BITS
    while True:
        near = approached(value, bits)
        largest = max(abs(near.real), abs(near.imaginary))
        if largest.bit_length() > FIRST_BITS:
            break
        bits *= STEP
    common = lcm(*(factor.denominator for _, factor in value.terms))
    real, imaginary = (_decimals(part, common, bits) if abs(part) << 60 > largest else "" for part in near)
    if not imaginary:
        return f"{real}…"
    return f"{real}{'+' if real and not imaginary.startswith('-') else ''}{imaginary}…i"


def _decimals(part: Any, common: int, bits: int) -> str:
    """The decimals of `part`, which is `common` times a part of the value, times 2^bits."""
    context = Context(prec=30, Emin=-99_999, Emax=99_999)
    number = context.divide(
        context.divide(context.create_decimal(int(part)), context.create_decimal(common)),
        context.power(Decimal(2), bits),
    )
    return str(Context(prec=SHOWN).plus(number))


def _product(roots: tuple[tuple[int, Fraction], ...], precision: int) -> Approximation:
    """The product of the roots, times 2^precision."""
    from flint import fmpz  # of the extra `bots`

    real, imaginary = fmpz(1) << precision, fmpz(0)
    for base, exponent in roots:
        which, times = exponent.denominator, exponent.numerator
        for _ in range(times):
            real = (real * _root(abs(base), which, precision)) >> precision
            imaginary = (imaginary * _root(abs(base), which, precision)) >> precision
        if base < 0:
            for _ in range(times):
                real, imaginary = _turned(Approximation(real, imaginary), _unit(which, precision), precision)
    return Approximation(real, imaginary)


@lru_cache(maxsize=64)
def _root(number: int, which: int, precision: int) -> Any:
    """The positive root of the degree `which`, times 2^precision, rounded down."""
    from flint import fmpz  # of the extra `bots`

    if number == 1:
        return fmpz(1) << precision
    return (fmpz(number) << (which * precision)).root(which)


@lru_cache(maxsize=64)
def _unit(which: int, precision: int) -> Approximation:
    """The root of −1 of the degree `which`, cos(π/which) + i·sin(π/which), times 2^precision. Newton's
    method: with z^which = −1 + e, z·(1 + e/which) has twice as many correct bits."""
    from flint import fmpz  # of the extra `bots`

    begun = exp(1j * pi / which)
    right = 48
    z = Approximation(fmpz(int(begun.real * (1 << right))), fmpz(int(begun.imag * (1 << right))))
    at = right
    while True:
        then = min(2 * right, precision + GUARD)
        z = Approximation(z.real << (then - at), z.imaginary << (then - at))
        at = then
        power = z
        for _ in range(which - 1):
            power = _turned(power, z, at)
        wrong = Approximation((power.real + (fmpz(1) << at)) // which, power.imaginary // which)
        more = _turned(z, wrong, at)
        z = Approximation(z.real + more.real, z.imaginary + more.imaginary)
        if at == precision + GUARD:
            return Approximation(z.real >> GUARD, z.imaginary >> GUARD)
        right = 2 * right - 16


def _turned(one: Approximation, other: Approximation, precision: int) -> Approximation:
    """The product of two numbers, each of them times 2^precision."""
    return Approximation(
        (one.real * other.real - one.imaginary * other.imaginary) >> precision,
        (one.real * other.imaginary + one.imaginary * other.real) >> precision,
    )
