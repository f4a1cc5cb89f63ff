"""The end of a match of two, compiled: an alternating search with both racks known.

Once the bag is empty, the tiles that a seat doesn't see are the other's rack, so nothing is hidden. A move is
a whole turn. The search tries the `width` best turns of each position, by points and tiles got rid of, and
then a turn without a tile. A value is the margin of the seat to move from now to the end, with the loss for
the tiles left over (MX-18, MX-19).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.tiles import RACK
from numberhouse.games.mixmath.solver.kernels import BONUS_POINTS, path, search
from numberhouse.games.mixmath.solver.match_kernel import sorted_kinds

__all__ = ["DEEPEST", "WIDEST", "best_end", "plans_of"]

DEEPEST: Final = 2 * 2 * RACK + 2
"""Most turns to the end: each lays a tile, or is the first of two without one."""

WIDEST: Final = 64
"""Most turns that are tried in a position, beside the one without a tile."""

SHED: Final = 0.6
"""Share of the face value of a tile laid that orders the turns."""

INFINITE: Final = 1 << 30


def plans_of() -> NDArray[np.int64]:
    """int64[depth, turn, 3 + 7 × 3]: the turns that are tried, each as its number of tiles, its points, its
    tiles left by kind, and the square, value and tile of every placement."""
    return np.zeros((DEEPEST + 1, WIDEST + 1, 3 + 3 * RACK), dtype=np.int64)


@njit(cache=True)
def chosen(grid: Any, rack: Any, held: Any, began: Any, other: Any, width: Any, ws: Any, plans: Any) -> Any:
    """Write the turns to be tried, the best first. Returns (their number, whether these are all)."""
    kinds, counts = sorted_kinds(rack, held)
    states, _, _, complete = search(grid, kinds, counts, began == RACK, ws)
    ranks = np.empty(states, np.float64)
    for state in range(states):
        left = ws.left[state]
        rank = float(ws.points[state])
        for kind in range(len(kinds)):
            rank -= SHED * ((left >> (3 * kind)) & 7) * max(kinds[kind], 0)
        if left == 0:
            rank += other + BONUS_POINTS
        ranks[state] = -1e9 if state == 0 else rank
    order = np.argsort(-ranks, kind="mergesort")
    number = min(states, width + 1)
    laid = np.empty((RACK, 3), np.int64)
    for place in range(number):
        # The empty turn is the last, whatever the width.
        state = order[place] if place < number - 1 else 0
        depth = path(ws, state, laid)
        plans[place, 0] = depth
        plans[place, 1] = ws.points[state] + (BONUS_POINTS if began == RACK and ws.left[state] == 0 else 0)
        plans[place, 2] = ws.left[state]
        for step in range(depth):
            plans[place, 3 + 3 * step] = laid[step, 0]
            plans[place, 4 + 3 * step] = laid[step, 1]
            plans[place, 5 + 3 * step] = kinds[laid[step, 2]]
    return number, complete and number == states


@njit(cache=True)
def best_end(
    grid: Any,
    mine: Any,
    theirs: Any,
    began: Any,
    passed: Any,
    fresh: Any,
    alpha: Any,
    beta: Any,
    depth: Any,
    width: Any,
    most: Any,
    ws: Any,
    plans: Any,
    values: Any,
    count: Any,
) -> Any:
    """The value for the seat to move. `mine` and `theirs` are the tiles, `passed` says whether the turn before
    was without a tile, and `fresh` whether nothing is laid yet in this one.

    `plans[depth]` are the turns tried; at depth 0 their values go to `values`, exact where they are above
    `alpha` before. `count` is changed: the positions searched, and 1 if any turn was left out or the search
    ended at `most` positions.
    """
    count[0] += 1
    other = 0
    for tile in theirs:
        other += max(tile, 0)
    own = 0
    for tile in mine:
        own += max(tile, 0)
    if count[0] > most:
        count[1] = 1
        return other - own
    number, whole = chosen(grid, mine, len(mine), began, other, width, ws, plans[depth])
    if not whole:
        count[1] = 1
    best = -INFINITE
    for place in range(number):
        plan = plans[depth, place]
        tiles = plan[0]
        if tiles == len(mine):
            value = plan[1] + other
        elif tiles == 0 and fresh and passed:
            value = other - own
        else:
            rest = mine.copy()
            held = len(mine)
            for step in range(tiles):
                grid[plan[3 + 3 * step]] = plan[4 + 3 * step]
                for spot in range(held):
                    if rest[spot] == plan[5 + 3 * step]:
                        held -= 1
                        rest[spot] = rest[held]
                        break
            value = plan[1] - best_end(
                grid,
                theirs,
                rest[:held],
                len(theirs),
                tiles == 0 and fresh,
                True,
                plan[1] - beta,
                plan[1] - max(alpha, best),
                depth + 1,
                width,
                most,
                ws,
                plans,
                values,
                count,
            )
            for step in range(tiles):
                grid[plan[3 + 3 * step]] = -1
        if depth == 0:
            values[place] = value
        best = max(best, value)
        if best >= beta:
            break
    return best
