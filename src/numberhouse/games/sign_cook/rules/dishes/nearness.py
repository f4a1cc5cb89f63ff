"""Which values are nearer to a number (SC-14): exactly, whatever they are, and without any limit of time.

Fractions are compared as they are. Sums of roots are approached, both of two, until their distances part. Two
that agree in so many bits that they must be equal are equal; where that would take more than `MOST_BITS`,
those that agree in that many count as equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cmp_to_key
from math import lcm
from typing import Any, Final, TypeAlias

from numberhouse.games.sign_cook.rules.expressions.roots import (
    FIRST_BITS,
    STEP,
    Complex,
    RootSum,
    added,
    approached,
    degree,
    rational,
    size,
)

__all__ = ["Comparable", "nearer"]

MOST_BITS: Final = 1 << 16
"""After the point of a distance."""

FIRST_DIGITS: Final = Context(prec=60, Emax=10**7, Emin=-(10**7))
APART: Final = Decimal("1e-50")
"""Of the larger of two numbers: what their first digits must differ by to tell them apart."""

FIRST_PART: Final = 256
"""Bits of a number that its first digits are taken from."""


Comparable: TypeAlias = Fraction | RootSum | Complex


def nearer(values: Sequence[Comparable], aim: int) -> tuple[int, ...]:
    """For each value the number of values strictly nearer to `aim`. The distance of a complex number is the
    length of the line to it."""
    gaps = [_gap(value, aim) for value in values]
    by_distance = cmp_to_key(_compare)
    order = sorted(range(len(gaps)), key=lambda index: by_distance(gaps[index]))
    found = [0] * len(gaps)
    for place, index in enumerate(order):
        before = order[place - 1]
        same = place > 0 and _compare(gaps[before], gaps[index]) == 0
        found[index] = found[before] if same else place
    return tuple(found)


def _gap(value: Comparable, aim: int) -> Comparable:
    if isinstance(value, RootSum):
        return added(value, rational(aim), -1)
    if isinstance(value, Complex):
        return Complex(abs(value.real - aim), abs(value.imaginary), "")
    return abs(value - aim)


def _compare(one: Comparable, other: Comparable) -> int:
    """Below 0 where the first is nearer to 0, 0 where neither is."""
    if one == other:
        return 0
    if isinstance(one, RootSum) or isinstance(other, RootSum):
        return _compare_roots(one, other)
    left, right = _length(one), _length(other)
    if abs(left - right) > APART * max(left, right):
        return -1 if left < right else 1
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return _compare_fractions(one, other)
    squares = _square(one) - _square(other)
    return int(squares > 0) - int(squares < 0)


def _compare_fractions(one: Fraction, other: Fraction) -> int:
    from flint import fmpz  # Python takes long to multiply giants

    left = fmpz(one.numerator) * fmpz(other.denominator)
    right = fmpz(other.numerator) * fmpz(one.denominator)
    return int(left > right) - int(left < right)


def _length(gap: Fraction | Complex) -> Decimal:
    """The distance from 0, right to more digits than `APART` has."""
    if isinstance(gap, Fraction):
        return FIRST_DIGITS.divide(_first_digits(gap.numerator), _first_digits(gap.denominator))
    parts = (FIRST_DIGITS.power(_length(part), 2) for part in (gap.real, gap.imaginary))
    return FIRST_DIGITS.sqrt(FIRST_DIGITS.add(*parts))


def _first_digits(number: int) -> Decimal:
    """Of a number that isn't negative; Python takes seconds to turn giants into digits."""
    shift = max(0, number.bit_length() - FIRST_PART)
    return FIRST_DIGITS.multiply(FIRST_DIGITS.create_decimal(number >> shift), FIRST_DIGITS.power(2, shift))


def _square(gap: Fraction | Complex) -> Any:
    """Of the distance, exactly; as python-flint's fraction, for the parts may be giants."""
    from flint import fmpq  # of the extra `bots`

    if isinstance(gap, Fraction):
        return fmpq(gap.numerator, gap.denominator) ** 2
    return _square(gap.real) + _square(gap.imaginary)


def _compare_roots(one: Comparable, other: Comparable) -> int:
    if isinstance(one, RootSum) and isinstance(other, RootSum) and one == added(rational(0), other, -1):
        return 0
    enough = min(_enough(one, other), MOST_BITS)
    bits = FIRST_BITS
    while True:
        bits = min(bits, enough)
        (least, most), (other_least, other_most) = _bounds(one, bits), _bounds(other, bits)
        if most < other_least:
            return -1
        if other_most < least:
            return 1
        if bits == enough:
            return 0
        bits *= STEP


def _enough(one: Comparable, other: Comparable) -> int:
    """Bits after which distances that haven't parted are equal. The difference of their squares is a value
    too: of a field that holds the conjugates of both, and so of the square of their degree at most."""
    left, right = _roots_of(one), _roots_of(other)
    sizes = 2 * (size(left) + size(right)) + 4
    return degree(left, right) ** 2 * sizes + sizes


def _roots_of(gap: Comparable) -> RootSum:
    """Something of the same degree and size."""
    if isinstance(gap, Complex):
        return rational(abs(gap.real) + abs(gap.imaginary))
    return rational(gap) if isinstance(gap, Fraction) else gap


def _bounds(gap: Comparable, bits: int) -> tuple[Any, Any]:
    """What the square of the distance lies between, times 4^bits, as fractions of python-flint."""
    from flint import fmpq, fmpz  # of the extra `bots`

    if isinstance(gap, RootSum):
        parts: Sequence[Any] = approached(gap, bits)
        common = lcm(*(factor.denominator for _, factor in gap.terms))
    else:
        common = 1
        exact = (gap.real, gap.imaginary) if isinstance(gap, Complex) else (gap,)
        parts = [(fmpz(part.numerator) << bits) // part.denominator for part in exact]
    sizes = [abs(part) for part in parts]
    # Each part is less than 1 off, and a bit more.
    least = sum(max(size - 2, fmpz(0)) ** 2 for size in sizes)
    most = sum((size + 2) ** 2 for size in sizes)
    return fmpq(least, common * common), fmpq(most, common * common)
