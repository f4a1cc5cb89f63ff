"""The points that submissions earn: the average over the others' possible picks, and those in hindsight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from numberhouse.contract.game import Chance
from numberhouse.games.addition_crypt.bots.counter import SAMPLES, others_now
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Pick, State, View
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored
from numberhouse.games.addition_crypt.solver.simulator import term_table

__all__ = ["averages", "in_hindsight"]

PASTS: Final = 4
"""Number of imagined pasts over which the average of a submission is computed."""


def averages(view: View) -> Mapping[Pick, float]:
    """Average points of each submission, over pasts and picks of the others that fit the view."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points

    own = [pick for pick in picks(view.options.nodes, view.barred) if pick.scoring == pick.first]
    replies = np.array([(one.first, one.second, one.scoring) for one in own], np.int8)
    sums = np.zeros((len(own), 2), np.int64)
    row = term_table(view.options)[view.round - 1]
    for number in range(PASTS):
        others = others_now(view, 0, Chance("average", number))
        reply_points(row, np.array(view.values, np.int64), others, replies, sums)
    found = sums / (PASTS * SAMPLES)
    return {
        Pick(pick.first, pick.second, node): float(found[place, star])
        for place, pick in enumerate(own)
        for star, node in enumerate(pick.nodes)
    }


def in_hindsight(state: State, made: Sequence[Pick]) -> tuple[Pick, int]:
    """The submission that would have earned most against the others' actual picks, and its points."""
    now = terms(state.options, state.round)

    def points(pick: Pick) -> int:
        all_picks = [pick, *made[1:]]
        return scored(added(state.values, all_picks, now), all_picks, now)[0].total

    best = max(picks(state.options.nodes, state.barred(0)), key=points)
    return best, points(best)
