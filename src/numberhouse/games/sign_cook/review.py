"""Looking back at a match: how the dish that was served compares with the best that was found.

Dishes are compared as the judge compares them, those of one pantry with one another. What is mined, exchanged
and bought is means to an end and isn't judged; it shows in the dishes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numberhouse.bot import Budget
from numberhouse.game import IllegalAction, Legal, Seat
from numberhouse.games.sign_cook.cook import best_dish
from numberhouse.games.sign_cook.dish import Dish
from numberhouse.games.sign_cook.judge import AIM, judge
from numberhouse.games.sign_cook.round import prepared
from numberhouse.games.sign_cook.table import COURSES, Action, Course, Serve, View
from numberhouse.games.sign_cook.wordbook import wordlist
from numberhouse.judgement import Alternative, Judgement, Mark, Standing, Words, marked

__all__ = ["SignCookReviewer", "reviewer"]

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


class SignCookReviewer:
    """See the module."""

    def judge(
        self,
        view: View,
        seat: Seat,
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the view says it
        budget: Budget,
    ) -> Judgement | None:
        """Of a dish."""
        if not isinstance(action, Serve) or view.kitchen is None or view.end is not None:
            return None
        course = COURSES[view.round - 1]
        standing = Standing(_points(view, seat), {"en": "points", "ru": "очки"})
        thought = best_dish(view, view.kitchen, budget).action
        found = thought.dish if isinstance(thought, Serve) else ()
        served = _dish(view, action.dish)
        other = _dish(view, found)
        worth, most = _worth(view, course, served), _worth(view, course, other)
        if not _beats(view, course, other, served):
            return Judgement(
                "best", worth, worth, SCALES[course], NOTHING_BETTER, exact=False, standing=standing
            )
        lost = max(most - worth, 0.0)
        # The judge tells dishes apart that are worth the same here: by the top, the numbers, the letters.
        mark: Mark = marked(lost, *BOUNDS[course]) if lost else "good"
        return Judgement(
            mark,
            worth,
            max(most, worth),
            SCALES[course],
            {
                "en": "From the same pantry a dish could be cooked that the judge prefers.",
                "ru": "Из той же кладовой выходило блюдо, которое судья ставит выше.",
            },
            (Alternative(Serve(found), most, _told(course, most)),),
            exact=False,
            standing=standing,
        )

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:
        """The place that the dish came to."""
        if not isinstance(action, Serve) or len(end.courses) < view.round:
            return {}
        plate = end.courses[view.round - 1].plates[seat]
        return {
            "en": f"It took place {plate.place} of {view.seats}: {plate.points} points.",
            "ru": f"Место {plate.place} из {view.seats}, очков: {plate.points}.",
        }


reviewer: Final = SignCookReviewer()

NOTHING_BETTER: Final[Words] = {
    "en": "No better dish was found in this pantry.",
    "ru": "Лучшего блюда в этой кладовой не нашлось.",
}


def _points(view: View, seat: Seat) -> float:
    return float(sum(course.plates[seat].points + course.plates[seat].bonus for course in view.courses))


def _dish(view: View, texts: Sequence[str]) -> Dish | None:
    if not texts:
        return None
    try:
        return prepared(view.options, view.round, tuple(texts))
    except IllegalAction:
        return None


def _beats(view: View, course: Course, one: Dish | None, other: Dish | None) -> bool:
    """Whether the judge prefers the first of two dishes."""
    if one is None:
        return False
    verdict = judge(course, (one, other), lambda word: _counts(view, word))
    first, second = verdict.judgements
    if first.reason != "judged":
        return False
    return second.reason != "judged" or first.place < second.place


def _counts(view: View, word: str) -> bool:
    return (word in wordlist(view.options)) != (word in view.options.overruled)


def _worth(view: View, course: Course, dish: Dish | None) -> float:
    """More is better; what doesn't count is worth 0."""
    if dish is None or dish.ruined:
        return 0.0
    if course == "starter":
        return float(len(dish.expressions))
    if course == "dessert":
        word = dish.word or ""
        return float(len(word)) if word and _counts(view, word.lower()) else 0.0
    expression = dish.expressions[0]
    if expression.value == AIM:
        return float(HIT + expression.signs)
    return 0.0


def _told(course: Course, worth: float) -> Words:
    if course == "dessert":
        return {"en": f"{worth:.0f} letters", "ru": f"букв: {worth:.0f}"}
    if course == "main":
        return {"en": f"24 with {worth - HIT:.0f} signs", "ru": f"24, знаков: {worth - HIT:.0f}"}
    return {"en": f"{worth:.0f} in a row", "ru": f"подряд: {worth:.0f}"}
