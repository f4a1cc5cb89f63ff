"""TM-5: the exact numbers of valid classic problems and of card sets that carry one."""

from __future__ import annotations

from itertools import combinations

import pytest

from numberhouse.games.turing_machine.problems.census import LEVEL_NAMES, Census, card_sets, census
from numberhouse.games.turing_machine.problems.problem import level_of
from tests.games.turing_machine.problems.strategies import valid_on

PROBLEMS = {4: 1_033_950, 5: 6_814_112, 6: 12_984_829}
CARD_SETS = {4: 108_839, 5: 737_495, 6: 2_167_604}


def holds(found: Census) -> None:
    assert (found.problems, found.card_sets) == (PROBLEMS[found.verifiers], CARD_SETS[found.verifiers])
    assert tuple(found.problems_by_level) == tuple(found.card_sets_by_level) == LEVEL_NAMES
    assert sum(found.problems_by_level.values()) == found.problems
    assert sum(found.card_sets_by_level.values()) == found.card_sets


def test_tm_5_census_of_four_verifiers() -> None:
    holds(census(4))


@pytest.mark.long
@pytest.mark.parametrize("verifiers", [5, 6])
def test_tm_5_census_of_five_and_six_verifiers(verifiers: int) -> None:
    holds(census(verifiers, threads=2))


def test_tm_5_card_sets_of_four_verifiers() -> None:
    sets = [tuple(row) for row in card_sets(4).tolist()]
    assert len(sets) == CARD_SETS[4]
    assert sets == sorted(set(sets))
    assert {(4, 9, 11, 14), (3, 7, 10, 14)} <= set(sets)
    by_level = census(4).card_sets_by_level
    for level in LEVEL_NAMES:
        wanted = None if level == "none" else level
        assert sum(level_of(cards, 4) == wanted for cards in sets) == by_level[level]


def test_tm_5_the_census_agrees_with_the_plain_rule_on_easy_cards() -> None:
    sets = set(map(tuple, card_sets(4).tolist()))
    problems = 0
    for cards in combinations(range(6, 16), 4):
        found = len(valid_on(*cards))
        assert (found > 0) == (cards in sets)
        problems += found
    assert problems > 100


def test_tm_5_threads_and_progress_change_nothing() -> None:
    told: list[tuple[int, int]] = []
    assert census(4, threads=3, progress=lambda done, jobs: told.append((done, jobs))) == census(4)
    assert [done for done, _ in told] == list(range(1, told[-1][1] + 1))
    assert {jobs for _, jobs in told} == {told[-1][0]}


@pytest.mark.parametrize(("verifiers", "threads"), [(3, 1), (7, 1), (4, 0)])
def test_tm_5_other_numbers_are_refused(verifiers: int, threads: int) -> None:
    with pytest.raises(ValueError, match="not"):
        census(verifiers, threads)
