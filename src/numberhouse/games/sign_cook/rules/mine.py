"""The numbers mine (SC-6 … SC-8): its cells, the paths through it, and the equations that open them.

An equation is computed strictly from left to right with exact fractions, so `1+2x3=9`. This module has the
plain rules. `mine_kernel` has a compiled form for searches.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.rules.pantry import in_print

__all__ = [
    "KNOWN",
    "LENGTHS",
    "Grid",
    "cell_names",
    "check",
    "digit",
    "drawn",
    "equations",
    "first_path",
    "neighbours",
    "paths",
]

Grid = tuple[str, ...]
"""The digits of the cells, row by row from row 1."""

LENGTHS: Final = (3, 7)
"""The smallest and the largest number of cells of a path."""

SIDE: Final = 8
KNOWN: Final = {"B8": "2", "A8": "1", "A7": "3"}
"""The cells that are known from the source's picture (SC-6)."""

SIGNS: Final = "+-x/"
LONGEST_EQUATION: Final = 3 * LENGTHS[1]
"""Longest equation, in characters. An equation with a sign between all digits is shorter."""
WRITTEN: Final = str.maketrans(
    {"X": "x", "*": "x", "×": "x", "÷": "/", ":": "/", "−": "-", "–": "-", " ": None}
)
"""Other notations of the signs, as in expressions (SC-9)."""


def drawn(chance: Chance) -> Grid:
    """A mine of 8 × 8 random digits, with the known cells at their places."""
    digits = {name: str(chance.below(10)) for name in _names(SIDE, SIDE)} | KNOWN
    names = _names(SIDE, SIDE)
    return tuple("".join(digits[name] for name in names[row : row + SIDE]) for row in range(0, SIDE**2, SIDE))


@lru_cache(maxsize=64)
def cell_names(grid: Grid) -> dict[str, str]:
    """The digit of every cell by its name, row by row: A1, B1, …"""
    return dict(zip(_names(len(grid[0]), len(grid)), "".join(grid), strict=True))


def digit(grid: Grid, cell: str) -> str:
    """The digit in the cell. Raises `KeyError` for a cell that doesn't exist."""
    return cell_names(grid)[cell]


@lru_cache(maxsize=64)
def neighbours(grid: Grid) -> dict[str, tuple[str, ...]]:
    """The cells that share a side with each cell."""
    names, width = _names(len(grid[0]), len(grid)), len(grid[0])
    places = {name: divmod(index, width) for index, name in enumerate(names)}
    cells = {place: name for name, place in places.items()}
    around = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return {
        name: tuple(cells[row + y, column + x] for y, x in around if (row + y, column + x) in cells)
        for name, (row, column) in places.items()
    }


def paths(grid: Grid, length: int, closed: Collection[str] = ()) -> Iterator[tuple[str, ...]]:
    """Every directed path of `length` different open cells, each sharing a side with the next."""
    beside = neighbours(grid)

    def onward(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == length:
            yield path
            return
        for cell in beside[path[-1]]:
            if cell not in path and cell not in closed:
                yield from onward((*path, cell))

    for cell in beside:
        if cell not in closed:
            yield from onward((cell,))


def first_path(grid: Grid, closed: frozenset[str]) -> tuple[tuple[str, ...], str] | None:
    """A path that can be mined and its equation, or None if nothing is left to mine."""
    cells = cell_names(grid)
    for length in range(LENGTHS[0], LENGTHS[1] + 1):
        for path in paths(grid, length, closed):
            equation = first_equation("".join(cells[cell] for cell in path))
            if equation:
                return path, equation
    return None


# Equations (SC-7)


@lru_cache(maxsize=65_536)
def first_equation(digits: str) -> str:
    """An equation of these digits in their order, or "" if there is none."""
    return next(equations(digits), "")


def equations(digits: str) -> Iterator[str]:
    """Every equation of these digits in their order: at least one of + − × ÷ on the left, = last."""
    for split in range(len(digits) - 1, 1, -1):
        right = digits[split:]
        if _is_number(right):
            yield from (f"{left}={right}" for left in _lefts(digits[:split], int(right)))


def _lefts(digits: str, goal: int) -> Iterator[str]:
    """All left sides with these digits in order whose value is the goal."""
    # (text, its value as a fraction in whole numbers, position of the next digit)
    open_ends = [
        (digits[:end], int(digits[:end]), 1, end) for end in range(1, len(digits)) if _is_number(digits[:end])
    ]
    while open_ends:
        text, top, bottom, start = open_ends.pop()
        if start == len(digits):
            if top == goal * bottom:
                yield text
            continue
        for end in range(start + 1, len(digits) + 1):
            if not _is_number(digits[start:end]):
                break
            number = int(digits[start:end])
            for sign in SIGNS if number else SIGNS[:3]:
                open_ends.append(
                    (f"{text}{sign}{digits[start:end]}", *_applied(top, bottom, sign, number), end)
                )


def _applied(top: int, bottom: int, sign: str, number: int) -> tuple[int, int]:
    match sign:
        case "+":
            return top + number * bottom, bottom
        case "-":
            return top - number * bottom, bottom
        case "x":
            return top * number, bottom
        case _:
            return top, bottom * number


def _is_number(digits: str) -> bool:
    return digits == "0" or digits[0] != "0"


# Refusals (SC-7, SC-8, SC-22)


def check(grid: Grid, closed: Collection[str], cells: Sequence[str], equation: str) -> str:
    """The digits that the path yields. Raises `IllegalAction` for an illegal path or equation."""
    _check_path(grid, closed, cells)
    digits = "".join(digit(grid, cell) for cell in cells)
    text = normal(equation)
    _check_equation(text, digits, cells)
    return digits


def normal(equation: str) -> str:
    """The equation without spaces and with the house's signs."""
    return equation.translate(WRITTEN)


def _check_path(grid: Grid, closed: Collection[str], cells: Sequence[str]) -> None:
    fewest, most = LENGTHS
    if not fewest <= len(cells) <= most:
        raise IllegalAction(
            "path-length",
            "a path of {cells} cells can't be mined; {fewest} to {most} cells can",
            {"cells": len(cells), "fewest": fewest, "most": most},
        )
    names = cell_names(grid)
    last = list(names)[-1]
    for number, cell in enumerate(cells):
        if cell not in names:
            raise IllegalAction(
                "unknown-cell",
                "there is no cell {cell!r}; the cells are A1 to {last}",
                {"cell": cell[:8], "last": last},
            )
        if cell in cells[:number]:
            raise IllegalAction("cell-twice", "{cell} is on the path twice; once is possible", {"cell": cell})
    for one, other in pairwise(cells):
        if other not in neighbours(grid)[one]:
            near = " ".join(neighbours(grid)[one])
            raise IllegalAction(
                "cells-apart",
                "{cell} and {next} don't share a side; after {cell} may come {near}",
                {"cell": one, "next": other, "near": near},
            )
    for cell in cells:
        if cell in closed:
            raise IllegalAction("closed-cell", "{cell} is closed: you have mined it already", {"cell": cell})


def _check_equation(text: str, digits: str, cells: Sequence[str]) -> None:
    if len(text) > LONGEST_EQUATION:
        raise IllegalAction(
            "equation",
            "the equation has {length} characters; at most {longest} are possible",
            {"problem": "long", "length": len(text), "longest": LONGEST_EQUATION},
        )
    stray = re.search(r"[^0-9=+\-x/]", text)
    if stray:
        column = stray.start() + 1
        raise IllegalAction(
            "equation",
            "column {column} of the equation is {character!r}; digits, + − × ÷ and one = are possible",
            {"problem": "character", "column": column, "character": stray[0]},
        )
    _check_digits(text, digits, cells)
    left, equals, right = text.partition("=")
    if not equals or not re.fullmatch("[0-9]+", right) or not re.search(r"[+\-x/]", left):
        raise IllegalAction(
            "equation",
            "{equation} needs at least one of + − × ÷ and then, as the last symbol, one = with a number "
            "after it, such as 2+1=3",
            {"problem": "shape", "equation": in_print(text)},
        )
    column = 1
    tokens = re.findall(r"[0-9]+|[+\-x/]", left)
    for place, token in enumerate(tokens):
        if token.isdigit() == bool(place % 2) or (place == len(tokens) - 1 and not token.isdigit()):
            if place % 2:
                raise IllegalAction(
                    "equation",
                    "column {column} of {equation}: a sign is expected",
                    {"problem": "sign", "column": column, "equation": in_print(text)},
                )
            raise IllegalAction(
                "equation",
                "column {column} of {equation}: a number is expected",
                {"problem": "number", "column": column, "equation": in_print(text)},
            )
        column += len(token)
    for number in (*tokens[::2], right):
        if not _is_number(number):
            raise IllegalAction(
                "leading-zero", "{number} begins with a 0; only 0 itself may", {"number": number}
            )
    _check_equal(text, tokens, int(right))


def _check_digits(text: str, digits: str, cells: Sequence[str]) -> None:
    written = re.sub("[^0-9]", "", text)
    if written == digits:
        return
    values = {
        "path": digits,
        "equation": written,
        "cells": list(cells),
        "cell_names": " ".join(cells),
        "cell_digits": " ".join(digits),
        "equation_digits": " ".join(written),
    }
    if not written:
        raise IllegalAction(
            "equation-digits",
            "{cell_names} hold {cell_digits}, the equation none; all of them have to stand there in the "
            "order of the path",
            values,
        )
    raise IllegalAction(
        "equation-digits",
        "{cell_names} hold {cell_digits}, the equation {equation_digits}; all of them have to stand there in "
        "the order of the path",
        values,
    )


def _check_equal(text: str, tokens: Sequence[str], right: int) -> None:
    value = Fraction(int(tokens[0]))
    for sign, number in zip(tokens[1::2], map(int, tokens[2::2]), strict=True):
        if sign == "/" and not number:
            raise IllegalAction(
                "division-by-zero", "{equation} divides by 0, which is refused", {"equation": in_print(text)}
            )
        value = Fraction(*_applied(value.numerator, value.denominator, sign, number))
    if value != right:
        raise IllegalAction(
            "unequal",
            "{equation} isn't so: the left side comes to {left}, worked from left to right",
            {"equation": in_print(text), "left": str(value), "right": str(right)},
        )


@lru_cache(maxsize=64)
def _names(width: int, height: int) -> tuple[str, ...]:
    return tuple(f"{chr(ord('A') + column)}{row}" for row in range(1, height + 1) for column in range(width))
