"""Simulated turns, compiled: one's own candidate turn, the replies, and one's own next turn.

All racks and the order of the bag are given, as one imagined world has them. Every seat then plays by one
policy: of all sets of placements, the one with the most points plus the value of the tiles left over. It
draws for every sign square, and searches again after the draw or where the search was too large. Once the bag
is empty, the match is played to its end.

A drawn tile is the last of the bag, so all candidates of a world draw alike. No function here changes the
world that it gets.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64, njit

from numberhouse.games.mixmath.rules.tiles import RACK
from numberhouse.games.mixmath.solver.kernels import BONUS_POINTS, OPERATION, path, search
from numberhouse.games.mixmath.solver.match_kernel import discard, sorted_kinds, take

__all__ = ["OUT", "kept_value", "refill", "simulate", "turn"]

OUT: Final = 1.0
"""Value of a point that the others lose because the match ends, beside the end itself."""

KEPT_AT_END: Final = 0.6
"""Share of its face value that a tile kept costs once the bag is empty: it may still be laid."""

ANY: Final = 92
"""Entry of the table of values: what each tile beyond the first of its kind adds."""


@njit(cache=True)
def kept_value(kinds: Any, left: Any, values: Any, empty: Any) -> Any:
    """Value of the tiles left on a rack. `values` are by tile, one up so that a blank is 0; `empty` says
    whether the bag is."""
    total = 0.0
    for kind in range(len(kinds)):
        number = (left >> (3 * kind)) & 7
        if number == 0:
            continue
        if empty:
            total -= KEPT_AT_END * number * max(kinds[kind], 0)
        else:
            total += number * values[kinds[kind] + 1] + (number - 1) * values[ANY]
    return total


@njit(cache=True)
def rack_value(rack: Any, held: Any, values: Any, empty: Any) -> Any:
    """The same of a whole rack."""
    kinds, counts = sorted_kinds(rack, held)
    left = 0
    for kind in range(len(kinds)):
        left |= counts[kind] << (3 * kind)
    return kept_value(kinds, left, values, empty)


@njit(cache=True)
def turn(
    grid: Any,
    racks: Any,
    held: Any,
    seat: Any,
    bag: Any,
    heap: Any,
    began: Any,
    values: Any,
    ws: Any,
    count: Any,
) -> Any:
    """Play a turn, or the rest of one, by the policy. Returns (points, placements). Changes what it gets;
    `count[0]` counts the searches."""
    points = 0
    tiles = 0
    laid = np.empty((RACK, 3), np.int64)
    drew = True
    others = 0
    for other in range(len(held)):
        if other != seat:
            for number in range(held[other]):
                others += max(racks[other, number], 0)
    while drew and held[seat]:
        drew = False
        kinds, counts = sorted_kinds(racks[seat], held[seat])
        states, _, _, complete = search(grid, kinds, counts, began == RACK, ws)
        count[0] += 1
        best, most = 0, -1e9
        for state in range(states):
            if state == 0 and tiles == 0:
                continue
            value = ws.points[state] + kept_value(kinds, ws.left[state], values, heap[0] == 0)
            if ws.left[state] == 0:
                if began == RACK:
                    value += BONUS_POINTS
                if heap[0] == 0:
                    value += OUT * others
            if value > most:
                best, most = state, value
        for number in range(path(ws, best, laid)):
            square, value = laid[number, 0], laid[number, 1]
            grid[square] = value
            discard(racks[seat], held, seat, kinds[laid[number, 2]])
            tiles += 1
            cleared = held[seat] == 0 and began == RACK
            if OPERATION[square] and heap[0] and not cleared:
                drew = True
                points += reached(ws, best, number + 1)
                heap[0] -= 1
                take(racks, held, seat, bag[heap[0]])
                break
        if not drew:
            points += ws.points[best]
            # A search that had no room for every state goes on from its best one.
            drew = not complete and best > 0
    if held[seat] == 0 and began == RACK and tiles:
        points += BONUS_POINTS
    return points, tiles


@njit(cache=True)
def reached(ws: Any, state: Any, depth: Any) -> Any:
    """Points after the first placements of the path to a state."""
    length = 0
    walk = state
    while ws.parent[walk] >= 0:
        length += 1
        walk = ws.parent[walk]
    walk = state
    for _ in range(length - depth):
        walk = ws.parent[walk]
    return ws.points[walk]


@njit(cache=True)
def refill(racks: Any, held: Any, seat: Any, bag: Any, heap: Any) -> None:
    """Fill the rack up to seven tiles (MX-15)."""
    while held[seat] < RACK and heap[0]:
        heap[0] -= 1
        take(racks, held, seat, bag[heap[0]])


@njit(cache=True)
def exchange(racks: Any, held: Any, seat: Any, bag: Any, heap: Any) -> None:
    """Exchange as many tiles as the bag has (MX-16)."""
    count = min(held[seat], heap[0])
    for number in range(count):
        place = heap[0] - 1 - number
        racks[seat, number], bag[place] = bag[place], racks[seat, number]


@njit(cache=True)
def simulate(
    grid0: Any,
    racks0: Any,
    held0: Any,
    bag0: Any,
    seat: Any,
    began: Any,
    squares: Any,
    numbers: Any,
    tiles: Any,
    points0: Any,
    draws: Any,
    swapped: Any,
    turns: Any,
    values: Any,
    ws: Any,
    count: Any,
    out: Any,
) -> None:
    """Write the seat's margin over the others' mean: to `out[0]` that of its turn and the replies, to
    `out[1]` that of the turns from its next one on, until `turns` turns after its own or the end of the
    match; and to `out[2]` the value of the tiles that it keeps.

    `squares`, `numbers` and `tiles` are the placements of the candidate, which score `points0` (bonus
    included if it ends the turn). `draws` says whether a tile is drawn for the last; the turn is then played
    on. `swapped` is the number of tiles that are exchanged instead: the first of the rack.
    """
    grid = grid0.copy()
    racks = racks0.copy()
    held = held0.copy()
    bag = bag0.copy()
    heap = np.array([len(bag)])
    seats = len(held)
    gained = np.zeros((2, seats), np.float64)
    for number in range(len(squares)):
        grid[squares[number]] = numbers[number]
        discard(racks[seat], held, seat, tiles[number])
    gained[0, seat] += points0
    if draws:
        heap[0] -= 1
        take(racks, held, seat, bag[heap[0]])
        # The bonus for an empty rack is due after a draw too.
        more, _ = turn(grid, racks, held, seat, bag, heap, began, values, ws, count)
        gained[0, seat] += more
    for number in range(swapped):
        place = heap[0] - 1 - number
        racks[seat, number], bag[place] = bag[place], racks[seat, number]
    out[2] = rack_value(racks[seat], held[seat], values, heap[0] == 0)
    refill(racks, held, seat, bag, heap)
    idle = 0 if len(squares) or swapped else 1
    over = held[seat] == 0
    now = seat
    done = 0
    while not over and (done < turns or heap[0] == 0):
        now = (now + 1) % seats
        done += 1
        started = held[now]
        points, placed = turn(grid, racks, held, now, bag, heap, started, values, ws, count)
        gained[int64(done >= seats), now] += points
        if placed:
            idle = 0
            refill(racks, held, now, bag, heap)
        elif heap[0]:
            idle = 0
            exchange(racks, held, now, bag, heap)
        else:
            idle += 1
        over = held[now] == 0 or idle >= seats
    if over or heap[0] == 0:
        for other in range(seats):
            for number in range(held[other]):
                gained[1, other] -= max(racks[other, number], 0)
    for part in range(2):
        out[part] = gained[part, seat] - (gained[part].sum() - gained[part, seat]) / (seats - 1)
