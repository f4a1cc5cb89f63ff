"""What an afternoon brings in Addition Crypt: the best reply to imagined counters."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from numberhouse.contract.bot import Thought
from numberhouse.games.addition_crypt.bots.counter import average_points, plain
from numberhouse.games.addition_crypt.bots.drifter import settle, submit
from numberhouse.games.addition_crypt.rules.model import Pick
from numberhouse.games.addition_crypt.solver.beliefs import past
from numberhouse.games.addition_crypt.solver.simulator import term_table
from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points


class Reply:
    name = "reply"

    def choose(self, view, seat, legal, budget, chance):
        settled = settle(view)
        if settled is not None:
            return settled
        nodes = view.options.nodes
        pairs = np.array([(*pair, pair[0]) for pair in permutations(range(nodes), 2)], np.int8)
        merits = average_points(view, seat, 8, budget, chance)
        draws = np.random.default_rng(chance.bits(64))
        sums = np.zeros((len(pairs), 2), np.int64)
        others = [other for other in range(view.seats) if other != seat]
        for _ in range(6):
            rounds = past(view, chance, exact=False)
            samples = np.empty((48, len(others), 3), np.int8)
            for place, other in enumerate(others):
                free = np.ones(len(pairs), bool)
                if rounds:
                    free = ~np.isin(pairs[:, :2], plain(rounds[-1][other])[:2]).any(axis=1)
                good = np.argwhere((merits >= merits[free].max() - 0.25) & free[:, None])
                for sample in range(len(samples)):
                    pair, starred = good[draws.integers(len(good))]
                    samples[sample, place] = (*pairs[pair, :2], pairs[pair, starred])
            row = term_table(view.options)[view.round - 1]
            reply_points(row, np.array(view.values), samples, pairs, sums)
        best = [
            (sums[place, starred], Pick(first, second, (first, second)[starred]))
            for place, (first, second) in enumerate(permutations(range(nodes), 2))
            if first not in view.barred and second not in view.barred
            for starred in (0, 1)
        ]
        return Thought(submit(max(best, key=lambda one: one[0])[1]))
