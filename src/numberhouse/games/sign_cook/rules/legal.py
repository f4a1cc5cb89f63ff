"""The legal actions of a seat, computed from its view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from numberhouse.contract.game import Chance, Legal, Part
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.dishes import tasting
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    LONGEST_DISH,
    VISITS,
    Action,
    Buy,
    Kitchen,
    Mine,
    Serve,
    View,
    Visit,
)
from numberhouse.games.sign_cook.rules.options import garnets
from numberhouse.games.sign_cook.rules.pantry import DIGITS, ORDER, PLACES
from numberhouse.games.sign_cook.rules.round import PRICE

__all__ = ["any_path", "legal_actions"]

TRIES: Final = 30
"""Number of random walks into the mine. After these the first possible path is taken."""


def legal_actions(view: View) -> Legal[Action]:
    """Exchanges and purchases are listed; paths and dishes are built up from parts."""
    kitchen = view.kitchen
    if view.end is not None or kitchen is None or kitchen.sealed is not None:
        return NOTHING
    listed: list[Action] = []
    parts: list[Part[Action]] = []
    if kitchen.visits < VISITS:
        listed += _exchanges("".join(digit for digit in DIGITS if digit in kitchen.pantry))
        if mine.first_path(view.grid, kitchen.closed):
            parts.append(_mining(view.grid, kitchen.closed))
    if view.seat is not None and not kitchen.bought and garnets(view.options, view.seat) >= PRICE:
        listed += BUYS
    parts.append(_serving(view, kitchen))
    return Legal(listed, tuple(parts))


NOTHING: Final[Legal[Action]] = Legal()
BUYS: Final = tuple(Buy(tile) for tile in ORDER)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _exchanges(digits: str) -> tuple[Visit, ...]:
    return tuple(Visit(place, int(digit), sure=digit == "0") for place in PLACES for digit in digits)


def any_path(grid: mine.Grid, closed: frozenset[str], length: int, chance: Chance) -> Mine | None:
    """A random path of the length that can be mined, or None if no walk finds one."""
    cells, beside = mine.cell_names(grid), mine.neighbours(grid)
    starts = [cell for cell in cells if cell not in closed]
    for _ in range(TRIES if starts else 0):
        path = [chance.choice(starts)]
        while len(path) < length:
            free = [cell for cell in beside[path[-1]] if cell not in closed and cell not in path]
            if not free:
                break
            path.append(chance.choice(free))
        if len(path) == length:
            equation = mine.first_equation("".join(cells[cell] for cell in path))
            if equation:
                return Mine(tuple(path), equation)
    return None


def _mining(grid: mine.Grid, closed: frozenset[str]) -> Part[Action]:
    """The part for mining. At least one path must be left to mine."""

    def sample(chance: Chance) -> Action:
        fewest, most = mine.LENGTHS
        found = any_path(grid, closed, fewest + chance.below(most - fewest + 1), chance)
        if found is None:
            first = mine.first_path(grid, closed)
            assert first is not None
            found = Mine(*first)
        return found

    fewest, most = mine.LENGTHS
    free = [cell for cell in mine.cell_names(grid) if cell not in closed]
    cells = {"type": "array", "items": {"enum": free}, "minItems": fewest, "maxItems": most}
    return Part("mine", _shape("mine", cells=cells, equation={"type": "string"}), sample)


def _serving(view: View, kitchen: Kitchen) -> Part[Action]:
    """The part for serving. Its samples are small dishes and the empty dish."""
    course = COURSES[view.round - 1]

    def sample(chance: Chance) -> Action:
        return Serve(tasting.small_dish(view.options, course, kitchen.pantry, chance))

    expression = {"type": "string", "maxLength": LONGEST_DISH}
    dish = {"type": "array", "items": expression, "maxItems": 1 if course == "main" else len(kitchen.pantry)}
    return Part("serve", _shape("serve", dish=dish), sample)


def _shape(tag: str, **fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The action's JSON Schema."""
    properties = {"type": {"const": tag}, **fields}
    return {"type": "object", "properties": properties, "required": ["type", *fields]}
