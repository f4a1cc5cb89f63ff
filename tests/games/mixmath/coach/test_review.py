"""Evaluations of Mixmath."""

from __future__ import annotations

import pytest

from numberhouse.contract.review import Evaluation
from numberhouse.games.mixmath.coach.review import reviewer
from numberhouse.games.mixmath.rules.board import INDEX
from numberhouse.games.mixmath.rules.gameplay import Accept, Challenge, Line, Options, Pass, Place, game
from numberhouse.games.mixmath.rules.tiles import RACK
from numberhouse.games.mixmath.solver.search import best_turn
from numberhouse.match import Match
from tests.games.reviewing import ENOUGH, evaluated


@pytest.mark.parametrize("name", ["greedy", "random", "challenge"])
def test_what_is_better_can_be_done_and_scores_more(name: str) -> None:
    for _, evaluation in evaluated(f"mixmath-{name}", most=40):
        assert all(one.value > evaluation.played for one in evaluation.better)


def test_the_best_turn_is_best_and_a_pass_loses_all_of_it() -> None:
    match = Match(game, "turn", None, 2)
    (seat,) = match.to_act
    view = match.view(seat)
    assert view.hand is not None
    best = best_turn(view.board, view.hand.rack, view.turn.began == RACK)
    whole = reviewer.evaluate(view, seat, Line(best.placements, end=True), match.legal(seat), ENOUGH)
    assert isinstance(whole, Evaluation)
    assert (whole.mark, whole.played) == ("best", best.points)
    first = reviewer.evaluate(view, seat, best.placements[0], match.legal(seat), ENOUGH)
    assert isinstance(first, Evaluation)
    assert first.mark == "best"
    passed = reviewer.evaluate(view, seat, Pass(), match.legal(seat), ENOUGH)
    assert isinstance(passed, Evaluation)
    assert (passed.played, passed.best) == (0, best.points)
    assert passed.better[0].value == best.points


def test_a_wrong_tile_and_a_wrong_answer_are_seen() -> None:
    match = Match(game, "wrong", Options(challenge=True), 2)
    (seat,) = match.to_act
    view = match.view(seat)
    assert view.hand is not None
    cell, tile = next(
        (cell, tile)
        for cell in ("G6", "H6", "I7", "I8", "G9", "H9", "F7", "F8")
        for tile in view.hand.rack
        if INDEX[cell] in view.board.spots() and tile not in view.board.spots()[INDEX[cell]].points
    )
    wrong = reviewer.evaluate(view, seat, Place(cell, tile), match.legal(seat), ENOUGH)
    assert isinstance(wrong, Evaluation)
    assert wrong.mark == "mistake"
    match.act(seat, Place(cell, tile))
    (other,) = match.to_act
    for answer, mark in ((Accept(), "blunder"), (Challenge(), "best")):
        found = reviewer.evaluate(match.view(other), other, answer, match.legal(other), ENOUGH)
        assert isinstance(found, Evaluation)
        assert found.mark == mark
