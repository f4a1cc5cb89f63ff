"""Facts for the board in the browser that the view lacks: grid, labels, worths and some limits."""

from __future__ import annotations

from typing import Final

from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.deal import WORTHS
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, SIDE
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO, MOST_SKIPS

__all__ = ["facts"]

facts: Final = {
    "LABELS": LABELS,
    "COLUMNS": "".join(cell[0] for cell in CELLS[:SIDE]),
    "ROWS": tuple(range(1, SIDE + 1)),
    "WORTHS": WORTHS,
    "CANDIDATE": CANDIDATE,
    "DMO": DMO,
    "FIRST": FIRST,
    "MOST_DIGITS": len(str(LAST)),
    "MOST_SKIPS": MOST_SKIPS,
}
