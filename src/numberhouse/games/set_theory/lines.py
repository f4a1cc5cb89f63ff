"""The lines of three that lie in a set, as anybody can read them off the grid (ST-6, ST-7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from numberhouse.games.set_theory.grid import CELLS, LINES, shared
from numberhouse.games.set_theory.table import Line, Turn

__all__ = ["completed"]

THROUGH: Final[Mapping[str, tuple[tuple[str, str, str], ...]]] = MappingProxyType(
    {cell: tuple(line for line in LINES if cell in line) for cell in CELLS}
)

REMEMBERED: Final = 2000
"""Positions of matches, a few of each that is being played."""


@lru_cache(maxsize=REMEMBERED)
def completed(past: tuple[Turn, ...]) -> tuple[Line, ...]:
    """All of them, in the order in which they were completed."""
    if not past:
        return ()
    # Every view of a match asks for them: of the turns before the last one they are remembered.
    earlier, turn = completed(past[:-1]), past[-1]
    if turn.number is None or not turn.sets:
        return earlier
    grid = {other.cell: other.sets for other in past if other.number is not None}
    found = []
    for line in THROUGH[turn.cell]:
        one, two, three = (grid.get(cell, "") for cell in line)
        if sets := shared(shared(one, two), three):
            found.append(Line(len(past) - 1, line, sets))
    return (*earlier, *found)
