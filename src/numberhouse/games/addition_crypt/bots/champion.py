"""The bot that replies to what the others probably do.

`solver.population` tells what each kind of seat does, and what the others have probably done: which of them
count, which nodes are barred for them, how many points they have. The bot takes nearly the best reply; in the
last round it plays for the first place and not for points.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.bots.drifter import settle, submit
from numberhouse.games.addition_crypt.rules.model import Action, Pick, View
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.scoring import scored
from numberhouse.games.addition_crypt.solver.simulator import term_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numberhouse.games.addition_crypt.solver.population import Population

__all__ = ["Champion"]

HISTORIES: Final = 48
"""Histories that the bot imagines."""

SAMPLES: Final = 64
"""Samples of the others' submissions, for each history."""

SLACK: Final = 0.01
"""What the bot gives away, as a part of the spread of its values, so as not to be foreseen."""

WARY: Final = 0.25
"""What more it gives away where all others foresee what counters do."""

FIRST: Final = 0.002
"""What a point is worth in the last round, in first places: it decides where hardly any can be won."""


class Champion:
    """Chooses a good reply to the others, as far as they have shown what they do."""

    name = "champion"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """A good reply of this round, then `lock`."""
        settled = settle(view)
        if settled is not None:
            return settled
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.addition_crypt.solver.population import Population

        own = chance.fork(f"seat {seat}")
        table = _Round(view, seat, Population(view, budget, own))
        values = table.values(budget)
        choices = [
            (float(values[place, starred]), Pick(first, second, (first, second)[starred]))
            for place, (first, second) in enumerate(permutations(range(view.options.nodes), 2))
            if first not in view.barred and second not in view.barred
            for starred in (0, 1)
        ]
        highest = max(value for value, _ in choices)
        slack = (SLACK + WARY * table.replying) * float(values.std())
        value, pick = own.choice([one for one in choices if one[0] >= highest - slack])
        said = (
            f"wins {value:.0%} of the imagined matches"
            if table.last
            else f"earns {value:.1f} points on average"
        )
        return Thought(submit(pick), f"{said}; {table.counting:.0%} of the others seem to count")


class _Round:
    """The running round, as the bot imagines it."""

    def __init__(self, view: View, seat: Seat, population: Population) -> None:
        self.view, self.population = view, population
        self.others = [other for other in range(view.seats) if other != seat]
        self.last = view.round == len(view.options.rounds)
        self.counting = self.replying = 0.0

    def values(self, budget: Budget) -> NDArray[Any]:
        """float64[pair, 2]: what each pair brings with its first and its second node scoring: points; in the
        last round the part of the first place, and a little for points."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.population import KINDS
        from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points, reply_wins

        view = self.view
        pairs = np.array([(*pair, pair[0]) for pair in permutations(range(view.options.nodes), 2)], np.int8)
        row, start = term_table(view.options)[view.round - 1], np.array(view.values, np.int64)
        points, wins = np.zeros((len(pairs), 2), np.int64), np.zeros((len(pairs), 2))
        crowd, done = np.zeros(len(KINDS)), 0
        while done < HISTORIES * SAMPLES and not (done and budget.spent(done)):
            history, kinds = self.population.history()
            crowd += np.bincount(kinds[self.others], minlength=len(KINDS))
            every = self.population.submissions(history, kinds, SAMPLES)
            others = np.ascontiguousarray(every[:, self.others])
            reply_points(row, start, others, pairs, points)
            if self.last:
                reply_wins(row, start, others, pairs, self._totals(history), view.score, wins)
            done += SAMPLES
        shares = dict(zip(KINDS, crowd / crowd.sum(), strict=True))
        self.counting = float(shares["counting"] + shares["seldom"] / 2)
        self.replying = float(shares["replying"])
        return (wins + FIRST * points if self.last else points) / done

    def _totals(self, history: list[tuple[Pick, ...]]) -> NDArray[Any]:
        """The others' points so far, if this is the history."""
        import numpy as np

        totals = np.zeros(self.view.seats, np.int64)
        for number, (picks, closed) in enumerate(zip(history, self.view.rounds, strict=True), 1):
            ruled = terms(self.view.options, number)
            totals += [points.total for points in scored(closed.values, picks, ruled)]
        return np.ascontiguousarray(totals[self.others])
