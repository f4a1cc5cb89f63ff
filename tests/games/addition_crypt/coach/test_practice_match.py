"""Practice of six rounds: bots with habits, rounds that are published and explained."""

from __future__ import annotations

import msgspec
import pytest

from numberhouse.contract.drill import Explaining
from numberhouse.contract.game import Chance
from numberhouse.games.addition_crypt.bots.drifter import submit
from numberhouse.games.addition_crypt.coach.expectation import averages
from numberhouse.games.addition_crypt.coach.habits import HABITS
from numberhouse.games.addition_crypt.coach.practice_match import Course, SixRounds
from numberhouse.games.addition_crypt.rules.gameplay import game
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Lock, Pick
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored

DRILL = SixRounds()


def posed(level: str = "mixed") -> Course:
    return DRILL.pose(level, Chance("seed")).position


def round_played(course: Course, pick: Pick) -> Course:
    number = course.state.round
    submitted = DRILL.apply(course, submit(pick), Chance("submit", number))
    return DRILL.apply(submitted, Lock(), Chance("lock", number))


def best_of(course: Course) -> Pick:
    means = averages(DRILL.view(course))
    return max(means, key=means.__getitem__)


@pytest.mark.parametrize("level", DRILL.card.levels)
def test_a_match_of_six_rounds_is_played_to_its_end(level: str) -> None:
    first = course = posed(level)
    assert isinstance(DRILL, Explaining)
    for number in range(6):
        assert not DRILL.over(course)
        assert DRILL.parts(course) == number
        course = round_played(course, best_of(course))
    assert DRILL.over(course)
    verdict = DRILL.judge(first, course)
    assert (verdict.score, verdict.solved) == (1.0, True)
    view = DRILL.view(course)
    assert view.end is not None
    assert (
        f"You have {view.end.scores[0]} points and place {view.end.places[0]} of 6."
        in verdict.explanation["en"]
    )


def test_a_round_is_published_and_what_is_told_of_it_can_be_read_off_the_view() -> None:
    course = posed()
    pick = picks(7, ())[0]
    closed = round_played(course, pick)
    view = DRILL.view(closed)
    published = view.rounds[0].published
    assert published is not None
    assert published[0] == pick
    explanation = DRILL.explain(closed)
    ruled = terms(view.options, 1)
    values = added(view.options.start, published, ruled)
    points = [one.total for one in scored(values, published, ruled)]
    assert f"your A* B earned {points[0]};" in explanation["en"]
    for seat, habit in enumerate(closed.habits, start=1):
        assert f"({points[seat]}): {HABITS[habit].rule}." in explanation["en"]
    # Whatever else may have been, by what the person sees, the same is told.
    other = game.imagine(view, 0, Chance("other"))
    assert DRILL.explain(msgspec.structs.replace(closed, state=other)) == explanation


def test_bots_see_nothing_of_the_running_round() -> None:
    course = posed("weighers")
    one, other = (round_played(course, pick) for pick in (picks(7, ())[0], picks(7, ())[-1]))
    assert [ledger[0].pick for ledger in one.state.ledgers[1:]] == [
        ledger[0].pick for ledger in other.state.ledgers[1:]
    ]


def test_who_goes_alone_takes_what_would_earn_most_alone() -> None:
    view = DRILL.view(posed())
    taken = HABITS["alone"].pick(view, Chance("x"))
    ruled = terms(view.options, 1)
    alone = {one: scored(added(view.values, [one], ruled), [one], ruled)[0].total for one in picks(7, ())}
    assert alone[taken] == max(alone.values())


def test_giving_up_in_the_middle_is_worth_nothing() -> None:
    first = posed()
    verdict = DRILL.judge(first, round_played(first, best_of(first)))
    assert (verdict.score, verdict.solved) == (0.0, False)
