"""Practice alone with the machine: what a problem is worth, and how an answer is measured."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.coach.practice import KINDS, drills, merit, rating_of
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import MIN_CODES, Problem
from numberhouse.games.turing_machine.rules.model import Ask, Finish, Propose, Solve, State

SOLO = drills["solo"]


def posed(level: str) -> State:
    return SOLO.pose(level, Chance("seed")).position


@pytest.mark.parametrize("level", KINDS)
def test_a_seed_and_a_level_make_a_problem(level: str) -> None:
    position = posed(level)
    assert position == posed(level)
    problem = position.problem
    problem.check()
    mode, verifiers, cards = KINDS[level]
    assert (problem.layout.mode, problem.layout.verifiers, problem.level) == (mode, verifiers, cards)
    assert SOLO.view(position).end is None


@pytest.mark.parametrize("level", ["easy", "standard", "hard"])
def test_tm_6_practice_poses_no_problem_that_is_nearly_decided(level: str) -> None:
    for number in range(12):
        layout = SOLO.pose(level, Chance("open", number)).position.problem.layout
        assert len(Knowledge(layout).codes) >= MIN_CODES[KINDS[level].level]


def test_what_best_play_takes_makes_the_rating_and_the_measure() -> None:
    # One question tells these cards' laws apart: one round, one question.
    one = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 0), (9, 0), (11, 0), (14, 0)))
    assert rating_of(one) == 600 + 200 * 2
    assert merit(one, 1, 1) == merit(one, 1, 0) == 1.0
    assert merit(one, 2, 1) == 0.75
    assert merit(one, 2, 4) == (1 / 2 + 1 / 4) / 2


def test_the_right_code_is_judged_by_what_it_took_and_a_wrong_one_is_worth_nothing() -> None:
    first = posed("easy")
    code = first.problem.code
    chance = Chance("none")
    asked = SOLO.apply(SOLO.apply(first, Propose("111"), chance), Ask(0), chance)
    ready = SOLO.apply(asked, Finish(), chance)
    assert not SOLO.over(ready)
    right = SOLO.judge(first, SOLO.apply(ready, Solve(code), chance))
    assert right.solved
    assert right.score == merit(first.problem, 1, 1)
    assert code in right.explanation["ru"]
    wrong = SOLO.judge(first, SOLO.apply(ready, Solve("555" if code != "555" else "111"), chance))
    assert (wrong.solved, wrong.score) == (False, 0.0)


def test_giving_up_opens_the_laws() -> None:
    first = posed("easy")
    verdict = SOLO.judge(first, first)
    assert not verdict.solved
    assert verdict.best.end.problem == first.problem
