"""Evaluations of Set Theory."""

from __future__ import annotations

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.bots.collector import Collector
from numberhouse.games.set_theory.coach.review import reviewer
from numberhouse.games.set_theory.rules.gameplay import Place, game
from numberhouse.match import Match
from tests.games.reviewing import ENOUGH, evaluated


@pytest.mark.parametrize("name", ["host", "late"])
def test_what_is_better_can_be_placed_and_promises_more(name: str) -> None:
    for _, evaluation in evaluated(f"set-theory-{name}", most=12):
        assert all(one.value > evaluation.played for one in evaluation.better)


def test_the_collector_is_judged_well_and_a_number_of_no_set_badly() -> None:
    match = Match(game, "judge", None, 2)
    (seat,) = match.to_act
    view = match.view(seat)
    thought = Collector().choose(view, seat, match.legal(seat), Budget(), Chance("collector"))
    good = reviewer.evaluate(view, seat, thought.action, match.legal(seat), ENOUGH)
    assert good is not None
    assert good.mark in ("best", "good")
    bad = reviewer.evaluate(view, seat, Place(11, "D4"), match.legal(seat), ENOUGH)
    assert bad is not None
    assert bad.played < good.played
    assert bad.lost > 0
    match.act(seat, thought.action)
    scored = reviewer.hindsight(view, seat, thought.action, match.view(seat))["en"]
    assert f"scored {match.view(seat).past[0].points} points" in scored
