"""Legal actions of a seat, from its view: any unused number on any empty cell, or the decision who begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from numberhouse.contract.game import Chance, Legal, Part, Seat
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.grid import CELLS
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO, Action, Begin, Place, View

__all__ = ["barred", "empty", "legal_actions"]


def legal_actions(view: View, seat: Seat) -> Legal[Action]:
    """A number and a cell, for the seat whose turn it is (ST-5). For the death-match opponent, the decision
    who begins if it is open (ST-1)."""
    if view.begins is None and seat == DMO:
        return Legal((Begin(DMO), Begin(CANDIDATE)))
    if view.turn != seat:
        return NOTHING
    cells, used = empty(view), barred(view)

    def sample(chance: Chance) -> Action:
        number = FIRST + chance.below(LAST - FIRST + 1)
        while number in used:
            number = FIRST + chance.below(LAST - FIRST + 1)
        return Place(number, chance.choice(cells))

    return Legal((), (Part("place", _shape(cells, used), sample),))


def empty(view: View) -> tuple[str, ...]:
    """The empty cells, in order."""
    taken = {turn.cell for turn in view.past}
    return tuple(cell for cell in CELLS if cell not in taken)


def barred(view: View) -> frozenset[int]:
    """The numbers on the grid and the examples (ST-3)."""
    used = {turn.number for turn in view.past if turn.number is not None}
    return frozenset(used.union(*view.examples))


NOTHING: Final[Legal[Action]] = Legal()


def _shape(cells: tuple[str, ...], used: frozenset[int]) -> Mapping[str, Any]:
    """JSON Schema of the action."""
    number = {"type": "integer", "minimum": FIRST, "maximum": LAST, "not": {"enum": sorted(used)}}
    properties = {"type": {"const": "place"}, "number": number, "cell": {"enum": list(cells)}}
    return {"type": "object", "properties": properties, "required": ["type", "number", "cell"]}
