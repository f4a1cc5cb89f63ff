"""The bot that looks ahead: a number earns points now, and opens lines to the opponent.

It searches a few turns deep with the best numbers of each cell. Hypothetical numbers belong to sets with the
posterior's probabilities, as if these were shares of membership, so a position is one array and no sets have
to be drawn. What a turn tells about the sets is told to both, and is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.set_theory.bots.collector import DIGITS, gains_of, promising_cells, scanned
from numberhouse.games.set_theory.bots.opening import opening
from numberhouse.games.set_theory.catalogue import FIRST
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, LINE, PARTNERS
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Place, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numberhouse.games.set_theory.solver.posterior import Posterior

    Floats = NDArray[np.float64]

__all__ = ["Champion"]

BEST: Final = 24
"""Numbers of the shortlist that are best on each of the promising cells, and without any line."""

ROOTS: Final = 3
"""Numbers that are tried on every cell now."""

BEAM: Final = (10, 6, 4)
"""Turns that are followed further, by depth."""

DEEPEST: Final = 4
"""Turns that the search looks ahead, at most; at an even depth both have placed alike."""


class Champion:
    """Takes the turn that is best after the best replies."""

    name = "champion"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - all know the same
        legal: Legal[Action],  # noqa: ARG002 - the view says what can be placed
        budget: Budget,
        chance: Chance,  # noqa: ARG002 - it draws nothing
    ) -> Thought[Action]:
        """The best turn two deep; then, within the budget, the best of the promising ones four deep."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        if view.begins is None:
            return opening
        search = _Search(view, posterior(view), budget)
        value, number, cell = search.best()
        gain = search.gain(number, cell)
        return Thought(
            Place(int(search.numbers[number]), CELLS[cell]),
            f"{gain:.1f} points can be expected now, {value:+.1f} after the replies",
        )


class _Search:
    """Positions are float64[64, 10]: the probability that the number on each cell belongs to each set."""

    def __init__(self, view: View, known: Posterior, budget: Budget) -> None:
        import numpy as np

        self.budget = budget
        self.nodes = 0
        self.worths = known.expected_worths
        self.numbers = _shortlist(view, known)
        self.belongs = known.belongs(self.numbers)
        self.start = np.zeros((len(CELLS), len(LABELS)))
        for cell, turn in view.grid.items():
            for label in turn.sets:
                self.start[CELLS.index(cell), LABELS.index(label)] = 1
        self.free = np.array([cell not in view.grid for cell in CELLS])
        self.lines = _partners()
        self.values = self._values(self.start)
        """float64[number, cell]: what each turn earns now."""

    def gain(self, number: int, cell: int) -> float:
        """What the turn earns now."""
        return float(self.values[number, cell])

    def best(self) -> tuple[float, int, int]:
        """The best turn: its value after the replies, its number (a place in `numbers`) and its cell."""
        import numpy as np

        tries = [
            (int(number), int(cell))
            for cell in np.flatnonzero(self.free)
            for number in np.argsort(-np.round(self.values[:, cell], DIGITS), kind="stable")[:ROOTS]
        ]
        ranked = sorted(((self._after(turn, 1), turn) for turn in tries), key=_rank)
        left = int(self.free.sum())
        for depth in range(3, min(DEEPEST, left), 2):
            deeper: list[tuple[float, tuple[int, int]]] = []
            for _, turn in ranked[: BEAM[0]]:
                if deeper and self.budget.spent(self.nodes):
                    break
                deeper.append((self._after(turn, depth), turn))
            if len(deeper) == min(BEAM[0], len(ranked)):  # values of different depths don't compare
                ranked = sorted(deeper, key=_rank)
        value, (number, cell) = ranked[0]
        return value, number, cell

    def _after(self, turn: tuple[int, int], depth: int) -> float:
        """The turn's value, less that of the best reply, `depth` turns on."""
        number, cell = turn
        return float(self.values[number, cell]) - self._follow(
            self.start, self.free, turn, frozenset(), depth
        )

    def _follow(
        self,
        position: Floats,
        free: NDArray[np.bool_],
        turn: tuple[int, int],
        used: frozenset[int],
        depth: int,
    ) -> float:
        """The value for the next player of the position after the turn."""
        import numpy as np

        self.nodes += 1
        number, cell = turn
        after, left = position.copy(), free.copy()
        after[cell] = self.belongs[number]
        left[cell] = False
        if not left.any():
            return 0.0
        gone = used | {number}
        values = self._values(after)
        values[list(gone)] = -np.inf
        values[:, ~left] = -np.inf
        numbers = values.argmax(axis=0)
        tops = values[numbers, np.arange(len(CELLS))]
        if depth == 1:
            return float(tops.max())
        order = np.argsort(-np.round(tops, DIGITS), kind="stable")[: BEAM[min(depth, len(BEAM) - 1)]]
        return max(
            float(tops[place]) - self._follow(after, left, (int(numbers[place]), int(place)), gone, depth - 1)
            for place in order
            if left[place]
        )

    def _values(self, position: Floats) -> Floats:
        import numpy as np

        one, other = self.lines
        padded = np.vstack([position, np.zeros(len(LABELS))])
        lines = (padded[one] * padded[other]).sum(axis=1)
        gains = self.worths * (1 + LINE * lines)
        return np.asarray(self.belongs @ gains.T)


def _rank(tried: tuple[float, tuple[int, int]]) -> tuple[float, tuple[int, int]]:
    value, turn = tried
    return -round(value, DIGITS), turn


def _partners() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """int64[64, 12] each: the other two cells of the lines through a cell; 64, a cell without sets, fills
    up."""
    import numpy as np

    most = max(map(len, PARTNERS.values()))
    table = np.full((len(CELLS), most, 2), len(CELLS))
    for place, cell in enumerate(CELLS):
        for line, pair in enumerate(PARTNERS[cell]):
            table[place, line] = [CELLS.index(partner) for partner in pair]
    return table[..., 0], table[..., 1]


def _shortlist(view: View, known: Posterior) -> NDArray[np.int64]:
    """Numbers that may be good: the best on each promising cell, and those in the most sets."""
    import numpy as np

    from numberhouse.games.set_theory.solver.scan_kernel import best_numbers

    used = np.array(sorted(barred(view)), np.int64)
    gains = gains_of(view, known, empty(view))
    vectors = [gains[place] for place in promising_cells(gains)] + [known.expected_worths]
    found = []
    for gain in vectors:
        rows, sums = scanned(known, gain)
        found.append(best_numbers(rows, FIRST, sums, used, BEST))
    return np.unique(np.concatenate(found))
