"""The bot that chooses the best reply to what it can infer about the other seats."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.bots.drifter import settle, submit
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Pick, View
from numberhouse.games.addition_crypt.solver.beliefs import past
from numberhouse.games.addition_crypt.solver.counting import COUNTING, NEARLY, PASTS, SAMPLES, TEMPER
from numberhouse.games.addition_crypt.solver.simulator import term_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "NEARLY",
    "PASTS",
    "SAMPLES",
    "Counter",
    "Dreamer",
    "Estimator",
    "average_points",
    "let_count",
    "others_now",
    "plain",
]


class Counter:
    """The bot imagines pasts that fit all it knows: the nodes of every round, its own rooms and the published
    submissions. In long matches a past may fit only nearly.
    Each past tells which nodes are barred for each seat. The bot first lets the others submit any legal pick,
    then lets half of them count as well: a node that is best for everybody is crowded. It takes one of the
    submissions that earn nearly the most on average in the running round, so that bots of this kind at one
    table don't all take the same."""

    name = "counter"
    pasts = PASTS
    """Number of pasts that the bot imagines."""
    attention = 100
    """How often the bot counts, of a hundred rounds; otherwise it submits at random."""

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a good reply of this round, then `lock`."""
        settled = settle(view)
        if settled is not None:
            return settled
        own = chance.fork(f"seat {seat}")
        if own.below(100) >= self.attention:
            return Thought(submit(own.choice(picks(view.options.nodes, view.barred))))
        pick, expected = _nearly_best(view, average_points(view, seat, self.pasts, budget, own), own)
        return Thought(submit(pick), f"earns {expected:.1f} points on average")


def _nearly_best(view: View, points: NDArray[Any], chance: Chance) -> tuple[Pick, float]:
    """One of the legal submissions whose average is nearly the highest, and its average."""
    legal = [
        (float(points[place, starred]), Pick(first, second, (first, second)[starred]))
        for place, (first, second) in enumerate(permutations(range(view.options.nodes), 2))
        if first not in view.barred and second not in view.barred
        for starred in (0, 1)
    ]
    highest = max(average for average, _ in legal)
    average, pick = chance.choice([one for one in legal if one[0] >= highest - NEARLY])
    return pick, average


def average_points(view: View, seat: Seat, pasts: int, budget: Budget, chance: Chance) -> NDArray[Any]:
    """The points that each ordered pair of nodes earns on average in this round, float64[pair, 2], with its
    first and with its second node scoring. The pairs are the permutations of the nodes, in order."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points

    pairs = np.array([(*pair, pair[0]) for pair in permutations(range(view.options.nodes), 2)], np.int8)
    row, start = term_table(view.options)[view.round - 1], np.array(view.values, np.int64)
    sums, done = np.zeros((len(pairs), 2), np.int64), 0
    drifting = np.zeros((len(pairs), 2), np.int64)
    while done < pasts * SAMPLES and not (done and budget.spent(done)):
        before, others = _others(view, seat, chance)
        reply_points(row, start, others, pairs, drifting)
        done += SAMPLES
        let_count(others, before, pairs, drifting / done, chance)
        reply_points(row, start, others, pairs, sums)
    return sums / done


def let_count(
    others: NDArray[Any], before: NDArray[Any], pairs: NDArray[Any], points: NDArray[Any], chance: Chance
) -> None:
    """Let half of the others' submissions, int8[sample, seat, 3], be good ones by these points instead."""
    import numpy as np

    draws = np.random.Generator(np.random.PCG64(chance.bits(64)))
    for seat in range(others.shape[1]):
        merits = np.exp((points - points.max()) / TEMPER)
        if len(before):
            merits[np.isin(pairs[:, :2], before[seat, :2]).any(axis=1)] = 0
        bounds = np.cumsum(merits.ravel())
        count = draws.random(len(others)) < COUNTING
        drawn = np.searchsorted(bounds, draws.random(int(count.sum())) * bounds[-1], side="right")
        place, starred = np.divmod(np.minimum(drawn, len(bounds) - 1), 2)
        chosen = pairs[place]
        chosen[:, 2] = chosen[np.arange(len(chosen)), starred]
        others[count, seat] = chosen


def others_now(view: View, seat: Seat, chance: Chance) -> NDArray[Any]:
    """The others' possible submissions of this round in one past, int8[sample, seat, 3]."""
    return _others(view, seat, chance)[1]


def _others(view: View, seat: Seat, chance: Chance) -> tuple[NDArray[Any], NDArray[Any]]:
    """The others' submissions of the last round in one past, int8[seat, 3], empty in the first round; and
    their possible submissions of this round, int8[sample, seat, 3]."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import drift

    others = [other for other in range(view.seats) if other != seat]
    # An exact past can take minutes. A past that nearly fits bars nearly the same nodes.
    rounds = past(view, chance, exact=False)
    picked = [plain(rounds[-1][other]) for other in others] if rounds else []
    before = np.array(picked, np.int8).reshape(-1, 3)
    samples = np.empty((SAMPLES, len(others), 3), np.int8)
    drift(np.uint64(chance.bits(64) | 1), view.options.nodes, before, samples)
    return before, samples


def plain(pick: Pick) -> tuple[int, int, int]:
    """The submission as kernels read it: first node, second node, scoring node."""
    return pick.first, pick.second, pick.scoring


class Estimator(Counter):
    """A counter that doesn't count in every round."""

    name = "estimator"
    pasts = 2
    attention = 66


class Dreamer(Counter):
    """A counter that seldom counts."""

    name = "dreamer"
    pasts = 2
    attention = 33
