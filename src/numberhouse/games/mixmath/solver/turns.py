"""The turns that a rack can make, ranked: by points, or by points and the value of the tiles kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.arithmetic import PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import Board
from numberhouse.games.mixmath.rules.model import Place
from numberhouse.games.mixmath.rules.opening import without
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK
from numberhouse.games.mixmath.solver.kernels import BONUS_POINTS, path
from numberhouse.games.mixmath.solver.search import CELL, MOST_STATES, searched

__all__ = ["RankedTurn", "turns"]


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn without draws."""

    placements: tuple[Place, ...]
    """The tiles in an order that scores most."""
    points: int
    """Points of the turn, with the bonus if it earns that."""
    left: tuple[int, ...]
    """The tiles that stay on the rack, in order of value; a blank is -1."""
    value: float
    """The points, and the value of the tiles left if values are given."""


def turns(
    board: Board,
    rack: Sequence[int],
    count: int,
    *,
    bonus: bool | None = None,
    values: NDArray[np.float64] | None = None,
    most: int = MOST_STATES,
    arithmetic: Arithmetic = PLAIN,
) -> tuple[RankedTurn, ...]:
    """The best `count` turns without draws; none if nothing can be laid. Two turns differ in what lies where.

    `bonus` says whether emptying the rack earns 50 points (MX-14), usually if the rack is full. `values` are
    those of the tiles left, by tile, one up so that a blank is first (`tile_values`). Among equal values the
    turn with more tiles is first. The search sees at most `most` sets of placements.
    """
    rack = sorted(rack)
    kinds = np.array(sorted(set(rack)), dtype=np.int64)
    counts = np.array([rack.count(kind) for kind in kinds], dtype=np.int64)
    full = len(rack) == RACK if bonus is None else bonus
    space, states, _, _, _ = searched(board, kinds, counts, full, most, arithmetic)
    points = space.points[:states] + BONUS_POINTS * (space.left[:states] == 0) * full
    numbers = space.left[:states, None] >> (3 * np.arange(len(kinds))) & 7
    worths = points.astype(np.float64)
    if values is not None:
        worths += numbers @ values[kinds + 1] + np.maximum(numbers - 1, 0).sum(axis=1) * values[-1]
    ranked = np.lexsort((np.arange(states), numbers.sum(axis=1), -worths))
    laid = np.empty((RACK, 3), dtype=np.int64)
    found: list[RankedTurn] = []
    for state in ranked[: count + 1]:
        placements = tuple(
            Place(CELL[int(square)], int(value), blank=bool(kinds[kind] == BLANK))
            for square, value, kind in laid[: path(space, state, laid)]
        )
        if placements and len(found) < count:
            gone = [BLANK if place.blank else place.tile for place in placements]
            found.append(
                RankedTurn(placements, int(points[state]), without(rack, gone), float(worths[state]))
            )
    return tuple(found)
