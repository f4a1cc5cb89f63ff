"""The choice of a path through the mine for a dessert: the digits that bring long words within reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.dishes.dish import SECRET_INGREDIENT
from numberhouse.games.sign_cook.rules.model import Mine
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import DIGITS
from numberhouse.games.sign_cook.solver.mine_kernel import path_table
from numberhouse.games.sign_cook.solver.spelling import word_needs

__all__ = ["SINK", "paths_to_words"]

Table: TypeAlias = NDArray[Any]

SINK: Final = "1" + SECRET_INGREDIENT
"""The digits of the term 1^538, or 1^N^538, which is worth 1."""

LETTER: Final = 1.6
"""Value of a letter more, as a logarithm."""

LACK: Final = (3.0, 1.5, 1.2)
"""Cost of a digit that a word still lacks, as a logarithm, by the number of visits that are left after this."""

MOST_WORDS: Final = 1200
"""Largest number of words that are compared."""

MOST_PATHS: Final = 200
"""Largest number of paths that are offered."""


def paths_to_words(
    options: Options, grid: mine.Grid, closed: frozenset[str], have: str, later: int
) -> Iterator[Mine]:
    """Paths of the largest length that can be mined, the most promising first. `have` are the digits in the
    pantry, `later` the number of paths that will be mined after this one."""
    names = list(mine.cell_names(grid))
    digits = np.array([int(digit) for digit in "".join(grid)])
    shut = np.array([name in closed for name in names])
    length = mine.LENGTHS[1]
    table = path_table(len(grid[0]), len(grid), length)
    table = table[~shut[table].any(axis=1)]
    if not len(table):
        return
    # Paths with the same digits are alike for a dish: one of each is compared.
    counts = (digits[table][:, :, None] == np.arange(10)).sum(axis=1).astype(np.int64)
    _, first, kind = np.unique(counts @ 8 ** np.arange(10), return_index=True, return_inverse=True)
    values = promise(options, counts[first], have, length, later)
    order = np.argsort(-values[kind.ravel()], kind="stable")
    offered = 0
    for row in order:
        cells = tuple(names[cell] for cell in table[row])
        equation = mine.first_equation("".join(mine.digit(grid, cell) for cell in cells))
        if equation:
            yield Mine(cells, equation)
            offered += 1
            if offered == MOST_PATHS:
                return


def promise(options: Options, counts: Table, have: str, length: int, later: int) -> Table:
    """The promise of each path, as a logarithm, by the number of each of its digits, int[path, digit]."""
    _, lengths, needs = word_needs(options.words)
    sink = np.array([SINK.count(digit) for digit in DIGITS])
    own = np.array([have.count(digit) for digit in DIGITS])
    lacking = np.maximum(needs + sink - own, 0)
    total = lacking.sum(axis=1)
    worth = LETTER * lengths - 2 * LACK[0] * np.maximum(total - length * (later + 1), 0) - 0.3 * total
    kept = np.argsort(-worth, kind="stable")[:MOST_WORDS]
    lacking, lengths = lacking[kept], lengths[kept]
    # A path takes min(lacking, count) of each digit from what a word lacks: one product of two tables, whose
    # columns are the pairs of a digit and a number from 1 to the length.
    steps = np.arange(1, length + 1)
    takes = (lacking[:, :, None] >= steps).reshape(len(kept), -1).astype(np.float32)
    gives = (counts[:, :, None] >= steps).reshape(len(counts), -1).astype(np.float32)
    rate = LACK[min(later, len(LACK) - 1)]
    base = (LETTER * lengths - rate * lacking.sum(axis=1)).astype(np.float32)
    best = np.empty(len(counts), np.float32)
    for start in range(0, len(counts), 1024):
        part = rate * (gives[start : start + 1024] @ takes.T) + base
        most = part.max(axis=1)
        best[start : start + 1024] = most + np.log(np.exp(part - most[:, None]).sum(axis=1))
    return best
