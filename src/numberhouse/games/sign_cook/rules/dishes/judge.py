"""The judge: places and points of a course's dishes (SC-13 … SC-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

import msgspec

from numberhouse.games.sign_cook.rules.dishes.dish import Course, Dish
from numberhouse.games.sign_cook.rules.dishes.nearness import nearer
from numberhouse.games.sign_cook.rules.edition import PRESENT, Edition
from numberhouse.games.sign_cook.rules.expressions.algebraic import Algebraic, closeness
from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression

__all__ = ["AIM", "Judgement", "Reason", "Verdict", "judge"]

AIM: Final = 24
"""The target value of a main course."""

Reason: TypeAlias = Literal["judged", "ruined", "missing", "not-a-word", "undecided", "unfit"]


class Judgement(msgspec.Struct, frozen=True):
    """The judge's result for one seat's dish."""

    place: int
    """The place in the round, from 1. Equal dishes share a place, and the next place is skipped. Undecided
    dishes share the place after all compared dishes. Dishes that don't count share the last place."""
    points: int
    """Points for the place (SC-16): the number of seats for the first place, one less for each further place,
    and 1 for a dish that doesn't count. The point for 538 isn't included."""
    reason: Reason
    """Whether the dish was compared, or the reason why it wasn't."""
    secret_ingredient: bool
    """Whether the dish earns the point for 538, which a seat can earn once in a match (SC-17)."""


class Verdict(msgspec.Struct, frozen=True):
    """The judge's results for one course."""

    course: Course
    judgements: tuple[Judgement, ...]
    """The results by seat."""


def judge(
    course: Course,
    dishes: Sequence[Dish | None],
    in_list: Callable[[str], bool],
    edition: Edition = PRESENT,
) -> Verdict:
    """Compare the dishes, one for each seat, None where there is none.

    `in_list` says whether a dessert's word, in small letters, counts.
    """
    seats = len(dishes)
    reasons = [_reason(dish, in_list) for dish in dishes]
    judged = [seat for seat in range(seats) if reasons[seat] == "judged"]
    compared = [_present(dishes[seat]) for seat in judged]
    keys = dict(zip(judged, _keys(course, compared, edition), strict=True))
    judgements = []
    for dish, reason, key in zip(dishes, reasons, map(keys.get, range(seats)), strict=True):
        place = seats if key is None else 1 + sum(other > key for other in keys.values())
        if reason == "undecided":
            place = 1 + len(keys)
        points = seats + 1 - place
        secret = dish is not None and not dish.ruined and dish.has_538
        judgements.append(Judgement(place, points, reason, secret))
    return Verdict(course, tuple(judgements))


def _reason(dish: Dish | None, in_list: Callable[[str], bool]) -> Reason:
    if dish is None:
        return "missing"
    if dish.ruined:
        return "ruined"
    if not dish.fits:
        return "unfit"
    if dish.undecided:
        return "undecided"
    if dish.course == "dessert" and not in_list(_spelled(dish).lower()):
        return "not-a-word"
    return "judged"


def _keys(course: Course, dishes: Sequence[Dish], edition: Edition) -> list[Any]:
    """Sort keys of the dishes; a higher key is better."""
    if course == "starter":
        return _starters(dishes)
    return _mains(dishes, edition) if course == "main" else _desserts(dishes)


def _starters(dishes: Sequence[Dish]) -> list[Any]:
    """Sort keys of starters: more courses, then the higher top value (SC-13)."""
    return [(len(dish.expressions), max(map(_number, dish.expressions))) for dish in dishes]


def _mains(dishes: Sequence[Dish], edition: Edition) -> list[Any]:
    """Sort keys of main courses: nearer to 24, then more signs, then the larger numbers, the largest first
    (SC-14)."""
    expressions = [dish.expressions[0] for dish in dishes]
    values = [_present(expression.value) for expression in expressions]
    places = nearer(values, AIM) if edition.bounded else _nearer_apart(values)
    return [
        (-before, expression.signs, [(len(number), number) for number in expression.numbers])
        for before, expression in zip(places, expressions, strict=True)
    ]


def _nearer_apart(values: Sequence[Fraction | Algebraic]) -> tuple[int, ...]:
    """The distances' order in the first version of the rules. A round must come to its end: if distances
    can't be compared in time, values that aren't rational count as equally far, and farther than all
    others."""
    try:
        return closeness(values, AIM)
    except BadExpression:
        rational = [value for value in values if not isinstance(value, Algebraic)]
        known = iter(closeness(rational, AIM))
        return tuple(len(rational) if isinstance(value, Algebraic) else next(known) for value in values)


def _desserts(dishes: Sequence[Dish]) -> list[Any]:
    """Sort keys of desserts: the longer word, then the numbers of the letters' signs, the most first
    (SC-15)."""
    return [
        (len(_spelled(dish)), sorted((expression.signs for expression in dish.expressions), reverse=True))
        for dish in dishes
    ]


def _number(expression: Any) -> Fraction:
    value = expression.value
    assert isinstance(value, Fraction)
    return value


def _spelled(dish: Dish) -> str:
    word: str = _present(dish.word)
    return word


def _present(thing: Any) -> Any:
    """The thing, which every dish that isn't ruined has."""
    assert thing is not None
    return thing
