"""`numberhouse solve mixmath`: a position of two players from a file and a rack, and its ranked turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Seat
from numberhouse.games.mixmath.bots.champion import Lookahead
from numberhouse.games.mixmath.rules.board import CELLS, PRINTED, SIDE, Board
from numberhouse.games.mixmath.rules.model import Hand, Options, Place, State, Turn, View
from numberhouse.games.mixmath.rules.tiles import BOX, RACK, VALUES
from numberhouse.games.mixmath.solver.endgame import end_turns

__all__ = ["BadPosition", "Found", "Position", "position_of", "read_board", "solved", "tiles_of"]

MOST_CHARACTERS: Final = 20_000
"""Longest file of a board."""

MOST_POSITIONS: Final = 20_000
"""Positions of the search to the end; some seconds."""


class BadPosition(ValueError):  # noqa: N818 - named for what is wrong
    """A board, a rack or unseen tiles that can't be."""


class Found(msgspec.Struct, frozen=True):
    """A turn with its value."""

    placements: tuple[Place, ...]
    """The tiles in the order in which they are laid."""
    points: int
    """Points of the turn, with the bonus for an empty rack."""
    value: float
    """Expected margin: with an empty bag that to the end, otherwise that after the reply with the value of
    the tiles kept."""
    reply: float | None = None
    """Expected points of the reply; None where the value goes to the end."""
    chance: float | None = None
    """Share of the imagined racks against which no other turn shown has a better margin after the reply."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position at the start of a turn of two players."""

    board: Board
    rack: tuple[int, ...]
    unseen: tuple[int, ...]
    """The tiles of the other rack and the bag, in order of value."""


def tiles_of(text: str, what: str) -> tuple[int, ...]:
    """The tiles in a text such as `3 3 17`, in order of value. Raises `BadPosition`."""
    words = text.replace(",", " ").split()
    if len(words) > len(BOX):
        raise BadPosition(f"{what}: {len(words)} tiles; the box has {len(BOX)}")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word) in VALUES):
            raise BadPosition(f"{what}: {word[:20]!r} is no tile; expected are numbers such as 3 3 17")
    return tuple(sorted(map(int, words)))


def read_board(text: str) -> Board:
    """The board of a text: 14 rows of 14 squares with spaces between them, each a number or a dot. Raises
    `BadPosition`."""
    form = f"expected are {SIDE} rows of {SIDE} squares with spaces between them: a number, or . if empty"
    if len(text) > MOST_CHARACTERS:
        raise BadPosition(f"the board is too long; {form}")
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if len(rows) != SIDE:
        raise BadPosition(f"the board has {len(rows)} rows; {form}")
    for number, row in enumerate(rows, start=1):
        if len(row) != SIDE:
            raise BadPosition(f"row {number} of the board has {len(row)} squares; {form}")
    cells: list[int | None] = []
    for index, word in enumerate(word for row in rows for word in row):
        value = None if word == "." else tiles_of(word, CELLS[index])[0]
        if index in PRINTED and value != PRINTED[index]:
            raise BadPosition(f"{CELLS[index]} has the printed number {PRINTED[index]}, not {word[:20]}")
        cells.append(value)
    return Board(tuple(cells))


def position_of(board: Board, rack: tuple[int, ...], unseen: tuple[int, ...] | None) -> Position:
    """The position, with all tiles of the box that aren't seen if `unseen` is None. Raises `BadPosition`."""
    if not 1 <= len(rack) <= RACK:
        raise BadPosition(f"the rack has {len(rack)} tiles; 1 to {RACK} are possible")
    laid = [value for index, value in enumerate(board.cells) if value is not None and index not in PRINTED]
    seen = Counter(laid) + Counter(rack)
    missing = Counter(seen) - Counter(BOX)
    if missing:
        tile = min(missing)
        raise BadPosition(
            f"board and rack have {seen[tile]} tiles {tile} together; the box has {BOX.count(tile)}"
        )
    rest = Counter(BOX) - seen
    if unseen is None:
        unseen = tuple(sorted(rest.elements()))
    over = Counter(unseen) - rest
    if over:
        tile = min(over)
        raise BadPosition(f"unseen: {unseen.count(tile)} tiles {tile}; {rest[tile]} are left in the box")
    if not unseen:
        raise BadPosition("no tile is unseen: the other rack is empty, so the match is over")
    if len(rack) < RACK < len(unseen):
        raise BadPosition(
            f"the rack has {len(rack)} tiles while the bag isn't empty; a rack is filled up to {RACK}"
        )
    return Position(board, rack, unseen)


def solved(position: Position, count: int, worlds: int, seed: str) -> tuple[list[Found], str]:
    """The best `count` turns, the best first, and how they were found: `proven`, `searched` (to the end, but
    not every turn) or `imagined`. None if nothing can be laid. The same seed gives the same values."""
    began = len(position.rack)
    if len(position.unseen) <= RACK:
        ends, proven = end_turns(
            position.board, position.rack, position.unseen, began=began, most=MOST_POSITIONS
        )
        found = [Found(one.placements, one.points, float(one.value)) for one in ends if one.placements]
        return found[:count], "proven" if proven else "searched"
    look = Lookahead(_view(position), 0, Budget(), Chance(seed), lambda *given: _world(position, *given))
    look.try_all(count, worlds)
    tried = look.candidates[:count]
    best = [max(margins) for margins in zip(*(one.margins for one in tried), strict=True)]
    found = []
    for one in tried:
        wins = sum(margin >= top for margin, top in zip(one.margins, best, strict=True))
        reply = one.points - one.near / one.tries
        found.append(Found(one.placements, one.points, one.value, reply, wins / one.tries))
    return sorted(found, key=lambda one: -one.value), "imagined"


def _view(position: Position) -> View:
    bag = len(position.unseen) - RACK
    return View(
        options=Options(),
        opening=(),
        board=position.board,
        turn=Turn(0, len(position.rack)),
        past=(),
        scores=(0, 0),
        racks=(len(position.rack), RACK),
        shown=(None, None),
        bag=bag,
        waiting=(),
        idle=0,
        seat=0,
        hand=Hand(position.rack),
        end=None,
    )


def _world(position: Position, view: View, _seat: Seat, chance: Chance) -> State:
    tiles: Sequence[int] = chance.sample(position.unseen, len(position.unseen))
    hands = Hand(position.rack), Hand(tuple(sorted(tiles[:RACK])))
    bag = tuple(sorted(tiles[RACK:]))
    return State(view.options, (), bag, hands, view.turn, view.scores, view.board)
