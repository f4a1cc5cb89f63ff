"""The board: its squares, where a tile may be laid, and what it scores (MX-1, MX-2, MX-7 … MX-10, MX-13).

    board, points = Board.opening().place("F7", 3)

A board is a value: `place` gives another one. Cells are named by column letter and row number, `G7`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import msgspec

from numberhouse.game import IllegalAction
from numberhouse.games.mixmath.tiles import VALUES

__all__ = ["CELLS", "INDEX", "LAYOUT", "PREMIUM", "PRINTED", "SIDE", "SIGN", "Board", "Spot", "results"]

SIDE: Final = 14
"""Rows and columns (MX-1)."""

LAYOUT: Final = (
    "3.....33.....3"
    ".2../..../..2."
    "..2..-..-..2.."
    "...2..+x..2..."
    "./..2.x+.2../."
    "..-........-.."
    "3..x+.##.x+..3"
    "3..+x.##.+x..3"
    "..-........-.."
    "./..2.+x.2../."
    "...2..x+..2..."
    "..2..-..-..2.."
    ".2../..../..2."
    "3.....33.....3"
)
"""The squares in reading order (MX-2): plain, premium, sign, printed."""

CELLS: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "ABCDEFGHIJKLMN")
"""The cells' names in reading order; a cell's place here is its index."""

INDEX: Final[Mapping[str, int]] = {cell: index for index, cell in enumerate(CELLS)}

PRINTED: Final[Mapping[int, int]] = {INDEX["G7"]: 1, INDEX["H7"]: 2, INDEX["G8"]: 3, INDEX["H8"]: 4}
"""The printed numbers by index."""

SIGN: Final[Mapping[int, str]] = {index: square for index, square in enumerate(LAYOUT) if square in "+-x/"}
"""The sign squares by index."""

PREMIUM: Final[Mapping[int, int]] = {
    index: int(square) for index, square in enumerate(LAYOUT) if square in "23"
}
"""The premium squares by index."""


class Spot(NamedTuple):
    """An empty square with two occupied squares beside it, in a line, on at least one side."""

    pairs: tuple[tuple[int, int], ...]
    """The two next numbers, nearest first, in every direction that has them."""
    points: Mapping[int, int]
    """The values that solve at least one pair, with what a tile of that value scores."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What lies where. Values are whole numbers; a blank lies as the value that it was declared as."""

    cells: tuple[int | None, ...]
    """The number on each square in reading order, None where there is none."""

    @classmethod
    def opening(cls) -> Board:
        """The board with nothing on it but the printed numbers."""
        return OPENING

    def __getitem__(self, cell: str) -> int | None:
        """The number on a cell, None where there is none."""
        return self.cells[_index(cell)]

    def place(self, cell: str, value: int) -> tuple[Board, int]:
        """The board with one more tile, and the points of the placement: value × directions solved × premium
        (MX-13). Raises `IllegalAction` with the code `cell`, `tile`, `printed`, `occupied`, `no-pair`,
        `unsolved` or `sign`, and the reason."""
        index = _index(cell)
        spot = self.spot(cell, value)
        points = spot.points.get(value)
        if points is None:
            raise _unsolved(cell, value, spot, SIGN.get(index))
        return self.with_tile(index, value), points

    def spot(self, cell: str, value: int) -> Spot:
        """Where a tile of that value may be laid if nobody asks for arithmetic (MX-17). Raises like `place`,
        but never `unsolved` or `sign`."""
        index = _index(cell)
        if value not in KNOWN:
            raise _refusal(
                "tile",
                f"there is no tile {_short(value)}; there are 0 to 20 and the products up to 90 of two "
                "numbers from 1 to 10",
                cell=cell,
                value=_short(value),
            )
        if index in PRINTED:
            raise _refusal("printed", f"{cell} has a printed number, nothing is laid on it", cell=cell)
        if self.cells[index] is not None:
            raise _refusal(
                "occupied",
                f"{cell} is taken: {self.cells[index]} lies there; choose an empty cell",
                cell=cell,
                tile=self.cells[index],
            )
        spot = self.spots.get(index)
        if spot is None:
            raise _refusal(
                "no-pair",
                f"{cell} has no two numbers next to it in one line; lay the tile at the end of such a pair",
                cell=cell,
            )
        return spot

    @cached_property
    def spots(self) -> Mapping[int, Spot]:
        """Every spot of the board by index, in reading order."""
        found = ((index, self._look(index)) for index in range(len(CELLS)) if self.cells[index] is None)
        return {index: spot for index, spot in found if spot is not None}

    def with_tile(self, index: int, value: int) -> Board:
        """The board with that number on that square, whether or not the rules allow it."""
        board = Board((*self.cells[:index], value, *self.cells[index + 1 :]))
        spots = {other: spot for other, spot in self.spots.items() if other != index}
        for other in NEAR[index]:
            if board.cells[other] is None:
                spot = board._look(other)
                if spot is not None:
                    spots[other] = spot
        board.__dict__["spots"] = dict(
            sorted(spots.items())
        )  # what `spots` would find, found by looking near the tile alone
        return board

    def _look(self, index: int) -> Spot | None:
        cells = self.cells
        pairs = []
        for near, far in LINES[index]:
            a, b = cells[near], cells[far]
            if a is not None and b is not None:
                pairs.append((a, b))
        return _spot(tuple(pairs), SIGN.get(index), PREMIUM.get(index, 1)) if pairs else None


@lru_cache(maxsize=20_000)
def results(a: int, b: int, sign: str | None = None) -> frozenset[int]:
    """All results of two numbers (MX-8), or those with one sign (MX-10): `+`, `-`, `x` or `/`."""
    low, high = sorted((a, b))
    found = {"+": a + b, "-": high - low, "x": a * b}
    both = {sign: {result} for sign, result in found.items()}
    # Which of the two is the divisor doesn't matter; 0 / 0 has no quotient, 0 / b is 0.
    both["/"] = {p // q for p, q in ((a, b), (b, a)) if q and p % q == 0}
    return frozenset(both[sign] if sign else set().union(*both.values()))


@lru_cache(maxsize=50_000)
def _spot(pairs: tuple[tuple[int, int], ...], sign: str | None, premium: int) -> Spot:
    directions: dict[int, int] = {}
    for a, b in pairs:
        for value in results(a, b, sign) & KNOWN:
            directions[value] = directions.get(value, 0) + 1
    return Spot(pairs, {value: value * count * premium for value, count in sorted(directions.items())})


def _lines(index: int) -> tuple[tuple[int, int], ...]:
    """The next two squares in each of the four directions, where the board has them."""
    row, column = divmod(index, SIDE)
    lines = []
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        if 0 <= row + 2 * down < SIDE and 0 <= column + 2 * right < SIDE:
            step = down * SIDE + right
            lines.append((index + step, index + 2 * step))
    return tuple(lines)


def _index(cell: str) -> int:
    index = INDEX.get(cell)
    if index is None:
        name = _short(cell)
        raise _refusal("cell", f"there is no cell {name!r}; cells are A1 to N14, such as G7", cell=name)
    return index


def _unsolved(cell: str, value: int, spot: Spot, sign: str | None) -> IllegalAction:
    pairs = " or ".join(f"{a} and {b}" for a, b in spot.pairs)
    values = {"cell": cell, "value": value, "pairs": spot.pairs}
    if sign is None:
        return _refusal("unsolved", f"{value} on {cell} is no result of {pairs}", **values)
    return _refusal(
        "sign",
        f"{value} on {cell} is no result of {pairs} with {sign}, the sign of that square",
        **values,
        sign=sign,
    )


def _refusal(code: str, message: str, **values: object) -> IllegalAction:
    return IllegalAction(code, message, values)


def _short(thing: int | str) -> str:
    text = str(thing) if isinstance(thing, str) or abs(thing) < 10**20 else "of so many digits"
    return text if len(text) <= 20 else f"{text[:20]}…"


LINES: Final = tuple(_lines(index) for index in range(len(CELLS)))

NEAR: Final = tuple(
    tuple(other for other, lines in enumerate(LINES) if any(index in line for line in lines))
    for index in range(len(CELLS))
)
"""For each square those that have it in one of their lines."""

KNOWN: Final = frozenset(VALUES)

OPENING: Final = Board(tuple(PRINTED.get(index) for index in range(len(CELLS))))
