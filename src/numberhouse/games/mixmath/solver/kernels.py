"""The compiled search of a turn: all sets of placements that a rack can make without a draw.

A *state* is a set of (cell, value): the tiles laid since the search began. The points depend on the order,
but the possible continuations only on the set. So the search goes by layers, each with one more tile, and
keeps for every state its best points and the placement that led to them. This is exact (MX-12, MX-13).

The grid has two empty squares around the board, so that no line leaves it. Squares come from `board`
(`PREMIUM`, `SIGN`), values from `tiles`.

With the arithmetic of the box, the results of two numbers are computed at each use, which is twice as fast as
tables. With another one (MX-20, MX-21) the search reads the `Lines` of the workspace.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import int64, njit, uint64
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.arithmetic import LONGEST_CHAIN, PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import CELLS, SIDE, SIGN
from numberhouse.games.mixmath.rules.board import PREMIUM as PREMIUMS
from numberhouse.games.mixmath.rules.board import PRINTED as PRINTS
from numberhouse.games.mixmath.rules.ending import BONUS
from numberhouse.games.mixmath.rules.tiles import RACK, VALUES
from numberhouse.games.mixmath.solver.line_kernel import RANK, lines_of, solving

__all__ = ["BONUS_POINTS", "SQUARES", "Workspace", "directions", "path", "search", "workspace"]

WIDE: Final = SIDE + 4
"""Squares in a row of the grid."""

SQUARES: Final = np.array([(i // SIDE + 2) * WIDE + i % SIDE + 2 for i in range(len(CELLS))], dtype=np.int64)
"""For each cell of the board, its square on the grid."""

STEPS: Final = (1, -1, WIDE, -WIDE)

MOST_MOVES: Final = 16384
"""Upper bound of the placements of one rack on one board: 192 squares, each with 6 kinds of tile and 46
values of a blank, and up to 56 squares that are examined again."""


def _table(default: int, entries: dict[int, int]) -> NDArray[np.int64]:
    table = np.full(WIDE * WIDE, default, dtype=np.int64)
    for index, entry in entries.items():
        table[SQUARES[index]] = entry
    return table


PREMIUM: Final = _table(1, dict(PREMIUMS))
OPERATION: Final = _table(0, {index: 1 + "+-x/".index(sign) for index, sign in SIGN.items()})
"""Operation of each square: 0 means any; 1 to 4 mean the sign of the square."""
OPEN: Final = _table(0, {index: 1 for index in range(len(CELLS)) if index not in PRINTS})
"""Whether a tile may lie on each square."""
DECLARED: Final = np.array(VALUES, dtype=np.int64)
"""The values that a blank may have."""
BONUS_POINTS: Final = BONUS


class Workspace(NamedTuple):
    """Memory of a search, reused by the next one. The first seven arrays have one entry for each state."""

    key: NDArray[np.uint64]
    points: NDArray[np.int32]
    parent: NDArray[np.int32]
    square: NDArray[np.int16]
    value: NDArray[np.int16]
    kind: NDArray[np.int8]
    left: NDArray[np.int32]
    """Number of tiles of each kind that are left, three bits for each kind."""
    slot: NDArray[np.int32]
    """The hash table: indices of states."""
    written: NDArray[np.int32]
    """Stamp of the search that wrote a slot. A slot with an older stamp is empty."""
    stamp: NDArray[np.int32]
    touched: NDArray[np.int32]
    moves: NDArray[np.int32]
    """Placements on the board before the turn: square, kind, value, points."""
    pairs: NDArray[np.uint64]
    """The tables of the arithmetic, as in `Lines`."""
    chains: NDArray[np.uint64]


def workspace(states: int, arithmetic: Arithmetic = PLAIN) -> Workspace:
    """A workspace for searches of at most that many states."""
    slots = 2 << (max(states, 1024) - 1).bit_length()
    return Workspace(
        key=np.zeros(states, np.uint64),
        points=np.zeros(states, np.int32),
        parent=np.zeros(states, np.int32),
        square=np.zeros(states, np.int16),
        value=np.zeros(states, np.int16),
        kind=np.zeros(states, np.int8),
        left=np.zeros(states, np.int32),
        slot=np.zeros(slots, np.int32),
        written=np.zeros(slots, np.int32),
        stamp=np.zeros(1, np.int32),
        touched=np.zeros(WIDE * WIDE, np.int32),
        moves=np.zeros((MOST_MOVES, 4), np.int32),
        **lines_of(arithmetic)._asdict(),
    )


@njit(cache=True, inline="always")
def solves(a: Any, b: Any, value: Any, operation: Any) -> Any:
    """Whether the value is a result of two numbers (MX-8), or of that operation alone unless it is 0
    (MX-10)."""
    if operation == 0:
        return (
            a + b == value
            or abs(a - b) == value
            or a * b == value
            or (b != 0 and a == b * value)
            or (a != 0 and b == a * value)
        )
    if operation == 1:
        return a + b == value
    if operation == 2:
        return abs(a - b) == value
    if operation == 3:
        return a * b == value
    return (b != 0 and a == b * value) or (a != 0 and b == a * value)


@njit(cache=True)
def directions(grid: Any, square: Any, value: Any) -> Any:
    """Number of directions that a tile of that value solves on a square (MX-7 … MX-10)."""
    count = 0
    for step in STEPS:
        a = grid[square + step]
        if a >= 0:
            b = grid[square + 2 * step]
            if b >= 0 and solves(int64(a), int64(b), value, OPERATION[square]):
                count += 1
    return count


@njit(cache=True, inline="always")
def ready(grid: Any, square: Any) -> Any:
    """Whether a tile of the right value could lie on the square."""
    if OPEN[square] == 0 or grid[square] >= 0:
        return False
    for step in STEPS:  # noqa: SIM110
        if grid[square + step] >= 0 and grid[square + 2 * step] >= 0:
            return True  # a plain loop: `any` over a generator can't be compiled
    return False


@njit(cache=True, inline="always")
def mixed(square: Any, value: Any, blank: Any) -> Any:
    """A pseudo-random word for a tile on a square, for the hash of a state."""
    word = uint64((square * 2 + blank) * 128 + value + 1) * uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    return word ^ (word >> uint64(31))


@njit(cache=True)
def found(grid: Any, square: Any, kinds: Any, left: Any, moves: Any, count: Any) -> Any:
    """Append the placements of the remaining kinds on a square. Returns the new number of placements."""
    for kind in range(len(kinds)):
        if (left >> (3 * kind)) & 7 == 0:
            continue
        value = kinds[kind]
        if value >= 0:
            solved = directions(grid, square, value)
            if solved:
                moves[count, 0] = square
                moves[count, 1] = kind
                moves[count, 2] = value
                moves[count, 3] = solved * value * PREMIUM[square]
                count += 1
            continue
        for declared in DECLARED:
            if directions(grid, square, declared):
                moves[count, 0] = square
                moves[count, 1] = kind
                moves[count, 2] = declared
                moves[count, 3] = 0
                count += 1
    return count


@njit(cache=True)
def found_by_lines(
    grid: Any, square: Any, kinds: Any, left: Any, pairs: Any, chains: Any, moves: Any, count: Any
) -> Any:
    """The same as `found`, by the table of values that solve the lines of the square."""
    sign = OPERATION[square]
    east = solving(grid, square, 1, sign, pairs, chains)
    west = solving(grid, square, -1, sign, pairs, chains)
    south = solving(grid, square, WIDE, sign, pairs, chains)
    north = solving(grid, square, -WIDE, sign, pairs, chains)
    for kind in range(len(kinds)):
        if (left >> (3 * kind)) & 7 == 0:
            continue
        blank = kinds[kind] < 0
        for value in DECLARED if blank else kinds[kind : kind + 1]:
            rank = uint64(RANK[value])
            times = 0
            for direction in (east, west, south, north):
                times += int64((direction >> rank) & uint64(1))
            if times:
                moves[count, 0] = square
                moves[count, 1] = kind
                moves[count, 2] = value
                moves[count, 3] = 0 if blank else times * value * PREMIUM[square]
                count += 1
    return count


@njit(cache=True)
def search(grid: Any, kinds: Any, counts: Any, bonus: Any, ws: Any) -> Any:
    """Search all states. `kinds` are the different tiles of the rack (-1: a blank), `counts` their numbers,
    and `bonus` says whether emptying the rack earns the bonus. The grid is unchanged afterwards.

    Returns (number of states, best state, its points with the bonus, whether all states fitted into the
    workspace). Among equal points the state with more tiles is best, then the one found first.
    """
    left = 0
    for kind in range(len(kinds)):
        left |= counts[kind] << (3 * kind)
    room = len(ws.key)
    base = 0
    for square in SQUARES:
        if ready(grid, square):
            if len(ws.pairs) == 0:
                base = found(grid, square, kinds, left, ws.moves, base)
            else:
                base = found_by_lines(grid, square, kinds, left, ws.pairs, ws.chains, ws.moves, base)
    ws.key[0] = uint64(0)
    ws.points[0] = 0
    ws.parent[0] = -1
    ws.left[0] = left
    states = 1
    mask = 255
    ws.stamp[0] += 1
    best, most = 0, 0
    laid = np.empty(RACK, np.int64)
    now = 0
    complete = True
    while now < states:
        left = ws.left[now]
        total = ws.points[now]
        value = total + BONUS_POINTS if bonus and left == 0 else total
        # A later state has at least as many tiles. At a tie the first state of the deepest layer wins.
        if value > most or (value == most and deeper(ws.left[best], left)):
            best, most = now, value
        if left == 0:
            now += 1
            continue
        depth = 0
        state = now
        while ws.parent[state] >= 0:
            laid[depth] = ws.square[state]
            grid[ws.square[state]] = ws.value[state]
            depth += 1
            state = ws.parent[state]
        end = base
        if depth:
            end = near(grid, laid, depth, kinds, left, ws, base, now)
        for move in range(end):
            square = ws.moves[move, 0]
            kind = ws.moves[move, 1]
            if move < base and (
                grid[square] >= 0 or (left >> (3 * kind)) & 7 == 0 or (depth and ws.touched[square] == now)
            ):
                continue
            number = ws.moves[move, 2]
            key = ws.key[now] ^ mixed(square, number, int64(kinds[kind] < 0))
            score = total + ws.moves[move, 3]
            place = int64(key) & mask
            known = -1
            while ws.written[place] == ws.stamp[0]:
                if ws.key[ws.slot[place]] == key:
                    known = ws.slot[place]
                    break
                place = (place + 1) & mask
            if known >= 0:
                if score > ws.points[known]:
                    ws.points[known] = score
                    ws.parent[known] = now
                    ws.square[known] = square
                    ws.value[known] = number
                    ws.kind[known] = kind
                continue
            if states == room:
                complete = False
                continue
            ws.key[states] = key
            ws.points[states] = score
            ws.parent[states] = now
            ws.square[states] = square
            ws.value[states] = number
            ws.kind[states] = kind
            ws.left[states] = left - (1 << (3 * kind))
            ws.slot[place] = states
            ws.written[place] = ws.stamp[0]
            states += 1
            if 2 * states > mask:
                mask = 4 * mask + 3
                if mask >= len(ws.slot):
                    mask = len(ws.slot) - 1
                refill(ws, states, mask)
        for number in range(depth):
            grid[laid[number]] = -1
        now += 1
    for square in range(len(ws.touched)):
        ws.touched[square] = 0
    return states, best, most, complete


@njit(cache=True, inline="always")
def deeper(one: Any, other: Any) -> Any:
    """Whether fewer tiles are left in `other` than in `one`."""
    tiles = 0
    for kind in range(RACK):
        tiles += ((one >> (3 * kind)) & 7) - ((other >> (3 * kind)) & 7)
    return tiles > 0


@njit(cache=True)
def near(grid: Any, laid: Any, depth: Any, kinds: Any, left: Any, ws: Any, base: Any, state: Any) -> Any:
    """Append the placements on squares with a line through one of the laid tiles, and mark those squares.
    Returns the new number of placements."""
    end = base
    reach = LONGEST_CHAIN if len(ws.chains) > 1 else 2
    for number in range(depth):
        for step in STEPS:
            for far in range(1, reach + 1):
                square = laid[number] + far * step
                if ws.touched[square] != state:
                    ws.touched[square] = state
                    if ready(grid, square):
                        if len(ws.pairs) == 0:
                            end = found(grid, square, kinds, left, ws.moves, end)
                        else:
                            end = found_by_lines(
                                grid, square, kinds, left, ws.pairs, ws.chains, ws.moves, end
                            )
                # No line passes an empty square, and a longer walk would leave the grid.
                if reach > 2 and grid[square] < 0:
                    break
    return end


@njit(cache=True)
def refill(ws: Any, states: Any, mask: Any) -> None:
    """Put all states except the first into a larger table."""
    ws.stamp[0] += 1
    for state in range(1, states):
        place = int64(ws.key[state]) & mask
        while ws.written[place] == ws.stamp[0]:
            place = (place + 1) & mask
        ws.slot[place] = state
        ws.written[place] = ws.stamp[0]


@njit(cache=True)
def path(ws: Any, state: Any, out: Any) -> Any:
    """Write the placements that led to a state, in order: square, value, index of the kind. Returns their
    number."""
    depth = 0
    walk = state
    while ws.parent[walk] >= 0:
        depth += 1
        walk = ws.parent[walk]
    walk = state
    for number in range(depth - 1, -1, -1):
        out[number, 0] = ws.square[walk]
        out[number, 1] = ws.value[walk]
        out[number, 2] = ws.kind[walk]
        walk = ws.parent[walk]
    return depth
