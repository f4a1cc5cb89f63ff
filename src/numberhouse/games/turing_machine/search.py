"""Exact search for best play: values of positions, and the choice that reaches them.

A position is a set of worlds, as a Python integer with a bit for each row, and perhaps a round under way.
Aim *worst*: the lexicographic maximum of (rounds, questions) over all worlds is as small as possible. Aim
*mean*: the sum of rounds over all worlds, then the sum of questions. Rulings TM-9 and TM-13.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.turing_machine import search_kernel as kernel

__all__ = ["Aim", "Bounds", "Choice", "Search", "Standing", "Value"]

Aim: TypeAlias = Literal["worst", "mean"]


class Value(NamedTuple):
    """Rounds, then questions: of the hardest world, or summed over all worlds in the mean aim."""

    rounds: int
    questions: int


class Standing(NamedTuple):
    """A round under way."""

    proposal: int | None
    """Index of the code proposed; None while there is none but questions of the round are gone (TM-13)."""
    asked: int = 0
    """A bit for each verifier that has been asked about it."""
    questions: int = 0
    """How many of the round's three questions are gone, a handicap's included."""


class Bounds(NamedTuple):
    """What best play costs from a position on: at least `low`, and `high` can be reached."""

    low: Value
    high: Value

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


class Choice(NamedTuple):
    """What to do next, and what it costs from here on.

    Ask `verifier` about `proposal`; end the round if `verifier` is None; if `proposal` is None too, the code
    is
    told already.
    """

    proposal: int | None
    verifier: int | None
    bounds: Bounds


class Search:
    """Best play from any position of one instance. What it has found out it keeps for the next call."""

    def __init__(
        self,
        asks: NDArray[np.uint64],
        group: NDArray[np.int64],
        weight: NDArray[np.int64],
        *,
        alike: bool = False,
        memory: int = 256 << 20,
    ) -> None:
        self._asks = asks
        self._group = group
        self._weight = weight
        self._alike = alike
        self._verifiers = asks.shape[1]
        rows, words = group.shape[0], asks.shape[2]
        numbers, first = np.unique(group, return_index=True)
        self._dense = np.searchsorted(numbers, group).astype(np.int64)
        self._last = np.append(first[1:] - 1, rows - 1).astype(np.int64)
        self.everything = (1 << rows) - 1
        depth = min(4 * rows + 8, 600)
        self._sets = np.zeros((depth, words), np.uint64)
        self._lists = np.zeros((depth, 126), np.int64)
        self._lists[0, :125] = np.arange(125)
        self._lists[0, 125] = 125
        self._prints = np.zeros((depth, 125, self._verifiers), np.uint64)
        self._bins = np.zeros((depth, 128), np.int64)
        self._settings = np.zeros(kernel.SETTINGS, np.int64)
        bits = 1
        while (1 << bits + 1) * (words * 8 + 24) * 2 <= memory and bits < 22:
            bits += 1
        self._tables = {
            aim: (np.zeros((1 << bits, words), np.uint64), np.zeros((1 << bits, 3), np.int64))
            for aim in ("worst", "mean")
        }
        self._blank = (np.zeros((4, words), np.uint64), np.zeros((4, 3), np.int64))
        self._rows_asked = [
            [int.from_bytes(asks[p, v].tobytes(), "little") for v in range(self._verifiers)]
            for p in range(125)
        ]

    def sides(self, rows: int, proposal: int, verifier: int) -> tuple[int, int]:
        """The rows in which the verifier says yes to the proposal, and those in which it says no."""
        yes = rows & self._rows_asked[proposal][verifier]
        return yes, rows & ~yes

    def codes(self, rows: int) -> Sequence[int]:
        """The codes that remain, as in `group`, ascending."""
        return sorted({int(self._group[row]) for row in places(rows)})

    def bounds(
        self, rows: int, aim: Aim, standing: Standing | None = None, nodes: int | None = None
    ) -> Bounds:
        """What best play costs from here on, a round under way not counted; (0, 0) when the code is told.

        `nodes` limits the positions looked at: the answer is then what is proven by the end.
        """
        low, high = self._bounds(rows, aim, standing, nodes)
        return Bounds(spelled(low), spelled(high))

    def choose(
        self, rows: int, aim: Aim, standing: Standing | None = None, nodes: int | None = None
    ) -> Choice:
        """What best play does next. Following it costs in the end at most the `high` announced here."""
        bounds = self.bounds(rows, aim, standing, nodes)
        if len(self.codes(rows)) == 1:
            return Choice(None, None, bounds)
        options = []
        if standing is not None and standing.proposal is not None:
            proposals = [standing.proposal]
            options.append((self._bounds(rows, aim, None, nodes)[1], 1, standing.proposal, None))
        else:
            remaining = set(self.codes(rows))
            proposals = sorted(range(125), key=lambda code: (code not in remaining, code))
        asked, gone = (standing.asked, standing.questions) if standing else (0, 0)
        unit = self._weigh(rows) if aim == "mean" else 1
        fresh = 0 if standing is not None and standing.proposal is not None else unit * kernel.ROUND
        for order, proposal in enumerate(proposals):
            for verifier in range(self._verifiers if gone < 3 else 0):
                sides = self.sides(rows, proposal, verifier)
                if asked >> verifier & 1 or 0 in sides:
                    continue
                after = Standing(proposal, asked | 1 << verifier, gone + 1)
                costs = [self._bounds(side, aim, after, nodes)[1] for side in sides]
                cost = unit + (sum(costs) if aim == "mean" else max(costs))
                options.append((fresh + cost, order, proposal, verifier))
                if fresh + cost <= value(bounds.low):
                    return Choice(proposal, verifier, bounds)
        if not options:
            return Choice(proposals[0], None, bounds)
        _, _, proposal, ask = min(options, key=lambda option: option[:2])
        return Choice(proposal, ask, bounds)

    def _bounds(self, rows: int, aim: Aim, standing: Standing | None, nodes: int | None) -> tuple[int, int]:
        if len(self.codes(rows)) == 1:
            return 0, 0
        if standing is not None and standing.proposal is None:
            found = [self._bounds(rows, aim, Standing(p, 0, standing.questions), nodes) for p in range(125)]
            unit = (self._weigh(rows) if aim == "mean" else 1) * kernel.ROUND
            return min(low for low, _ in found) + unit, min(high for _, high in found) + unit
        end = self._bounds(rows, aim, None, nodes) if standing is not None else None
        low, high = 0, self._run(rows, aim, standing, kernel.NEVER, None, True)
        assert high is not None
        if aim == "mean":
            low = high
        while True:
            found_low = self._run(rows, aim, standing, low, nodes, False)
            if found_low is None:
                bounds = (0 if aim == "mean" else low, high)
                break
            if found_low <= low:
                bounds = (found_low, found_low)
                break
            low = found_low
        if end is not None:
            return min(bounds[0], end[0]), min(bounds[1], end[1])
        return bounds

    def _run(
        self, rows: int, aim: Aim, standing: Standing | None, limit: int, nodes: int | None, greedy: bool
    ) -> int | None:
        """One call of the kernel; None when it gave up."""
        words = self._sets.shape[1]
        self._sets[0] = np.frombuffer(rows.to_bytes(8 * words, "little"), np.uint64)
        settings = self._settings
        settings[:] = 0
        settings[kernel.MEAN] = aim == "mean"
        settings[kernel.LIMIT] = kernel.NEVER if nodes is None else nodes
        settings[kernel.GREEDY] = greedy
        keys, values = self._blank if greedy else self._tables[aim]
        proposal, asked, gone = (-1, 0, 0) if standing is None else standing
        found = kernel.search(
            0, 0, -1 if proposal is None else proposal, asked, gone, limit,
            self._sets, self._asks, self._dense, self._last, self._weight, kernel.least_values(), keys, values,
            self._lists, self._prints, self._bins, settings,
        )  # fmt: skip
        return None if settings[kernel.ABORTED] else int(found)

    def _weigh(self, rows: int) -> int:
        return sum(int(self._weight[row]) for row in places(rows))


def spelled(value: int) -> Value:
    """A kernel's value in words."""
    return Value(value >> 32, value & 0xFFFFFFFF)


def value(spelled: Value) -> int:
    """The kernel's integer for a value."""
    return spelled.rounds << 32 | spelled.questions


def places(rows: int) -> Iterator[int]:
    """The rows of a set."""
    while rows:
        low = rows & -rows
        yield low.bit_length() - 1
        rows ^= low
