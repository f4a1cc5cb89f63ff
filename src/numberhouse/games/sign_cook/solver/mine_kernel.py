"""The compiled form of the mine: every path of a length, and whether it can be mined. Tests compare it with
`mine`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numberhouse.games.sign_cook.rules import mine

__all__ = ["has_equation", "mineable", "path_table"]

Table: TypeAlias = NDArray[Any]


@lru_cache(maxsize=32)
def mineable(grid: mine.Grid, length: int) -> tuple[tuple[str, ...], ...]:
    """Every path of `length` cells that can be mined."""
    names = list(mine.cell_names(grid))
    digits = np.array([int(digit) for digit in "".join(grid)], np.int64)
    table = path_table(len(grid[0]), len(grid), length)
    kept = table[_open(digits, table)]
    return tuple(tuple(names[cell] for cell in row) for row in kept.tolist())


@lru_cache(maxsize=32)
def path_table(width: int, height: int, length: int) -> Table:
    """Every directed path, int16[path, length] of cells numbered row by row."""
    count = _walk(width, height, length, np.empty((0, length), np.int16))
    table = np.empty((count, length), np.int16)
    _walk(width, height, length, table)
    return table


@njit(cache=True)
def _walk(width: int, height: int, length: int, table: Table) -> int:
    """Write the paths into the table, up to its size, and return their number."""
    cells = width * height
    path = np.empty(length, np.int64)
    turned = np.zeros(length, np.int64)
    used = np.zeros(cells, np.bool_)
    count = 0
    for start in range(cells):
        path[0] = start
        used[start] = True
        turned[0] = 0
        depth = 0
        while depth >= 0:
            if depth == length - 1:
                if count < table.shape[0]:
                    for place in range(length):
                        table[count, place] = path[place]
                count += 1
                used[path[depth]] = False
                depth -= 1
                continue
            way = turned[depth]
            if way == 4:
                used[path[depth]] = False
                depth -= 1
                continue
            turned[depth] = way + 1
            here = path[depth]
            column = here % width
            there = -1
            if way == 0 and here >= width:
                there = here - width
            elif way == 1 and column > 0:
                there = here - 1
            elif way == 2 and column < width - 1:
                there = here + 1
            elif way == 3 and here + width < cells:
                there = here + width
            if there >= 0 and not used[there]:
                depth += 1
                path[depth] = there
                used[there] = True
                turned[depth] = 0
    return count


@njit(cache=True)
def _open(digits: Table, table: Table) -> Table:
    found = np.zeros(table.shape[0], np.bool_)
    row = np.empty(table.shape[1], np.int64)
    for path in range(table.shape[0]):
        for place in range(row.size):
            row[place] = digits[table[path, place]]
        found[path] = has_equation(row)
    return found


@njit(cache=True)
def has_equation(digits: Table) -> bool:
    """Whether the digits in their order make an equation. The argument is int64[3 … 7]."""
    size = digits.size
    for split in range(size - 1, 1, -1):
        if digits[split] == 0 and split < size - 1:
            continue
        goal = 0
        for place in range(split, size):
            goal = 10 * goal + digits[place]
        # The code gives the content of each gap of the left side: nothing, + - x or /; the last gap changes
        # fastest.
        for code in range(1, 5 ** (split - 1)):
            if _comes_to(digits, split, code, goal):
                return True
    return False


@njit(cache=True)
def _comes_to(digits: Table, split: int, code: int, goal: int) -> bool:
    """Whether the left side with these gaps equals the goal, computed from left to right in whole-number
    fractions. Seven digits never exceed 64 bits."""
    top, bottom = 0, 1
    sign = 1
    number = digits[0]
    weight = 5 ** (split - 2)
    for place in range(1, split + 1):
        gap = -1
        if place < split:
            gap = code // weight % 5
            weight //= 5
        if gap == 0:
            if number == 0:
                return False
            number = 10 * number + digits[place]
            if number < 10:
                return False
            continue
        if sign == 1:
            top += number * bottom
        elif sign == 2:
            top -= number * bottom
        elif sign == 3:
            top *= number
        else:
            if number == 0:
                return False
            bottom *= number
        if place < split:
            number = digits[place]
            sign = gap
    return top == goal * bottom
