"""Worlds: all possible truths about a layout (TM-3, TM-4).

A world is a true law for every verifier that makes a valid problem. In extreme it includes the card of the
law, in nightmare the card of each verifier. Before any question all worlds of a layout are equally likely.

Worlds are stored as *assignments* (a law for every place on the table) with a weight. In extreme both cards
of a verifier may have laws of equal meaning: two worlds of one assignment. In nightmare an assignment stands
for all pairings of verifiers with places that fit the answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import permutations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.turing_machine.problems.laws import CARDS, CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation

__all__ = ["LawName", "Meanings", "Worlds"]

LawName: TypeAlias = tuple[int, int]
"""A law as (card, place on the card from 0)."""
Meanings: TypeAlias = Mapping[int, tuple[LawName, ...]]
"""The possible meanings of a law: the mask of its codes, and the laws with this mask."""

ROOM: Final = 4096
"""Number of assignments for which the first attempt has room. A second attempt finds the others."""


@dataclass(frozen=True)
class Worlds:
    """The worlds of `layout` that fit `observations` and whose code is not one of `wrong_codes`."""

    layout: Layout
    observations: tuple[Observation, ...] = ()
    wrong_codes: frozenset[str] = frozenset()
    kept: Mapping[int, Meanings] = field(default_factory=dict)
    """The only meanings to consider, for some places. This serves questions about one law or one code."""

    @property
    def nightmare(self) -> bool:
        """Whether the pairing of verifiers and places is unknown."""
        return self.layout.mode == "nightmare"

    @cached_property
    def meanings(self) -> tuple[Meanings, ...]:
        """The possible meanings of the law of each place. If places are verifiers, their answers are already
        applied."""
        return tuple(
            self.kept[place] if place in self.kept else self._open(place, cards)
            for place, cards in enumerate(self.layout.cards)
        )

    @cached_property
    def options(self) -> NDArray[np.uint64]:
        """The masks of `meanings` for kernels: uint64[places, most, 2], low word first."""
        most = max(1, *map(len, self.meanings))
        options = np.zeros((len(self.meanings), most, 2), np.uint64)
        for place, meanings in enumerate(self.meanings):
            for i, mask in enumerate(meanings):
                options[place, i] = mask & (2**64 - 1), mask >> 64
        return options

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The number of `options` of each place: int64[places]."""
        return np.array([len(meanings) for meanings in self.meanings], np.int64)

    @cached_property
    def rows(self) -> NDArray[np.uint8]:
        """The assignments, ordered by code: uint8[assignments, places], each an index into `meanings`."""
        return self._found[0]

    @cached_property
    def codes(self) -> NDArray[np.uint8]:
        """The number of each assignment's code: uint8[assignments], ascending."""
        return self._found[1]

    @cached_property
    def pairings(self) -> NDArray[np.bool_]:
        """In nightmare, the pairings (`orders`) that fit each assignment: bool[assignments, n!]."""
        from numberhouse.games.turing_machine.problems import world_kernel  # Numba is of the extra `bots`

        n = self.layout.verifiers
        possible = np.ones((len(self.rows), len(orders(n))), np.bool_)
        if self.observations:
            fits = np.zeros((n, n, self.options.shape[1]), np.bool_)
            for verifier in range(n):
                for place, meanings in enumerate(self.meanings):
                    for i, mask in enumerate(meanings):
                        fits[verifier, place, i] = self._fits(verifier, mask)
            world_kernel.pairings(fits, self.rows, orders(n), possible)
        return possible

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """The number of worlds of each assignment: int64[assignments]."""
        if self.nightmare:
            return np.asarray(self.pairings.sum(axis=1), dtype=np.int64)
        weights = np.ones(len(self.rows), np.int64)
        if self.layout.mode == "extreme":
            for place, meanings in enumerate(self.meanings):
                laws = np.array([len(laws) for laws in meanings.values()], np.int64)
                weights *= laws[self.rows[:, place]]
        return weights

    @cached_property
    def number(self) -> int:
        """The number of worlds."""
        return int(self.weights.sum())

    def by_code(self) -> dict[str, int]:
        """The number of worlds of each code, in the order of codes. Codes without worlds are omitted."""
        sums = np.bincount(self.codes, weights=self.weights, minlength=len(CODES)).astype(np.int64)
        return {CODES[code]: int(sums[code]) for code in np.flatnonzero(sums)}

    def by_law(self, verifier: int) -> dict[LawName, int]:
        """The number of worlds for each law of a verifier. Laws without worlds are omitted."""
        found: dict[LawName, int] = {}
        for place in range(self.layout.verifiers) if self.nightmare else (verifier,):
            weights = self._weights_with(verifier, place)
            sums = np.bincount(self.rows[:, place], weights=weights, minlength=len(self.meanings[place]))
            for worlds, laws in zip(sums.astype(np.int64), self.meanings[place].values(), strict=False):
                # In extreme the laws with the same meaning share its worlds evenly.
                found |= {law: int(worlds) // len(laws) for law in laws if worlds}
        return found

    def _weights_with(self, verifier: int, place: int) -> NDArray[np.int64]:
        """The weights of the worlds in which `verifier` is paired with `place`."""
        if not self.nightmare:
            return self.weights
        together = orders(self.layout.verifiers)[:, verifier] == place
        return np.asarray(self.pairings[:, together].sum(axis=1), dtype=np.int64)

    def world(self, number: int) -> tuple[LawName, ...]:
        """World `number` of the `self.number` worlds: the true law of each verifier."""
        ends = np.cumsum(self.weights)
        assignment = int(np.searchsorted(ends, number, side="right"))
        left = number - int(ends[assignment] - self.weights[assignment])
        names = [tuple(meanings.values()) for meanings in self.meanings]
        laws: list[LawName] = []
        for place, option in enumerate(self.rows[assignment]):
            same = names[place][option]
            if self.nightmare:
                laws.append(same[0])
            else:
                laws.append(same[left % len(same)])
                left //= len(same)
        if not self.nightmare:
            return tuple(laws)
        order = orders(self.layout.verifiers)[np.flatnonzero(self.pairings[assignment])[left]]
        return tuple(laws[place] for place in order)

    def _open(self, place: int, cards: Sequence[int]) -> Meanings:
        meanings: dict[int, tuple[LawName, ...]] = {}
        for card in cards:
            for i, law in enumerate(CARDS[card].laws):
                if self.nightmare or self._fits(place, law.mask):
                    meanings[law.mask] = (*meanings.get(law.mask, ()), (card, i))
        return meanings

    def _fits(self, verifier: int, mask: int) -> bool:
        """Whether a law with this mask fits all answers of `verifier`."""
        return all(
            bool(mask >> INDEX[seen.code] & 1) == seen.answer
            for seen in self.observations
            if seen.verifier == verifier
        )

    @cached_property
    def _found(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        from numberhouse.games.turing_machine.problems import world_kernel  # Numba is of the extra `bots`

        allowed = (1 << len(CODES)) - 1
        for code in self.wrong_codes:
            allowed &= ~(1 << INDEX[code])
        words = np.array([allowed & (2**64 - 1), allowed >> 64], np.uint64)
        room = ROOM
        while True:
            rows = np.empty((room, len(self.meanings)), np.uint8)
            codes = np.empty(room, np.uint8)
            found = world_kernel.assignments(self.options, self.counts, words, rows, codes)
            if found <= room:
                order = np.argsort(codes[:found], kind="stable")
                return rows[order], codes[order]
            room = found


@cache
def orders(verifiers: int) -> NDArray[np.uint8]:
    """All pairings: uint8[n!, n]. In row o verifier v is paired with place `orders[o, v]`. Read-only."""
    table = np.array(list(permutations(range(verifiers))), np.uint8)
    table.flags.writeable = False
    return table
