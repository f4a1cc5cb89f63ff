"""Refusals of a turn before any of its effects."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.board import INDEX, SIGN
from numberhouse.games.mixmath.rules.model import Line, Turn
from numberhouse.games.mixmath.rules.refusals import Refusal
from numberhouse.games.mixmath.rules.tiles import BLANK
from numberhouse.words import message

__all__ = ["check_draw", "check_fresh", "check_line", "not_on_rack"]

LARGE: Final = 1000
"""A number from here on is not repeated in a refusal: it may have any number of digits."""


def check_line(line: Line, rack: tuple[int, ...]) -> None:
    """Refuse a line with a tile that wasn't on the rack before it. A later refusal would reveal drawn
    tiles."""
    left = list(rack)
    for placement in line.placements:
        identity = BLANK if placement.blank else placement.tile
        if identity not in left:
            raise not_on_rack(identity, rack)
        left.remove(identity)


def check_fresh(turn: Turn, otherwise: IllegalAction) -> None:
    """Raise `otherwise` after a placement of this turn (MX-16)."""
    if turn.laid:
        raise otherwise


def check_draw(cell: str, bag: int) -> None:
    """Raise `IllegalAction` if nothing can be drawn (MX-11)."""
    if INDEX.get(cell) not in SIGN:
        raise IllegalAction(
            "no-draw", "{cell} is no sign square, so nothing is drawn for it; place without +", {"cell": cell}
        )
    if not bag:
        raise IllegalAction("bag-empty", "the bag is empty, nothing can be drawn; place without +")


def not_on_rack(tile: int, rack: tuple[int, ...]) -> IllegalAction:
    """The refusal of a tile that is not on the seat's rack."""
    if tile == BLANK:
        template = message("a blank isn't on your rack that many times; you have {rack:tiles}")
    elif abs(tile) < LARGE:
        template = message("{tile} isn't on your rack that many times; you have {rack:tiles}")
    else:
        template = message("such a number isn't on your rack that many times; you have {rack:tiles}")
    return Refusal("not-on-rack", template, {"tile": tile if abs(tile) < LARGE else None, "rack": rack})
