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

WIDEST: Final = 256
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
    width: Any,
    most: Any,
    ws: Any,
    plans: Any,
    values: Any,
    count: Any,
) -> None:
    """Search to the end, and write to `values` those of the turns `plans[0]`: of the best one exactly, of the
    others an upper bound.

    `mine` and `theirs` are the tiles, `began` is the number of own ones at the start of this turn, `passed`
    says whether the turn before was without a tile, and `fresh` whether nothing is laid yet in this one.
    `count` becomes the positions searched, and 1 if any turn was left out or the search ended at `most`
    positions.

    The positions on the way are kept here, by depth: compiled code that calls itself can't be cached.
    """
    # By depth the tiles of the seat to move; those of the other are at the depth before.
    racks = np.zeros((DEEPEST + 2, RACK), np.int64)
    held = np.zeros(DEEPEST + 2, np.int64)
    idle = np.zeros(DEEPEST + 2, np.bool_)
    best = np.zeros(DEEPEST + 2, np.int64)
    alpha = np.zeros(DEEPEST + 2, np.int64)
    beta = np.zeros(DEEPEST + 2, np.int64)
    number = np.zeros(DEEPEST + 2, np.int64)
    place = np.zeros(DEEPEST + 2, np.int64)
    # The rack of the other seat stands a depth before: so the first position is at depth 1.
    racks[0, : len(theirs)] = theirs
    held[0] = len(theirs)
    racks[1, : len(mine)] = mine
    held[1] = len(mine)
    idle[1] = passed
    alpha[1], beta[1] = -INFINITE, INFINITE
    depth = 1
    entering = True
    value = 0
    while depth > 0:
        own = face(racks[depth], held[depth])
        other = face(racks[depth - 1], held[depth - 1])
        if entering:
            count[0] += 1
            place[depth] = 0
            best[depth] = -INFINITE
            if count[0] > most:
                count[1] = 1
                number[depth] = 0
                best[depth] = other - own
            else:
                start = began if depth == 1 else held[depth]
                number[depth], whole = chosen(
                    grid, racks[depth], held[depth], start, other, width, ws, plans[depth - 1]
                )
                if not whole:
                    count[1] = 1
            entering = False
        else:
            # A value comes back from the position after the plan.
            plan = plans[depth - 1, place[depth]]
            for step in range(plan[0]):
                grid[plan[3 + 3 * step]] = -1
            value = plan[1] - value
            keep(best, place, depth, value, values)
        descended = False
        while place[depth] < number[depth] and best[depth] < beta[depth]:
            plan = plans[depth - 1, place[depth]]
            tiles = plan[0]
            still = tiles == 0 and (depth > 1 or fresh)
            if tiles == held[depth]:
                keep(best, place, depth, plan[1] + other, values)
            elif still and idle[depth]:
                keep(best, place, depth, other - own, values)
            else:
                # The seat's rack after its turn goes a depth on, and comes to move two depths on.
                racks[depth + 1] = racks[depth - 1]
                held[depth + 1] = held[depth - 1]
                racks_left(racks, held, depth, plan)
                for step in range(tiles):
                    grid[plan[3 + 3 * step]] = plan[4 + 3 * step]
                idle[depth + 1] = still
                alpha[depth + 1] = plan[1] - beta[depth]
                beta[depth + 1] = plan[1] - max(alpha[depth], best[depth])
                descended = True
                break
        if descended:
            depth += 1
            entering = True
            continue
        value = best[depth]
        depth -= 1
        if depth:
            restored(racks, held, depth, plans[depth - 1, place[depth]])


@njit(cache=True, inline="always")
def face(rack: Any, held: Any) -> Any:
    """Sum of the tiles of a rack; a blank counts 0."""
    total = 0
    for number in range(held):
        total += max(rack[number], 0)
    return total


@njit(cache=True, inline="always")
def keep(best: Any, place: Any, depth: Any, value: Any, values: Any) -> None:
    """Take the value of a turn into account, and go to the next turn."""
    if depth == 1:
        values[place[depth]] = value
    best[depth] = max(best[depth], value)
    place[depth] += 1


@njit(cache=True, inline="always")
def racks_left(racks: Any, held: Any, depth: Any, plan: Any) -> None:
    """Take the tiles of a turn from the rack."""
    for step in range(plan[0]):
        for spot in range(held[depth]):
            if racks[depth, spot] == plan[5 + 3 * step]:
                held[depth] -= 1
                racks[depth, spot] = racks[depth, held[depth]]
                break


@njit(cache=True, inline="always")
def restored(racks: Any, held: Any, depth: Any, plan: Any) -> None:
    """Put the tiles of a turn back on the rack."""
    for step in range(plan[0]):
        racks[depth, held[depth]] = plan[5 + 3 * step]
        held[depth] += 1
