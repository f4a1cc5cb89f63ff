"""The values of tiles kept in Mixmath, from matches of the champion's policy against itself.

Before every other turn a seat's rack is exchanged for seven random tiles of the bag. The points of that turn
and of the seat's next one are explained by the tiles of the rack: a value for each tile, and one for each
tile beyond the first of its kind. Random racks make the values causal: the tiles that players really keep are
those of boards where little can be laid. A value is counted from the average tile of the box, which a kept
tile replaces. The policy of the matches has no values yet, so the same seed gives the same table.

    python bench/mixmath/train_values.py [--matches 1200] [--seed 1] [--write]
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numba import njit

from numberhouse.games.mixmath.rules.board import PRINTED
from numberhouse.games.mixmath.rules.tiles import BOX, RACK, VALUES
from numberhouse.games.mixmath.solver.kernels import SQUARES, WIDE, workspace
from numberhouse.games.mixmath.solver.lookahead_kernel import exchange, refill, turn
from numberhouse.games.mixmath.solver.values import TABLE

ROOM = 512
EVERY = 1
"""A rack is exchanged before one turn of so many, unless the seat's last turn was one."""
STEADY = 200.0
"""Observations of a value of zero that each tile is given beforehand."""

TILES = np.array(BOX, np.int64)
GRID = np.full(WIDE * WIDE, -1, np.int16)
for _index, _value in PRINTED.items():
    GRID[SQUARES[_index]] = _value


@njit(cache=True)
def play(seed: Any, values: Any, ws: Any, racks_seen: Any, points_seen: Any) -> Any:
    """Play a match of two. Writes the random racks and the points of two turns; returns their number."""
    np.random.seed(seed)
    bag = TILES.copy()
    np.random.shuffle(bag)
    heap = np.array([len(bag)])
    racks = np.full((2, RACK + 1), -2, np.int64)
    held = np.zeros(2, np.int64)
    grid = GRID.copy()
    count = np.zeros(1, np.int64)
    refill(racks, held, 0, bag, heap)
    refill(racks, held, 1, bag, heap)
    seat, idle, seen = 0, 0, 0
    open_rows = np.full(2, -1, np.int64)
    while idle < 4:
        if np.random.randint(EVERY) == 0 and heap[0] >= 3 * RACK and open_rows[seat] < 0:
            for number in range(RACK):
                other = np.random.randint(heap[0])
                racks[seat, number], bag[other] = bag[other], racks[seat, number]
            racks_seen[seen] = racks[seat, :RACK]
            points_seen[seen] = 0
            points, placed = turn(grid, racks, held, seat, bag, heap, held[seat], values, ws, count)
            points_seen[seen] = points
            open_rows[seat] = seen
            seen += 1
        else:
            points, placed = turn(grid, racks, held, seat, bag, heap, held[seat], values, ws, count)
            if open_rows[seat] >= 0:
                points_seen[open_rows[seat]] += points
                open_rows[seat] = -1
        if placed:
            idle = 0
            refill(racks, held, seat, bag, heap)
        else:
            idle += 1
            exchange(racks, held, seat, bag, heap)
        if held[seat] == 0:
            break
        seat = 1 - seat
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the table into the package")
    given = parser.parse_args()
    space = workspace(1 << 14)
    space = space._replace(key=space.key[:ROOM])
    racks, points = np.zeros((200, RACK), np.int64), np.zeros(200)
    rows, sums = [], []
    values = np.zeros(VALUES[-1] + 3)
    for number in range(given.matches):
        seen = play(given.seed * 1_000_000 + number, values, space, racks, points)
        rows.append(racks[:seen].copy())
        sums.append(points[:seen].copy())
    table, error = fitted(np.concatenate(rows), np.concatenate(sums))
    for value, worth in zip((*VALUES, "double"), table, strict=True):
        print(f"{value:>6} {worth:+6.1f}")
    print(f"{sum(map(len, sums))} racks, {error:.1f} points of error")
    if given.write:
        TABLE.write_text("".join(f"{worth:.1f}\n" for worth in table))


def fitted(racks: Any, points: Any) -> tuple[Any, float]:
    """The values of the tiles in the order of `VALUES`, and of a tile beyond the first of its kind."""
    counts = (racks[:, :, None] == np.array(VALUES)).sum(axis=1).astype(float)
    features = np.column_stack([counts, np.maximum(counts - 1, 0).sum(axis=1)])
    share = np.array([BOX.count(value) for value in VALUES]) / len(BOX)
    wanted = points - points.mean()
    features -= features.mean(axis=0)
    matrix = features.T @ features + STEADY * np.eye(features.shape[1])
    table = np.linalg.solve(matrix, features.T @ wanted)
    error = float(np.std(wanted - features @ table))
    table[:-1] -= share @ table[:-1]
    return table, error


if __name__ == "__main__":
    main()
