"""The grid: its cells, its lines of three, and the points of a number on it (ST-1, ST-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

__all__ = ["CELLS", "LABELS", "LINE", "LINES", "PARTNERS", "SIDE", "lines_by_set", "points", "shared"]

SIDE: Final = 8

CELLS: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "ABCDEFGH")
"""A1 … H8, row by row from the top."""

LINE: Final = 3
"""Factor of the set's worth for every line in the set (ST-6)."""

LABELS: Final = "ABCDEFGHIJ"
"""The names of the ten sets, in order."""

DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps in columns and rows to the next cell of a line."""


def _lines() -> tuple[tuple[str, str, str], ...]:
    found = []
    for row in range(SIDE):
        for column in range(SIDE):
            for right, down in DIRECTIONS:
                ends = (column + 2 * right, row + 2 * down)
                if all(0 <= end < SIDE for end in ends):
                    places = [(row + step * down) * SIDE + column + step * right for step in range(3)]
                    found.append((CELLS[places[0]], CELLS[places[1]], CELLS[places[2]]))
    return tuple(found)


LINES: Final = _lines()
"""The 168 lines of three adjacent cells: rows, columns and both diagonals."""

PARTNERS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    cell: tuple(
        (others[0], others[1])
        for line in LINES
        if cell in line
        for others in [[other for other in line if other != cell]]
    )
    for cell in CELLS
}
"""For each cell the other two cells of every line through it."""


def lines_by_set(grid: Mapping[str, str], cell: str, sets: str) -> tuple[int, ...]:
    """Number of lines through `cell` that lie in each of the ten sets, once a number that belongs to `sets`
    ("ADJ") is there. `grid` has the sets of the numbers on the other cells."""
    counts = dict.fromkeys(sets, 0)
    if counts:
        for one, two in PARTNERS[cell]:
            if one in grid and two in grid:
                for label in shared(grid[one], grid[two]):
                    if label in counts:
                        counts[label] += 1
    return tuple(counts.get(label, 0) for label in LABELS)


def shared(one: str, two: str) -> str:
    """The letters of the sets in both strings."""
    return "".join([label for label in one if label in two])


def points(worths: Sequence[int], lines: Sequence[int], sets: str) -> int:
    """Points of a number that belongs to `sets` and completes `lines` in each set: its worth for every set,
    and `LINE` times the worth for every line (ST-6)."""
    return sum(
        worth * (1 + LINE * count)
        for label, worth, count in zip(LABELS, worths, lines, strict=True)
        if label in sets
    )
