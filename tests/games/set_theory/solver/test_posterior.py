"""The posterior against the rules, counted the long way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.bitmaps import count
from numberhouse.games.set_theory.catalogue.hidden_set import Named, Written
from numberhouse.games.set_theory.rules.belonging import belongs
from numberhouse.games.set_theory.rules.deal import BANDS, cells, drawn_sets
from numberhouse.games.set_theory.rules.gameplay import Options, Patched, View, game
from numberhouse.games.set_theory.rules.grid import LABELS, LINES
from numberhouse.games.set_theory.solver.posterior import Posterior, posterior
from numberhouse.games.set_theory.solver.posterior_kernel import ways
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN
from tests.games.set_theory.play import AnyMatch

IDS = tuple(CATALOGUE)


def played(seed: str, turns: int, options: Options | None = None) -> AnyMatch:
    """A match of random numbers, on cells close together so that there are lines."""
    match = Match(game, seed, options)
    chance = Chance(f"{seed} play")
    for _ in range(turns):
        (seat,) = match.to_act
        match.act(seat, match.legal(seat).sample(chance))
    return match


def view_of(match: AnyMatch) -> View:
    view: View = match.view(None)
    return view


@pytest.mark.parametrize("number", range(5))
def test_ways_against_all_assignments(number: int) -> None:
    """Three sets, five families, two in the first band and one in the third, and so on."""
    rng = np.random.default_rng(number)
    weights = rng.random((5, 3, 3)) * (rng.random((5, 3, 3)) < 0.7)
    limits = [(2, 0, 1), (1, 1, 1), (0, 3, 0), (1, 2, 0), (3, 0, 0)][number]
    total, cells_found = 0.0, np.zeros((5, 3, 3))
    for families in permutations(range(5), 3):
        for bands in product(range(3), repeat=3):
            if tuple(bands.count(band) for band in range(3)) == limits:
                weight = np.prod(
                    [weights[f, k, b] for k, (f, b) in enumerate(zip(families, bands, strict=True))]
                )
                total += weight
                for k, (f, b) in enumerate(zip(families, bands, strict=True)):
                    cells_found[f, k, b] += weight
    got, by_cell, _ = ways(weights, np.array(limits, np.int64))
    assert got == pytest.approx(total)
    np.testing.assert_allclose(by_cell, cells_found)


def test_before_any_fact_it_is_the_law_of_the_deal() -> None:
    """The deal draws with whole numbers and no kernel; the posterior counts."""
    known = Posterior.at_start(((),) * 10, False)
    draws = 3000
    seen = Counter(name for number in range(draws) for name in drawn_sets(Chance("law", number)))
    expected = known.chances.sum(axis=0)
    assert expected.sum() == pytest.approx(10)
    for family in cells():
        for ids in family:
            mean = sum(expected[IDS.index(name)] for name in ids)
            got = sum(seen[name] for name in ids) / draws
            assert got == pytest.approx(mean, abs=5 * np.sqrt(mean * (1 - min(mean, 1)) / draws) + 0.002)
            for name in ids:  # within a cell all are equally likely
                assert expected[IDS.index(name)] == pytest.approx(mean / len(ids))
    np.testing.assert_allclose(known.chances, known.chances[:1].repeat(10, axis=0))


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_properties_against_all_tuples(seed: str) -> None:
    """Few properties are left after some turns: every tuple that the deal can draw is counted."""
    match = played(seed, 9)
    known = posterior(view_of(match))
    left = [fitting(match, k) for k in range(10)]
    assert 1 < np.prod([len(options) for options in left]) < 10**7
    total, found = 0.0, np.zeros((10, len(IDS)))
    for names, weight in tuples(match, left):
        total += weight
        for k, name in enumerate(names):
            found[k, IDS.index(name)] += weight
    np.testing.assert_allclose(known.chances, found / total, atol=1e-12)


def fitting(match: AnyMatch, k: int) -> list[str]:
    """What the deal can draw and no fact speaks against, number by number."""
    state = match.state
    drawable = [name for family in cells() for ids in family for name in ids]
    return [
        name
        for name in drawable
        if all(belongs(Named(name), number) for number in state.examples[k])
        and all(belongs(Named(name), turn.number) == (LABELS[k] in turn.sets) for turn in state.past)
    ]


def tuples(match: AnyMatch, left: list[list[str]]) -> Iterator[tuple[tuple[str, ...], float]]:
    """All tuples of different families with the right bands, and their weights."""
    place = {
        name: (family, band, len(ids))
        for family, bands in enumerate(cells())
        for band, ids in enumerate(bands)
        for name in ids
    }
    order = sorted(range(10), key=lambda k: len(left[k]))

    def go(at: int, chosen: dict[int, str], families: set[int], bands: list[int], weight: float) -> Iterator:  # type: ignore[type-arg]
        if at == 10:
            yield tuple(chosen[k] for k in range(10)), weight
            return
        k = order[at]
        for name in left[k]:
            family, band, size = place[name]
            if family in families or bands[band] == BANDS[band].sets:
                continue
            bands[band] += 1
            drawn = 1e9 / size / comb(count(name), len(match.state.examples[k]))
            yield from go(at + 1, {**chosen, k: name}, families | {family}, bands, weight * drawn)
            bands[band] -= 1

    yield from go(0, {}, set(), [0, 0, 0], 1.0)


def test_the_worths_against_all_vectors() -> None:
    match = played("worths", 25)
    known = posterior(view_of(match))
    grid: dict[str, str] = {}
    facts = []
    for turn in match.state.past:
        grid[turn.cell] = turn.sets
        times = [
            (label in turn.sets)
            + 3
            * sum(all(label in grid.get(cell, "") for cell in line) for line in LINES if turn.cell in line)
            for label in LABELS
        ]
        facts.append((times, turn.points))
    fit = [
        vector
        for vector in product((1, 2, 3), repeat=10)
        if all(sum(w * t for w, t in zip(vector, times, strict=True)) == points for times, points in facts)
    ]
    assert match.state.worths in fit
    assert {tuple(map(int, vector)) for vector in known.vectors} == set(fit)
    for k in range(10):
        shares = [sum(vector[k] == worth for vector in fit) / len(fit) for worth in (1, 2, 3)]
        assert list(known.worth_chances[k]) == pytest.approx(shares)


def test_the_truth_is_always_possible_and_found_in_the_end() -> None:
    match = played("truth", 64 - 1)
    known = posterior(view_of(match))
    for k, hidden in enumerate(match.state.sets):
        assert known.chances[k, IDS.index(hidden.id)] > 0
    assert known.chances.sum(axis=1) == pytest.approx(1)
    assert not known.outside.any()


def test_step_by_step_is_the_same_as_at_once() -> None:
    match = played("steps", 6)
    view = view_of(match)
    known = Posterior.at_start(view.examples, False)
    for turn in view.past:
        known = known.after(turn)
    np.testing.assert_array_equal(known.chances, posterior(view).chances)


def test_a_skipped_turn_tells_nothing() -> None:
    match = played("skip", 3)
    before = posterior(view_of(match)).chances
    (seat,) = match.to_act
    match.expire(seat)
    np.testing.assert_array_equal(posterior(view_of(match)).chances, before)


def test_sets_and_worths_are_drawn_as_they_are_likely() -> None:
    match = played("draws", 4)
    known = posterior(view_of(match))
    draws = 1000
    chance = Chance("draws")
    seen = Counter((k, hidden.id) for _ in range(draws) for k, hidden in enumerate(known.draw_sets(chance)))  # type: ignore[union-attr]
    for k in range(10):
        for name, likely in known.likely(k, 0.0):
            share = seen[k, name] / draws
            assert share == pytest.approx(likely, abs=5 * np.sqrt(likely * (1 - likely) / draws) + 1e-9)
    worths = [known.draw_worths(chance) for _ in range(draws)]
    for k in range(10):
        assert np.mean([drawn[k] for drawn in worths]) == pytest.approx(known.expected_worths[k], abs=0.15)


def test_st_11_handed_in_sets_outside_the_catalogue_are_said_to_be() -> None:
    match = played("outside", 40, Options(sets=TEN))
    known = posterior(view_of(match))
    assert known.outside[9]  # n % 997 == 1
    assert not known.outside[2]
    assert dict(known.likely(2))["prime"] < 1  # an isolated prime, for instance, would fit too
    assert known.likely(9) == []
    assert 0 < known.outside_rates[9] < 0.1
    sets = known.draw_sets(Chance("x"))
    assert isinstance(sets[9], Patched)
    for k, hidden in enumerate(sets):
        assert all(belongs(hidden, number) for number in match.state.examples[k])
        for turn in match.state.past:
            assert belongs(hidden, turn.number) == (LABELS[k] in turn.sets)


def test_st_11_no_two_handed_in_sets_are_imagined_equal() -> None:
    """Ten out of all are equal somewhere about once in six draws, if one doesn't look."""
    known = posterior(Match(game, "differ", Options(sets=TEN, examples=0)).view(0))
    for number in range(40):
        assert len(set(known.draw_sets(Chance("differ", number)))) == 10


def test_numbers_are_as_likely_in_a_set_as_the_properties_that_have_them() -> None:
    known = posterior(view_of(played("numbers", 5)))
    numbers = [12, 97, 123_456]
    by_hand = [
        [sum(known.chances[k, p] for p, name in enumerate(IDS) if belongs(Named(name), n)) for k in range(10)]
        for n in numbers
    ]
    np.testing.assert_allclose(known.belongs(numbers), by_hand)
    # What fits a set by itself may be out because of the others' families.
    assert (known.alike(numbers)[np.array(by_hand) > 0] > 0).all()


def test_a_written_set_that_the_catalogue_has_is_found_in_it() -> None:
    sets = (*TEN[:9], Written("n % 4 == 0"))
    known = posterior(view_of(played("found", 40, Options(sets=sets))))
    assert "multiple-of-4" in dict(known.likely(9))
