"""The end of a match of two: the best turn once the bag is empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from numberhouse.games.mixmath.rules.arithmetic import PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import Board
from numberhouse.games.mixmath.rules.model import Place
from numberhouse.games.mixmath.rules.tiles import BLANK
from numberhouse.games.mixmath.solver.endgame_kernel import INFINITE, WIDEST, best_end, plans_of
from numberhouse.games.mixmath.solver.search import CELL, grid_of, space_of

__all__ = ["EndTurn", "end_turns"]

WIDTHS = (2, 4, 8, 16, 64, WIDEST)
"""Turns that are tried in each position, from one search to the next."""

ROOM = 1024
"""Most states of a turn's search."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A turn, and the margin that it leads to."""

    placements: tuple[Place, ...]
    """The tiles in an order that scores most; empty for a turn without a tile."""
    points: int
    """Points of the turn, with the bonus if it earns that."""
    value: int
    """Own points less the other's from this turn to the end, losses included."""


def end_turns(
    board: Board,
    mine: Sequence[int],
    theirs: Sequence[int],
    *,
    began: int,
    passed: bool = False,
    fresh: bool = True,
    most: int = 20_000,
    spent: Callable[[], bool] = lambda: False,
    arithmetic: Arithmetic = PLAIN,
) -> tuple[list[EndTurn], bool]:
    """The turns with their values, the best first, and whether the best one is proven.

    `began` is the number of tiles at the start of this turn, `passed` says whether the turn before was
    without a tile, and `fresh` whether this one has none yet. At most `most` positions are searched; `spent`
    is asked between two searches, each wider than the one before.
    """
    grid = grid_of(board)
    plans, count = plans_of(), np.zeros(2, np.int64)
    space = space_of(ROOM, arithmetic)
    used, best, proven = 0, list[EndTurn](), False
    for width in WIDTHS:
        values = np.full(WIDEST + 1, -INFINITE, np.int64)
        count[:] = 0
        allowed = most - used
        if best and (allowed < 1 or spent()):
            break
        best_end(
            grid,
            np.array(mine, np.int64),
            np.array(theirs, np.int64),
            began,
            passed,
            fresh,
            width,
            allowed,
            space,
            plans,
            values,
            count,
        )
        used += int(count[0])
        if best and count[0] > allowed:
            break
        found = []
        for plan, value in zip(plans[0], values, strict=True):
            if value > -INFINITE:
                steps = plan[3 : 3 + 3 * plan[0]].reshape(-1, 3).tolist()
                placements = tuple(
                    Place(CELL[square], number, tile == BLANK) for square, number, tile in steps
                )
                found.append(EndTurn(placements, int(plan[1]), int(value)))
        best = sorted(found, key=lambda one: -one.value)
        proven = not count[1]
        if proven:
            break
    return best, proven
