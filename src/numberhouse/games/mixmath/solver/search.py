"""The best turn by points, and the number of possible turns, by the compiled search.

The search is exhaustive without draws. The tile of a draw on a sign square is unknown, so the search declines
every draw; a player who draws must search again.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.arithmetic import PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import CELLS, INDEX, Board
from numberhouse.games.mixmath.rules.model import Place
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK
from numberhouse.games.mixmath.solver.kernels import (
    BONUS_POINTS,
    SQUARES,
    WIDE,
    Workspace,
    path,
    search,
    workspace,
)
from numberhouse.games.mixmath.solver.line_kernel import lines_of

__all__ = ["CELL", "MOST_STATES", "BestTurn", "best_turn", "grid_of", "searched", "space_of", "totals"]

MOST_STATES: Final = 1 << 21
"""Most states of a search. A larger search returns the best state that it has seen. Racks without blanks stay
far below this; blanks on a full board may exceed it."""

MOST_CHAIN_STATES: Final = 10_000
"""The same with chains: almost any tile fits somewhere then, and no search is complete."""

FIRST_STATES: Final = 1 << 14
"""States of the workspace that is kept; only a larger search takes more memory."""


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The result of a search."""

    placements: tuple[Place, ...]
    """The best turn without draws, in order; empty if nothing can be laid."""
    points: int
    """Points of that turn, bonus included."""
    states: int
    """Number of possible sets of placements, the empty one included."""
    complete: bool
    """Whether the search saw all of them."""


def best_turn(
    board: Board,
    rack: Sequence[int],
    bonus: bool,
    most: int = MOST_STATES,
    arithmetic: Arithmetic = PLAIN,
) -> BestTurn:
    """The turn that scores most from here on. `bonus` says whether emptying the rack earns 50 points (MX-14).
    Among equal points the turn with more tiles is best. The search sees at most `most` states. With chains,
    an incomplete search continues from its best state with the remaining tiles."""
    if not arithmetic.chains:
        return _best_turn(board, rack, bonus, most, arithmetic)
    most = min(most, MOST_CHAIN_STATES)
    found = more = _best_turn(board, rack, bonus, most, arithmetic)
    left = list(rack)
    while not more.complete and more.placements:
        for place in more.placements:
            board = board.with_tile(INDEX[place.cell], place.tile, arithmetic)
            left.remove(BLANK if place.blank else place.tile)
        if not left:
            break
        more = _best_turn(board, left, bonus, most, arithmetic)
        placements = found.placements + more.placements
        found = replace(found, placements=placements, points=found.points + more.points)
    return found


def _best_turn(board: Board, rack: Sequence[int], bonus: bool, most: int, arithmetic: Arithmetic) -> BestTurn:
    """The best turn, by one search."""
    kinds = np.array(sorted(set(rack)), dtype=np.int64)
    counts = np.array([rack.count(kind) for kind in kinds], dtype=np.int64)
    space, states, best, points, complete = searched(board, kinds, counts, bonus, most, arithmetic)
    laid = np.empty((RACK, 3), dtype=np.int64)
    depth = path(space, best, laid)
    placements = tuple(
        Place(CELL[int(square)], int(value), blank=bool(kinds[kind] == BLANK))
        for square, value, kind in laid[:depth]
    )
    return BestTurn(placements, int(points), int(states), bool(complete))


def totals(
    board: Board,
    rack: Sequence[int],
    bonus: bool,
    most: int = MOST_STATES,
    arithmetic: Arithmetic = PLAIN,
) -> NDArray[np.int64]:
    """int64[states]: the most points of each turn that `best_turn` compares, the empty one included."""
    kinds = np.array(sorted(set(rack)), dtype=np.int64)
    counts = np.array([rack.count(kind) for kind in kinds], dtype=np.int64)
    space, states, _, _, _ = searched(board, kinds, counts, bonus, most, arithmetic)
    points = space.points[:states].astype(np.int64)
    return points + BONUS_POINTS * (space.left[:states] == 0) if bonus else points


def searched(
    board: Board,
    kinds: NDArray[np.int64],
    counts: NDArray[np.int64],
    bonus: bool,
    most: int,
    arithmetic: Arithmetic,
) -> tuple[Workspace, int, int, int, bool]:
    """The workspace, and the result of the kernel."""
    grid = grid_of(board)
    room = min(FIRST_STATES, most)
    while True:
        space = space_of(room, arithmetic)
        found: tuple[int, int, int, bool] = search(grid, kinds, counts, bonus, space)
        if found[-1] or room == most:
            return space, *found
        room = min(8 * room, most)


def grid_of(board: Board) -> NDArray[np.int16]:
    """The board on the kernel's grid; -1 is empty."""
    grid = np.full(WIDE * WIDE, -1, dtype=np.int16)
    grid[SQUARES] = [-1 if value is None else value for value in board.cells]
    return grid


CELL: Final = {int(square): CELLS[index] for index, square in enumerate(SQUARES)}

_kept = threading.local()


def space_of(room: int, arithmetic: Arithmetic) -> Workspace:
    """A workspace of this thread, kept for its next search."""
    space: Workspace | None = getattr(_kept, "space", None)
    if space is None or len(space.key) != room:
        space = workspace(room)
        if room == FIRST_STATES:
            _kept.space = space
    return space if arithmetic == PLAIN else space._replace(**lines_of(arithmetic)._asdict())
