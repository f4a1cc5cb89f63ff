"""ST-11: the tiers, by how well people know the properties; and what is known of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal

import numpy as np
import pytest

from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.bitmaps import members
from numberhouse.games.set_theory.catalogue.hidden_set import Named
from numberhouse.games.set_theory.catalogue.tiers import MIXED, PLAIN, TIERS
from numberhouse.games.set_theory.rules.deal import NEAR_BANDS, cells, drawn_sets
from numberhouse.games.set_theory.rules.example_numbers import near_counts, near_share
from numberhouse.games.set_theory.rules.gameplay import Options, game
from numberhouse.games.set_theory.solver.posterior import IDS, Posterior, posterior
from numberhouse.games.set_theory.terminal.text import draw
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN

NEARER: tuple[Literal["plain", "mixed"], ...] = ("plain", "mixed")


def test_st_11_every_property_has_a_tier_and_no_other_name_has() -> None:
    assert set(TIERS) == set(CATALOGUE)
    assert not PLAIN & MIXED
    assert set(CATALOGUE) >= PLAIN | MIXED
    assert 35 <= len(PLAIN) <= 45
    assert not any(CATALOGUE[name].flags for name in PLAIN | MIXED)


def test_st_11_every_plain_and_mixed_property_can_be_drawn() -> None:
    assert {name for family in cells("plain") for ids in family for name in ids} == PLAIN
    assert {name for family in cells("mixed") for ids in family for name in ids} == PLAIN | MIXED


@pytest.mark.parametrize("tier", NEARER)
def test_st_11_a_tier_draws_its_own_properties_spread_over_families_and_density(
    tier: Literal["plain", "mixed"],
) -> None:
    pool = PLAIN if tier == "plain" else PLAIN | MIXED
    near = dict(zip(CATALOGUE, near_counts().tolist(), strict=True))
    assert near["prime"] == 164
    for number in range(100):
        ids = drawn_sets(Chance("tier", number), tier)
        assert set(ids) <= pool
        assert len({CATALOGUE[name].family for name in ids}) == 10
        found = Counter(
            place
            for name in ids
            for place, band in enumerate(NEAR_BANDS)
            if band.least <= near[name] / 990 < band.below
        )
        assert [found[place] for place in range(3)] == [3, 4, 3]


PINNED = {
    "pinned 1": ("palindrome", "sum-of-three-cubes", (86668, 775577, 866668)),
    "pinned 2": ("five-fibonacci-terms", "binary-8-runs", (19411, 275862, 352301)),
    "pinned 3": ("keypad-steps", "odd-abundant", (566909, 785690, 908558)),
}


@pytest.mark.parametrize("seed", PINNED)
def test_st_11_the_whole_catalogue_is_dealt_as_ever(seed: str) -> None:
    """Records name no tier: what these seeds dealt before there were any."""
    first, second, examples = PINNED[seed]
    state = Match(game, seed).state
    assert Options().tier == "whole"
    assert state.sets[:2] == (Named(first), Named(second))
    assert state.examples[0] == examples


@pytest.mark.parametrize(
    ("tier", "count", "near"),
    [("plain", 1, 1), ("plain", 3, 2), ("plain", 10, 7), ("mixed", 3, 1), ("mixed", 4, 2), ("mixed", 10, 5)],
)
def test_st_4_examples_of_a_tier_lie_below_1000_as_far_as_there_are_such(
    tier: Literal["plain", "mixed"], count: int, near: int
) -> None:
    for number in range(8):
        state = Match(game, f"near {number}", Options(tier=tier, examples=count)).state
        for hidden, numbers in zip(state.sets, state.examples, strict=True):
            assert len(set(numbers)) == count
            small = int(members(hidden)[:1000].sum())
            assert sum(one < 1000 for one in numbers) == min(near, small)
            assert all(members(hidden)[one] for one in numbers)


def test_st_4_a_set_that_ends_early_gives_more_near_examples() -> None:
    assert near_share(1, 3, 40, 0) == 3
    assert near_share(2, 3, 1, 100) == 1
    sets = (*TEN[:9], "n < 100")
    state = Match(game, "ends", Options(sets=sets, tier="mixed")).state
    assert len(state.examples[9]) == 3


@pytest.mark.parametrize("tier", NEARER)
def test_st_11_what_is_known_before_any_fact_is_the_tiers_law(tier: Literal["plain", "mixed"]) -> None:
    expected = Posterior.at_start(((),) * 10, False, tier).chances.sum(axis=0)
    draws = 3000
    seen = Counter(name for number in range(draws) for name in drawn_sets(Chance("law", number), tier))
    assert expected.sum() == pytest.approx(10)
    for place, name in enumerate(IDS):
        mean = expected[place]
        spread = 5 * np.sqrt(mean * max(1 - mean, 0) / draws) + 0.003
        assert seen[name] / draws == pytest.approx(mean, abs=spread)


@pytest.mark.parametrize("tier", NEARER)
def test_st_11_the_true_sets_are_always_possible_and_likely_at_the_rate_that_is_said(
    tier: Literal["plain", "mixed"], samples: Callable[[int, int], int]
) -> None:
    said, true = 0.0, 0.0
    for number in range(samples(5, 40)):
        match = Match(game, f"calibrated {number}", Options(tier=tier))
        known = posterior(match.view(None))
        for k, hidden in enumerate(match.state.sets):
            assert isinstance(hidden, Named)
            chance = float(known.chances[k, IDS.index(hidden.id)])
            assert chance > 0
            true += chance
        said += float((known.chances**2).sum())
    assert true == pytest.approx(said, rel=samples(15, 5) / 100)  # of ten sets a match


def test_st_11_examples_chosen_by_the_host_leave_every_fitting_property_possible() -> None:
    sets = ("prime", *TEN[:2], *TEN[3:])
    chosen = ((11, 13, 100_003), *[()] * 9)
    match = Match(game, "chosen", Options(sets=sets, example_numbers=chosen, tier="plain"))
    known = posterior(match.view(None))
    assert known.chances[0, IDS.index("prime")] > 0
    assert not known.outside[0]


@pytest.mark.parametrize("tier", NEARER)
def test_st_11_imagined_sets_are_of_the_tier(tier: Literal["plain", "mixed"]) -> None:
    view = Match(game, "imagine", Options(tier=tier, examples=1)).view(0)
    for number in range(20):
        for hidden in game.imagine(view, 0, Chance("imagine", number)).sets:
            assert isinstance(hidden, Named)
            assert hidden.id in (PLAIN if tier == "plain" else PLAIN | MIXED)


def test_the_tier_stands_on_the_board() -> None:
    assert "plain properties" in draw(Match(game, "x", Options(tier="plain")).view(0))
    assert "простые свойства" in draw(Match(game, "x", Options(tier="plain")).view(0), "ru")
    assert "properties" not in draw(Match(game, "x").view(0))
