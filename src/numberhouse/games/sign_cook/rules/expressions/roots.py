"""Numbers that aren't rational, which only a unary minus brings about (SC-10): sums of roots of whole
numbers.

There are no parentheses, so a root is always one of a whole number, 2^2^-1, and an expression is a sum of
products of such roots. A `RootSum` holds it like that: for each product of roots its rational factor. A root
is the principal one, so that of a negative number is complex.

Nothing is worked out before its degree and its size are bounded; beyond the bounds a value is `Undecided`.

To decide whether a value is 0 or rational, which of two is nearer, and what its digits are, numbers are
approached by whole numbers, so many bits after the point, until their distance from 0 is clear. How many bits
are enough follows from this: let h be the size of a value (`size`), L its common denominator and D a bound of
its degree. L times the value is an algebraic integer, its conjugates are below 2^h, and if it isn't 0 the
product of them all is at least 1 from 0. So L times the value is 0, or at least 2^−h(D−1) from it.

python-flint, whose import takes a moment, is imported where it is needed: few expressions have roots.
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


# Approximations

FIRST_BITS: Final = 64
STEP: Final = 4
"""How many times as many bits the next attempt has."""

GUARD: Final = 40
"""Bits for what is lost on the way: a term takes fewer than 2^12 roundings, each of the size of the term, and
there are at most 16 terms."""

SHOWN: Final = 6
"""Digits of a value that goes on; the last is rounded."""


class Approximation(NamedTuple):
    """A complex number as whole numbers, of a denominator that goes with it."""

    real: Any
    imaginary: Any


def is_zero(value: RootSum) -> bool:
    """Whether it is 0, which takes as many bits as it is near to 0 but not 0."""
    if len(value.terms) < 2:
        return not value.terms
    enough = (degree(value) - 1) * size(value) + 2
    bits = FIRST_BITS
    while True:
        bits = min(bits, enough)
        near = approached(value, bits)
        # The true parts are less than 1 away from these.
        if max(abs(near.real), abs(near.imaginary)) >= 2:
            return False
        if bits == enough:
            return True
        bits *= STEP


def simplified(value: RootSum) -> RootSum | Fraction:
    """The same as a fraction, where it is one."""
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
    """L times the value, times 2^bits, both parts less than 1 off. L is the common denominator."""
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
    """Its first decimals: `1.41421…`, `0.500000+0.866025…i`. A part that is smaller than the other by 60 bits
    isn't shown."""
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
    """The part is of `common` times the value, times 2^bits."""
    context = Context(prec=30, Emin=-99_999, Emax=99_999)
    number = context.divide(
        context.divide(context.create_decimal(int(part)), context.create_decimal(common)),
        context.power(Decimal(2), bits),
    )
    return str(Context(prec=SHOWN).plus(number))


def _product(roots: tuple[tuple[int, Fraction], ...], precision: int) -> Approximation:
    """The product of those roots, times 2^precision."""
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
    """The positive root, times 2^precision, rounded down."""
    from flint import fmpz  # of the extra `bots`

    if number == 1:
        return fmpz(1) << precision
    return (fmpz(number) << (which * precision)).root(which)


@lru_cache(maxsize=64)
def _unit(which: int, precision: int) -> Approximation:
    """The root of −1 of that degree, cos(π/which) + i·sin(π/which), times 2^precision, by Newton's method:
    with z^which = −1 + e, z·(1 + e/which) is right to twice as many bits."""
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
    """The product of two numbers that are each times 2^precision."""
    return Approximation(
        (one.real * other.real - one.imaginary * other.imaginary) >> precision,
        (one.real * other.imaginary + one.imaginary * other.real) >> precision,
    )
