"""What a dish is worth to somebody who looks back, by course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.review import Words
from numberhouse.games.sign_cook.rules.dishes.dish import Dish
from numberhouse.games.sign_cook.rules.dishes.judge import AIM
from numberhouse.games.sign_cook.rules.model import Course, View
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts

__all__ = ["BOUNDS", "SCALES", "dish_of", "told", "worth"]

SCALES: Final[dict[Course, Words]] = {
    "starter": {"en": "expressions in a row", "ru": "выражений подряд"},
    "main": {"en": "5 for a 24, and its signs", "ru": "5 за 24 и знаки в нём"},
    "dessert": {"en": "letters of the word", "ru": "букв в слове"},
}

BOUNDS: Final[dict[Course, tuple[float, float, float]]] = {
    "starter": (1, 3, 5),
    "main": (2, 5, 10),
    "dessert": (1, 3, 5),
}
"""From what loss on it is an inaccuracy, a mistake, a blunder."""

HIT: Final = 5.0
"""What a 24 is worth, besides its signs; anything else is worth nothing here."""


def dish_of(view: View, texts: Sequence[str]) -> Dish | None:
    """None where it is none."""
    if not texts:
        return None
    try:
        return prepared(view.options, view.round, tuple(texts))
    except IllegalAction:
        return None


def worth(view: View, course: Course, dish: Dish | None) -> float:
    """More is better; what doesn't count or is undecided is worth 0."""
    if dish is None or dish.ruined or dish.undecided:
        return 0.0
    if course == "starter":
        return float(len(dish.expressions))
    if course == "dessert":
        word = dish.word or ""
        return float(len(word)) if word and counts(view, word.lower()) else 0.0
    expression = dish.expressions[0]
    if expression.value == AIM:
        return float(HIT + expression.signs)
    return 0.0


def told(course: Course, worth: float) -> Words:
    """It in words."""
    if course == "dessert":
        return {"en": f"{worth:.0f} letters", "ru": f"букв: {worth:.0f}"}
    if course == "main":
        return {"en": f"24 with {worth - HIT:.0f} signs", "ru": f"24, знаков: {worth - HIT:.0f}"}
    return {"en": f"{worth:.0f} in a row", "ru": f"подряд: {worth:.0f}"}
