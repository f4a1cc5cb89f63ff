"""Sums of roots: what is 0, what is rational, and what the digits are."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numberhouse.games.sign_cook.rules.dishes.nearness import nearer
from numberhouse.games.sign_cook.rules.expressions.expression import Cuisine, read, shown
from numberhouse.games.sign_cook.rules.expressions.roots import (
    LARGEST_DEGREE,
    RootSum,
    TooComplex,
    added,
    approached,
    degree,
    digits,
    inverse,
    is_zero,
    multiplied,
    power,
    rational,
    simplified,
    size,
)

TIGHT = Cuisine(unary_minus="tight")
LOOSE = Cuisine(unary_minus="loose")


def convergent(bits: int) -> tuple[int, int]:
    """Above and below of a fraction that is nearer to the root of 2 than 2^−bits."""
    above, below = 1, 1
    while below.bit_length() * 2 < bits + 4:
        above, below = above + 2 * below, above + below
    return above, below


@pytest.mark.parametrize("bits", [20, 60, 200, 1000])
def test_sc_11_what_is_nearly_0_is_not_0(bits: int) -> None:
    above, below = convergent(bits)
    assert abs(above * above - 2 * below * below) == 1
    near = read(f"{above}/{below}-2^2^-1+5", LOOSE)
    assert not near.ruined
    assert isinstance(near.value, RootSum)
    far = added(rational(Fraction(above, below)), power(2, Fraction(1, 2)), -1)
    assert not is_zero(far)
    assert isinstance(simplified(far), RootSum)


@pytest.mark.parametrize("bits", [20, 200, 1000])
def test_sc_14_what_is_nearly_as_near_is_not_as_near(bits: int) -> None:
    above, below = convergent(bits)
    values: list[Any] = [power(2, Fraction(1, 2)), Fraction(above, below)]
    order = nearer(values, 24)
    assert sorted(order) == [0, 1]
    exact = above * above > 2 * below * below
    assert order == ((1, 0) if exact else (0, 1))


@pytest.mark.parametrize(
    "text",
    [
        "2^2^-1x3^2^-1-6^2^-1+5",
        "-1^3^-1x-1^3^-1+1-3^2^-1x-1^2^-1+5",
        "-1^4^-1-2^2^-1/2-2^2^-1/2x-1^2^-1+5",
        "9^600x-1^4^-1-9^600x2^2^-1/2-9^600x2^2^-1/2x-1^2^-1+5",
        "-4^2^-1-2x-1^2^-1+5",
    ],
)
def test_sc_11_what_is_0_is_found_out(text: str) -> None:
    found = read(text, TIGHT)
    assert shown(found.value) != "?"
    if text.startswith("-1^3"):
        assert not found.ruined  # e^(2πi/3) is another number than these add up to
    else:
        assert found.ruined
        assert found.value == 5


BASES = st.integers(2, 40)
EXPONENTS = st.builds(Fraction, st.integers(-6, 6), st.sampled_from([1, 2, 3, 4]))


def approximate(value: RootSum) -> complex:
    near = approached(value, 200)
    common = lcm(*(factor.denominator for _, factor in value.terms))
    return complex(*(float(Fraction(int(part), common << 200)) for part in near))


@given(st.lists(st.tuples(BASES | BASES.map(lambda base: -base), EXPONENTS), min_size=1, max_size=3))
def test_products_of_powers_are_those_of_floating_numbers(powers: list[tuple[int, Fraction]]) -> None:
    value, expected = rational(1), 1 + 0j
    for base, exponent in powers:
        value = multiplied(value, power(base, exponent))
        expected *= complex(base) ** float(exponent)
    assert approximate(value) == pytest.approx(expected, rel=1e-9)
    assert approximate(multiplied(value, inverse(value))) == pytest.approx(1)
    assert simplified(multiplied(value, inverse(value))) == 1


@given(st.integers(1, 10**6))
def test_roots_of_squares_are_whole_and_others_are_not(number: int) -> None:
    root = simplified(power(number, Fraction(1, 2)))
    if isqrt(number) ** 2 == number:
        assert root == isqrt(number)
    else:
        assert isinstance(root, RootSum)
        assert simplified(multiplied(root, root)) == number


@given(st.lists(st.tuples(st.integers(-99, 99), BASES), min_size=1, max_size=4))
def test_a_sum_minus_itself_is_0_whatever_the_order(parts: list[tuple[int, int]]) -> None:
    def total(order: list[tuple[int, int]]) -> RootSum:
        value = rational(0)
        for factor, base in order:
            value = added(value, multiplied(rational(factor), power(base, Fraction(1, 2))))
        return value

    one, other = total(parts), total(parts[::-1])
    assume(degree(one) <= LARGEST_DEGREE)
    assert is_zero(added(one, other, -1))
    assert is_zero(added(added(one, rational(1)), other, -1)) is False


def test_the_bounds_are_where_they_should_be() -> None:
    assert degree(power(2, Fraction(1, 16))) == 16
    with pytest.raises(TooComplex):
        power(2, Fraction(1, 17))
    assert degree(added(power(2, Fraction(1, 2)), power(8, Fraction(1, 4)))) == 4
    assert size(power(2, Fraction(4001, 2))) > 2000
    with pytest.raises(TooComplex):
        power(2, Fraction(8193, 2))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (power(2, Fraction(1, 2)), "1.41421…"),
        (power(-3, Fraction(-1, 2)), "-0.577350…i"),
        (power(-8, Fraction(1, 3)), "1+1.73205…i"),
        (power(10, Fraction(2001, 2)), "3.16228E+1000…"),
    ],
)
def test_digits_are_the_first_ones(value: RootSum, words: str) -> None:
    assert digits(value) == words
