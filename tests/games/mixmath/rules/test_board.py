"""Board, squares, arithmetic and points of a placement: MX-1, MX-2, MX-7 … MX-10, MX-13."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.arithmetic import results
from numberhouse.games.mixmath.rules.board import CELLS, INDEX, LAYOUT, PREMIUM, SIGN, Board
from numberhouse.games.mixmath.rules.tiles import BOX, VALUES, box

# Two real games, first 50 placements each, with the official points of every turn; the bonus left out.
GAMES = json.loads((Path(__file__).parents[1] / "scored_games.json").read_text(encoding="utf-8"))["games"]


def board(**tiles: int) -> Board:
    """The opening with tiles put anywhere."""
    found = Board.opening()
    for cell, value in tiles.items():
        found = found.with_tile(INDEX[cell], value)
    return found


def refused(code: str, start: Board, cell: str, value: int) -> str:
    with pytest.raises(IllegalAction) as caught:
        start.place(cell, value)
    assert caught.value.code == code
    return caught.value.message


def test_mx_1_cells_are_a_column_letter_and_a_row_number() -> None:
    assert len(CELLS) == 14 * 14
    assert (CELLS[0], CELLS[13], CELLS[14], CELLS[-1]) == ("A1", "N1", "A2", "N14")
    for cell in ("O1", "A0", "A15", "a1", "G", "", "7G", "G07", "G7 "):
        assert "A1 to N14" in refused("cell", Board.opening(), cell, 3)


def test_mx_2_the_layout() -> None:
    squares = {"3": 12, "2": 16, "+": 8, "-": 8, "x": 8, "/": 8, "#": 4, ".": 132}
    assert Counter(LAYOUT) == squares
    assert [PREMIUM[INDEX[cell]] for cell in ("A1", "G1", "H14", "A8", "B2", "D4", "K11")] == [3] * 4 + [
        2
    ] * 3
    signs = {
        "E2": "/",
        "F3": "-",
        "G4": "+",
        "H4": "x",
        "G5": "x",
        "D7": "x",
        "E7": "+",
        "J8": "+",
        "N7": None,
    }
    assert {cell: SIGN.get(INDEX[cell]) for cell in signs} == signs


def test_mx_2_the_layout_is_the_same_from_all_four_sides_but_for_the_signs() -> None:
    plain = LAYOUT.translate(str.maketrans("+-x/", "ssss"))
    rows = [plain[start : start + 14] for start in range(0, 196, 14)]
    assert (
        rows
        == rows[::-1]
        == [row[::-1] for row in rows]
        == ["".join(column) for column in zip(*rows, strict=True)]
    )


def test_mx_7_a_line_ends_at_the_edge_of_the_board() -> None:
    assert "no two numbers" in refused("no-pair", board(A2=3, B2=4), "N1", 7)
    assert "no two numbers" in refused("no-pair", board(M1=3, N1=4), "A2", 7)


def test_mx_2_nothing_is_laid_on_the_printed_numbers() -> None:
    start = Board.opening()
    assert [start[cell] for cell in ("G7", "H7", "G8", "H8")] == [1, 2, 3, 4]
    for cell in ("G7", "H7", "G8", "H8"):
        assert "printed" in refused("printed", start, cell, 3)


def test_mx_3_the_tiles() -> None:
    assert (len(BOX), sum(BOX)) == (106, 1762)
    counts = Counter(BOX)
    assert all(counts[value] == 7 for value in range(1, 11))
    large = [
        21,
        24,
        25,
        27,
        28,
        30,
        32,
        35,
        36,
        40,
        42,
        45,
        48,
        49,
        50,
        54,
        56,
        60,
        63,
        64,
        70,
        72,
        80,
        81,
        90,
    ]
    assert sorted(counts) == [*range(21), *large]
    assert all(counts[value] == 1 for value in (0, *range(11, 21), *large))
    assert len(box(2)) == 108


@pytest.mark.parametrize("value", [-1, 22, 23, 100, 10**30])
def test_mx_3_other_numbers_are_refused(value: int) -> None:
    assert "there is no tile" in refused("tile", Board.opening(), "F7", value)


def test_mx_6_the_first_turn_builds_on_the_printed_numbers_alone() -> None:
    spots = {CELLS[index]: set(spot.points) for index, spot in Board.opening().spots().items()}
    across, below = {1, 2, 3}, {1, 7, 12}
    assert spots == {
        "F7": across, "I7": across, "F8": below, "I8": below,
        "G6": {2, 3, 4}, "G9": {2, 3, 4}, "H6": {2, 6, 8}, "H9": {2, 6, 8},
    }  # fmt: skip
    assert max(map(max, spots.values())) == 12


def test_mx_7_a_tile_lies_at_the_end_of_a_line_of_three() -> None:
    start = board(A3=8, B3=2, D3=5, A5=3, A6=4)
    assert start.place("C3", 10)[1] == 20  # C3 is a double square
    assert start.place("A4", 7)[1] == 7  # above 3 and 4
    assert "no two numbers next to it" in refused("no-pair", start, "E3", 5)
    assert refused("no-pair", board(A3=8, C3=2), "B3", 10)  # between the two
    assert "A3 is taken: 8" in refused("occupied", start, "A3", 6)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (8, 2, {10, 6, 16, 4}),
        (2, 8, {10, 6, 16, 4}),
        (3, 2, {5, 1, 6}),
        (5, 5, {10, 0, 25, 1}),
        (0, 5, {5, 0}),
        (0, 0, {0}),
        (1, 1, {2, 0, 1}),
    ],
)
def test_mx_8_results(a: int, b: int, expected: set[int]) -> None:
    assert results(a, b) == expected


@given(st.sampled_from(VALUES), st.sampled_from(VALUES))
def test_mx_8_order_does_not_matter_and_quotients_are_exact(a: int, b: int) -> None:
    assert results(a, b) == results(b, a) == set().union(*(results(a, b, sign) for sign in "+-x/"))
    for quotient in results(a, b, "/"):
        assert quotient * b == a or quotient * a == b


def test_mx_9_pairs_that_are_not_solved_are_no_obstacle() -> None:
    start = board(A3=8, B3=2, C4=7, C5=9)
    _, points = start.place("C3", 10)
    assert points == 20


def test_mx_10_on_a_sign_square_only_its_sign_counts() -> None:
    start = board(G4=8, G3=2, F5=5, E5=2)  # G5 has the sign x
    assert start.place("G5", 16)[1] == 16
    assert start.place("G5", 10)[1] == 10
    message = refused("sign", start, "G5", 6)
    assert message == "6 on G5 is no result of 5 and 2 or 8 and 2 with x, the sign of that square"
    assert refused("sign", start, "G5", 7)


@pytest.mark.parametrize(
    ("a", "b", "sign", "expected"),
    [
        (8, 2, "+", {10}), (2, 8, "-", {6}), (8, 2, "x", {16}), (2, 8, "/", {4}), (3, 2, "/", set()),
        (0, 5, "+", {5}), (0, 5, "-", {5}), (0, 5, "x", {0}), (0, 5, "/", {0}), (5, 0, "/", {0}),
        (0, 0, "/", set()), (7, 7, "/", {1}),
    ],
)  # fmt: skip
def test_mx_8_and_mx_10_results_with_one_sign(a: int, b: int, sign: str, expected: set[int]) -> None:
    assert results(a, b, sign) == expected


def test_mx_10_directions_with_other_signs_do_not_count() -> None:
    start = board(G4=8, G3=2, F5=4, E5=4, H5=9, I5=7)  # 8 x 2, 4 x 4, but 9 + 7
    assert start.place("G5", 16)[1] == 32


def test_mx_13_value_times_directions_times_premium() -> None:
    cross = board(B3=4, B4=2, C2=10, D2=2, A2=6)
    assert cross.place("B2", 8)[1] == 8 * 2 * 2
    four = board(J9=5, J8=1, J11=2, J12=3, I10=4, H10=2, K10=9, L10=3)
    assert four.place("J10", 6)[1] == 6 * 4 * 2
    assert board(B1=9, C1=9, A2=1, A3=9).place("A1", 9)[1] == 27


def test_mx_13_a_direction_counts_once_however_many_operations_solve_it() -> None:
    assert board(A4=2, B4=2).place("C4", 4)[1] == 4
    assert board(A4=5, B4=0).place("C4", 5)[1] == 5
    assert board(A4=0, B4=0).place("C4", 0)[1] == 0


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_mx_13_officially_scored_games(game: dict[str, list[dict[str, object]]]) -> None:
    now = Board.opening()
    for turn in game["turns"]:
        total = 0
        for move in turn["moves"]:  # type: ignore[attr-defined]
            now, points = now.place(move["cell"], move["tile"])
            total += points
        assert total == turn["official_turn_score"]


def test_mx_7_a_value_that_solves_nothing_is_refused_with_the_pairs() -> None:
    message = refused("unsolved", board(C4=8, C5=2), "C3", 5)
    assert message == "5 on C3 is no result of 8 and 2"


def test_placing_leaves_the_board_as_it_was() -> None:
    start = Board.opening()
    after, points = start.place("F7", 3)
    assert (after["F7"], start["F7"], points) == (3, None, 3)
    assert start == Board.opening()


@given(st.data())
def test_spots_found_step_by_step_are_those_found_at_once(data: st.DataObject) -> None:
    now = Board.opening()
    for _ in range(12):
        index = data.draw(st.sampled_from(sorted(now.spots())))
        points = now.spots()[index].points
        if points:
            now, _ = now.place(CELLS[index], data.draw(st.sampled_from(sorted(points))))
        assert list(now.spots().items()) == list(Board(now.cells).spots().items())
