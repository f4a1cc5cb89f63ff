"""Points and places: of a course (SC-16, SC-17), and of the match (SC-18, SC-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numberhouse.game import Seat, shared_places
from numberhouse.games.sign_cook.dish import Course, Dish
from numberhouse.games.sign_cook.expression import shown
from numberhouse.games.sign_cook.judge import Judgement, judge
from numberhouse.games.sign_cook.table import Plate, Sealed, State
from numberhouse.games.sign_cook.wordbook import counts

__all__ = ["BONUS", "LEFTOVERS", "judged", "standing"]

BONUS: Final = 1
"""For a written 538, once in the match (SC-17)."""

LEFTOVERS: Final = 2
"""Taken off for tiles that are left after the dessert, once (SC-18)."""


def judged(
    state: State, course: Course, sealed: Sequence[Sealed], dishes: Sequence[Dish | None]
) -> tuple[Plate, ...]:
    """What everybody learns of the dishes of the round that closes, by seat."""
    verdict = judge(course, dishes, lambda word: counts(state, word))
    return tuple(
        _plate(one, dish, judgement, any(before.plates[seat].bonus for before in state.courses))
        for seat, (one, dish, judgement) in enumerate(zip(sealed, dishes, verdict.judgements, strict=True))
    )


def _plate(sealed: Sealed, dish: Dish | None, judgement: Judgement, had_bonus: bool) -> Plate:
    return Plate(
        how=sealed.how,
        dish=sealed.dish,
        values=tuple(shown(expression.value) for expression in dish.expressions) if dish else (),
        word=(dish.word or "") if dish else "",
        verdict=judgement.reason if dish else sealed.how,
        place=judgement.place,
        points=judgement.points,
        bonus=BONUS if judgement.secret_ingredient and not had_bonus else 0,
    )


def standing(state: State) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Seat, ...]]:
    """Scores and places by seat, and the candidates for elimination."""
    seats = range(len(state.kitchens))
    ranks = [_rank(state, seat) for seat in seats]
    places = shared_places(ranks)
    return (
        tuple(rank[0] for rank in ranks),
        places,
        tuple(seat for seat in seats if ranks[seat] == min(ranks)),
    )


def _rank(state: State, seat: Seat) -> tuple[int, ...]:
    """All points, then those for the places of dessert, main course and starter (SC-19)."""
    plates = [course.plates[seat] for course in state.courses]
    total = sum(plate.points + plate.bonus for plate in plates)
    left = LEFTOVERS if state.kitchens[seat].pantry else 0
    return (total - left, *(plate.points for plate in reversed(plates)))
