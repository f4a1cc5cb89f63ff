"""The mine: what can be mined and what is refused, and the compiled search against the plain rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.gameplay import Mine, Options, game
from numberhouse.games.sign_cook.solver.mine_kernel import has_equation, mineable, path_table
from tests.games.sign_cook.play import GRID, begin, pantry, play, refused


def test_sc_6_a_mine_of_8_by_8_with_the_three_known_cells() -> None:
    for seed in range(20):
        grid = game.setup(Options(), 4, Chance(str(seed))).grid
        assert [len(row) for row in grid] == [8] * 8
        assert (mine.digit(grid, "B8"), mine.digit(grid, "A8"), mine.digit(grid, "A7")) == ("2", "1", "3")
        assert next(iter(mine.cell_names(grid))) == "A1"
        assert list(mine.cell_names(grid))[-1] == "H8"


def test_sc_6_a_0_is_there_about_one_time_in_ten() -> None:
    digits = "".join("".join(mine.drawn(Chance(str(seed)))) for seed in range(200))
    for digit in "0456789":
        assert 0.09 < digits.count(digit) / len(digits) < 0.11


def test_sc_6_the_host_may_hand_in_a_mine_and_everybody_sees_it() -> None:
    match = begin(mine=("123", "456"))
    assert match.view(None).grid == ("123", "456")
    assert mine.cell_names(("123", "456"))["C2"] == "6"


def test_sc_7_the_example_b8_a8_a7() -> None:
    match = play(begin(), (0, "mine B8 A8 A7 2+1=3"))
    assert pantry(match, 0) == "112233456789+-x/^"


def test_sc_7_an_equation_is_kept_in_its_normal_form() -> None:
    match = begin()
    match.act(0, Mine(("D1", "C1", "B1", "A1"), "8 − 4 − 1 = 3"))
    (deed,) = match.state.kitchens[0].diary[0]
    assert deed.equation == "8-4-1=3"


@pytest.mark.parametrize(
    "text",
    [
        "mine A1 B1 C1 3x1=4",
        "mine A8 B8 C8 12=8",
    ],
)
def test_sc_7_what_is_no_equation_is_refused(text: str) -> None:
    assert refused(begin(), 0, text).code in ("unequal", "equation")


@pytest.mark.parametrize(
    ("row", "equation", "why"),
    [
        ("1239", "1+2x3=9", ""),
        ("3211", "3/2x1=1", "unequal"),
        ("3223", "3/2x2=3", ""),
        ("5503", "5-5x0=3", "unequal"),
        ("5500", "5-5+0=0", ""),
        ("5505", "5-5x0+5=", "equation"),
        ("1052", "10/5=2", ""),
        ("1055", "1/0+5=5", "division-by-zero"),
        ("0055", "0/0+5=5", "division-by-zero"),
        ("1055", "1x05=5", "leading-zero"),
        ("1055", "1x05+5=", "equation"),
        ("1055", "1x05=6", "equation-digits"),
        ("2134", "3-1+2=4", "equation-digits"),
        ("1105", "1+1=05", "leading-zero"),
        ("0202", "02-0=2", "leading-zero"),
        ("1234", "1+2=3=4", "equation"),
        ("1234", "1+2+3+4", "equation"),
        ("1234", "+1+2=34", "equation"),
        ("1234", "1++2=34", "equation"),
        ("1234", "1+2+=34", "equation"),
        ("1234", "12=34", "equation"),
        ("1234", "=1+234", "equation"),
        ("1234", "1+23=-4", "equation"),
        ("1234", "1^2+3=4", "equation"),
        ("1212", "1×2=12", "unequal"),
        ("1624", "16÷2=4", "unequal"),
        ("1682", "16÷8=2", ""),
        ("9817", "9−8×1=7", "unequal"),
        ("9825", "(9+8)=25", "equation"),
    ],
)
def test_sc_7_equations_are_worked_strictly_left_to_right_and_exactly(
    row: str, equation: str, why: str
) -> None:
    cells = [f"{column}1" for column in "ABCD"]
    grid = (row, "0000")
    if why:
        with pytest.raises(IllegalAction) as caught:
            mine.check(grid, (), cells, equation)
        assert caught.value.code == why
    else:
        assert mine.check(grid, (), cells, equation) == row


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ("A1 B1", "path-length"),
        ("A1 B1 C1 D1 E1 F1 G1 H1", "path-length"),
        ("A1 B1 I1", "unknown-cell"),
        ("A1 B1 B9", "unknown-cell"),
        ("A1 B1 A1", "cell-twice"),
        ("A1 B2 C3", "cells-apart"),
        ("A1 C1 B1", "cells-apart"),
    ],
)
def test_sc_7_paths_that_are_refused(cells: str, code: str) -> None:
    digits = "".join(mine.cell_names(GRID).get(cell, "0") for cell in cells.split())
    assert refused(begin(), 0, f"mine {cells} {digits[:1]}+{digits[1:-1]}={digits[-1]}").code == code


def test_sc_8_mined_cells_are_closed_to_oneself_for_the_match_and_open_to_others() -> None:
    match = play(begin(), (0, "mine B8 A8 A7 2+1=3"), (1, "mine B8 A8 A7 2+1=3"))
    assert refused(match, 0, "mine A7 A8 B8 3-1=2").code == "closed-cell"
    play(match, (0, "serve nothing"), (1, "serve nothing"))
    refusal = refused(match, 0, "mine A7 A8 B8 3-1=2")
    assert str(refusal) == "A7 is closed: you have mined it already"
    assert refused(match, 0, "mine C8 B8 B7 8-2=5").code == "closed-cell"
    assert refused(match, 0, "mine C7 B7 A7 5-5=3").code == "closed-cell"


def test_facts_paths_of_an_8_by_8_grid() -> None:
    """22,672 directed paths of seven cells: the compiled table and the plain walk agree on every length."""
    counts = [len(path_table(8, 8, length)) for length in range(3, 8)]
    assert counts == [584, 1560, 3792, 9504, 22_672]
    assert sum(1 for _ in mine.paths(GRID, 7)) == 22_672
    names = list(mine.cell_names(GRID))
    table = {tuple(names[cell] for cell in row) for row in path_table(8, 8, 5).tolist()}
    assert table == set(mine.paths(GRID, 5))


def test_facts_about_95_percent_of_seven_digit_strings_can_be_mined() -> None:
    chance = Chance("strings")
    drawn = np.array([[chance.below(10) for _ in range(7)] for _ in range(3000)], np.int64)
    share = sum(map(has_equation, drawn)) / len(drawn)
    assert 0.94 < share < 0.965


def naive(digits: str) -> set[str]:
    """Every equation, by trying every way to put signs between the digits."""
    found = set()
    for gaps in product(["", "+", "-", "x", "/", "="], repeat=len(digits) - 1):
        text = digits[0] + "".join(gap + digit for gap, digit in zip(gaps, digits[1:], strict=True))
        left, equals, right = text.partition("=")
        if not equals or not right.isdigit() or left.isdigit():
            continue
        tokens = "".join(f" {char} " if char in "+-x/" else char for char in left).split()
        if any(len(token) > 1 and token[0] == "0" for token in (*tokens, right)):
            continue
        try:
            value = Fraction(tokens[0])
            for sign, number in zip(tokens[1::2], map(Fraction, tokens[2::2]), strict=True):
                value = (
                    value + number
                    if sign == "+"
                    else value - number
                    if sign == "-"
                    else value * number
                    if sign == "x"
                    else value / number
                )
        except ZeroDivisionError:
            continue
        if value == int(right):
            found.add(text)
    return found


@given(st.text("0123456789", min_size=3, max_size=5))
def test_sc_7_all_equations_are_found_and_each_is_accepted(digits: str) -> None:
    found = list(mine.equations(digits))
    assert len(found) == len(set(found))
    assert set(found) == naive(digits)
    grid = (digits, "0" * len(digits))
    cells = list(mine.cell_names(grid))[: len(digits)]
    for equation in found:
        assert mine.check(grid, (), cells, equation) == digits


@given(st.text("0123456789", min_size=3, max_size=7))
def test_the_kernel_finds_what_the_plain_rules_find(digits: str) -> None:
    row = np.array([int(digit) for digit in digits], np.int64)
    assert has_equation(row) == bool(mine.first_equation(digits))


def test_the_kernel_finds_the_paths_that_can_be_mined() -> None:
    names = mine.cell_names(GRID)
    plain = {
        path for path in mine.paths(GRID, 4) if mine.first_equation("".join(names[cell] for cell in path))
    }
    assert set(mineable(GRID, 4)) == plain


def test_a_mine_with_nothing_left_isnt_offered() -> None:
    match = begin(mine=("10", "00"))
    assert "mine" in {part.name for part in match.legal(0).parts}
    play(match, (0, "mine A2 B2 B1 0+0=0"))
    assert "mine" not in {part.name for part in match.legal(0).parts}
    assert mine.first_path(("11", "11"), frozenset({"A1", "B1"})) is None
