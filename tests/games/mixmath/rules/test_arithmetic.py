"""What lines come to with further operations and as chains: MX-20, MX-21."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.arithmetic import (
    KNOWN,
    LONGEST_CHAIN,
    MOST_POWER,
    OPERATIONS,
    PLAIN,
    Arithmetic,
    Operation,
    chain_ways,
    line_results,
    results,
)
from numberhouse.games.mixmath.rules.board import CELLS, INDEX, SIGN, Board
from numberhouse.games.mixmath.rules.equation import Chain, Equation, chains, equations, in_words
from numberhouse.games.mixmath.rules.tiles import VALUES
from numberhouse.games.mixmath.solver.kernels import WIDE
from numberhouse.games.mixmath.solver.line_kernel import RANK, lines_of, solving
from tests.games.mixmath.rules.test_board import board

CHAINS = Arithmetic(chains=True)
ALL = Arithmetic(OPERATIONS, chains=True)

arithmetics = st.builds(
    Arithmetic,
    st.sets(st.sampled_from(OPERATIONS)).map(lambda some: tuple(one for one in OPERATIONS if one in some)),
    st.booleans(),
)


def further(operation: Operation, a: int, b: int) -> frozenset[int]:
    return results(a, b, arithmetic=Arithmetic((operation,))) - results(a, b)


# Further operations


@pytest.mark.parametrize(
    ("operation", "a", "b", "expected"),
    [
        ("power", 2, 3, {8, 9}),
        ("power", 1, 7, {1}),
        ("power", 0, 5, {1}),  # 5 to the power of 0; 0 to the power of 5 is 0, as 0 × 5 is
        ("power", 0, 0, set()),
        ("power", 9, 2, {81}),  # and 512, of which there is no tile
        ("power", 90, 90, set()),
        ("root", 9, 2, {3}),
        ("root", 8, 3, {2}),
        ("root", 10, 2, set()),
        ("root", 5, 0, set()),
        ("root", 64, 6, {2}),
        ("logarithm", 8, 2, {3}),
        ("logarithm", 81, 3, {4}),
        ("logarithm", 1, 7, {0}),
        ("logarithm", 10, 3, set()),
        ("logarithm", 0, 7, set()),
        ("logarithm", 1, 1, set()),
        ("modulus", 7, 3, {1, 3}),
        ("modulus", 17, 5, {2, 5}),
        ("modulus", 7, 0, set()),
        ("modulus", 6, 3, {0}),  # 3 mod 6 is 3, as 6 - 3 is
    ],
)
def test_mx_20_further_operations(operation: Operation, a: int, b: int, expected: set[int]) -> None:
    assert further(operation, a, b) & KNOWN == expected
    assert further(operation, b, a) & KNOWN == expected


def test_mx_20_the_edges() -> None:
    assert 1 not in results(0, 0, arithmetic=Arithmetic(("power",)))  # 0 to the power of 0
    assert further("root", 0, 3) == {0} - results(0, 3)  # the third root of 0 is 0, and so is 0 × 3
    assert 7 in results(7, 1, arithmetic=Arithmetic(("root",)))  # the first root of 7
    assert further("logarithm", 0, 0) == frozenset()
    assert further("modulus", 5, 8) == {5}  # 8 mod 5 is 3, as 8 - 5 is; 5 mod 8 is 5


@given(st.sampled_from(VALUES), st.sampled_from(VALUES), arithmetics)
def test_mx_20_every_result_is_right_and_order_does_not_matter(
    a: int, b: int, arithmetic: Arithmetic
) -> None:
    right = set(results(a, b))
    for p, q in ((a, b), (b, a)):
        for value in VALUES:
            if "power" in arithmetic.operations and (p or q) and p**q == value:
                right.add(value)
            if "root" in arithmetic.operations and q and value**q == p:
                right.add(value)
            if "logarithm" in arithmetic.operations and q > 1 and p and q**value == p:
                right.add(value)
            if "modulus" in arithmetic.operations and q and p % q == value:
                right.add(value)
    assert results(a, b, arithmetic=arithmetic) & KNOWN == right & KNOWN
    assert results(a, b, arithmetic=arithmetic) == results(b, a, arithmetic=arithmetic)


def test_mx_20_a_large_power_is_never_computed() -> None:
    began = time.process_time()
    for a, b in product(VALUES, VALUES):
        assert max(results(a, b, arithmetic=Arithmetic(("power",)))) <= max(90, a * b, a + b)
    assert chain_ways((90, 90, 90, 90, 90, 90), None, ALL)
    assert time.process_time() - began < 5


def test_mx_20_on_a_sign_square_its_sign_alone_counts() -> None:
    start = board(G4=2, G3=3, F5=2, E5=3)  # G5 has the sign x, F6 none
    arithmetic = Arithmetic(OPERATIONS)
    assert set(start.spots(arithmetic)[INDEX["G5"]].points) == {6}
    for sign in "+-x/":
        assert results(2, 3, sign, arithmetic) == results(2, 3, sign)


def test_mx_20_a_direction_counts_once_however_many_operations_solve_it() -> None:
    four = board(A4=2, B4=2)  # 2 + 2, 2 × 2 and 2 to the power of 2
    assert four.place("C4", 4, Arithmetic(("power",)))[1] == 4


def test_mx_20_without_the_option_nothing_more_is_right() -> None:
    with pytest.raises(IllegalAction):
        board(A4=2, B4=3).place("C4", 8)
    assert board(A4=2, B4=3).place("C4", 8, Arithmetic(("power",)))[1] == 8


# Chains


class NoResult(Exception):  # noqa: N818 - no error
    """An expression without a value."""


class Exact:
    """A number that Python's own order of operations works with, by the rules of MX-21."""

    def __init__(self, value: Fraction | int) -> None:
        self.value = Fraction(value)

    def __add__(self, other: Exact) -> Exact:
        return Exact(self.value + other.value)

    def __sub__(self, other: Exact) -> Exact:
        return Exact(self.value - other.value)

    def __mul__(self, other: Exact) -> Exact:
        return Exact(self.value * other.value)

    def __truediv__(self, other: Exact) -> Exact:
        if not other.value:
            raise NoResult
        return Exact(self.value / other.value)

    def __mod__(self, other: Exact) -> Exact:
        if not other.value or self.value.denominator > 1:
            raise NoResult
        return Exact(self.value % other.value)

    def __pow__(self, other: Exact) -> Exact:
        if not self.value and not other.value:
            raise NoResult
        if self.value > 1 and other.value > 20:
            raise NoResult
        power = self.value ** int(other.value) if self.value > 1 or not other.value else self.value
        if power > MOST_POWER:
            raise NoResult
        return Exact(power)


def by_python(numbers: tuple[int, ...], signs: tuple[str, ...]) -> Fraction:
    """The value of an expression, as Python reads it."""
    written = {"x": "*", "^": "**", "mod": "%"}
    parts = [f"Exact({numbers[0]})"]
    for sign, number in zip(signs, numbers[1:], strict=True):
        parts += [written.get(sign, sign), f"Exact({number})"]
    value: Exact = eval(" ".join(parts), {"Exact": Exact})
    return value.value


def brute(line: tuple[int, ...], sign: str | None, arithmetic: Arithmetic) -> Iterator[Fraction | int]:
    """All values of all parts of a line that begin at the tile, from either end."""
    yield from results(line[0], line[1], sign, arithmetic)
    signs = [sign] if sign else ["+", "-", "x", "/"]
    if sign is None:
        signs += ["^"] * ("power" in arithmetic.operations) + ["mod"] * ("modulus" in arithmetic.operations)
    for length in range(3, len(line) + 1 if arithmetic.chains else 0):
        for numbers in (line[:length], line[:length][::-1]):
            for some in product(signs, repeat=length - 1):
                try:
                    yield by_python(numbers, some)
                except NoResult:
                    continue


short_lines = st.lists(st.sampled_from(VALUES), min_size=2, max_size=4).map(tuple)
lines = st.lists(st.sampled_from([*range(11), *VALUES]), min_size=2, max_size=LONGEST_CHAIN).map(tuple)
signs = st.sampled_from([None, None, *"+-x/"])


@settings(max_examples=120)
@given(short_lines, signs, arithmetics)
def test_mx_21_every_way_to_work_a_line_out_is_found(
    line: tuple[int, ...], sign: str | None, arithmetic: Arithmetic
) -> None:
    assert line_results(line, sign, arithmetic) == KNOWN & set(brute(line, sign, arithmetic))


@settings(max_examples=200)
@given(lines, signs, arithmetics)
def test_mx_21_every_way_is_right(line: tuple[int, ...], sign: str | None, arithmetic: Arithmetic) -> None:
    for value, way in chain_ways(line, sign, arithmetic).items():
        assert by_python(line, way) == value
        assert sign is None or set(way) == {sign}


@settings(max_examples=120)
@given(lines, signs, arithmetics)
def test_mx_20_and_mx_21_the_compiled_lines_are_those_of_the_rules(
    line: tuple[int, ...], sign: str | None, arithmetic: Arithmetic
) -> None:
    assume(arithmetic != PLAIN)  # the search computes that one itself
    grid = np.full(WIDE * WIDE, -1, dtype=np.int16)
    square = 5 * WIDE + 3
    grid[square + 1 : square + 1 + len(line)] = line
    number = 0 if sign is None else 1 + "+-x/".index(sign)
    found = solving(grid, square, 1, number, *lines_of(arithmetic))
    values = {value for value in VALUES if int(found) >> int(RANK[value]) & 1}
    assert values == line_results(line, sign, arithmetic)


def test_mx_21_the_seeds_example() -> None:
    start = board(A4=4, B4=2, C4=2)
    with pytest.raises(IllegalAction):
        start.place("D4", 10)
    after, points = start.place("D4", 10, CHAINS)
    assert (after["D4"], points) == (10, 20)  # D4 is a double square
    assert chains(start, "D4", 10, CHAINS) == (Chain(("A4", "B4", "C4"), (4, 2, 2), ("x", "+")),)
    assert equations(start, "D4", 10, CHAINS) == ()


@pytest.mark.parametrize(
    ("line", "value", "right"),
    [
        ((2, 2, 4), 10, True),  # 4 × 2 + 2
        ((4, 2, 2), 10, True),  # read from the other end
        ((2, 4, 2), 10, True),  # 2 + 4 × 2
        ((2, 4, 2), 12, False),  # (2 + 4) × 2 has parentheses
        ((9, 2, 5), 0, False),
        ((1, 2, 3), 0, True),  # 1 + 2 - 3
        ((9, 5, 3), 1, True),  # 9 - 5 - 3
        ((10, 3, 1), 4, False),  # 10 / 3 + 1 isn't rounded
        ((2, 3, 6), 9, True),  # 6 / 2 is no neighbours' quotient, but 6 × 3 / 2 is 9
        ((3, 8, 5), 0, True),  # 3 - 8 + 5: below 0 on the way
        ((1, 3, 9, 3), 1, True),
        ((7, 0, 0), 1, False),  # nothing is divided by 0
    ],
)
def test_mx_21_the_usual_order_of_operations(line: tuple[int, ...], value: int, right: bool) -> None:
    assert (value in line_results(line, None, CHAINS)) is right


def test_mx_21_powers_bind_tightest_and_group_to_the_right_and_mod_binds_like_division() -> None:
    assert 2 in line_results((2, 3, 2, 7), None, ALL)
    assert by_python((2, 1, 2), ("^", "^")) == 2
    assert chain_ways((2, 3, 2), None, Arithmetic(("power",), chains=True)).get(64) is None  # (2 ^ 3) ^ 2
    assert chain_ways((7, 4, 5), None, Arithmetic(("modulus",), chains=True))[8] == ("mod", "+")
    assert chain_ways((5, 7, 4), None, Arithmetic(("modulus",), chains=True))[8] == ("+", "mod")


def test_mx_21_roots_and_logarithms_count_in_lines_of_two_alone() -> None:
    some = Arithmetic(("root", "logarithm"), chains=True)
    for line in ((9, 2, 1), (3, 8, 2), (8, 2, 4)):
        pair = results(line[0], line[1], arithmetic=some)
        assert line_results(line, None, some) == (line_results(line, None, CHAINS) | pair) & KNOWN


def test_mx_21_on_a_sign_square_every_operation_is_its_sign() -> None:
    assert line_results((2, 3, 4), "+", ALL) == {5, 9}
    assert line_results((2, 3, 4), "x", ALL) == {6, 24}
    assert line_results((9, 3, 2), "-", ALL) == {6, 4}
    assert line_results((2, 3, 9), "-", ALL) == {1, 4}
    assert line_results((18, 3, 2), "/", ALL) == {6, 3}
    start = board(G4=2, G3=3, G2=4)  # G5 has the sign x
    assert set(start.spots(ALL)[INDEX["G5"]].points) == {6, 24}
    with pytest.raises(IllegalAction) as caught:
        start.place("G5", 10, ALL)
    assert caught.value.code == "sign"
    assert "2 3 4 beside it with x alone" in caught.value.message


def test_mx_21_a_direction_counts_once_for_whatever_length_it_is_solved() -> None:
    # 2 + 2 is 4, and so are 2 + 2 × 1 from afar and 1 × 2 + 2.
    assert board(A4=1, B4=2, C4=2).place("D4", 4, CHAINS)[1] == 4 * 2
    both = board(A4=4, B4=2, C4=2, D5=2, D6=2, D7=4)
    assert both.place("D4", 10, CHAINS)[1] == 10 * 2 * 2


def test_mx_21_a_line_has_at_most_so_many_numbers() -> None:
    assert LONGEST_CHAIN == 6
    start = board(**{f"{column}13": 1 for column in "ABCDEF"})
    assert start.spots(CHAINS)[INDEX["G13"]].lines == ((1,) * 6,)
    assert 6 in start.spots(CHAINS)[INDEX["G13"]].points
    longer = start.with_tile(INDEX["G13"], 1, CHAINS)
    assert longer.spots(CHAINS)[INDEX["H13"]].lines == ((1,) * 6,)
    assert 7 not in longer.spots(CHAINS)[INDEX["H13"]].points


def test_mx_21_a_tile_changes_what_fits_at_both_far_ends_of_its_line() -> None:
    start = board(A13=9, B13=8, C13=7, E13=2, F13=3).spots(CHAINS)
    assert start[INDEX["D13"]].lines == ((7, 8, 9), (2, 3))
    now = board(A13=9, B13=8, C13=7, E13=2, F13=3)
    now.spots(CHAINS)
    after = now.with_tile(INDEX["D13"], 1, CHAINS)
    assert after.spots(CHAINS)[INDEX["G13"]].lines == ((3, 2, 1, 7, 8, 9),)


@settings(max_examples=40)
@given(st.data(), arithmetics)
def test_mx_21_spots_found_step_by_step_are_those_found_at_once(
    data: st.DataObject, arithmetic: Arithmetic
) -> None:
    now = Board.opening()
    for _ in range(10):
        spots = now.spots(arithmetic)
        index = data.draw(st.sampled_from(sorted(spots)))
        if spots[index].points:
            value = data.draw(st.sampled_from(sorted(spots[index].points)))
            now, _ = now.place(CELLS[index], value, arithmetic)
        assert list(now.spots(arithmetic).items()) == list(Board(now.cells).spots(arithmetic).items())


@settings(max_examples=40)
@given(st.data(), arithmetics)
def test_mx_20_and_mx_21_as_many_equations_as_directions_score(
    data: st.DataObject, arithmetic: Arithmetic
) -> None:
    now = Board.opening()
    for _ in range(12):
        spots = now.spots(arithmetic)
        index = data.draw(st.sampled_from([one for one in spots if set(spots[one].points) - {0}]))
        value = data.draw(st.sampled_from(sorted(set(spots[index].points) - {0})))
        told = equations(now, CELLS[index], value, arithmetic)
        longer = chains(now, CELLS[index], value, arithmetic)
        assert spots[index].points[value] / (value * (len(told) + len(longer))) in (1, 2, 3)
        for one in told:
            assert SIGN.get(index) in (None, one.sign)
            assert value in results(one.left, one.right, arithmetic=arithmetic)
        for chain in longer:
            assert tuple(now[cell] for cell in chain.cells) == chain.numbers
            assert by_python(chain.numbers, chain.signs) == value
        now = now.with_tile(index, value, arithmetic)


def test_mx_20_and_mx_21_equations_in_words() -> None:
    written: dict[str, tuple[Equation | Chain, int]] = {
        "2^3 = 8": (Equation("A1", "A2", 2, "^", 3), 8),
        "√9 = 3": (Equation("A1", "A2", 9, "root", 2), 3),
        "³√8 = 2": (Equation("A1", "A2", 8, "root", 3), 2),
        "log₂ 8 = 3": (Equation("A1", "A2", 8, "log", 2), 3),
        "17 mod 5 = 2": (Equation("A1", "A2", 17, "mod", 5), 2),
        "12 ÷ 3 = 4": (Equation("A1", "A2", 12, "/", 3), 4),
        "4 × 2 + 2 = 10": (Chain(("A1", "B1", "C1"), (4, 2, 2), ("x", "+")), 10),
    }
    for words, (one, value) in written.items():
        assert in_words(one, value) == words


def test_mx_20_the_way_that_is_drawn_is_the_right_way_round() -> None:
    start = board(A4=3, B4=2)
    some = Arithmetic(OPERATIONS)
    assert equations(start, "C4", 9, some) == (Equation("B4", "A4", 3, "^", 2),)
    assert equations(start, "C4", 8, some) == (Equation("B4", "A4", 2, "^", 3),)
    assert equations(board(A4=2, B4=9), "C4", 3, some) == (Equation("B4", "A4", 9, "root", 2),)


def test_mx_21_a_refusal_names_the_longer_lines_too() -> None:
    with pytest.raises(IllegalAction) as caught:
        board(A4=4, B4=2, C4=2).place("D4", 90, CHAINS)
    assert caught.value.code == "unsolved"
    assert caught.value.message == (
        "90 on D4 is no result of 2 and 2, nor of more numbers of the line 2 2 4 beside it, read from "
        "either end"
    )
    assert caught.value.values["chains"] == [(2, 2, 4)]


def test_mx_21_a_placement_that_joins_long_lines_takes_a_moment() -> None:
    cells = {f"{column}6": number for column, number in zip("BCDEF", (7, 9, 4, 6, 8), strict=True)}
    cells |= {f"{column}6": number for column, number in zip("HIJKL", (3, 5, 11, 13, 2), strict=True)}
    start = board(**cells)
    start.spots(ALL)
    began = time.process_time()
    start.with_tile(INDEX["G6"], 10, ALL)
    assert time.process_time() - began < 0.5  # some 20 ms; the bound is for a busy machine


def test_the_arithmetic_of_the_box_is_the_default() -> None:
    assert Arithmetic() == PLAIN
    assert Board.opening().spots() is Board.opening().spots(PLAIN)
