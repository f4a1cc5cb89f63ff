"""Numbers weighed by what the sets can still be."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.coach.advice import NumberDraft, NumberEstimate, adviser
from numberhouse.games.set_theory.rules.gameplay import Options, Place, View, game
from numberhouse.games.set_theory.solver.posterior import posterior


def seen(*placed: tuple[int, str]) -> View:
    state = game.setup(Options(), 2, Chance("weigh"))
    for number, cell in placed:
        (seat,) = game.to_act(state)
        state = game.apply(state, seat, Place(number, cell), Chance("weigh")).state
    return game.view(state, 0)


def estimate(view: View, number: int, cell: str = "") -> NumberEstimate:
    found = adviser.advise(view, 0, NumberDraft(number, cell), "en").result
    assert isinstance(found, NumberEstimate)
    return found


def test_the_chances_are_the_posterior_s() -> None:
    view = seen((720, "A1"))
    known = posterior(view)
    found = estimate(view, 72)
    assert found.chances == tuple(known.belongs([72])[0])
    assert found.expected == pytest.approx(float(known.belongs([72])[0] @ known.expected_worths))


def test_an_example_is_in_its_set_for_certain() -> None:
    view = seen()
    for place, numbers in enumerate(view.examples):
        assert estimate(view, numbers[0]).chances[place] == pytest.approx(1)


def test_a_cell_that_completes_lines_is_worth_three_times_more_for_each() -> None:
    view = seen((720, "A1"), (72, "B1"), (7200, "D1"), (7210, "H8"))
    shared = set(view.past[0].sets) & set(view.past[1].sets)
    assert shared
    found = estimate(view, 144, "C1")
    elsewhere = estimate(view, 144, "F5")
    both = set(view.past[1].sets) & set(view.past[2].sets)
    more = sum(
        3 * ((label in shared) + (label in both)) * chance * worth
        for label, chance, worth in zip("ABCDEFGHIJ", found.chances, found.worths, strict=True)
    )
    assert found.expected == pytest.approx(elsewhere.expected + more)
    assert estimate(view, 144, "A1").expected == elsewhere.expected  # taken: nothing is completed there
