"""Facts for the board in the browser that the view lacks: the squares, the tiles of the box, the defaults."""

from __future__ import annotations

from collections import Counter
from typing import Final

from numberhouse.games.mixmath.rules.board import CELLS, LAYOUT, SIDE
from numberhouse.games.mixmath.rules.model import Options
from numberhouse.games.mixmath.rules.tiles import BLANK, BOX, RACK, VALUES

__all__ = ["facts"]

facts: Final = {
    "SIDE": SIDE,
    "COLUMNS": "".join(cell[0] for cell in CELLS[:SIDE]),
    "LAYOUT": LAYOUT,
    "BLANK": BLANK,
    "RACK": RACK,
    "VALUES": VALUES,
    "COPIES": [Counter(BOX)[value] for value in VALUES],
    "USUAL_IDLE_ROUNDS": Options().idle_rounds,
}
