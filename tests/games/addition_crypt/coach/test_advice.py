"""Guesses of what the others add give the points of the rules."""

from __future__ import annotations

import msgspec
import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games.addition_crypt.coach.advice import Guess, GuessedScore, adviser
from numberhouse.games.addition_crypt.rules.options import VARIATIONS, Variation
from tests.games.addition_crypt.play import begin, only, play

START = (12, 3, 40, 0, 1, 28, 9)


@pytest.mark.parametrize("variation", VARIATIONS)
def test_right_guesses_give_the_points_of_the_round(variation: Variation) -> None:
    """The others' picks are those of a round played without the guesser's seat beside them."""
    before = begin(3, **only(variation, start=START))
    view = before.view(0)
    after = play(begin(3, **only(variation, start=START)), ["A* B", "D E*", "F* G"]).view(0)
    amounts = {"increment": (2, 3), "up-is-down": (-1, -2)}.get(variation, (1, 2))
    others = [0] * len(START)
    for first, second in ((3, 4), (5, 6)):
        others[first] += amounts[0]
        others[second] += amounts[1]
        if variation == "area-of-effect":
            others[first - 1] += 1
            others[(first + 1) % len(START)] += 1
    told = adviser.advise(view, 0, Guess(0, 1, 0, tuple(others)), "en")
    points = after.ledger[0].points
    assert told.result == GuessedScore(after.rounds[0].values, points.digits, points.bonus)
    assert f"{points.digits + points.bonus} points" in told.lines[0]
    assert len(told.lines) == 1 + (variation == "standout")


@pytest.mark.parametrize("guess", [Guess(0, 0, 0), Guess(0, 1, 2), Guess(0, 9, 0), Guess(0, 1, 0, (1, 2))])
def test_a_guess_that_means_nothing_is_refused(guess: Guess) -> None:
    with pytest.raises(IllegalAction) as refused:
        adviser.advise(begin(3).view(0), 0, guess, "en")
    assert refused.value.code == "guess"


def test_a_guess_of_a_huge_change_is_no_draft() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"first": 0, "second": 1, "scoring": 0, "others": [10**9]}, Guess)
