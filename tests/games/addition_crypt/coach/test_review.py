"""Evaluations of Addition Crypt."""

from __future__ import annotations

import pytest

from numberhouse.contract.review import Unrated
from numberhouse.games.addition_crypt.coach.review import reviewer
from numberhouse.games.addition_crypt.rules.gameplay import Lock, OpenRoom, Submit, game
from numberhouse.match import Match
from tests.games.reviewing import ENOUGH, evaluated


@pytest.mark.parametrize("name", ["late", "options"])
def test_what_is_better_can_be_done_and_earns_more(name: str) -> None:
    for _, evaluation in evaluated(f"addition-crypt-{name}"):
        assert all(one.value > evaluation.played for one in evaluation.better)


def test_locking_is_not_judged() -> None:
    match = Match(game, "lock", None, 2)
    match.act(0, Submit(0, 1, 0))
    assert isinstance(reviewer.evaluate(match.view(0), 0, Lock(), match.legal(0), ENOUGH), Unrated)


def test_opening_a_room_is_not_judged() -> None:
    match = Match(game, "room", None, 5)
    judged = reviewer.evaluate(match.view(0), 0, OpenRoom((0, 1, 2)), match.legal(0), ENOUGH)
    assert isinstance(judged, Unrated)
    assert "room" in judged.reason["en"]


def test_hindsight_knows_what_the_others_did_and_names_what_earned_most() -> None:
    match = Match(game, "hindsight", None, 2)
    view = match.view(0)
    action = Submit(0, 1, 0)
    while match.outcome is None:
        for seat in sorted(match.to_act):
            first, second = [node for node in range(7) if node not in match.view(seat).barred][:2]
            match.act(seat, Submit(first, second, first))
            match.act(seat, Lock())
    end = match.view(0)
    told = reviewer.hindsight(view, 0, action, end)
    assert f"earned {end.ledger[0].points.total} points" in told["en"]
    assert reviewer.hindsight(view, 0, Submit(2, 3, 2), end)["en"] == "It was replaced later."


def test_the_same_submission_is_judged_the_same_again() -> None:
    match = Match(game, "again", None, 3)
    one, other = (
        reviewer.evaluate(match.view(0), 0, Submit(0, 1, 0), match.legal(0), ENOUGH) for _ in range(2)
    )
    assert one == other
