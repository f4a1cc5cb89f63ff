"""Practice of the longest starter: the pantry, and how a dish is measured."""

from __future__ import annotations

import pytest

from numberhouse.game import Chance, IllegalAction
from numberhouse.games.sign_cook.cooking import Limits, starter
from numberhouse.games.sign_cook.practice import drills
from numberhouse.games.sign_cook.table import VISITS, Serve, State, Visit

DRILL = drills["longest-starter"]
NONE = Chance("none")


def posed(level: str = "small") -> State:
    return DRILL.pose(level, Chance("seed")).position


@pytest.mark.parametrize("level", DRILL.card.levels)
def test_a_pantry_is_there_and_nothing_to_do_but_to_cook(level: str) -> None:
    position = posed(level)
    assert position == posed(level)
    assert position.kitchens[0].visits == VISITS
    assert not DRILL.over(position)
    with pytest.raises(IllegalAction):
        DRILL.apply(position, Visit("plus-palace", 1), NONE)


def test_a_starter_is_worth_its_share_of_the_longest() -> None:
    first = posed()
    best = starter(first.kitchens[0].pantry, Limits(4.0))
    whole = DRILL.judge(first, DRILL.apply(first, Serve(best), NONE))
    assert (whole.score, whole.right) == (1.0, True)
    half = DRILL.judge(first, DRILL.apply(first, Serve(best[:2]), NONE))
    assert half.score == 2 / len(best)
    assert not half.right
    nothing = DRILL.apply(first, Serve(()), NONE)
    assert DRILL.over(nothing)
    assert DRILL.judge(first, nothing).score == 0.0
