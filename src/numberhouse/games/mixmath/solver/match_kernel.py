"""Whole matches of the greedy bot, compiled: for measurements, and for the value of positions by playouts.

The rules are the present edition with default options, except for the idle rounds. A match writes a log, so
that tests can replay it by the plain rules: rows of (what, seat, number, square), with the codes below. The
random generator is its own, so a match here differs from a match of the house with the same seed.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.board import PRINTED
from numberhouse.games.mixmath.rules.model import MOST_IDLE
from numberhouse.games.mixmath.rules.tiles import BOX, RACK
from numberhouse.games.mixmath.solver.kernels import (
    BONUS_POINTS,
    OPERATION,
    PREMIUM,
    SQUARES,
    WIDE,
    directions,
    path,
    search,
)

__all__ = ["DREW", "ENDED", "EXCHANGED", "LONGEST_LOG", "PLACED", "REFILLED", "RETURNED", "STARTED", "play"]

STARTED: Final = 0
"""The tile that the seat keeps from the draw for the start. The row of the starting seat comes first."""
REFILLED: Final = 1
"""A tile drawn to fill the rack."""
PLACED: Final = 2
"""A tile laid, and its square on the grid."""
DREW: Final = 3
"""A tile drawn for a sign square."""
EXCHANGED: Final = 4
"""A tile drawn for an exchanged one."""
RETURNED: Final = 5
"""An exchanged tile, in the bag again."""
ENDED: Final = 6
"""The end of a turn, with its points."""

LONGEST_LOG: Final = 1 << 15
"""Most rows of a log: 106 tiles stay, and before each there are at most `MOST_IDLE` rounds of four turns of
15 rows."""

TILES: Final = np.array(BOX, dtype=np.int64)
GRID: Final = np.full(WIDE * WIDE, -1, dtype=np.int16)
for _index, _value in PRINTED.items():
    GRID[SQUARES[_index]] = _value


def log_of() -> NDArray[np.int64]:
    """An empty log for a match."""
    return np.zeros((LONGEST_LOG, 4), dtype=np.int64)


@njit(cache=True)
def play(seed: Any, seats: Any, idle_rounds: Any, ws: Any, log: Any) -> Any:
    """Play one match. Returns (rows of the log, searches, whether all searches were complete, final scores).
    Raises `ValueError` unless `idle_rounds` is 1 to `MOST_IDLE`: with no limit, or a higher one, a match
    might outgrow the log."""
    if idle_rounds < 1 or idle_rounds > MOST_IDLE:
        raise ValueError("idle_rounds: 1 to 4 are possible")
    # The seed is scrambled, so that the streams of neighbouring seeds don't overlap.
    chance = np.array([scrambled(uint64(seed) + uint64(0x5851F42D4C957F2D))])
    bag = TILES.copy()
    heap = np.array([len(bag)])
    racks = np.full((seats, RACK + 1), -1, np.int64)
    held = np.zeros(seats, np.int64)
    scores = np.zeros(seats, np.int64)
    grid = GRID.copy()
    laid = np.empty((RACK, 3), np.int64)
    rows = np.zeros(1, np.int64)
    seat = start(chance, bag, heap, seats, racks, held, rows, log)
    for other in range(seats):
        fill(chance, bag, heap, racks, held, other, rows, log)
    idle = 0
    passes = 0
    searches = 0
    complete = True
    while True:
        began = held[seat]
        points = 0
        tiles = 0
        drew = True
        while drew:
            drew = False
            kinds, counts = sorted_kinds(racks[seat], held[seat])
            _, best, _, whole = search(grid, kinds, counts, began == RACK, ws)
            searches += 1
            complete &= whole
            for number in range(path(ws, best, laid)):
                square, value = laid[number, 0], laid[number, 1]
                points += directions(grid, square, value) * value * PREMIUM[square]
                grid[square] = value
                discard(racks[seat], held, seat, value)
                write(log, rows, PLACED, seat, value, square)
                tiles += 1
                # The last tile of a full rack earns the bonus, so nothing is drawn for it (MX-14).
                cleared = held[seat] == 0 and began == RACK
                if OPERATION[square] and heap[0] and not cleared:
                    tile = draw(chance, bag, heap)
                    take(racks, held, seat, tile)
                    write(log, rows, DREW, seat, tile, 0)
                    drew = True
                    break
        passes = passes + 1 if tiles == 0 and heap[0] == 0 else 0
        if tiles == 0:
            exchange(chance, bag, heap, racks, held, seat, rows, log)
        if held[seat] == 0 and began == RACK:
            points += BONUS_POINTS
        fill(chance, bag, heap, racks, held, seat, rows, log)
        scores[seat] += points
        write(log, rows, ENDED, seat, points, 0)
        idle = 0 if tiles else idle + 1
        if held[seat] == 0 or passes >= seats or idle >= seats * idle_rounds:
            break
        seat = (seat + 1) % seats
    for other in range(seats):
        for number in range(held[other]):
            scores[other] -= racks[other, number]
    return rows[0], searches, complete, scores


@njit(cache=True)
def start(chance: Any, bag: Any, heap: Any, seats: Any, racks: Any, held: Any, rows: Any, log: Any) -> Any:
    """The seat that starts. Every seat keeps the tile of its first draw (MX-5)."""
    drawing = np.ones(seats, np.bool_)
    drawn = np.zeros(seats, np.int64)
    kept = np.full(seats, -1, np.int64)
    while True:
        highest = -1
        for seat in range(seats):
            if drawing[seat]:
                drawn[seat] = draw(chance, bag, heap)
                highest = max(highest, drawn[seat])
                if kept[seat] < 0:
                    kept[seat] = drawn[seat]
        first, tied = -1, 0
        for seat in range(seats):
            drawing[seat] = drawing[seat] and drawn[seat] == highest
            if drawing[seat]:
                first = seat
                tied += 1
        if tied == 1:
            break
    bag[:] = TILES
    heap[0] = len(bag)
    for step in range(seats):
        seat = (first + step) % seats
        for number in range(heap[0]):
            if bag[number] == kept[seat]:
                heap[0] -= 1
                bag[number] = bag[heap[0]]
                break
        take(racks, held, seat, kept[seat])
        write(log, rows, STARTED, seat, kept[seat], 0)
    return first


@njit(cache=True)
def exchange(chance: Any, bag: Any, heap: Any, racks: Any, held: Any, seat: Any, rows: Any, log: Any) -> None:
    """Put the highest tiles aside, as many as the bag holds, and draw the same number (MX-16)."""
    count = min(held[seat], heap[0])
    aside = np.empty(count, np.int64)
    for number in range(count):
        highest = 0
        for other in range(held[seat]):
            if racks[seat, other] > racks[seat, highest]:
                highest = other
        aside[number] = racks[seat, highest]
        discard(racks[seat], held, seat, aside[number])
    for _ in range(count):
        tile = draw(chance, bag, heap)
        take(racks, held, seat, tile)
        write(log, rows, EXCHANGED, seat, tile, 0)
    for tile in aside:
        bag[heap[0]] = tile
        heap[0] += 1
        write(log, rows, RETURNED, seat, tile, 0)


@njit(cache=True)
def fill(chance: Any, bag: Any, heap: Any, racks: Any, held: Any, seat: Any, rows: Any, log: Any) -> None:
    """Fill the rack up to seven tiles (MX-15)."""
    while held[seat] < RACK and heap[0]:
        tile = draw(chance, bag, heap)
        take(racks, held, seat, tile)
        write(log, rows, REFILLED, seat, tile, 0)


@njit(cache=True)
def draw(chance: Any, bag: Any, heap: Any) -> Any:
    """Draw a tile from the bag."""
    chance[0] += uint64(0x9E3779B97F4A7C15)
    place = np.int64(scrambled(chance[0]) % uint64(heap[0]))
    heap[0] -= 1
    tile = bag[place]
    bag[place] = bag[heap[0]]
    return tile


@njit(cache=True)
def scrambled(word: Any) -> Any:
    """A pseudo-random word, by a one-to-one mapping of words."""
    word = (word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    return word ^ (word >> uint64(31))


@njit(cache=True)
def take(racks: Any, held: Any, seat: Any, tile: Any) -> None:
    """Put a tile on a rack."""
    racks[seat, held[seat]] = tile
    held[seat] += 1


@njit(cache=True)
def discard(rack: Any, held: Any, seat: Any, tile: Any) -> None:
    """Take a tile from a rack."""
    for number in range(held[seat]):
        if rack[number] == tile:
            held[seat] -= 1
            rack[number] = rack[held[seat]]
            return


@njit(cache=True)
def sorted_kinds(rack: Any, count: Any) -> Any:
    """The different tiles of a rack in order, and the number of each."""
    tiles = np.sort(rack[:count])
    kinds = np.empty(count, np.int64)
    counts = np.zeros(count, np.int64)
    found = 0
    for tile in tiles:
        if found == 0 or kinds[found - 1] != tile:
            kinds[found] = tile
            found += 1
        counts[found - 1] += 1
    return kinds[:found], counts[:found]


@njit(cache=True)
def write(log: Any, rows: Any, what: Any, seat: Any, number: Any, square: Any) -> None:
    """Append a row to the log."""
    log[rows[0], 0] = what
    log[rows[0], 1] = seat
    log[rows[0], 2] = number
    log[rows[0], 3] = square
    rows[0] += 1
