"""Practice of the best turn: the position, and how a turn is measured against all others."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.mixmath.coach.practice import TURNS_TO_FIND, WORTH, drills
from numberhouse.games.mixmath.rules.legal import placements
from numberhouse.games.mixmath.rules.model import Finish, Line, Pass, State
from numberhouse.games.mixmath.solver.search import best_turn, totals

DRILL = drills["best-turn"]
NONE = Chance("none")


def posed(level: str = "middle") -> State:
    return DRILL.pose(level, Chance("seed")).position


@pytest.mark.parametrize("level", DRILL.card.levels)
def test_a_seed_and_a_level_make_a_position_with_something_to_find(level: str) -> None:
    position = posed(level)
    assert position == posed(level)
    found = best_turn(position.board, position.hands[0].rack, bonus=True)
    assert found.points >= WORTH
    assert found.states >= TURNS_TO_FIND
    assert position.bag == ()
    assert position.turn.seat == 0


def test_the_best_turn_is_worth_everything_and_has_the_first_place() -> None:
    first = posed()
    found = best_turn(first.board, first.hands[0].rack, bonus=True)
    last = DRILL.apply(first, Line(found.placements, end=True), NONE)
    assert DRILL.over(last)
    verdict = DRILL.judge(first, last)
    assert (verdict.score, verdict.solved) == (1.0, True)
    assert verdict.explanation["en"].splitlines()[1].endswith("yours has place 1.")
    assert verdict.best.turn.laid == last.past[-1].laid


def test_another_turn_is_worth_its_share() -> None:
    first = posed()
    place = next(placements(first.board, first.hands[0].rack, draws=False))
    last = DRILL.apply(DRILL.apply(first, place, NONE), Finish(), NONE)
    points = last.scores[0] - first.scores[0]
    all_points = totals(first.board, first.hands[0].rack, bonus=True)
    verdict = DRILL.judge(first, last)
    assert verdict.score == points / all_points.max()
    assert f"place {1 + (all_points > points).sum()}." in verdict.explanation["en"]


def test_passing_is_no_answer() -> None:
    with pytest.raises(IllegalAction) as refused:
        DRILL.apply(posed(), Pass(), NONE)
    assert refused.value.code == "lay-something"
