"""The bot that takes the number and cell with the highest expected points in the running turn.

The probabilities of the sets and of their worths come from the exact posterior. The two are independent, and
the sets of the neighbouring numbers are public. So the expectation is exact too. It is the sum over all sets:
the probability that the number belongs, times the expected worth, times one plus three for every line that
would be complete. It considers only this turn, and neither the information gained nor the lines opened to the
opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.set_theory.bots.opening import opening
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.catalogue.bitmaps import table
from numberhouse.games.set_theory.rules.grid import LABELS, LINE, lines_by_set
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Place, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numberhouse.games.set_theory.solver.posterior import Posterior

    Floats = NDArray[np.float64]

__all__ = ["Collector", "best_on", "gains_of", "promising_cells", "scanned"]

NUMBERS: Final = LAST - FIRST + 1

SAMPLE: Final = 5_000
"""Size of the sample of numbers that is compared on every cell, before all numbers are compared on the best
cells."""

MOST_CELLS: Final = 6
"""Most cells on which all numbers are compared."""

DIGITS: Final = 6
"""Number of decimal digits to which values are rounded before they are compared. The last bits differ between
machines."""


class Collector:
    """Takes the number with the highest expected points."""

    name = "collector"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - all know the same
        legal: Legal[Action],  # noqa: ARG002 - the view says what can be placed
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """The best of a sample of numbers on any cell; then, within the budget, the best of all numbers on
        the most promising cells."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        if view.begins is None:
            return opening
        known = posterior(view)
        cells, used = empty(view), sorted(barred(view))
        gains = gains_of(view, known, cells)
        sample = SAMPLE if budget.nodes is None else max(1, min(SAMPLE, budget.nodes))
        value, number, cell = _sampled(known, gains, used, sample, chance)
        looked, promising = sample, promising_cells(gains)
        while promising and not budget.spent(looked + NUMBERS):
            place = promising.pop()
            found, most = best_on(known, gains[place], used)
            looked += NUMBERS
            if round(most, DIGITS) > round(value, DIGITS):
                value, number, cell = most, found, place
        reason = f"{value:.1f} points can be expected, the most of {looked} numbers looked at"
        return Thought(Place(number, cells[cell]), reason)


def gains_of(view: View, known: Posterior, cells: Sequence[str]) -> Floats:
    """float64[cells, 10]: expected points for membership in each set, for a number on each cell."""
    import numpy as np  # in the extra `bots`

    grid = {cell: turn.sets for cell, turn in view.grid.items()}
    lines = np.array([lines_by_set(grid, cell, LABELS) for cell in cells], float)
    return np.asarray(known.expected_worths * (1 + LINE * lines))


def _sampled(
    known: Posterior, gains: Floats, used: Sequence[int], size: int, chance: Chance
) -> tuple[float, int, int]:
    """The best number of the sample: its value, the number, and the index of its cell."""
    import numpy as np  # in the extra `bots`

    drawn = np.array([FIRST + chance.below(NUMBERS) for _ in range(size)])
    numbers = drawn[~np.isin(drawn, used)]
    if not len(numbers):
        numbers = np.array([next(n for n in range(FIRST, LAST + 1) if n not in used)])
    values = known.belongs(numbers) @ gains.T
    # Many cells are equal, at first all of them: any of these is good.
    best = np.argwhere(np.round(values, DIGITS) == np.round(values.max(), DIGITS))
    row, cell = best[chance.below(len(best))]
    return float(values[row, cell]), int(numbers[row]), int(cell)


def promising_cells(gains: Floats) -> list[int]:
    """Indices of the cells on which all numbers are worth comparing, the best last. Of equal cells only one
    is included."""
    import numpy as np  # in the extra `bots`

    _, places = np.unique(np.round(gains, DIGITS), axis=0, return_index=True)
    order = sorted(places.tolist(), key=lambda place: (round(float(gains[place].sum()), DIGITS), -place))
    return order[-MOST_CELLS:]


def best_on(known: Posterior, gain: Floats, used: Sequence[int]) -> tuple[int, float]:
    """The best of all numbers for a cell, and its value."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.set_theory.solver.scan_kernel import best_number

    rows, sums = scanned(known, gain)
    number, value = best_number(rows, FIRST, sums, np.array(used, np.int64))
    return int(number), float(value + gain @ known.outside_rates)


def scanned(known: Posterior, gain: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """What the compiled search goes through for a cell: the properties of all numbers, and the value of each
    byte of them."""
    import numpy as np  # in the extra `bots`

    rows = np.asarray(table()).view(np.uint8)
    weights = np.zeros(rows.shape[1] * 8)
    by_property = gain @ known.chances
    weights[: len(by_property)] = by_property
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return rows, np.ascontiguousarray(weights.reshape(-1, 8) @ bits.T)
