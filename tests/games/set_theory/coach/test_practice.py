"""Practice of induction: one of the properties fits, and each of the others is spoken against."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
from numberhouse.games.set_theory.coach.guess import Choose
from numberhouse.games.set_theory.coach.practice import CHOICES, FACTS, Puzzle, drills

DRILL = drills["induction"]
NONE = Chance("none")


def posed(level: str, seed: str = "seed") -> Puzzle:
    posed: Puzzle = DRILL.pose(level, Chance(seed)).position
    return posed


def fits(name: str, puzzle: Puzzle) -> bool:
    return all(belongs(name, n) for n in puzzle.members) and not any(belongs(name, n) for n in puzzle.others)


@pytest.mark.parametrize("level", DRILL.card.levels)
def test_exactly_one_choice_fits_the_numbers(level: str) -> None:
    for seed in "abc":
        puzzle = posed(level, seed)
        assert (len(puzzle.members), len(puzzle.others)) == FACTS[level]
        assert len(puzzle.choices) == CHOICES[level]
        assert [one for one in puzzle.choices if fits(one, puzzle)] == [puzzle.hidden]


def test_a_choice_is_right_or_a_number_is_named_that_speaks_against_it() -> None:
    puzzle = posed("easy")
    right = DRILL.apply(puzzle, Choose((puzzle.hidden,)), NONE)
    assert DRILL.judge(puzzle, right).score == 1.0
    chosen = next(one for one in puzzle.choices if one != puzzle.hidden)
    wrong = DRILL.judge(puzzle, DRILL.apply(puzzle, Choose((chosen,)), NONE))
    assert (wrong.score, wrong.solved) == (0.0, False)
    clashes = {n for n in puzzle.members if not belongs(chosen, n)}
    clashes |= {n for n in puzzle.others if belongs(chosen, n)}
    assert any(f"but {n} " in wrong.explanation["en"] for n in clashes)


def test_which_it_is_is_told_after_the_choice_alone() -> None:
    puzzle = posed("easy")
    assert DRILL.view(puzzle).right is None
    assert DRILL.view(DRILL.apply(puzzle, Choose(puzzle.choices[:1]), NONE)).right == (puzzle.hidden,)


def test_what_isnt_offered_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        DRILL.apply(posed("easy"), Choose(("prime", "emirp")), NONE)
    assert refused.value.code == "choose-one"
