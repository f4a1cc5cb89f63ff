"""What the others do, as a population of kinds of players, and what they have probably done.

A *policy* is the chance of each choice after each set of nodes of the round before, float64[set, choice];
`population_kernel` explains the numbers. `KINDS` are the kinds of seats, from those that submit anything to
those that reply to counters.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.addition_crypt.rules.model import Pick, View
from numberhouse.games.addition_crypt.solver.beliefs import evidence_of, past
from numberhouse.games.addition_crypt.solver.counting import COUNTING, NEARLY, SAMPLES, TEMPER
from numberhouse.games.addition_crypt.solver.counting import PASTS as BATCHES
from numberhouse.games.addition_crypt.solver.simulator import term_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KINDS", "Population"]

Table: TypeAlias = "NDArray[Any]"
"""An array of numpy, which is imported only where it is needed."""

KINDS: Final = ("any", "seldom", "counting", "replying")
"""The kinds of seats: they submit anything; they count in half of the rounds; they count as `counter` does;
they reply to counters."""

EXPECTED: Final = (0.3, 0.3, 2.0, 0.2)
"""How many seats of each kind are expected, weighed against the seats that show what they are."""

PASTS: Final = 16
"""Pasts by which a policy is computed, at a table of the usual size."""

FEW: Final = 4
"""Pasts by which an average over all seats is computed."""

KNOWN: Final = 3
"""Seats with a set, in all pasts, from which what its choices earn is known."""

COUNTERS: Final = 48
"""Counters that are imagined for each set."""

STRAY: Final = 0.04
"""The part of what counters do that is not foreseen."""

UNSTEADY: Final = 0.1
"""The same of those that reply to them."""

SWEEPS: Final = 240
"""Sweeps of a search for a history."""

SETTLED: Final = 6
"""Sweeps before a history counts."""

USUAL: Final = 13 * 42 * 7
"""Seats × pairs × nodes of a table of the usual size: larger ones get fewer samples."""

MOST_PAIRS: Final = 156
"""With more pairs than this, histories are drawn without regard to policies: that would take too long."""


class Population:
    """All seats of a match, as the seat of this view may know them."""

    def __init__(self, view: View, budget: Budget, chance: Chance) -> None:
        import numpy as np  # NumPy and Numba are in the extra `bots`

        self.view, self.budget, self.chance = view, budget, chance
        nodes = view.options.nodes
        self.pairs = np.array(list(permutations(range(nodes), 2)), np.int64)
        sets = list(combinations(range(nodes), 2))
        self.set_of = np.array([sets.index((min(pair), max(pair))) for pair in self.pairs.tolist()])
        self.nothing = len(sets)
        free = [~np.isin(self.pairs, one).any(axis=1) for one in sets]
        self.free = np.array([*free, np.ones(len(self.pairs), bool)])
        """bool[set, pair]: what may follow a set."""
        self.any = np.repeat(self.free / self.free.sum(axis=1, keepdims=True) / 2, 2, axis=1)
        self.draws = np.random.Generator(np.random.PCG64(chance.bits(64)))
        work = USUAL / (view.seats * len(self.pairs) * nodes)
        self.size = max(1, min(PASTS, round(PASTS * work)))
        self.batch = max(8, min(SAMPLES, round(SAMPLES * PASTS * work / self.size)))
        self.now = self._policies(view)
        """The policies of the running round, float64[kind, set, choice]."""
        self.bounds = self.now.cumsum(axis=2)
        self.earlier = [np.stack([self.any] * len(KINDS))] * len(view.rounds)
        """The policies of the closed rounds."""
        self.evidence = None
        if view.rounds:
            known = evidence_of(view)
            # A choice of rounds or seats can't be told to the search with policies.
            if len(self.pairs) <= MOST_PAIRS and not known.known.choices:
                self.evidence = known
        for closed in reversed(range(len(view.rounds) if self.evidence else 0)):
            if budget.spent(0):
                break
            self.earlier[closed] = self._policies(_back(view, closed))
        if self.evidence:
            policies = np.stack(self.earlier)
            self.by_pair = policies[..., ::2] + policies[..., 1::2]

    # Policies

    def _policies(self, view: View) -> Table:
        """The policies of all kinds in the running round of the view, float64[kind, set, choice]."""
        import numpy as np

        before = self._pasts(view)
        everything = np.ones_like(self.free)
        drifting = self._earned(view, before[:FEW], self.any, everything).mean(axis=(0, 1))
        merits = np.exp((drifting - drifting.max()) / TEMPER) * np.repeat(self.free, 2, axis=1)
        half = COUNTING * merits / merits.sum(axis=1, keepdims=True) + (1 - COUNTING) * self.any
        counting = self._good(self._earned(view, before, half, self.free), before)
        counting = (1 - STRAY) * counting + STRAY * self.any
        few = before[: max(1, len(before) // 2)]
        replying = self._good(self._earned(view, few, counting, self.free), few)
        replying = (1 - UNSTEADY) * replying + UNSTEADY * self.any
        return np.stack([self.any, (counting + self.any) / 2, counting, replying])

    def _pasts(self, view: View) -> Table:
        """The sets of the round before by which counters judge, int64[past, seat]."""
        import numpy as np

        sets = np.full((self.size, view.seats), self.nothing)
        for number, row in enumerate(sets if view.rounds else ()):
            if number and self.budget.spent(0):
                return sets[:number]
            # An exact past can take minutes. A past that nearly fits bars nearly the same nodes.
            row[:] = [self.set_of[self._pair(pick)] for pick in past(view, self.chance, exact=False)[-1]]
        return sets

    def _pair(self, pick: Pick) -> int:
        """The number of the pick's ordered pair."""
        return pick.first * (self.view.options.nodes - 1) + pick.second - (pick.second > pick.first)

    def _earned(self, view: View, before: Table, policy: Table, free: Table) -> Table:
        """What each choice earns each seat against the policy, float64[past, seat, choice]."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.population_kernel import earned

        row = term_table(view.options)[view.round - 1]
        most = max(view.values) + view.seats * int(np.abs(row[:3]).sum() + abs(row[2]))
        sums = np.empty((*before.shape, 2 * len(self.pairs)))
        earned(
            np.uint64(self.chance.bits(64) | 1),
            row,
            np.array(view.values, np.int64),
            self.pairs,
            self.set_of,
            _digits(most + 1, int(row[3])),
            policy.cumsum(axis=1),
            before,
            free,
            self.batch,
            sums,
        )
        return sums

    def _good(self, merits: Table, before: Table) -> Table:
        """The policy of seats that know what choices earn only as well as a counter knows. Imagined counters
        each draw some of the batches, float64[past, seat, choice], of the seats with the same set."""
        import numpy as np

        policy = np.zeros_like(self.any)
        batches, sets = merits.reshape(-1, merits.shape[2]), before.ravel()
        free = np.repeat(self.free, 2, axis=1)
        known = free[sets]
        mean = (batches * known).sum(axis=0) / np.maximum(1, known.sum(axis=0))
        for place in range(len(policy)):
            own = batches[sets == place]
            if len(own) < KNOWN:
                # Seats with other sets know nearly the same, but only of what they may use themselves.
                own = np.concatenate([own, np.repeat(mean[None], KNOWN, axis=0)])
            drawn = own[self.draws.integers(len(own), size=(COUNTERS, BATCHES))].mean(axis=1)
            drawn[:, ~free[place]] = -np.inf
            good = drawn >= drawn.max(axis=1, keepdims=True) - NEARLY
            policy[place] = (good / good.sum(axis=1, keepdims=True)).mean(axis=0)
        return policy

    # Histories

    def history(self) -> tuple[list[tuple[Pick, ...]], Table]:
        """Submissions that the seats have probably made, by closed round, and their kinds, int64[seat]."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.population_kernel import likely

        view, found = self.view, self.evidence
        if found is None:
            kinds = self.draws.choice(len(KINDS), view.seats, p=self.draws.dirichlet(EXPECTED))
            return past(view, self.chance, exact=False), kinds
        kinds = np.zeros(view.seats, np.int64)
        _, drawn = likely(
            np.uint64(self.chance.bits(64) | 1),
            self.set_of,
            found.gives,
            found.goal,
            found.floor,
            found.costs,
            found.open_pairs & found.possible[:, None],
            self.by_pair,
            np.array(EXPECTED),
            kinds,
            SWEEPS,
            SETTLED,
        )
        return self._starred(drawn, kinds), kinds

    def _starred(self, drawn: Table, kinds: Table) -> list[tuple[Pick, ...]]:
        """Picks of these pairs, int64[round, seat]: the scoring nodes are unknown, and drawn by policy."""
        import numpy as np

        history, seats = [], np.arange(drawn.shape[1])
        before = np.full(drawn.shape[1], self.nothing)
        for number, row in enumerate(drawn):
            chances = self.earlier[number][kinds, before]
            first, second = chances[seats, 2 * row], chances[seats, 2 * row + 1]
            starred = (self.draws.random(len(row)) * (first + second) > first).astype(np.int64)
            before = self.set_of[row]
            pairs = self.pairs[row].tolist()
            picks = [
                Pick(one, other, (one, other)[star])
                for (one, other), star in zip(pairs, starred, strict=True)
            ]
            if self.view.seat is not None:
                picks[self.view.seat] = self.view.ledger[number].pick
            history.append(self.view.rounds[number].published or tuple(picks))
        return history

    def submissions(self, history: list[tuple[Pick, ...]], kinds: Table, size: int) -> Table:
        """Possible submissions of all seats in the running round, int8[sample, seat, 3]."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.population_kernel import draw_choices

        before = np.full(self.view.seats, self.nothing)
        if history:
            before[:] = [self.set_of[self._pair(pick)] for pick in history[-1]]
        choices = np.empty((size, self.view.seats), np.int64)
        draw_choices(np.uint64(self.chance.bits(64) | 1), self.bounds, before, kinds, choices)
        picks = np.empty((*choices.shape, 3), np.int8)
        picks[..., :2] = self.pairs[choices // 2]
        picks[..., 2] = np.where(choices % 2, picks[..., 1], picks[..., 0])
        return picks


def _back(view: View, closed: int) -> View:
    """The view as it was when so many rounds were closed."""
    rounds = view.rounds[:closed]
    return msgspec.structs.replace(
        view,
        round=closed + 1,
        rounds=rounds,
        values=rounds[-1].values if rounds else view.options.start,
        ledger=view.ledger[:closed],
    )


def _digits(size: int, base: int) -> Table:
    """The sums of digits of the numbers below `size`, int64[size]."""
    import numpy as np

    left, sums = np.arange(size), np.zeros(size, np.int64)
    while left.any():
        sums += left % base
        left //= base
    return sums
