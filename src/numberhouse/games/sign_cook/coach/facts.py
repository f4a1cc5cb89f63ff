"""Constants that the board in the browser needs in addition to the view: courses, tiles, prices and
visits."""

from __future__ import annotations

from typing import Final

from numberhouse.games.sign_cook.rules.model import COURSES, VISITS
from numberhouse.games.sign_cook.rules.pantry import DIGITS, PLACES, SIGNS
from numberhouse.games.sign_cook.rules.round import PRICE

__all__ = ["facts"]

facts: Final = {
    "COURSES": COURSES,
    "DIGITS": DIGITS,
    "SIGNS": SIGNS,
    "SIGN_OF": PLACES,
    "VISITS": VISITS,
    "PRICE": PRICE,
}
