"""Reviews visits: the tiles of a mined path, and the best dish right after an exchange.

Both are compared with the best result of the bot `cook`, so a better one may exist. Tiles that are kept for
later courses don't count.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.contract.review import Alternative, Evaluation, Mark, Standing, Unrated, Words, mark_for
from numberhouse.games.sign_cook.bots.cook import WORTH, best_dish, exchange, good_paths
from numberhouse.games.sign_cook.coach.review_worth import BOUNDS, dish_of, scale, worth, worth_words
from numberhouse.games.sign_cook.rules.mine import digit
from numberhouse.games.sign_cook.rules.model import COURSES, Action, Kitchen, Mine, Serve, View, Visit
from numberhouse.games.sign_cook.rules.pantry import PLACES, joined, without
from numberhouse.words import words_of

__all__ = ["exchanged", "mined"]

TEXTS: Final = words_of("numberhouse.games.sign_cook")

MOST_BETTER: Final = 3

PATHS: Final = 200
"""Largest number of paths that are searched for different sets of digits."""


def mined(view: View, kitchen: Kitchen, action: Mine, standing: Standing) -> Evaluation:
    """Evaluate a path by its digits, against the best path that the bot's search finds."""
    digits = _digits(view, action)
    played = _counted(digits)
    others: dict[str, Mine] = {}
    for path in islice(good_paths(view.grid, kitchen.closed, Chance("review")), PATHS):
        others.setdefault("".join(sorted(_digits(view, path))), path)
    ranked = sorted(others.items(), key=lambda one: -_counted(one[0]))
    better = tuple(
        Alternative(path, _counted(other), _brings(_digits(view, path)))
        for other, path in ranked[:MOST_BETTER]
        if _counted(other) > played
    )
    best = better[0].value if better else played
    if better:
        reason = TEXTS.everywhere("The path gave {digits}. A better one was found.", digits=digits)
    else:
        reason = TEXTS.everywhere("The path gave {digits}. No better one was found.", digits=digits)
    counted = TEXTS.everywhere(
        "digits, as the bot cook counts them: a 1 for 1.3, a 2 or a 9 for 1.1, a 0 for −2"
    )
    return Evaluation(
        mark_for(best - played, 1.0, 2.5, 4.0), played, best, counted, reason, better,
        exact=False, standing=standing,
    )  # fmt: skip


def exchanged(
    view: View, kitchen: Kitchen, action: Visit, standing: Standing, budget: Budget
) -> Evaluation | Unrated:
    """Evaluate an exchange by the best dish that is found right after it. The alternatives are the same tile
    at other places, the exchange that the bot would make, and serving at once."""
    if not action.tile:
        return Unrated(TEXTS.everywhere("Getting rid of a 0 isn't judged."))
    course = COURSES[view.round - 1]
    if course != "main":
        return Unrated(
            TEXTS.everywhere(
                "Exchanges are judged before the main course only: elsewhere comparing them takes too long."
            )
        )
    tried: dict[Action, Kitchen] = {}
    for visit in (action, *(Visit(place, action.tile) for place in PLACES)):
        tried.setdefault(visit, _after(kitchen, visit))
    thought = exchange(kitchen, course)
    if thought is not None and isinstance(thought.action, Visit):
        tried.setdefault(thought.action, _after(kitchen, thought.action))
    seconds = None if budget.seconds is None else budget.seconds / (len(tried) + 1)
    values: dict[Action, float] = {}
    for one, after in tried.items():
        values[one], _ = _cooked(view, after, seconds)
    at_once, dish = _cooked(view, kitchen, seconds)
    if dish.dish:
        values[dish] = at_once
    played = values[action]
    better = tuple(
        Alternative(one, values[one], worth_words(course, values[one]))
        for one in sorted(values, key=lambda one: -values[one])[:MOST_BETTER]
        if values[one] > played
    )
    best = better[0].value if better else played
    reason = TEXTS.everywhere(
        "By the best dish that was found right after it; what is kept for later isn't counted."
    )
    # An exchange is never marked worse than an inaccuracy, because its tiles serve later courses too.
    mark: Mark = "inaccuracy" if best - played >= BOUNDS[course][0] else "good" if better else "best"
    return Evaluation(
        mark, played, best, scale(course), reason, better,
        exact=False, standing=standing,
    )  # fmt: skip


def _digits(view: View, path: Mine) -> str:
    return "".join(digit(view.grid, cell) for cell in path.cells)


def _counted(digits: str) -> float:
    return round(sum(WORTH.get(one, 1.0) for one in digits), 6)


def _brings(digits: str) -> Words:
    return TEXTS.everywhere("gives {digits}", digits=digits)


def _after(kitchen: Kitchen, visit: Visit) -> Kitchen:
    pantry = joined(without(kitchen.pantry, str(visit.tile)), PLACES[visit.place] * visit.tile)
    return replace(kitchen, pantry=pantry)


def _cooked(view: View, kitchen: Kitchen, seconds: float | None) -> tuple[float, Serve]:
    served = best_dish(view, kitchen, Budget(seconds)).action
    assert isinstance(served, Serve)
    return worth(view, COURSES[view.round - 1], dish_of(view, served.dish)), served
