"""Points and places of a course (SC-16, SC-17) and of the match (SC-18, SC-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.game import Seat, shared_places
from numberhouse.games.sign_cook.rules.dishes.dish import BadDish, Course, Dish, fitting, prepare
from numberhouse.games.sign_cook.rules.dishes.given import RUINED, UNFIT, given_value
from numberhouse.games.sign_cook.rules.dishes.judge import Judgement, judge
from numberhouse.games.sign_cook.rules.edition import PRESENT, Edition
from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression, Cuisine
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    CourseOver,
    Plate,
    Sealed,
    State,
    ValueRuling,
    WordRuling,
)
from numberhouse.games.sign_cook.rules.options import Options, cuisine
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts

__all__ = ["BONUS", "LEFTOVERS", "judged", "judged_anew", "prepared", "standing"]

BONUS: Final = 1
"""Points for a written 538, once in the match (SC-17)."""

LEFTOVERS: Final = 2
"""Points deducted for tiles that are left after the dessert, once (SC-18)."""


def prepared(options: Options, number: int, dish: tuple[str, ...], edition: Edition = PRESENT) -> Dish:
    """The dish of that round, from 1. Raises `IllegalAction` for an invalid dish (SC-22)."""
    return _prepared(cuisine(options), COURSES[number - 1], dish, edition)


@lru_cache(maxsize=256)
def _prepared(cuisine: Cuisine, course: Course, dish: tuple[str, ...], edition: Edition) -> Dish:
    try:
        return prepare(course, dish, cuisine, edition)
    except (BadExpression, BadDish) as problem:
        raise problem.refusal() from None


def judged(state: State, number: int, sealed: Sequence[Sealed], edition: Edition) -> tuple[Plate, ...]:
    """The published results of the dishes of that round, from 1, by seat. All earlier rounds must be
    judged."""
    course = COURSES[number - 1]
    given = [dict(_given(state, course, seat)) for seat in range(len(sealed))]
    dishes = [
        _decided(prepared(state.options, number, one.dish, edition), decisions) if one.dish else None
        for one, decisions in zip(sealed, given, strict=True)
    ]
    verdict = judge(course, dishes, lambda word: counts(state, word), edition)
    before = state.courses[: number - 1]
    return tuple(
        _plate(
            state,
            sealed[seat],
            dishes[seat],
            judgement,
            bonus=BONUS * judgement.secret_ingredient * (not any(one.plates[seat].bonus for one in before)),
            ruled=tuple(sorted(given[seat])),
        )
        for seat, judgement in enumerate(verdict.judgements)
    )


def judged_anew(state: State, edition: Edition) -> State:
    """The state with its closed rounds judged again in order, under the rulings in force. The first dish that
    earns the point for 538 gets it."""
    served = [[Sealed(plate.how, plate.dish) for plate in course.plates] for course in state.courses]
    courses: tuple[CourseOver, ...] = ()
    for number, (course, sealed) in enumerate(zip(state.courses, served, strict=True), start=1):
        plates = judged(replace(state, courses=courses), number, sealed, edition)
        courses = (*courses, replace(course, plates=plates))
    return replace(state, courses=courses)


def _decided(dish: Dish, given: Mapping[int, str]) -> Dish:
    """The dish with the values that the host has given, by the expression's number from 1 (SC-10)."""
    if not given:
        return dish
    expressions, values = list(dish.expressions), list(dish.values)
    for number, text in given.items():
        before = expressions[number - 1]
        ruined = before.ruined or text == RUINED
        expressions[number - 1] = replace(before, value=given_value(text), ruined=ruined)
        values[number - 1] = text
    made = fitting(dish, tuple(expressions), tuple(values))
    return replace(
        made,
        ruined=any(expression.ruined for expression in expressions),
        fits=made.fits and UNFIT not in given.values(),
    )


def _given(state: State, course: Course, seat: Seat) -> Iterator[tuple[int, str]]:
    for ruling in state.rulings:
        if isinstance(ruling, ValueRuling) and (ruling.course, ruling.seat) == (course, seat):
            yield ruling.item, ruling.value


def _plate(
    state: State, sealed: Sealed, dish: Dish | None, judgement: Judgement, bonus: int, ruled: tuple[int, ...]
) -> Plate:
    word = (dish.word or "") if dish else ""
    return Plate(
        how=sealed.how,
        dish=sealed.dish,
        values=dish.values if dish else (),
        word=word,
        verdict=judgement.reason if dish else sealed.how,
        place=judgement.place,
        points=judgement.points,
        bonus=bonus,
        undecided=tuple(number for number in dish.undecided if number not in ruled) if dish else (),
        ruled=ruled,
        overruled=any(isinstance(one, WordRuling) and one.word == word.lower() for one in state.rulings),
    )


def standing(state: State, edition: Edition) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Seat, ...]]:
    """Scores and places by seat, and the candidates for elimination."""
    seats = range(len(state.kitchens))
    ranks = [_rank(state, seat, edition) for seat in seats]
    places = shared_places(ranks)
    return (
        tuple(rank[0] for rank in ranks),
        places,
        tuple(seat for seat in seats if ranks[seat] == min(ranks)),
    )


def _rank(state: State, seat: Seat, edition: Edition) -> tuple[int, ...]:
    """The sort key of a seat: all points, then the points of the dessert round, then the points for the
    places of main course and starter (SC-19)."""
    plates = [course.plates[seat] for course in state.courses]
    total = sum(plate.points + plate.bonus for plate in plates)
    left = LEFTOVERS if state.kitchens[seat].pantry else 0
    starter, main, dessert = plates
    earned = dessert.points + dessert.bonus * edition.bonus_breaks_ties
    return total - left, earned, main.points, starter.points
