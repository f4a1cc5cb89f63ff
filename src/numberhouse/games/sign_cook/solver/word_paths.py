"""The choice of paths through the mine: digits that bring long words of a dessert within reach, and cells
that leave many paths open for later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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

__all__ = ["SINK", "paths_left", "paths_to_words", "rarest"]

Table: TypeAlias = NDArray[Any]

SINK: Final = "1" + SECRET_INGREDIENT
"""The digits of the term 1^538, or 1^N^538, which is worth 1."""

LETTER: Final = 1.6
"""Value of a letter more, as a logarithm."""

LACK: Final = (8.0, 2.0, 1.2)
"""Cost of a digit that a word still lacks, as a logarithm, by the number of visits that are left."""

MOST_WORDS: Final = 400
"""Largest number of words that are compared."""

FOLLOWED: Final = 24
"""Largest number of paths that are followed up."""

FIRST: Final = 1000.0
"""Lift of the followed paths above all others."""

MOST_PATHS: Final = 200
"""Largest number of paths that are offered."""


def paths_to_words(
    options: Options,
    grid: mine.Grid,
    closed: frozenset[str],
    pantry: str,
    later: int,
    spent: Callable[[], bool],
) -> Iterator[Mine]:
    """Paths of the largest length that can be mined, the most promising first. `later` is the number of paths
    that will be mined after this one; the best few paths are followed up with these until `spent`."""
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
    counts, kind = counts[first], kind.ravel()
    words = _Words(options, pantry, length)
    values = words.promise(counts, counts[:0].sum(axis=0), later)
    if later:
        masks = _masks(table, len(names))
        members = np.argsort(kind, kind="stable")
        starts = np.searchsorted(kind[members], np.arange(len(counts)))
        for place in np.argsort(-values, kind="stable")[:FOLLOWED]:
            if spent():
                break
            values[place] = FIRST + words.followed(counts, kind, masks, place, members[starts[place]], later)
    order = np.argsort(-values[kind], kind="stable")
    offered = 0
    for row in order:
        cells = tuple(names[cell] for cell in table[row])
        equation = mine.first_equation("".join(mine.digit(grid, cell) for cell in cells))
        if equation:
            yield Mine(cells, equation)
            offered += 1
            if offered == MOST_PATHS:
                return


def paths_left(grid: mine.Grid, closed: frozenset[str], chosen: Sequence[Mine]) -> list[int]:
    """The number of paths of the largest length that are open after each of the chosen ones."""
    places = {name: place for place, name in enumerate(mine.cell_names(grid))}
    table = path_table(len(grid[0]), len(grid), mine.LENGTHS[1])
    shut = np.array([name in closed for name in places])
    masks = _masks(table[~shut[table].any(axis=1)], len(places))
    taken = _masks(np.array([[places[cell] for cell in path.cells] for path in chosen]), len(places))
    return [int((~(masks & one).any(axis=1)).sum()) for one in taken]


def rarest(grid: mine.Grid, closed: frozenset[str], digits: str) -> str:
    """The digits, those on the fewest open paths of the largest length first."""
    table = path_table(len(grid[0]), len(grid), mine.LENGTHS[1])
    shut = np.array([name in closed for name in mine.cell_names(grid)])
    on_paths = np.array([int(digit) for digit in "".join(grid)])[table[~shut[table].any(axis=1)]]
    found = {digit: int((on_paths == int(digit)).any(axis=1).sum()) for digit in digits}
    return "".join(sorted(digits, key=lambda digit: found[digit]))


class _Words:
    """The words that may come within reach, and what they lack."""

    def __init__(self, options: Options, pantry: str, length: int) -> None:
        words, self.lengths, needs = word_needs(options.words)
        sink = np.array([SINK.count(digit) for digit in DIGITS])
        own = np.array([pantry.count(digit) for digit in DIGITS])
        self.lacking = np.maximum(needs + sink - own, -length)
        self.length = length
        if not set(pantry) & set("+-"):
            # The term 1^N^538 is a letter of its own then.
            able = np.array(["a" in word for word in words])
            self.lacking, self.lengths = self.lacking[able], self.lengths[able]

    def promise(self, counts: Table, mined: Table, later: int) -> Table:
        """The promise of each path after the digits `mined`, as a logarithm, by the number of each of the
        path's digits, int[path, digit]."""
        lacking = np.maximum(self.lacking - mined, 0)
        total = lacking.sum(axis=1)
        beyond = np.maximum(total - self.length * (later + 1), 0)
        worth = LETTER * self.lengths - 2 * LACK[0] * beyond - 0.3 * total
        kept = np.argsort(-worth, kind="stable")[:MOST_WORDS]
        lacking, lengths = lacking[kept], self.lengths[kept]
        # A path takes min(lacking, count) of each digit from what a word lacks: one product of two tables,
        # whose columns are the pairs of a digit and a number from 1 to the length.
        steps = np.arange(1, self.length + 1)
        takes = (lacking[:, :, None] >= steps).reshape(len(kept), -1).astype(np.float32)
        gives = (counts[:, :, None] >= steps).reshape(len(counts), -1).astype(np.float32)
        rate = LACK[min(later, len(LACK) - 1)]
        base = (LETTER * lengths - rate * lacking.sum(axis=1)).astype(np.float32)
        best = np.empty(len(counts), np.float32)
        for start in range(0, len(counts), 1024):
            part = rate * (gives[start : start + 1024] @ takes.T) + base
            most = part.max(axis=1)
            best[start : start + 1024] = most
            if later:
                best[start : start + 1024] += np.log(np.exp(part - most[:, None]).sum(axis=1))
        return best

    def followed(self, counts: Table, kind: Table, masks: Table, place: int, path: int, later: int) -> float:
        """The promise of the last path, after this one and the most promising ones between."""
        mined, taken = counts[place].copy(), masks[path].copy()
        value = -np.inf
        for left in range(later - 1, -1, -1):
            free = ~(masks & taken).any(axis=1)
            kinds, paths = np.unique(kind[free], return_index=True)
            if not len(kinds):
                break
            values = self.promise(counts[kinds], mined, left)
            best = int(values.argmax())
            value = float(values[best])
            mined += counts[kinds[best]]
            taken |= masks[np.flatnonzero(free)[paths[best]]]
        return value


def _masks(table: Table, cells: int) -> Table:
    """The cells of each path as bits, uint64[path, word], of a mine with so many cells."""
    masks = np.zeros((len(table), (cells - 1) // 64 + 1), np.uint64)
    for column in table.T.astype(np.int64):
        masks[np.arange(len(table)), column // 64] |= np.uint64(1) << (column % 64).astype(np.uint64)
    return masks
