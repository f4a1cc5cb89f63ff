"""Judgements of Sign Cook."""

from __future__ import annotations

import pytest

from numberhouse.games.sign_cook.review import reviewer
from numberhouse.games.sign_cook.rules import Serve, Visit, game
from numberhouse.match import Match
from tests.games.reviewing import ENOUGH, judged


@pytest.mark.parametrize("name", ["random", "options"])
def test_what_is_better_can_be_served(name: str) -> None:
    assert [entry for entry, _ in judged(f"sign-cook-{name}", most=30)]


def test_serving_nothing_is_judged_against_what_could_be_cooked() -> None:
    match = Match(game, "nothing", None, 4)
    found = reviewer.judge(match.view(0), 0, Serve(()), match.legal(0), ENOUGH)
    assert found is not None
    assert found.played == 0
    assert found.better
    again = reviewer.judge(match.view(0), 0, found.better[0].action, match.legal(0), ENOUGH)
    assert again is not None
    assert again.mark == "best"


def test_visits_are_not_judged() -> None:
    match = Match(game, "visit", None, 4)
    assert reviewer.judge(match.view(0), 0, Visit("plus-palace", 2), match.legal(0), ENOUGH) is None
