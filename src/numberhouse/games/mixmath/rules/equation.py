"""The equations that a tile makes (MX-7, MX-8, MX-10, MX-20, MX-21), as a board draws them after the
placement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from numberhouse.games.mixmath.rules.arithmetic import PLAIN, Arithmetic, Sign, chain_ways, ways
from numberhouse.games.mixmath.rules.board import CELLS, INDEX, RAYS, SIGN, Board

__all__ = ["Chain", "Equation", "chains", "equations", "in_words"]


class Equation(msgspec.Struct, frozen=True, array_like=True):
    """One direction that a tile solves. The tile is the result of `left` `sign` `right`."""

    near: str
    """The cell beside the tile."""
    far: str
    """The cell behind `near`, at the other end of the line of three."""
    left: int
    """The first operand."""
    sign: Sign
    """The operation."""
    right: int
    """The second operand."""


class Chain(msgspec.Struct, frozen=True):
    """One direction that a tile solves only by a line of three or more numbers (MX-21)."""

    cells: tuple[str, ...]
    """Cells of the numbers, in reading order of the chain. The tile is beside the first or the last."""
    numbers: tuple[int, ...]
    """The operands, in reading order of the chain."""
    signs: tuple[Sign, ...]
    """The operations between them."""


def equations(board: Board, cell: str, value: int, arithmetic: Arithmetic = PLAIN) -> tuple[Equation, ...]:
    """Equations of a tile of that value on a cell: one for each direction that it solves with the two nearest
    numbers. A number on the cell itself is ignored. If several operations give the value, the first of + - x
    / is chosen, then the first optional one."""
    index = INDEX[cell]
    found = []
    for cells, numbers in _lines(board, index, PLAIN):
        way = _solved(cells, numbers, value, SIGN.get(index), arithmetic)
        if way is not None:
            found.append(Equation(CELLS[cells[0]], CELLS[cells[1]], *way))
    return tuple(found)


def chains(board: Board, cell: str, value: int, arithmetic: Arithmetic = PLAIN) -> tuple[Chain, ...]:
    """Chains of a tile of that value on a cell: the shortest one for each direction that the two nearest
    numbers don't solve."""
    if not arithmetic.chains:
        return ()
    index = INDEX[cell]
    found = []
    for cells, numbers in _lines(board, index, arithmetic):
        if _solved(cells, numbers, value, SIGN.get(index), arithmetic) is None:
            chain = _chain(cells, numbers, value, SIGN.get(index), arithmetic)
            if chain is not None:
                found.append(chain)
    return tuple(found)


def in_words(one: Equation | Chain, value: int) -> str:
    """The equation as text: `4 × 2 + 2 = 10`, `2^3 = 8`, `√9 = 3`, `³√8 = 2`, `log₂ 8 = 3`."""
    if isinstance(one, Chain):
        rest = (f"{SPACED[sign]}{number}" for sign, number in zip(one.signs, one.numbers[1:], strict=True))
        return f"{one.numbers[0]}{''.join(rest)} = {value}"
    match one.sign:
        case "root":
            index = "" if one.right == 2 else str(one.right).translate(RAISED)
            return f"{index}√{one.left} = {value}"
        case "log":
            return f"log{str(one.right).translate(LOWERED)} {one.left} = {value}"
        case sign:
            return f"{one.left}{SPACED[sign]}{one.right} = {value}"


SPACED: Final[Mapping[Sign, str]] = {"+": " + ", "-": " − ", "x": " × ", "/": " ÷ ", "^": "^", "mod": " mod "}
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _lines(
    board: Board, index: int, arithmetic: Arithmetic
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The squares and numbers beside a square, nearest first, in every direction that has two."""
    for ray in RAYS[index]:
        numbers = board.line(ray, arithmetic.reach)
        if numbers:
            yield ray[: len(numbers)], numbers


def _solved(
    cells: tuple[int, ...], numbers: tuple[int, ...], value: int, sign: str | None, arithmetic: Arithmetic
) -> tuple[int, Sign, int] | None:
    """The first equation by which the two nearest numbers give the value, in reading order where both orders
    are right."""
    a, b = numbers[:2] if cells[0] < cells[1] else (numbers[1], numbers[0])
    return next(
        ((left, by, right) for left, by, right, found in ways(a, b, sign, arithmetic) if found == value), None
    )


def _chain(
    cells: tuple[int, ...], numbers: tuple[int, ...], value: int, sign: str | None, arithmetic: Arithmetic
) -> Chain | None:
    for length in range(3, len(numbers) + 1):
        orders = [(cells[:length], numbers[:length]), (cells[:length][::-1], numbers[:length][::-1])]
        # Reading order is preferred; the other direction is tried second.
        for squares, read in sorted(orders):
            signs = chain_ways(read, sign, arithmetic).get(value)
            if signs is not None:
                return Chain(tuple(CELLS[square] for square in squares), read, signs)
    return None
