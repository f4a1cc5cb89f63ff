"""What a plan would score is what it scores when it is laid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.mixmath.coach.advice import PlanDraft, Worked, adviser
from numberhouse.games.mixmath.rules.gameplay import Line, Options, Place, game
from numberhouse.games.mixmath.rules.model import Hand, State, View


def dealt(*rack: int, challenge: bool = False) -> tuple[State, View]:
    """A match in which whoever begins has that rack."""
    state = game.setup(Options(blanks=2, challenge=challenge), 2, Chance("plan"))
    seat = state.turn.seat
    hands = [
        Hand(tuple(sorted(rack)), tuple(rack)) if one == seat else hand
        for one, hand in enumerate(state.hands)
    ]
    state = replace(state, hands=tuple(hands))
    return state, game.view(state, seat)


def worked(view: View, *placements: Place, lang: str = "en") -> Worked:
    assert view.seat is not None
    found = adviser.advise(view, view.seat, PlanDraft(placements), lang).result
    assert isinstance(found, Worked)
    return found


def test_mx_13_a_plan_is_worked_out_tile_by_tile_as_it_is_laid() -> None:
    state, view = dealt(3, 8, 12, 24, 50, 60, 70)
    plan = (Place("F7", 3), Place("E7", 4))
    with pytest.raises(IllegalAction):
        worked(view, *plan)
    state, view = dealt(3, 4, 12, 24, 50, 60, 70)
    found = worked(view, *plan)
    laid = game.apply(state, state.turn.seat, Line(plan), Chance("laid")).state.turn.laid
    assert [one.points for one in found.placements] == [one.points for one in laid]
    assert [one.equations for one in found.placements] == [one.equations for one in laid]
    assert (found.points, found.bonus) == (sum(one.points for one in laid), 0)


def test_what_solves_nothing_says_so_and_where_it_may_be_challenged_what_it_would_score() -> None:
    _, view = dealt(50, 3)
    one = worked(view, Place("F7", 50)).placements[0]
    assert (one.points, one.equations) == (0, ())
    assert "no result of 1 and 2" in one.problem
    assert worked(view, Place("F7", 50), lang="ru").placements[0].problem != one.problem
    _, view = dealt(50, 3, challenge=True)
    one = worked(view, Place("F7", 50)).placements[0]
    assert one.points == 50
    assert one.problem


def test_mx_11_a_planned_draw_where_nothing_can_be_drawn_is_a_problem() -> None:
    _, view = dealt(3, 4, 12)
    found = worked(view, Place("F7", 3, draw=True))
    assert "F7 is no sign square" in found.placements[0].problem
    plan = (Place("F7", 3), Place("E7", 4, draw=True))
    assert not any(one.problem for one in worked(view, *plan).placements)
    problems = [one.problem for one in worked(replace(view, bag=0), *plan).placements]
    assert [bool(problem) for problem in problems] == [False, True]


def test_mx_4_and_mx_14_a_blank_scores_nothing_and_an_emptied_rack_50() -> None:
    _, view = dealt(-1, 3)
    assert worked(view, Place("F7", 3, blank=True)).placements[0].points == 0
    _, view = dealt(3)
    late = replace(view, turn=replace(view.turn, began=6))
    assert worked(late, Place("F7", 3)).bonus == 0
    began = replace(view, turn=replace(view.turn, began=7))
    found = worked(began, Place("F7", 3))
    assert (found.bonus, found.points) == (50, 53)
    assert worked(began, Place("E7", 3, draw=True)).bonus == 0
