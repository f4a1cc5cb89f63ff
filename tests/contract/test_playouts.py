"""Probabilities of winning from playouts."""

from __future__ import annotations

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Outcome
from numberhouse.contract.playouts import FEWEST, victory_share, win_probabilities
from numberhouse.match import Match
from numberhouse.registry import find

ADDITION_CRYPT = find("addition-crypt")
BOTS = [ADDITION_CRYPT.bot("drifter")] * 3


def test_a_shared_victory_is_a_share_of_one() -> None:
    outcome = Outcome((3.0, 3.0, 1.0), (1, 1, 3), "over")
    assert [victory_share(outcome, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_at_the_start_of_a_fair_match_all_seats_are_about_equally_likely() -> None:
    match = Match(ADDITION_CRYPT.game, "fair", None, 3)
    chances = []
    for seat in range(3):
        (result,) = win_probabilities(
            ADDITION_CRYPT.game, BOTS, match.view(seat), seat, [None], 1, Budget(nodes=90)
        )
        assert result.playouts == 90
        assert abs(result.chance - 1 / 3) < 2 * result.error
        chances.append(result.chance)
    assert 0.5 < sum(chances) < 1.5


def test_playouts_are_reproducible_and_equal_actions_lose_nothing() -> None:
    match = Match(ADDITION_CRYPT.game, "same", None, 3)
    action = match.legal(0).sample(Chance("one"))
    arguments = (ADDITION_CRYPT.game, BOTS, match.view(0), 0, [action, action], 1)
    results = win_probabilities(*arguments, Budget(nodes=20))
    assert results == win_probabilities(*arguments, Budget(nodes=20))
    assert results[1].less == 0
    assert results[1].less_error is not None
    assert results[1].less_error > 0, "twenty playouts that agree are no proof"


@pytest.mark.parametrize(("count", "expected"), [(FEWEST - 1, False), (FEWEST, True)])
def test_too_few_playouts_give_no_probability(count: int, expected: bool) -> None:
    match = Match(ADDITION_CRYPT.game, "few", None, 3)
    result = win_probabilities(ADDITION_CRYPT.game, BOTS, match.view(0), 0, [None], 1, Budget(nodes=count))
    assert bool(result) == expected
