"""Finds interchangeable verifiers in a set of worlds.

Two verifiers are interchangeable if exchanging their laws maps the set onto itself. This holds in nightmare
(TM-3) as long as neither has been asked. A question to one of them is then as good as the same question to
the other, so best play may keep to an order among them.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.turing_machine.solver.search.space import World

__all__ = ["Alikeness"]


class Alikeness:
    """Interchangeable verifiers in the rows of an instance."""

    def __init__(self, world: World, verifiers: int) -> None:
        self._world = world
        self._verifiers = verifiers

    def order(self, places: NDArray[np.int32], asked: int) -> int:
        """The order `space.FIRST` for the set of these rows, without the verifiers in the bits of `asked`."""
        order = 0
        free = [v for v in range(self._verifiers) if not asked >> v & 1]
        while free:
            first, *others = free
            mates = [first, *(v for v in others if self._exchangeable(places, first, v))]
            for i, v in enumerate(mates):
                order |= sum(1 << before for before in mates[:i]) << 6 * v
            free = [v for v in free if v not in mates]
        return order

    def _exchangeable(self, places: NDArray[np.int32], one: int, other: int) -> bool:
        """Whether exchanging these two verifiers maps the set onto itself, including its weights."""
        laws = self._laws[places]
        changed = laws.copy()
        changed[:, [one, other]] = laws[:, [other, one]]
        keys, found = self._keys(places, laws), self._keys(places, changed)
        order, weight = np.argsort(found), self._world.weight[places]
        before = np.argsort(keys)
        return bool(
            np.array_equal(keys[before], found[order]) and np.array_equal(weight[before], weight[order])
        )

    def _keys(self, places: NDArray[np.int32], laws: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for each row that identifies its code and all of its laws."""
        key = self._world.code[places].copy()
        for v in range(self._verifiers):
            key = key * self._number + laws[:, v]
        return key

    @cached_property
    def _number(self) -> int:
        """The number of different laws. With 125 codes, 300 of them fit into the words of keys."""
        return int(self._laws.max()) + 1

    @cached_property
    def _laws(self) -> NDArray[np.int64]:
        """int64[rows, verifiers]: a number for all answers of the verifier in the row."""
        said = np.stack(
            [np.packbits(self._world.answers.T >> v & 1, axis=1) for v in range(self._verifiers)], axis=1
        )
        flat = np.ascontiguousarray(said).reshape(-1, said.shape[2])
        _, numbers = np.unique(flat.view(f"V{flat.shape[1]}").ravel(), return_inverse=True)
        return numbers.reshape(said.shape[:2]).astype(np.int64)
