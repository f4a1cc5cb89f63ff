"""Looking back at visits: what a mined path brought, and what could be cooked right after an exchange.

Both are compared with what the bot `cook` finds, so there may be better. What is kept for later courses isn't
counted.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.contract.review import Alternative, Judgement, Mark, Standing, Unjudged, Words, mark_for
from numberhouse.games.sign_cook.bots.cook import WORTH, best_dish, exchange, good_paths
from numberhouse.games.sign_cook.coach.review_worth import BOUNDS, SCALES, dish_of, told, worth
from numberhouse.games.sign_cook.rules.mine import digit
from numberhouse.games.sign_cook.rules.model import COURSES, Action, Kitchen, Mine, Serve, View, Visit
from numberhouse.games.sign_cook.rules.pantry import PLACES, joined, without

__all__ = ["exchanged", "mined"]

MOST_BETTER: Final = 3

PATHS: Final = 200
"""That are looked at for some with other digits."""

DIGITS: Final[Words] = {
    "en": "digits, as the bot cook counts them: a 1 for 1.3, a 2 or a 9 for 1.1, a 0 for −2",
    "ru": "цифр, как их считает бот cook: 1 за 1,3, 2 и 9 за 1,1, 0 за −2",
}

SPENT: Final[Words] = {
    "en": "Getting rid of a 0 isn't judged.",
    "ru": "Избавление от 0 не оценивается.",
}


TOO_LONG: Final[Words] = {
    "en": "Exchanges are judged before the main course only: elsewhere comparing them takes too long.",
    "ru": "Обмены оцениваются только перед горячим: в других блюдах сравнивать их слишком долго.",
}


def mined(view: View, kitchen: Kitchen, action: Mine, standing: Standing) -> Judgement:
    """The path by its digits, against the best that the bot's search finds."""
    digits = _digits(view, action)
    played = _counted(digits)
    others: dict[str, Mine] = {}
    for path in islice(good_paths(view.grid, kitchen.closed, Chance("review")), PATHS):
        others.setdefault("".join(sorted(_digits(view, path))), path)
    ranked = sorted(others.items(), key=lambda one: -_counted(one[0]))
    better = tuple(
        Alternative(path, _counted(found), _brings(_digits(view, path)))
        for found, path in ranked[:MOST_BETTER]
        if _counted(found) > played
    )
    best = better[0].value if better else played
    reason = {
        "en": f"The path gave {digits}. A better one was found."
        if better
        else f"The path gave {digits}. No better one was found.",
        "ru": f"Путь дал {digits}. Нашёлся путь лучше."
        if better
        else f"Путь дал {digits}. Пути лучше не нашлось.",
    }
    return Judgement(
        mark_for(best - played, 1.0, 2.5, 4.0), played, best, DIGITS, reason, better,
        exact=False, standing=standing,
    )  # fmt: skip


def exchanged(
    view: View, kitchen: Kitchen, action: Visit, standing: Standing, budget: Budget
) -> Judgement | Unjudged:
    """The exchange by the best dish that is found right after it, against the same tile at other places, the
    exchange that the bot would make, and serving at once."""
    if not action.tile:
        return Unjudged(SPENT)
    course = COURSES[view.round - 1]
    if course != "main":
        return Unjudged(TOO_LONG)
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
        Alternative(one, values[one], told(course, values[one]))
        for one in sorted(values, key=lambda one: -values[one])[:MOST_BETTER]
        if values[one] > played
    )
    best = better[0].value if better else played
    reason = {
        "en": "By the best dish that was found right after it; what is kept for later isn't counted.",
        "ru": "По лучшему блюду, которое нашлось сразу после; что отложено на потом, не учтено.",
    }
    # The tiles serve later courses too, so that no exchange is called worse than inexact.
    mark: Mark = "inaccuracy" if best - played >= BOUNDS[course][0] else "good" if better else "best"
    return Judgement(
        mark, played, best, SCALES[course], reason, better,
        exact=False, standing=standing,
    )  # fmt: skip


def _digits(view: View, path: Mine) -> str:
    return "".join(digit(view.grid, cell) for cell in path.cells)


def _counted(digits: str) -> float:
    return round(sum(WORTH.get(one, 1.0) for one in digits), 6)


def _brings(digits: str) -> Words:
    return {"en": f"gives {digits}", "ru": f"даёт {digits}"}


def _after(kitchen: Kitchen, visit: Visit) -> Kitchen:
    pantry = joined(without(kitchen.pantry, str(visit.tile)), PLACES[visit.place] * visit.tile)
    return replace(kitchen, pantry=pantry)


def _cooked(view: View, kitchen: Kitchen, seconds: float | None) -> tuple[float, Serve]:
    served = best_dish(view, kitchen, Budget(seconds)).action
    assert isinstance(served, Serve)
    return worth(view, COURSES[view.round - 1], dish_of(view, served.dish)), served
