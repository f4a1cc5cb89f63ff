"""The chef: what it plans, and that it plays soundly with every option."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.sign_cook.bots import Chef
from numberhouse.games.sign_cook.rules.gameplay import Buy, Mine, Options, Serve, Visit, game
from numberhouse.match import Match
from tests.games.sign_cook.bots.test_bots import played
from tests.games.sign_cook.play import begin


def test_the_chef_makes_long_courses_earns_the_538_and_leaves_nothing() -> None:
    match = played(Match(game, "kitchen", Options(), 2), "chef", "scullion", nodes=12)
    starter, main, dessert = (course.plates[0] for course in match.state.courses)
    assert len(starter.dish) >= 10
    assert main.values == ("24",)
    assert sum(tile in "+-x/^" for tile in main.dish[0]) >= 10
    assert (dessert.verdict, dessert.bonus) == ("judged", 1)
    assert len(dessert.word) >= 8
    assert match.state.kitchens[0].pantry == ""
    assert match.state.kitchens[0].bought
    assert all(len(diary) >= 3 for diary in match.state.kitchens[0].diary)


def test_the_same_nodes_give_the_same_actions() -> None:
    for round_seed in ("one", "two"):
        match = Match(game, round_seed, Options(), 2)
        one, other = (
            Chef().choose(match.view(0), 0, match.legal(0), Budget(nodes=5), Chance("same")) for _ in range(2)
        )
        assert one == other
        assert isinstance(one.action, Mine)


def test_it_buys_the_tile_that_538_lacks_once() -> None:
    """With all visits made in the dessert and one ^ in the pantry, it buys the second."""
    match = begin(garnets=3)
    for seat in (0, 1) * 2:
        match.act(seat, Serve(()))
    for tile in (2, 4, 6):
        match.act(0, Visit("plus-palace", tile))
    chef = Chef()
    first = chef.choose(match.view(0), 0, match.legal(0), Budget(nodes=1), Chance("buy")).action
    assert first == Buy("^")
    match.act(0, first)
    second = chef.choose(match.view(0), 0, match.legal(0), Budget(nodes=1), Chance("buy")).action
    assert isinstance(second, Serve)


@pytest.mark.parametrize(
    "options",
    [
        {"mine": ("10", "00"), "words": "zz", "garnets": 0},
        {"mine": ("1234567", "7654321"), "words": "be cab bead decade", "garnets": (0, 3)},
    ],
)
def test_with_little_to_mine_and_to_spell_it_still_plays(options: dict[str, Any]) -> None:
    match = played(begin(**options), "chef", "apprentice", nodes=6)
    assert match.outcome is not None
