"""Deciding with sums of roots: whether one is 0 or rational, which of two is nearer, and what its digits are.

Numbers are approached by whole numbers, so many bits after the point, until their distance from 0 is clear.
How many bits are enough follows from this: let h be the size of a value (`roots.size`), L its common
denominator and D a bound of its degree. L times the value is an algebraic integer, its conjugates are below
2^h, and if it isn't 0 the product of them all is at least 1 from 0. So L times the value is 0, or at least
2^−h(D−1) from it.
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Final, NamedTuple

from numberhouse.games.sign_cook.rules.expressions.roots import RootSum, added, degree, rational, size

__all__ = ["approached", "digits", "is_zero", "simplified"]

FIRST_BITS: Final = 64
STEP: Final = 4
"""How many times as many bits the next attempt has."""

GUARD: Final = 40
"""Bits for what is lost on the way: a term takes fewer than 2^12 roundings, each of the size of the term, and
there are at most 16 terms."""

SHOWN: Final = 6
"""Digits of a value that goes on; the last is rounded."""


class Complex(NamedTuple):
    """Whole numbers."""

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


def approached(value: RootSum, bits: int) -> Complex:
    """L times the value, times 2^bits, both parts less than 1 off. L is the common denominator."""
    from flint import fmpz

    common = lcm(*(factor.denominator for _, factor in value.terms))
    precision = bits + size(value) + GUARD
    real, imaginary = fmpz(0), fmpz(0)
    for roots, factor in value.terms:
        times = fmpz(factor.numerator * (common // factor.denominator))
        term = _product(roots, precision)
        real += times * term.real
        imaginary += times * term.imaginary
    shift = precision - bits
    return Complex(real >> shift, imaginary >> shift)


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


def _product(roots: tuple[tuple[int, Fraction], ...], precision: int) -> Complex:
    """The product of those roots, times 2^precision."""
    from flint import fmpz

    real, imaginary = fmpz(1) << precision, fmpz(0)
    for base, exponent in roots:
        which, times = exponent.denominator, exponent.numerator
        for _ in range(times):
            real = (real * _root(abs(base), which, precision)) >> precision
            imaginary = (imaginary * _root(abs(base), which, precision)) >> precision
        if base < 0:
            for _ in range(times):
                real, imaginary = _turned(Complex(real, imaginary), _unit(which, precision), precision)
    return Complex(real, imaginary)


@lru_cache(maxsize=64)
def _root(number: int, which: int, precision: int) -> Any:
    """The positive root, times 2^precision, rounded down."""
    from flint import fmpz

    if number == 1:
        return fmpz(1) << precision
    return (fmpz(number) << (which * precision)).root(which)


@lru_cache(maxsize=64)
def _unit(which: int, precision: int) -> Complex:
    """The root of −1 of that degree, cos(π/which) + i·sin(π/which), times 2^precision, by Newton's method:
    with z^which = −1 + e, z·(1 + e/which) is right to twice as many bits."""
    from cmath import exp, pi

    from flint import fmpz

    begun = exp(1j * pi / which)
    right = 48
    z = Complex(fmpz(int(begun.real * (1 << right))), fmpz(int(begun.imag * (1 << right))))
    at = right
    while True:
        then = min(2 * right, precision + GUARD)
        z = Complex(z.real << (then - at), z.imaginary << (then - at))
        at = then
        power = z
        for _ in range(which - 1):
            power = _turned(power, z, at)
        wrong = Complex((power.real + (fmpz(1) << at)) // which, power.imaginary // which)
        more = _turned(z, wrong, at)
        z = Complex(z.real + more.real, z.imaginary + more.imaginary)
        if at == precision + GUARD:
            return Complex(z.real >> GUARD, z.imaginary >> GUARD)
        right = 2 * right - 16


def _turned(one: Complex, other: Complex, precision: int) -> Complex:
    """The product of two numbers that are each times 2^precision."""
    return Complex(
        (one.real * other.real - one.imaginary * other.imaginary) >> precision,
        (one.real * other.imaginary + one.imaginary * other.real) >> precision,
    )
