"""The equations that a tile makes (MX-7, MX-8, MX-10): what a board draws when the tile is laid."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from numberhouse.games.mixmath.board import CELLS, INDEX, LINES, SIGN, Board, results

__all__ = ["Equation", "equations"]

Sign: TypeAlias = Literal["+", "-", "x", "/"]


class Equation(msgspec.Struct, frozen=True, array_like=True):
    """One direction that a tile solves; the tile is the result of `left` `sign` `right`."""

    near: str
    """The cell beside the tile."""
    far: str
    """The cell behind that one, at the other end of the line of three."""
    left: int
    sign: Sign
    right: int


def equations(board: Board, cell: str, value: int) -> tuple[Equation, ...]:
    """Those of a tile of that value on a cell, one for each direction that it solves; what lies on the cell
    itself doesn't matter. Where several operations give the value, the first of + - x / stands for them."""
    index = INDEX[cell]
    found = []
    for near, far in LINES[index]:
        a, b = board.cells[near], board.cells[far]
        if a is None or b is None:
            continue
        solved = _solved(*((a, b) if near < far else (b, a)), value, SIGN.get(index))
        if solved is not None:
            found.append(Equation(CELLS[near], CELLS[far], *solved))
    return tuple(found)


def _solved(a: int, b: int, value: int, only: str | None) -> tuple[int, Sign, int] | None:
    """`a` and `b` stand in reading order, and are written in it where that doesn't matter."""
    ways: tuple[tuple[int, Sign, int], ...] = (
        (a, "+", b),
        (max(a, b), "-", min(a, b)),
        (a, "x", b),
        (a, "/", b),
        (b, "/", a),
    )
    for left, sign, right in ways:
        if only not in (None, sign) or value not in results(left, right, sign):
            continue
        if sign != "/" or (right and left == right * value):
            return left, sign, right
    return None
