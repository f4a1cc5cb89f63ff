"""Evaluations of Sign Cook."""

from __future__ import annotations

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.contract.review import Evaluation, Unrated
from numberhouse.games.sign_cook.coach.review import reviewer
from numberhouse.games.sign_cook.rules.gameplay import Serve, Visit, game
from numberhouse.games.sign_cook.rules.mine import digit, first_equation, paths
from numberhouse.games.sign_cook.rules.model import Buy, Mine
from numberhouse.match import Match
from tests.games.reviewing import ENOUGH, evaluated


@pytest.mark.parametrize("name", ["random", "options"])
def test_what_is_better_can_be_served(name: str) -> None:
    assert [entry for entry, _ in evaluated(f"sign-cook-{name}", most=30)]


def test_serving_nothing_is_judged_against_what_could_be_cooked() -> None:
    match = Match(game, "nothing", None, 4)
    found = reviewer.evaluate(match.view(0), 0, Serve(()), match.legal(0), ENOUGH)
    assert isinstance(found, Evaluation)
    assert found.played == 0
    assert found.better
    again = reviewer.evaluate(match.view(0), 0, found.better[0].action, match.legal(0), ENOUGH)
    assert isinstance(again, Evaluation)
    assert again.mark == "best"


def test_a_path_is_judged_by_the_digits_that_it_brings() -> None:
    match = Match(game, "path", None, 4)
    cells, equation = next(
        (path, made)
        for path in paths(match.view(0).grid, 3)
        if (made := first_equation("".join(digit(match.view(0).grid, cell) for cell in path)))
    )
    short = reviewer.evaluate(match.view(0), 0, Mine(cells, equation), match.legal(0), ENOUGH)
    assert isinstance(short, Evaluation)
    assert short.mark in ("mistake", "blunder")
    assert len(short.better) == 3
    best = reviewer.evaluate(match.view(0), 0, short.better[0].action, match.legal(0), ENOUGH)
    assert isinstance(best, Evaluation)
    assert (best.mark, best.better) == ("best", ())


def test_an_exchange_before_the_main_course_is_judged_and_elsewhere_the_reason_is_told() -> None:
    match = Match(game, "visit", None, 4)
    first = reviewer.evaluate(match.view(0), 0, Visit("plus-palace", 2), match.legal(0), ENOUGH)
    assert isinstance(first, Unrated)
    assert "too long" in first.reason["en"]
    for seat in range(4):
        match.act(seat, Serve(()))
    main = reviewer.evaluate(match.view(0), 0, Visit("plus-palace", 2), match.legal(0), Budget(seconds=3))
    assert isinstance(main, Evaluation)
    assert main.mark in ("best", "good", "inaccuracy")
    for one in main.better:
        match.game.apply(match.state, 0, one.action, Chance("review"))


def test_a_purchase_is_not_judged() -> None:
    match = Match(game, "buy", None, 4)
    found = reviewer.evaluate(match.view(0), 0, Buy("+"), match.legal(0), ENOUGH)
    assert isinstance(found, Unrated)
