"""Exact comparison of values by their distance from a number (SC-14), for all kinds of values and without a
time limit.

Fractions are compared directly. Sums of roots are approximated with more and more bits until the two
distances differ. Two distances that agree in enough bits to prove equality are equal. If the proof would take
more than `MOST_BITS`, distances that agree in `MOST_BITS` bits count as equal.
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
"""Largest number of bits after the point of a distance."""

FIRST_DIGITS: Final = Context(prec=60, Emax=10**7, Emin=-(10**7))
APART: Final = Decimal("1e-50")
"""Relative difference of two numbers above which their first digits decide the comparison."""

FIRST_PART: Final = 256
"""Number of leading bits from which a number's first digits are computed."""


Comparable: TypeAlias = Fraction | RootSum | Complex


def nearer(values: Sequence[Comparable], aim: int) -> tuple[int, ...]:
    """The number of values strictly nearer to `aim`, for each value. The distance of a complex number is the
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
    """A negative number if `one` is nearer to 0, a positive one if `other` is, 0 if they are equally near."""
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
    from flint import fmpz  # Python multiplies very large numbers slowly

    left = fmpz(one.numerator) * fmpz(other.denominator)
    right = fmpz(other.numerator) * fmpz(one.denominator)
    return int(left > right) - int(left < right)


def _length(gap: Fraction | Complex) -> Decimal:
    """The distance from 0, with more correct digits than `APART` needs."""
    if isinstance(gap, Fraction):
        return FIRST_DIGITS.divide(_first_digits(gap.numerator), _first_digits(gap.denominator))
    parts = (FIRST_DIGITS.power(_length(part), 2) for part in (gap.real, gap.imaginary))
    return FIRST_DIGITS.sqrt(FIRST_DIGITS.add(*parts))


def _first_digits(number: int) -> Decimal:
    """The first digits of a number that isn't negative. Python takes seconds to convert very large numbers to
    decimals."""
    shift = max(0, number.bit_length() - FIRST_PART)
    return FIRST_DIGITS.multiply(FIRST_DIGITS.create_decimal(number >> shift), FIRST_DIGITS.power(2, shift))


def _square(gap: Fraction | Complex) -> Any:
    """The exact square of the distance, as a python-flint fraction, because its parts may be very large."""
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
    """Number of bits after which distances that still agree are equal. The difference of their squares is a
    value in a field that holds the conjugates of both, so its degree is at most the square of their
    degree."""
    left, right = _roots_of(one), _roots_of(other)
    sizes = 2 * (size(left) + size(right)) + 4
    return degree(left, right) ** 2 * sizes + sizes


def _roots_of(gap: Comparable) -> RootSum:
    """A sum of roots with the same degree and size."""
    if isinstance(gap, Complex):
        return rational(abs(gap.real) + abs(gap.imaginary))
    return rational(gap) if isinstance(gap, Fraction) else gap


def _bounds(gap: Comparable, bits: int) -> tuple[Any, Any]:
    """Lower and upper bound of the distance's square, times 4^bits, as python-flint fractions."""
    from flint import fmpq, fmpz  # of the extra `bots`

    if isinstance(gap, RootSum):
        parts: Sequence[Any] = approached(gap, bits)
        common = lcm(*(factor.denominator for _, factor in gap.terms))
    else:
        common = 1
        exact = (gap.real, gap.imaginary) if isinstance(gap, Complex) else (gap,)
        parts = [(fmpz(part.numerator) << bits) // part.denominator for part in exact]
    sizes = [abs(part) for part in parts]
    # Each part has an error of less than 1, plus rounding.
    least = sum(max(size - 2, fmpz(0)) ** 2 for size in sizes)
    most = sum((size + 2) ** 2 for size in sizes)
    return fmpq(least, common * common), fmpq(most, common * common)
