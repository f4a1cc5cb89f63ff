"""Legal actions of a seat, from its view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from numberhouse.contract.game import Chance, Legal, Part, Seat
from numberhouse.games.mixmath.rules.arithmetic import PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import CELLS, SIGN, Board
from numberhouse.games.mixmath.rules.model import (
    LONGEST_LINE,
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Line,
    Pass,
    Place,
    View,
)
from numberhouse.games.mixmath.rules.opening import without
from numberhouse.games.mixmath.rules.tiles import BLANK, VALUES

__all__ = ["can_lay", "legal_actions", "placements"]


def legal_actions(view: View, seat: Seat) -> Legal[Action]:
    """Correct placements are listed, with and without a draw where one is possible. Exchanges and lines are
    built up from parts, and so is any other placement where it may be challenged."""
    if view.end or view.hand is None:
        return NOTHING
    if view.waiting:
        return ANSWERS if seat in view.waiting else NOTHING
    if seat != view.turn.seat:
        return NOTHING
    rack, arithmetic = view.hand.rack, view.options.arithmetic
    listed: list[Action] = list(placements(view.board, rack, bool(view.bag), arithmetic))
    parts: list[Part[Action]] = []
    if view.options.challenge:
        if rack and view.board.spots(arithmetic):
            parts.append(_any_placement(tuple(view.board.spots(arithmetic)), rack, bool(view.bag)))
    elif listed:
        parts.append(_line(view.board, rack, arithmetic))
    if view.turn.laid:
        listed.append(Finish())
    else:
        listed.append(Pass())
        if view.bag:
            parts.append(_exchange(rack, min(len(rack), view.bag)))
    return Legal(tuple(listed), tuple(parts))


def placements(
    board: Board, rack: Sequence[int], draws: bool, arithmetic: Arithmetic = PLAIN
) -> Iterator[Place]:
    """Every correct placement from a rack. `draws` says whether tiles can be drawn (MX-7 … MX-11)."""
    tiles = sorted({tile for tile in rack if tile != BLANK})
    blank = BLANK in rack
    for index, spot in board.spots(arithmetic).items():
        cell = CELLS[index]
        sign = draws and index in SIGN
        for tile in tiles:
            if tile in spot.points:
                yield Place(cell, tile)
                if sign:
                    yield Place(cell, tile, draw=True)
        for value in spot.points if blank else ():
            yield Place(cell, value, blank=True)
            if sign:
                yield Place(cell, value, blank=True, draw=True)


def can_lay(board: Board, rack: Sequence[int], arithmetic: Arithmetic = PLAIN) -> bool:
    """Whether any tile of a rack has a correct placement (MX-12)."""
    return next(placements(board, rack, draws=False, arithmetic=arithmetic), None) is not None


NOTHING: Final[Legal[Action]] = Legal()
ANSWERS: Final[Legal[Action]] = Legal((Accept(), Challenge()))


def _any_placement(spots: tuple[int, ...], rack: tuple[int, ...], draws: bool) -> Part[Action]:
    """Any tile on any spot, correct or wrong (MX-17)."""

    def sample(chance: Chance) -> Action:
        index, tile = chance.choice(spots), chance.choice(rack)
        value = chance.choice(VALUES) if tile == BLANK else tile
        draw = draws and index in SIGN and bool(chance.below(2))
        return Place(CELLS[index], value, tile == BLANK, draw)

    cells = {"enum": [CELLS[index] for index in spots]}
    return Part("place", _shape("place", cell=cells, **PLACED), sample)


def _line(board: Board, rack: tuple[int, ...], arithmetic: Arithmetic) -> Part[Action]:
    """Correct placements of tiles of the rack, one after the other, without a draw."""

    def sample(chance: Chance) -> Action:
        now, left, line = board, rack, list[Place]()
        while True:
            choice = list(placements(now, left, draws=False, arithmetic=arithmetic))
            if not choice or (line and not chance.below(2)):
                return Line(tuple(line), end=len(line) == 1 or bool(chance.below(2)))
            place = chance.choice(choice)
            line.append(place)
            now, _ = now.place(place.cell, place.tile, arithmetic)
            left = without(left, [BLANK if place.blank else place.tile])

    items = {"type": "object", "properties": {"cell": {"enum": list(CELLS)}, **PLACED}}
    several = {"type": "array", "items": items, "minItems": 1, "maxItems": LONGEST_LINE}
    return Part("line", _shape("line", placements=several, end={"type": "boolean"}), sample)


def _exchange(rack: tuple[int, ...], most: int) -> Part[Action]:
    def sample(chance: Chance) -> Action:
        count = 1 + chance.below(most)
        return Exchange(tuple(sorted(chance.sample(rack, count))))

    tiles = {"type": "array", "items": {"enum": sorted(set(rack))}, "minItems": 1, "maxItems": most}
    return Part("exchange", _shape("exchange", tiles=tiles), sample)


PLACED: Final[Mapping[str, Any]] = {
    "tile": {"enum": list(VALUES)},
    "blank": {"type": "boolean"},
    "draw": {"type": "boolean"},
}
"""JSON Schema of the tile of a placement."""


def _shape(tag: str, **fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """JSON Schema of the action."""
    properties = {"type": {"const": tag}, **fields}
    return {"type": "object", "properties": properties, "required": ["type"]}
