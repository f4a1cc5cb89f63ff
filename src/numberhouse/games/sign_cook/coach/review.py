"""Reviews a match: compares each served dish with the best dish that the search finds.

Dishes from the same pantry are compared by the judge's rules. The value of a mined path is that of its
digits, as the bot `cook` counts them. The value of an exchange before the main course is that of the best
dish that could be cooked right after it (`review_visits`). A purchase has no evaluation of its own: its
effect shows in the dishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.contract.review import (
    Alternative,
    Evaluation,
    Explanation,
    Mark,
    Standing,
    Unrated,
    Words,
    mark_for,
)
from numberhouse.games.sign_cook.bots.cook import best_dish
from numberhouse.games.sign_cook.coach.review_visits import exchanged, mined
from numberhouse.games.sign_cook.coach.review_worth import BOUNDS, dish_of, scale, worth, worth_words
from numberhouse.games.sign_cook.rules.dishes.dish import Dish
from numberhouse.games.sign_cook.rules.dishes.judge import judge
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    Action,
    Buy,
    Course,
    Mine,
    Serve,
    View,
    Visit,
)
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts
from numberhouse.words import message, words_of

__all__ = ["SignCookReviewer", "reviewer"]

TEXTS: Final = words_of("numberhouse.games.sign_cook")


class SignCookReviewer:
    """The reviewer of Sign Cook. The module's docstring describes its comparisons."""

    def evaluate(
        self,
        view: View,
        seat: Seat,
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the view says it
        budget: Budget,
    ) -> Evaluation | Unrated | None:
        """Evaluate a dish, a path or an exchange."""
        if view.kitchen is None or view.end is not None:
            return None
        course = COURSES[view.round - 1]
        standing = Standing(_points(view, seat), TEXTS.everywhere("points"))
        match action:
            case Buy():
                return Unrated(
                    TEXTS.everywhere(
                        "A purchase isn't judged: what the tile is worth shows in the dishes that follow."
                    )
                )
            case Mine():
                return mined(view, view.kitchen, action, standing)
            case Visit():
                return exchanged(view, view.kitchen, action, standing, budget)
            case Serve():
                pass
        thought = best_dish(view, view.kitchen, budget).action
        dish = thought.dish if isinstance(thought, Serve) else ()
        served = dish_of(view, action.dish)
        other = dish_of(view, dish)
        got, most = worth(view, course, served), worth(view, course, other)
        if not _beats(view, course, other, served):
            nothing_better = TEXTS.everywhere("No better dish was found in this pantry.")
            return Evaluation("best", got, got, scale(course), nothing_better, exact=False, standing=standing)
        lost = max(most - got, 0.0)
        # The judge distinguishes dishes that have equal worth here, by their top value, their numbers or
        # their letters.
        mark: Mark = mark_for(lost, *BOUNDS[course]) if lost else "good"
        return Evaluation(
            mark,
            got,
            max(most, got),
            scale(course),
            TEXTS.everywhere("From the same pantry a dish could be cooked that the judge prefers."),
            (Alternative(Serve(dish), most, worth_words(course, most)),),
            exact=False,
            standing=standing,
            why=tuple(_why(view, course, served, other)),
        )

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:
        """The place of the dish in its round."""
        if not isinstance(action, Serve) or len(end.courses) < view.round:
            return {}
        plate = end.courses[view.round - 1].plates[seat]
        return TEXTS.everywhere(
            "It took place {place} of {seats}: {points} points.",
            place=plate.place,
            seats=view.seats,
            points=plate.points,
        )


reviewer: Final = SignCookReviewer()


def _points(view: View, seat: Seat) -> float:
    return float(sum(course.plates[seat].points + course.plates[seat].bonus for course in view.courses))


def _why(view: View, course: Course, served: Dish | None, other: Dish | None) -> Iterator[Explanation]:
    """What the judge compares in the two dishes."""
    assert other is not None  # the judge prefers it
    if served is None:
        yield Explanation(message("Nothing was served that the judge could compare."))
    elif served.ruined:
        yield Explanation(message("The dish was ruined: an expression in it has no value."))
    elif course == "dessert" and not counts(view, (served.word or "").lower()):
        yield Explanation(message("{word} isn’t in the list of words."), {"word": served.word or ""})
    else:
        yield Explanation(SERVED[course], _compared(served))
    yield Explanation(BETTER[course], _compared(other))


def _compared(dish: Dish) -> dict[str, str | int]:
    first = dish.expressions[0]
    return {
        "count": len(dish.expressions),
        "values": ", ".join(dish.values),
        "value": dish.values[0],
        "signs": first.signs,
        "word": dish.word or "",
        "letters": len(dish.word or ""),
    }


SERVED: Final[Mapping[Course, str]] = {
    "starter": message("What was served has {count} in a row: {values}."),
    "main": message("What was served comes to {value}, with {signs} signs."),
    "dessert": message("What was served spells {word}, {letters} letters."),
}

BETTER: Final[Mapping[Course, str]] = {
    "starter": message("The better one has {count} in a row: {values}."),
    "main": message("The better one comes to {value}, with {signs} signs."),
    "dessert": message("The better one spells {word}, {letters} letters."),
}


def _beats(view: View, course: Course, one: Dish | None, other: Dish | None) -> bool:
    """Whether the judge prefers `one` to `other`."""
    if one is None:
        return False
    verdict = judge(course, (one, other), lambda word: counts(view, word))
    first, second = verdict.judgements
    if first.reason != "judged":
        return False
    return second.reason != "judged" or first.place < second.place
