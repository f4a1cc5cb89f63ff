"""Lines of three and points (ST-6)."""

from __future__ import annotations

from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, LINES, PARTNERS, lines_by_set, points


def test_st_1_the_grid_has_64_cells_from_a1_to_h8() -> None:
    assert len(set(CELLS)) == 64
    assert (CELLS[0], CELLS[7], CELLS[8], CELLS[-1]) == ("A1", "H1", "A2", "H8")


def test_st_6_there_are_168_lines() -> None:
    assert len({frozenset(line) for line in LINES}) == len(LINES) == 168
    along = [line for line in LINES if len({cell[0] for cell in line}) == 1]
    across = [line for line in LINES if len({cell[1] for cell in line}) == 1]
    assert (len(along), len(across), 168 - len(along) - len(across)) == (48, 48, 72)


def test_st_6_every_line_is_three_adjacent_cells() -> None:
    for one, two, three in LINES:
        steps = [
            (ord(after[0]) - ord(before[0]), int(after[1]) - int(before[1]))
            for before, after in ((one, two), (two, three))
        ]
        assert steps[0] == steps[1]
        assert max(map(abs, steps[0])) == 1


def test_st_6_how_many_lines_go_through_a_cell() -> None:
    counts = {cell: len(PARTNERS[cell]) for cell in CELLS}
    assert sum(counts.values()) == 3 * 168
    assert (counts["A1"], counts["B1"], counts["B2"], counts["D4"]) == (3, 4, 7, 12)


def test_st_6_the_new_cell_may_be_an_end_or_the_middle() -> None:
    grid = {"C4": "A", "E4": "A"}
    assert lines_by_set(grid, "D4", "A")[0] == 1
    assert lines_by_set({"D4": "A", "E4": "A"}, "C4", "A")[0] == 1
    assert lines_by_set(grid, "F4", "A")[0] == 0  # D4 is empty


def test_st_6_a_run_of_four_is_two_lines_and_of_five_three() -> None:
    grid = {"B2": "C", "C3": "C", "E5": "C"}
    assert lines_by_set(grid, "D4", "C")[2] == 2
    assert lines_by_set({**grid, "F6": "C"}, "D4", "C")[2] == 3


def test_st_6_a_line_counts_for_every_set_that_all_three_belong_to() -> None:
    grid = {"D4": "ABJ", "D5": "AJ"}
    assert lines_by_set(grid, "D6", "ABJ") == (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)


def test_st_6_all_eight_directions() -> None:
    ring = dict.fromkeys(("C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"), "B")
    assert lines_by_set(ring, "D4", "B")[1] == 4
    far = dict.fromkeys(("B2", "D2", "F2", "B4", "F4", "B6", "D6", "F6"), "B")
    assert lines_by_set({**ring, **far}, "D4", "B")[1] == 12


def test_st_6_membership_and_lines_add_up() -> None:
    worths = (2, 1, 3, 1, 1, 1, 1, 1, 1, 3)
    lines = (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert points(worths, lines, "ABJ") == 2 + 3 * 2 + 1 + 3 + 2 * 3 * 3
    assert points(worths, (0,) * 10, "") == 0
    assert LABELS == "ABCDEFGHIJ"
