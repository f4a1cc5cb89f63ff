"""The worth of a dish in a review, by course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.review import Words
from numberhouse.games.sign_cook.rules.dishes.dish import Dish
from numberhouse.games.sign_cook.rules.dishes.judge import AIM
from numberhouse.games.sign_cook.rules.model import Course, View
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts
from numberhouse.words import message, words_of

__all__ = ["BOUNDS", "dish_of", "scale", "worth", "worth_words"]

TEXTS: Final = words_of("numberhouse.games.sign_cook")

SCALES: Final[Mapping[Course, str]] = {
    "starter": message("expressions in a row"),
    "main": message("5 for a 24, and its signs"),
    "dessert": message("letters of the word"),
}

BOUNDS: Final[dict[Course, tuple[float, float, float]]] = {
    "starter": (1, 3, 5),
    "main": (2, 5, 10),
    "dessert": (1, 3, 5),
}
"""Smallest losses that count as an inaccuracy, a mistake and a blunder, by course."""

HIT: Final = 5.0
"""Worth of a main course with the value 24, without its signs. Any other main course is worth 0 here."""


def dish_of(view: View, texts: Sequence[str]) -> Dish | None:
    """The dish that the texts make, or None if they make none."""
    if not texts:
        return None
    try:
        return prepared(view.options, view.round, tuple(texts))
    except IllegalAction:
        return None


def worth(view: View, course: Course, dish: Dish | None) -> float:
    """The worth of the dish; a higher number is better. A dish that doesn't count or is undecided has the
    worth 0."""
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


def scale(course: Course) -> Words:
    """The unit of worth, in words."""
    return TEXTS.everywhere(SCALES[course])


def worth_words(course: Course, worth: float) -> Words:
    """The worth of a dish, in words."""
    if course == "dessert":
        return TEXTS.everywhere("{worth:.0f} letters", worth=worth)
    if course == "main":
        return TEXTS.everywhere("24 with {signs:.0f} signs", signs=worth - HIT)
    return TEXTS.everywhere("{worth:.0f} in a row", worth=worth)
