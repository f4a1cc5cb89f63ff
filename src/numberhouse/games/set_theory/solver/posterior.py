"""The posterior of the ten sets and their worths, from public information.

The prior is the law of `deal`. A fact is an example or an announcement. Membership gives evidence about the
properties alone. Membership is announced, so the points give evidence about the worths alone: the two are
independent, and each is exact. The tier, which is public, decides which properties may be drawn and where the
examples lie. Sets that a host has handed in follow no law: every property of the catalogue is equally likely,
and the sets are independent. A set that no property fits is outside the catalogue. Examples that a host has
chosen are treated as if they had been drawn.

    >>> known = posterior(view)                    # doctest: +SKIP
    >>> known.likely(0)                            # doctest: +SKIP
    [('prime', 0.83), ('emirp', 0.17)]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.bitmaps import count, table
from numberhouse.games.set_theory.catalogue.handed_in import FEWEST
from numberhouse.games.set_theory.catalogue.hidden_set import Named
from numberhouse.games.set_theory.catalogue.tiers import NEAR, Tier, near_examples
from numberhouse.games.set_theory.rules.deal import BANDS, cells
from numberhouse.games.set_theory.rules.example_numbers import near_counts, near_share
from numberhouse.games.set_theory.rules.grid import LABELS, LINE, lines_by_set
from numberhouse.games.set_theory.rules.model import SETS, AnySet, Patched, Turn, View, Worth
from numberhouse.games.set_theory.solver.posterior_kernel import ways
from numberhouse.games.set_theory.solver.worth_kernel import counted, fitting

__all__ = ["Posterior", "posterior"]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.int64]
Vectors = NDArray[np.int8]

IDS: Final = tuple(CATALOGUE)

TRIES: Final = 50
"""Draws of handed-in sets before two equal ones are accepted."""


def posterior(view: View) -> Posterior:
    """The posterior for every viewer of the view. For a match that is over, the posterior before the end."""
    return _posterior(view.examples, view.handed_in, view.options.tier, view.past)


class Posterior:
    """The posterior after some turns. Arrays are read-only; properties are in the order of `CATALOGUE`."""

    def __init__(
        self,
        examples: tuple[tuple[int, ...], ...],
        handed_in: bool,
        past: tuple[Turn, ...],
        fits: Flags,
        vectors: Vectors,
        tier: Tier = "whole",
    ) -> None:
        self.examples, self.handed_in, self.past, self.tier = examples, handed_in, past, tier
        self.fits = fits
        """bool[10, properties]: whether no fact contradicts the property."""
        self.vectors = vectors
        """int8[n, 10]: the possible worths of the ten sets together, all equally likely."""

    @classmethod
    def at_start(
        cls, examples: tuple[tuple[int, ...], ...], handed_in: bool, tier: Tier = "whole"
    ) -> Posterior:
        """The posterior from the examples alone."""
        fits = np.ones((SETS, len(IDS)), bool)
        for k, numbers in enumerate(examples):
            if numbers:
                fits[k] = _rows(numbers).all(axis=0)
        return cls(examples, handed_in, (), fits, _vectors(), tier)

    def after(self, turn: Turn) -> Posterior:
        """The posterior after one more turn."""
        past = (*self.past, turn)
        if turn.number is None:
            return Posterior(self.examples, self.handed_in, past, self.fits, self.vectors, self.tier)
        inside = np.array([label in turn.sets for label in LABELS])
        fits = self.fits & (_rows([turn.number])[0] == inside[:, None])
        grid = {one.cell: one.sets for one in self.past if one.number is not None}
        times = inside * (1 + LINE * np.array(lines_by_set(grid, turn.cell, turn.sets)))
        vectors = fitting(self.vectors, times, turn.points) if inside.any() else self.vectors
        return Posterior(self.examples, self.handed_in, past, fits, vectors, self.tier)

    # Probabilities

    @cached_property
    def chances(self) -> Floats:
        """float64[10, properties]: the probability that each set is each property. The row of a set outside
        the catalogue is all zeros."""
        if self.handed_in:
            total = self._weights.sum(axis=1, keepdims=True)
            return self._weights / np.where(total > 0, total, 1)
        total, by_cell, _ = self._ways
        if not total:
            return np.zeros_like(self._weights)
        cell = _law(self.tier).cell
        of_set = by_cell.transpose(1, 0, 2).reshape(SETS, -1)[:, cell]
        in_cell = self._cell_weights.transpose(1, 0, 2).reshape(SETS, -1)[:, cell]
        return self._weights * of_set / (np.where(in_cell > 0, in_cell, 1) * total)

    @cached_property
    def outside(self) -> Flags:
        """bool[10]: whether each set is outside the catalogue."""
        return np.asarray(self.chances.sum(axis=1) == 0)

    @cached_property
    def worth_chances(self) -> Floats:
        """float64[10, 3]: the probability that each set is worth 1, 2 and 3."""
        return np.asarray(counted(self.vectors) / len(self.vectors))

    @cached_property
    def expected_worths(self) -> Floats:
        """float64[10]: the expected worth of each set."""
        return np.asarray(self.worth_chances @ np.array([1.0, 2.0, 3.0]))

    def belongs(self, numbers: Sequence[int] | Places) -> Floats:
        """float64[numbers, 10]: the probability that each number is in each set. For a set outside the
        catalogue it is the set's rate (`outside_rates`)."""
        return np.asarray(_rows(numbers).astype(float) @ self.chances.T + self.outside_rates)

    def alike(self, numbers: Sequence[int] | Places) -> Floats:
        """float64[numbers, 10]: the share of the possible properties of each set that each number has. All
        properties count equally, as for a player who does not weigh them."""
        possible = (self._weights > 0).astype(float)
        total = possible.sum(axis=1)
        return np.asarray(_rows(numbers).astype(float) @ possible.T / np.where(total > 0, total, 1))

    @cached_property
    def outside_rates(self) -> Floats:
        """float64[10]: for a set outside the catalogue, the estimated share of members among the numbers
        placed so far, by the rule of succession; 0 for the others."""
        placed = [turn.sets for turn in self.past if turn.number is not None]
        inside = np.array([sum(label in sets for sets in placed) for label in LABELS])
        return np.asarray(np.where(self.outside, (inside + 1) / (len(placed) + 2), 0.0))

    def likely(self, k: int, least: float = 0.01) -> list[tuple[str, float]]:
        """The properties of set number `k` with a probability of at least `least`, the likeliest first."""
        order = np.argsort(-self.chances[k], kind="stable")
        return [(IDS[p], float(self.chances[k, p])) for p in order if self.chances[k, p] >= least]

    # Random draws

    def draw_worths(self, chance: Chance) -> tuple[Worth, ...]:
        """Worths that fit all points, each vector equally likely."""
        vector = self.vectors[chance.below(len(self.vectors))]
        return tuple(int(worth) for worth in vector)  # type: ignore[misc]

    def draw_sets(self, chance: Chance) -> tuple[AnySet, ...]:
        """Ten sets that fit all facts, drawn from the posterior."""
        if self.handed_in:
            return self._draw_each(chance)
        if not self._ways[0]:
            return tuple(self._patched(k) for k in range(SETS))
        return tuple(
            Named(IDS[self._pick(k, cell, chance)]) for k, cell in enumerate(self._draw_cells(chance))
        )

    def _draw_each(self, chance: Chance) -> tuple[AnySet, ...]:
        outside = self.outside
        for _ in range(TRIES):
            sets: list[AnySet] = [
                self._patched(k) if outside[k] else Named(IDS[_weighted(self.chances[k], chance)])
                for k in range(SETS)
            ]
            if len(set(sets)) == SETS:
                break
        return tuple(sets)

    def _draw_cells(self, chance: Chance) -> list[int]:
        """A family and band for each set, as family × bands + band, drawn backwards through the ways."""
        forward = self._ways[2]
        drawn = [0] * SETS
        subset, left = (1 << SETS) - 1, [band.sets for band in BANDS]
        for family in range(forward.shape[0] - 2, -1, -1):
            choices = [(subset, -1, -1, forward[family, subset, left[0], left[1]])]
            for k in range(SETS):
                for band in range(len(BANDS)) if subset >> k & 1 else ():
                    weight = self._cell_weights[family, k, band]
                    if weight and left[band]:
                        before = [used - (place == band) for place, used in enumerate(left)]
                        fewer = subset & ~(1 << k)
                        weight *= forward[family, fewer, before[0], before[1]]
                        choices.append((fewer, k, band, weight))
            chosen = _weighted(np.array([weight for _, _, _, weight in choices]), chance)
            subset, k, band, _ = choices[chosen]
            if k >= 0:
                left[band] -= 1
                drawn[k] = family * len(BANDS) + band
        return drawn

    def _pick(self, k: int, cell: int, chance: Chance) -> int:
        return _weighted(np.where(_law(self.tier).cell == cell, self._weights[k], 0.0), chance)

    def _patched(self, k: int) -> AnySet:
        """The property that the fewest facts contradict, with those facts as exceptions."""
        placed = [turn for turn in self.past if turn.number is not None]
        facts = dict.fromkeys(self.examples[k], True)
        facts |= {turn.number: LABELS[k] in turn.sets for turn in placed if turn.number is not None}
        numbers = sorted(facts)
        if not numbers:
            return Named(IDS[0])
        wrong = _rows(numbers) != np.array([facts[number] for number in numbers])[:, None]
        near = int(np.argmin(wrong.sum(axis=0)))
        return Patched(IDS[near], tuple(numbers[place] for place in np.flatnonzero(wrong[:, near])))

    # Computation

    @cached_property
    def _weights(self) -> Floats:
        """float64[10, properties]: prior within the cell, times the probability that exactly these examples
        are drawn. The row of each set is scaled so that its maximum is 1."""
        law = _law(self.tier)
        prior = law.anywhere if self.handed_in else law.in_cell
        drawn = np.stack([self._drawn(numbers) for numbers in self.examples])
        weights = self.fits * prior * drawn
        most = weights.max(axis=1, keepdims=True)
        return np.asarray(weights / np.where(most > 0, most, 1))

    def _drawn(self, numbers: tuple[int, ...]) -> Floats:
        """The probability, for every property, that these members are the examples."""
        if self.tier == "whole":
            return _drawn(len(numbers))
        near = sum(number < NEAR for number in numbers)
        return _drawn_near(self.tier, near, len(numbers) - near, not self.handed_in)

    @cached_property
    def _cell_weights(self) -> Floats:
        """float64[families, 10, bands]: total weight of each set in each family and band."""
        sums = self._weights @ _law(self.tier).cells
        return np.ascontiguousarray(sums.reshape(SETS, -1, len(BANDS)).transpose(1, 0, 2))

    @cached_property
    def _ways(self) -> tuple[float, Floats, Floats]:
        limits = np.array([band.sets for band in BANDS], np.int64)
        found: tuple[float, Floats, Floats] = ways(self._cell_weights, limits)
        return found


@lru_cache(maxsize=16)
def _posterior(
    examples: tuple[tuple[int, ...], ...], handed_in: bool, tier: Tier, past: tuple[Turn, ...]
) -> Posterior:
    """The posterior of a turn from the one before it, cached so that each turn is computed once."""
    if not past:
        return Posterior.at_start(examples, handed_in, tier)
    return _posterior(examples, handed_in, tier, past[:-1]).after(past[-1])


class _Law(NamedTuple):
    """The law of the deal as arrays over the properties."""

    in_cell: Floats
    """The probability of a property in its family and band; 0 if it is never drawn."""
    anywhere: Floats
    """1 if a host may hand the property in, otherwise 0."""
    cell: Places
    """Index family × bands + band of the property; 0 if it is in none."""
    cells: Floats
    """float64[properties, families × bands]: 1 at the property's family and band."""


@cache
def _drawn(number: int) -> Floats:
    """The probability, for every property, that `number` given members are the examples."""
    return np.array([1 / comb(count, number) if count >= number else 0.0 for count in _counts()])


@cache
def _drawn_near(tier: Tier, near: int, far: int, by_law: bool) -> Floats:
    """The same where the tier fixes the number of near examples. Without the law, as for examples that a host
    may have chosen, any number of near ones is possible; then only the choice within both groups counts."""
    wanted = near_examples(tier, near + far) or 0
    chances = np.zeros(len(IDS))
    for p, (members, close) in enumerate(zip(_counts(), near_counts().tolist(), strict=True)):
        distant = members - close
        possible = near <= close and far <= distant
        if possible and (not by_law or near == near_share(wanted, near + far, close, distant)):
            chances[p] = 1 / (comb(close, near) * comb(distant, far))
    return chances


@cache
def _counts() -> tuple[int, ...]:
    """Number of members of every property."""
    return tuple(map(count, IDS))


@cache
def _law(tier: Tier) -> _Law:
    place = {name: p for p, name in enumerate(IDS)}
    in_cell, cell = np.zeros(len(IDS)), np.zeros(len(IDS), np.int64)
    member = np.zeros((len(IDS), len(cells(tier)) * len(BANDS)))
    for family, bands in enumerate(cells(tier)):
        for band, ids in enumerate(bands):
            for name in ids:
                p = place[name]
                in_cell[p] = 1 / len(ids)
                cell[p] = family * len(BANDS) + band
                member[p, cell[p]] = 1.0
    anywhere = np.array([float(number >= FEWEST) for number in _counts()])
    return _Law(in_cell, anywhere, cell, member)


def _rows(numbers: Sequence[int] | Places) -> Flags:
    """bool[numbers, properties]: whether each number has each property."""
    rows = np.ascontiguousarray(table()[np.asarray(numbers)])
    bits = np.unpackbits(rows.view(np.uint8).reshape(len(rows), -1), axis=1, bitorder="little")
    return bits[:, : len(IDS)].astype(bool)


@cache
def _vectors() -> Vectors:
    """All 3 to the 10th vectors of worths."""
    grids = np.meshgrid(*[np.array([1, 2, 3], np.int8)] * SETS, indexing="ij")
    return np.stack([grid.ravel() for grid in grids], axis=1)


def _weighted(weights: Floats, chance: Chance) -> int:
    """A random index, with probability in proportion to its weight."""
    sums = np.cumsum(weights)
    place = int(np.searchsorted(sums, chance.fraction() * sums[-1], side="right"))
    return min(place, int(np.flatnonzero(weights)[-1]))
