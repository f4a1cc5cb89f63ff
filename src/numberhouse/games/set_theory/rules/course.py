"""The public progress of a match. It is computed once for every position from the position before it, because
every view and every turn needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from numberhouse.games.set_theory.rules.grid import CELLS, LINES, shared
from numberhouse.games.set_theory.rules.model import Line, Turn

__all__ = ["Course", "course"]


class Course(msgspec.Struct, frozen=True, eq=False):
    """The results of the turns so far."""

    sets: Mapping[str, str]
    """By occupied cell, the sets of its number."""
    cells: Mapping[int, str]
    """By placed number, its cell."""
    lines: tuple[Line, ...]
    """The lines of three that lie in a set, in the order of their completion (ST-6, ST-7)."""
    scores: tuple[int, int]
    """The points of each seat."""
    skips: int
    """Turns skipped since the last number (ST-8)."""


START: Final = Course(MappingProxyType({}), MappingProxyType({}), (), (0, 0), 0)

THROUGH: Final[Mapping[str, tuple[tuple[str, str, str], ...]]] = MappingProxyType(
    {cell: tuple(line for line in LINES if cell in line) for cell in CELLS}
)

REMEMBERED: Final = 2000
"""Size of the cache: a few positions of each running match."""


@lru_cache(maxsize=REMEMBERED)
def course(past: tuple[Turn, ...]) -> Course:
    """The progress after these turns."""
    if not past:
        return START
    before, turn = course(past[:-1]), past[-1]
    if turn.number is None:
        return Course(before.sets, before.cells, before.lines, before.scores, before.skips + 1)
    sets = MappingProxyType({**before.sets, turn.cell: turn.sets})
    cells = MappingProxyType({**before.cells, turn.number: turn.cell})
    one, other = before.scores
    scores = (one, other + turn.points) if turn.seat else (one + turn.points, other)
    lines = (*before.lines, *_completed(sets, len(past) - 1, turn))
    return Course(sets, cells, lines, scores, 0)


def _completed(sets: Mapping[str, str], number: int, turn: Turn) -> list[Line]:
    found = []
    for line in THROUGH[turn.cell] if turn.sets else ():
        one, two, three = line
        if one in sets and two in sets and three in sets:  # most lines have an empty cell
            label = shared(shared(sets[one], sets[two]), sets[three])
            if label:
                found.append(Line(number, line, label))
    return found
