"""Practice of the longest dish: the pantry, and how a dish of each course is measured."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.coach import practice
from numberhouse.games.sign_cook.coach.best_known import best_known, length_of
from numberhouse.games.sign_cook.coach.practice import LongestDish, drills
from numberhouse.games.sign_cook.rules.model import COURSES, VISITS, Plate, Serve, State, Visit
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import START
from numberhouse.games.sign_cook.solver.cooking import Limits, starter
from numberhouse.games.sign_cook.solver.spelling import letters_of

STARTER, MAIN, DESSERT = (LongestDish(course) for course in COURSES)
NONE = Chance("none")


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch, samples: Callable[[int, int], int]) -> None:
    """Shares and verdicts hold with a search that gives up earlier; `--long` searches as the house does."""
    monkeypatch.setattr(practice, "WORK", float(samples(1, 4)))


def posed(drill: LongestDish, level: str = "small") -> State:
    return drill.pose(level, Chance("seed")).position


@pytest.mark.parametrize("name", drills)
@pytest.mark.parametrize("level", STARTER.card.levels)
def test_a_pantry_is_there_and_nothing_to_do_but_to_cook(name: str, level: str) -> None:
    drill = drills[name]
    position = drill.pose(level, Chance("seed")).position
    assert position == drill.pose(level, Chance("seed")).position
    assert position.kitchens[0].visits == VISITS
    assert not drill.over(position)
    assert [part.name for part in drill.legal(position).parts] == ["serve"]
    with pytest.raises(IllegalAction):
        drill.apply(position, Visit("plus-palace", 1), NONE)


def test_a_starter_is_worth_its_share_of_the_longest() -> None:
    first = posed(STARTER)
    best = starter(first.kitchens[0].pantry, Limits(practice.WORK))
    whole = STARTER.judge(first, STARTER.apply(first, Serve(best), NONE))
    assert (whole.score, whole.solved) == (1.0, True)
    half = STARTER.judge(first, STARTER.apply(first, Serve(best[:2]), NONE))
    assert half.score == 2 / len(best)
    assert not half.solved
    nothing = STARTER.apply(first, Serve(()), NONE)
    assert STARTER.over(nothing)
    assert STARTER.judge(first, nothing).score == 0.0


def test_a_main_course_counts_its_signs_if_it_comes_to_24() -> None:
    first = posed(MAIN)
    verdict = MAIN.judge(first, first)
    best = verdict.best.courses[-1].plates[0]
    assert best.values == ("24",)
    whole = MAIN.judge(first, MAIN.apply(first, Serve(best.dish), NONE))
    assert (whole.score, whole.solved) == (1.0, True)
    beside = MAIN.judge(first, MAIN.apply(first, Serve(("9+8",)), NONE))
    assert (beside.score, beside.solved) == (0.0, False)
    assert "24" in beside.explanation["en"].splitlines()[0]


def test_a_dessert_counts_the_letters_of_a_word() -> None:
    first = posed(DESSERT)
    best = DESSERT.judge(first, first).best.courses[-1].plates[0]
    assert best.verdict == "judged"
    last = DESSERT.apply(first, Serve(tuple(map(str, letters_of("be")))), NONE)
    assert DESSERT.over(last)
    verdict = DESSERT.judge(first, last)
    assert verdict.score == 2 / len(best.word)
    assert best.word not in verdict.explanation["en"]
    assert best.word in verdict.answer["en"]
    assert DESSERT.view(last).end is None
    assert DESSERT.view(last).round == len(COURSES)
    none = DESSERT.apply(first, Serve(("5", "8", "9", "7")), NONE)
    assert DESSERT.judge(first, none).score == 0.0


def test_only_what_the_tiles_rule_out_is_called_the_longest() -> None:
    # Of the first tiles: five signs, nine digits.
    known = best_known("starter", Options(), START, 4.0)
    assert (known.length, known.certain) == (4, True)
    main = best_known("main", Options(), START, 1.0)
    assert (main.length, main.certain) == (5, True)
    few = best_known("starter", Options(), "123456789+", 1.0)
    assert (few.length, few.certain) == (1, True)
    word = best_known("dessert", Options(), "123456789", 0.0)
    assert not word.certain


def test_a_ruined_dish_has_no_length() -> None:
    plate = Plate("served", ("5-5+3",), ("",), "", "ruined", 2, 1, 0)
    assert [length_of(course, plate) for course in COURSES] == [0, 0, 0]
