"""The board: its squares, the legal places of a tile, and their points (MX-1, MX-2, MX-7 … MX-10, MX-13).

    board, points = Board.opening().place("F7", 3)

A board is an immutable value: `place` returns a new one. The name of a cell is its column letter and row
number, such as `G7`. The `Arithmetic` of the match decides the results of a line; the default is that of the
box.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.arithmetic import KNOWN, LONGEST_CHAIN, PLAIN, Arithmetic, line_results
from numberhouse.games.mixmath.rules.refusals import Refusal
from numberhouse.words import message

__all__ = ["CELLS", "INDEX", "LAYOUT", "PREMIUM", "PRINTED", "RAYS", "SIDE", "SIGN", "Board", "Spot"]

SIDE: Final = 14
"""Rows and columns of the board (MX-1)."""

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
"""Names of the cells in reading order. The index of a cell is its position here."""

INDEX: Final[Mapping[str, int]] = {cell: index for index, cell in enumerate(CELLS)}

PRINTED: Final[Mapping[int, int]] = {INDEX["G7"]: 1, INDEX["H7"]: 2, INDEX["G8"]: 3, INDEX["H8"]: 4}
"""The printed numbers, by index."""

SIGN: Final[Mapping[int, str]] = {index: square for index, square in enumerate(LAYOUT) if square in "+-x/"}
"""The sign squares, by index."""

PREMIUM: Final[Mapping[int, int]] = {
    index: int(square) for index, square in enumerate(LAYOUT) if square in "23"
}
"""The premium squares, by index."""


class Spot(NamedTuple):
    """An empty square with two adjacent occupied squares in at least one direction."""

    lines: tuple[tuple[int, ...], ...]
    """The nearest numbers, nearest first, in every direction that has two. There are two of them, or with
    chains up to `LONGEST_CHAIN` (MX-21)."""
    points: Mapping[int, int]
    """The values that solve at least one line, each with the points of such a tile."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The tiles on the squares. Values are whole numbers; a blank has its declared value."""

    cells: tuple[int | None, ...]
    """The number on each square in reading order; None for an empty square."""

    @classmethod
    def opening(cls) -> Board:
        """The board with the printed numbers only."""
        return OPENING

    def __getitem__(self, cell: str) -> int | None:
        """The number on a cell; None for an empty one."""
        return self.cells[_index(cell)]

    def place(self, cell: str, value: int, arithmetic: Arithmetic = PLAIN) -> tuple[Board, int]:
        """The board with one more tile, and the points of the placement: value × directions solved × premium
        (MX-13). Raises `IllegalAction` with the code `cell`, `tile`, `printed`, `occupied`, `no-pair`,
        `unsolved` or `sign`, and the reason."""
        index = _index(cell)
        spot = self.spot(cell, value, arithmetic)
        points = spot.points.get(value)
        if points is None:
            raise _unsolved(cell, value, spot, SIGN.get(index))
        return self.with_tile(index, value, arithmetic), points

    def spot(self, cell: str, value: int, arithmetic: Arithmetic = PLAIN) -> Spot:
        """The place of a tile of that value, with its arithmetic unchecked (MX-17). Raises like `place`, but
        never `unsolved` or `sign`."""
        index = _index(cell)
        if value not in KNOWN:
            raise IllegalAction(
                "tile",
                "there is no tile {value:t}; there are 0 to 20 and the products up to 90 of two "
                "numbers from 1 to 10",
                {"cell": cell, "value": _short(value)},
            )
        if index in PRINTED:
            raise IllegalAction(
                "printed", "{cell} has a printed number, nothing is laid on it", {"cell": cell}
            )
        if self.cells[index] is not None:
            raise IllegalAction(
                "occupied",
                "{cell} is taken: {tile} lies there; choose an empty cell",
                {"cell": cell, "tile": self.cells[index]},
            )
        spot = self.spots(arithmetic).get(index)
        if spot is None:
            raise IllegalAction(
                "no-pair",
                "{cell} has no two numbers next to it in one line; lay the tile at the end of such a pair",
                {"cell": cell},
            )
        return spot

    def spots(self, arithmetic: Arithmetic = PLAIN) -> Mapping[int, Spot]:
        """Every spot of the board by index, in reading order."""
        kept: dict[Arithmetic, Mapping[int, Spot]] = self.__dict__.setdefault("spots_by_arithmetic", {})
        spots = kept.get(arithmetic)
        if spots is None:
            looks = (
                (index, self._look(index, arithmetic))
                for index in range(len(CELLS))
                if self.cells[index] is None
            )
            spots = kept[arithmetic] = {index: spot for index, spot in looks if spot is not None}
        return spots

    def with_tile(self, index: int, value: int, arithmetic: Arithmetic = PLAIN) -> Board:
        """The board with that number on that square, even against the rules."""
        board = Board((*self.cells[:index], value, *self.cells[index + 1 :]))
        spots = {other: spot for other, spot in self.spots(arithmetic).items() if other != index}
        for other in board._ends(index, arithmetic.reach):
            spot = board._look(other, arithmetic)
            if spot is not None:
                spots[other] = spot
        # The cache of `spots`, updated: only the lines through the new tile can change it.
        board.__dict__["spots_by_arithmetic"] = {arithmetic: dict(sorted(spots.items()))}
        return board

    def line(self, ray: tuple[int, ...], reach: int) -> tuple[int, ...]:
        """The numbers on the first squares of a ray, up to the first empty one; empty if there are fewer than
        two."""
        cells = self.cells
        a, b = cells[ray[0]], cells[ray[1]]
        if a is None or b is None:
            return ()
        if reach == 2:
            return a, b
        line = [a, b]
        for other in ray[2:reach]:
            number = cells[other]
            if number is None:
                break
            line.append(number)
        return tuple(line)

    def _ends(self, index: int, reach: int) -> list[int]:
        """The empty squares with a line through the tile on a square: the first empty one in each
        direction."""
        cells = self.cells
        ends = []
        for ray in NEAR[index]:
            for other in ray[:reach]:
                if cells[other] is None:
                    ends.append(other)
                    break
        return ends

    def _look(self, index: int, arithmetic: Arithmetic) -> Spot | None:
        reach = arithmetic.reach
        lines = tuple([line for ray in RAYS[index] if (line := self.line(ray, reach))])
        return _spot(lines, SIGN.get(index), PREMIUM.get(index, 1), arithmetic) if lines else None


@lru_cache(maxsize=50_000)
def _spot(lines: tuple[tuple[int, ...], ...], sign: str | None, premium: int, arithmetic: Arithmetic) -> Spot:
    directions: dict[int, int] = {}
    for line in lines:
        for value in line_results(line, sign, arithmetic):
            directions[value] = directions.get(value, 0) + 1
    return Spot(lines, {value: value * count * premium for value, count in sorted(directions.items())})


def _rays(index: int) -> tuple[tuple[int, ...], ...]:
    """The next squares in each of the four directions, nearest first, up to the length of the longest
    line."""
    row, column = divmod(index, SIDE)
    return tuple(
        tuple(
            (row + step * down) * SIDE + column + step * right
            for step in range(1, LONGEST_CHAIN + 1)
            if 0 <= row + step * down < SIDE and 0 <= column + step * right < SIDE
        )
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0))
    )


def _index(cell: str) -> int:
    index = INDEX.get(cell)
    if index is None:
        raise IllegalAction(
            "cell", "there is no cell {cell!r}; cells are A1 to N14, such as G7", {"cell": _short(cell)}
        )
    return index


def _unsolved(cell: str, value: int, spot: Spot, sign: str | None) -> IllegalAction:
    """The refusal of a tile that solves nothing. It names the numbers beside the tile, so that the player
    sees possible tiles."""
    values: dict[str, object] = {"cell": cell, "value": value, "pairs": [line[:2] for line in spot.lines]}
    chains = [line for line in spot.lines if len(line) > 2]
    if chains:
        values["chains"] = chains
    if sign is not None:
        values["sign"] = sign
        if chains:
            template = message(
                "{value} on {cell} is no result of {pairs:pairs} with {sign}, the sign of that square, nor "
                "of more numbers of the line {chains:lines} beside it with {sign} alone"
            )
        else:
            template = message(
                "{value} on {cell} is no result of {pairs:pairs} with {sign}, the sign of that square"
            )
        return Refusal("sign", template, values)
    if chains:
        template = message(
            "{value} on {cell} is no result of {pairs:pairs}, nor of more numbers of the line "
            "{chains:lines} beside it, read from either end"
        )
    else:
        template = message("{value} on {cell} is no result of {pairs:pairs}")
    return Refusal("unsolved", template, values)


def _short(thing: int | str) -> str:
    text = str(thing) if isinstance(thing, str) or abs(thing) < 10**20 else message("of so many digits")
    return text if len(text) <= 20 else f"{text[:20]}…"


NEAR: Final = tuple(_rays(index) for index in range(len(CELLS)))
"""For each square the next squares in each direction, up to the length of the longest line."""

RAYS: Final = tuple(tuple(ray for ray in rays if len(ray) > 1) for rays in NEAR)
"""The same, without the directions that have no room for a line."""

OPENING: Final = Board(tuple(PRINTED.get(index) for index in range(len(CELLS))))
