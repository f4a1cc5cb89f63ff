"""What is refused in a turn before anything is done, and the words for it."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.board import INDEX, SIGN
from numberhouse.games.mixmath.rules.model import Line, Turn
from numberhouse.games.mixmath.rules.tiles import BLANK, words

__all__ = ["AFTER_PLACING", "check_draw", "check_fresh", "check_line", "not_on_rack", "refusal"]

AFTER_PLACING: Final = "after a placement in the same turn; end the turn instead"


def check_line(line: Line, rack: tuple[int, ...]) -> None:
    """All its tiles were there before it; or a refusal would tell what would be drawn."""
    left = list(rack)
    for placement in line.placements:
        identity = BLANK if placement.blank else placement.tile
        if identity not in left:
            raise not_on_rack(identity, rack)
        left.remove(identity)


def check_fresh(turn: Turn, otherwise: IllegalAction) -> None:
    """Raises `otherwise` after a placement (MX-16)."""
    if turn.laid:
        raise otherwise


def check_draw(cell: str, bag: int) -> None:
    """Raises `IllegalAction` where nothing can be drawn (MX-11)."""
    if INDEX.get(cell) not in SIGN:
        raise refusal(
            "no-draw", f"{cell} is no sign square, so nothing is drawn for it; place without +", cell=cell
        )
    if not bag:
        raise refusal("bag-empty", "the bag is empty, nothing can be drawn; place without +")


def not_on_rack(tile: int, rack: tuple[int, ...]) -> IllegalAction:
    """The refusal of a tile that the seat doesn't have."""
    name = "a blank" if tile == BLANK else str(tile) if abs(tile) < 1000 else "such a number"
    return refusal(
        "not-on-rack",
        f"{name} is not on your rack as often as that; you have {words(rack)}",
        tile=None if abs(tile) >= 1000 else tile,
        rack=rack,
    )


def refusal(code: str, message: str, **values: object) -> IllegalAction:
    """An `IllegalAction` with its values."""
    return IllegalAction(code, message, values)
