"""Practice with numbers: the one that most can be expected of, and the one that tells most."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
from numberhouse.games.set_theory.coach.best_number import SOLVED, BestNumber, Spot
from numberhouse.games.set_theory.coach.guess import Choose
from numberhouse.games.set_theory.coach.review import reviewer
from numberhouse.games.set_theory.coach.telling_number import KINDS, LEAST, Inquiry, TellingNumber, bits
from numberhouse.games.set_theory.rules.model import Place

PLACING, TELLING = BestNumber(), TellingNumber()
NONE = Chance("none")


def spot() -> Spot:
    return PLACING.pose("early", Chance("seed")).position


def inquiry(level: str, seed: str = "seed") -> Inquiry:
    return TELLING.pose(level, Chance(seed)).position


def test_a_placement_is_worth_what_could_be_expected_of_it() -> None:
    first = spot()
    view = PLACING.view(first)
    assert view.turn == 0
    best = PLACING.judge(first, first).best.past[-1]
    for place in (Place(best.number, best.cell), Place(999_983, "H8")):
        last = PLACING.apply(first, place, NONE)
        assert PLACING.over(last)
        verdict = PLACING.judge(first, last)
        # The reviewer of matches says the same.
        judged = reviewer.evaluate(view, 0, place, PLACING.legal(first), Budget(nodes=1_000))
        assert judged is not None
        assert verdict.score == pytest.approx(judged.played / judged.best)
        assert verdict.solved == (verdict.score >= SOLVED)
        assert f"It has scored {last.state.past[-1].points};" in verdict.explanation["en"]


def test_what_the_sets_are_is_hidden_before_and_after() -> None:
    last = PLACING.apply(spot(), Place(999_983, "H8"), NONE)
    assert PLACING.view(last).end is None


@pytest.mark.parametrize("level", TELLING.card.levels)
def test_one_of_the_numbers_tells_more_than_the_others(level: str) -> None:
    puzzle = inquiry(level)
    assert puzzle == inquiry(level)
    assert len(puzzle.asked) == KINDS[level].asked
    assert len(puzzle.choices) == KINDS[level].choices
    assert all(belongs(puzzle.hidden, n) == inside for n, inside in puzzle.asked)
    scores = {
        one: TELLING.judge(puzzle, TELLING.apply(puzzle, Choose((str(one),)), NONE)) for one in puzzle.choices
    }
    assert [one for one in puzzle.choices if scores[one].solved] == [puzzle.best]
    assert scores[puzzle.best].score == 1.0
    below = KINDS[level].below
    assert all(verdict.score <= below + 1e-9 for one, verdict in scores.items() if one != puzzle.best)


def test_bits_are_most_where_it_is_as_likely_as_not() -> None:
    assert bits(0.5) == 1.0
    assert bits(0.0) == bits(1.0) == 0.0
    assert bits(0.11) == pytest.approx(0.4999, abs=1e-3)
    assert bits(0.11) < LEAST


def test_how_likely_a_number_is_in_the_set_is_how_often_it_is(samples: Callable[[int, int], int]) -> None:
    """Over many sets drawn by the law, those of which the same is known. Eight puzzles show a chance that is
    wrong by a quarter; the rate itself is that of the posterior, whose tests take more draws."""
    from numberhouse.games.set_theory.coach.telling_number import _chances, _known

    said, was = [], []
    for seed in range(samples(8, 120)):
        puzzle = inquiry("middle", str(seed))
        chances = _chances(_known(puzzle.examples, puzzle.asked), puzzle.choices)
        said += [chances[one] for one in puzzle.choices]
        was += [belongs(puzzle.hidden, one) for one in puzzle.choices]
    expected = sum(said)
    deviation = sum(p * (1 - p) for p in said) ** 0.5
    # Numbers of one puzzle hang together, so the sum strays more than independent ones would.
    assert abs(sum(was) - expected) < 3 * deviation * len(KINDS) ** 0.5


def test_which_number_it_is_is_told_after_the_choice_alone() -> None:
    puzzle = inquiry("easy")
    assert TELLING.view(puzzle).right is None
    chosen = TELLING.apply(puzzle, Choose((str(puzzle.choices[0]),)), NONE)
    assert TELLING.view(chosen).right == (str(puzzle.best),)
    with pytest.raises(IllegalAction) as refused:
        TELLING.apply(puzzle, Choose(("10", "11")), NONE)
    assert refused.value.code == "choose-one"
