"""The lines of three that lie in a set, as anybody can read them off the grid (ST-6, ST-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from numberhouse.games.set_theory.grid import CELLS, LINES, shared
from numberhouse.games.set_theory.table import Line, Turn

__all__ = ["completed"]

THROUGH: Final[Mapping[str, tuple[tuple[str, str, str], ...]]] = MappingProxyType(
    {cell: tuple(line for line in LINES if cell in line) for cell in CELLS}
)


def completed(past: Sequence[Turn]) -> tuple[Line, ...]:
    """All of them, in the order in which they were completed."""
    found: list[Line] = []
    grid: dict[str, str] = {}
    for place, turn in enumerate(past):
        if turn.number is None:
            continue
        grid[turn.cell] = turn.sets
        for line in THROUGH[turn.cell] if turn.sets else ():
            one, two, three = (grid.get(cell, "") for cell in line)
            if sets := shared(shared(one, two), three):
                found.append(Line(place, line, sets))
    return tuple(found)
