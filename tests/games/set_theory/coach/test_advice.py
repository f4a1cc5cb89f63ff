"""Numbers weighed by what the sets can still be."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
from numberhouse.games.set_theory.catalogue.hidden_set import Named
from numberhouse.games.set_theory.catalogue.tiers import ORDER, TIERS
from numberhouse.games.set_theory.coach.advice import Guess, NumberDraft, NumberEstimate, adviser
from numberhouse.games.set_theory.coach.reference import reference
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


def guesses(view: View, name: str) -> tuple[Guess, ...]:
    found = adviser.advise(view, 0, NumberDraft(property=name), "en").result
    assert isinstance(found, NumberEstimate)
    return found.guesses


def test_property_is_held_against_examples_and_placed_numbers() -> None:
    view = seen((720, "A1"), (721, "B1"))
    known = [*view.grid.values()]
    for name in ("prime", "multiple-of-2"):
        for index, (label, guess) in enumerate(zip("ABCDEFGHIJ", guesses(view, name), strict=True)):
            wrong = {one for one in view.examples[index] if not belongs(name, one)}
            wrong |= {
                turn.number
                for turn in known
                if turn.number is not None and belongs(name, turn.number) != (label in turn.sets)
            }
            assert set(guess.against) == wrong
            assert guess.fits + len(wrong) == len(view.examples[index]) + len(known)
    assert any(guess.against for guess in guesses(view, "prime"))


def test_true_property_is_contradicted_by_nothing() -> None:
    state = game.setup(Options(tier="plain"), 2, Chance("weigh"))
    view = game.view(state, 0)
    for index, hidden in enumerate(state.sets):
        assert isinstance(hidden, Named)
        assert guesses(view, hidden.id)[index].against == ()


@pytest.mark.parametrize(
    ("draft", "code"), [(NumberDraft(property="no-such"), "unknown-property"), (NumberDraft(), "draft")]
)
def test_draft_that_asks_nothing_is_refused(draft: NumberDraft, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        adviser.advise(seen(), 0, draft, "en")
    assert refused.value.code == code


def test_catalogue_of_board_has_every_property_with_members() -> None:
    rows = {name: (tier, statements, examples) for name, tier, statements, examples in reference["CATALOGUE"]}
    assert set(rows) == set(CATALOGUE)
    for name, (tier, statements, examples) in rows.items():
        assert ORDER[tier] == TIERS[name]
        assert statements == {lang: CATALOGUE[name].statement(lang) for lang in ("en", "ru")}
        numbers = [int(number) for number in examples.split()]
        assert numbers
        assert all(belongs(name, number) for number in numbers)
