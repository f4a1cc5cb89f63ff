"""Practice of one round: what is submitted, and how it is measured by what it earns on average."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance
from numberhouse.games.addition_crypt.bots.drifter import submit
from numberhouse.games.addition_crypt.coach.expectation import averages
from numberhouse.games.addition_crypt.coach.practice import ROUNDS, Trial, drills
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Lock, Pick

DRILL = drills["one-round"]
LUCK = Chance("luck")


def posed(level: str = "theme") -> Trial:
    trial: Trial = DRILL.pose(level, Chance("seed")).position
    return trial


def locked(first: Trial, pick: Pick) -> Trial:
    submitted = DRILL.apply(first, submit(pick), LUCK)
    assert not DRILL.over(submitted)
    closed: Trial = DRILL.apply(submitted, Lock(), LUCK)
    return closed


@pytest.mark.parametrize("level", DRILL.card.levels)
def test_a_round_of_that_kind_is_running(level: str) -> None:
    trial = posed(level)
    assert trial == posed(level)
    assert trial.state.options.rounds[trial.round - 1] == ROUNDS[level]
    assert trial.state.round == trial.round
    assert len(trial.state.barred(0)) == 2


def test_with_the_lock_all_submit_and_the_round_closes() -> None:
    first = posed()
    last = locked(first, picks(7, first.state.barred(0))[0])
    assert DRILL.over(last)
    made = [ledger[-1].pick for ledger in last.state.ledgers]
    assert all(not set(pick.nodes) & set(first.state.barred(seat)) for seat, pick in enumerate(made))


def test_a_submission_is_worth_what_it_earns_on_average() -> None:
    first = posed()
    means = averages(DRILL.view(first))
    best = max(means, key=means.__getitem__)
    worst = min(means, key=means.__getitem__)
    top, low = (DRILL.judge(first, locked(first, pick)) for pick in (best, worst))
    assert (top.score, top.solved) == (1.0, True)
    assert low.score == means[worst] / means[best]
    assert not low.solved
    own = locked(first, best).state.ledgers[0][-1]
    assert f"earned {own.points.total};" in top.explanation["en"]


def test_giving_up_tells_what_earns_most() -> None:
    first = posed()
    assert "earns most" in DRILL.judge(first, first).answer["en"]
