"""The bot that replies to what counters do, as far as the others have shown that they count.

The others are a population: some take a submission that counting calls good, the others take any. How many of
them count is judged by the nodes of the closed rounds. In the last round the bot plays for the first place
and not for points.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import msgspec

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.addition_crypt.bots.counter import NEARLY, let_count, plain
from numberhouse.games.addition_crypt.bots.drifter import settle, submit
from numberhouse.games.addition_crypt.rules.model import Action, Pick, View
from numberhouse.games.addition_crypt.solver.beliefs import past
from numberhouse.games.addition_crypt.solver.simulator import replayed, term_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[Any]

__all__ = ["Champion"]

PASTS: Final = 12
"""Pasts that the bot imagines."""

JUDGED: Final = 2
"""Pasts by which it judges how many count."""

SAMPLES: Final = 96
"""Samples of the others' submissions, for each past."""

SHARES: Final = (0.0, 0.3, 0.6, 0.9)
"""Shares of the others that may be counters."""

NOISE: Final = 0.15
"""Points by which a counter errs about an average: it samples as well."""

SLACK: Final = 0.05
"""What the bot gives away, as a part of the spread of its averages, so as not to be foreseen."""


class Champion:
    """Chooses a good reply to a population of counters and drifters."""

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
        own = chance.fork(f"seat {seat}")
        table = _Round(view, seat, budget, own)
        values = table.values()
        choices = [
            (float(values[place, starred]), Pick(first, second, (first, second)[starred]))
            for place, (first, second) in enumerate(permutations(range(view.options.nodes), 2))
            if first not in view.barred and second not in view.barred
            for starred in (0, 1)
        ]
        highest = max(value for value, _ in choices)
        slack = SLACK * float(values.std())
        value, pick = own.choice([one for one in choices if one[0] >= highest - slack])
        said = (
            f"wins {value:.0%} of the imagined matches"
            if table.last
            else f"earns {value:.1f} points on average"
        )
        return Thought(submit(pick), f"{said}; {table.share:.0%} of the others seem to count")


class _Round:
    """The running round, as the bot imagines it."""

    def __init__(self, view: View, seat: Seat, budget: Budget, chance: Chance) -> None:
        import numpy as np  # NumPy and Numba are in the extra `bots`

        self.view, self.seat, self.budget, self.chance = view, seat, budget, chance
        self.others = [other for other in range(view.seats) if other != seat]
        nodes = view.options.nodes
        self.pairs = np.array([(*pair, pair[0]) for pair in permutations(range(nodes), 2)], np.int8)
        self.terms = term_table(view.options)
        self.last = view.round == len(view.options.rounds)
        self.draws = np.random.Generator(np.random.PCG64(chance.bits(64)))
        # An exact past can take minutes. A past that nearly fits bars nearly the same nodes.
        self.pasts = [past(view, chance, exact=False)]
        self.share = 0.5

    def values(self) -> Table:
        """float64[pair, 2]: what each pair brings with its first and its second node scoring: points, in the
        last round the part of the first place."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points, reply_wins

        weights = self._judged()
        self.share = float(np.dot(SHARES, weights))
        row, start = self.terms[self.view.round - 1], np.array(self.view.values, np.int64)
        merits = self._merits(row, start, [self._before(rounds) for rounds in self.pasts])
        points = np.zeros((len(self.pairs), 2), np.int64)
        wins = np.zeros((len(self.pairs), 2))
        done = 0
        for number in range(PASTS):
            if number == len(self.pasts):
                if self.budget.spent(done):
                    break
                self.pasts.append(past(self.view, self.chance, exact=False))
            rounds = self.pasts[number]
            others = self._others(self._before(rounds), merits, weights)
            if self.last:
                reply_wins(row, start, others, self.pairs, self._totals(rounds), self.view.score, wins)
            else:
                reply_points(row, start, others, self.pairs, points)
            done += SAMPLES
        return (wins if self.last else points) / done

    def _before(self, rounds: list[tuple[Pick, ...]], number: int | None = None) -> Table:
        """The others' submissions of the round before round `number`, by default the running one."""
        import numpy as np

        earlier = (self.view.round if number is None else number) - 2
        picked = [plain(rounds[earlier][other]) for other in self.others] if earlier >= 0 else []
        return np.array(picked, np.int8).reshape(-1, 3)

    def _totals(self, rounds: list[tuple[Pick, ...]]) -> Table:
        """The others' points so far, if this is the past."""
        import numpy as np

        if not rounds:
            return np.zeros(len(self.others), np.int64)
        picks = np.array([[[plain(pick) for pick in row] for row in rounds]], np.int8)
        played = msgspec.structs.replace(self.view.options, rounds=self.view.options.rounds[: len(rounds)])
        points = replayed(played, picks).points[0].astype(np.int64).sum(axis=0)
        return np.ascontiguousarray(points[self.others])

    def _drifting(self, before: Table, size: int) -> Table:
        """Random legal submissions of the others, int8[sample, seat, 3]."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.simulator_kernel import drift

        samples = np.empty((size, len(self.others), 3), np.int8)
        drift(np.uint64(self.chance.bits(64) | 1), self.view.options.nodes, before, samples)
        return samples

    def _merits(self, row: Table, start: Table, befores: list[Table]) -> Table:
        """What a counter thinks that each pair earns, float64[pair, 2]."""
        import numpy as np

        from numberhouse.games.addition_crypt.solver.simulator_kernel import reply_points

        drifting, counting = (np.zeros((len(self.pairs), 2), np.int64) for _ in "12")
        for done, before in enumerate(befores, 1):
            others = self._drifting(before, 2 * SAMPLES)
            reply_points(row, start, others, self.pairs, drifting)
            let_count(others, before, self.pairs, drifting / (2 * SAMPLES * done), self.chance)
            reply_points(row, start, others, self.pairs, counting)
        return counting / (2 * SAMPLES * len(befores))

    def _others(self, before: Table, merits: Table, weights: Table, size: int = SAMPLES) -> Table:
        """Submissions of a population of which, by `weights`, one of `SHARES` counts."""
        import numpy as np

        others = self._drifting(before, size)
        shares = self.draws.choice(SHARES, size=(size, 1), p=weights)
        counts = self.draws.random(others.shape[:2]) < shares
        for seat in range(others.shape[1]):
            which = np.flatnonzero(counts[:, seat])
            if not len(which):
                continue
            barred = np.isin(self.pairs[:, :2], before[seat, :2]).any(axis=1) if len(before) else None
            guessed = merits + NOISE * self.draws.standard_normal((len(which), *merits.shape))
            if barred is not None:
                guessed[:, barred] = -np.inf
            flat = guessed.reshape(len(which), -1)
            good = flat >= flat.max(axis=1, keepdims=True) - NEARLY
            drawn = (good * self.draws.random(flat.shape)).argmax(axis=1)
            place, starred = np.divmod(drawn, 2)
            chosen = self.pairs[place]
            chosen[:, 2] = chosen[np.arange(len(chosen)), starred]
            others[which, seat] = chosen
        return others

    def _judged(self) -> Table:
        """How likely each of `SHARES` is after the closed rounds, by how the nodes have changed."""
        import numpy as np

        logs = np.zeros(len(SHARES))
        values = [np.array(self.view.options.start, np.int64)]
        values += [np.array(closed.values, np.int64) for closed in self.view.rounds]
        for number in range(1, len(values)):
            row, start = self.terms[number - 1], values[number - 1]
            if row[0] < 0:  # nodes that stop at 0 hide what was taken
                continue
            befores = [self._before(rounds, number) for rounds in self.pasts[:JUDGED]]
            merits = self._merits(row, start, befores)
            own = np.array([plain(self.view.ledger[number - 1].pick)], np.int8)
            seen = values[number] - start - self._change(row, own[None])[0]
            for place in range(len(SHARES)):
                weights = np.eye(len(SHARES))[place]
                changes = self._change(row, self._others(befores[0], merits, weights, 2 * SAMPLES))
                logs[place] += _log_density(seen, changes)
        likely = np.exp(logs - logs.max())
        return np.asarray(likely / likely.sum())

    def _change(self, row: Table, picks: Table) -> Table:
        """What the submissions, int8[sample, seat, 3], add to each node, int64[sample, node]."""
        import numpy as np

        nodes = self.view.options.nodes
        firsts, seconds = ((picks[:, :, place, None] == np.arange(nodes)).sum(axis=1) for place in (0, 1))
        spread = np.roll(firsts, 1, axis=1) + np.roll(firsts, -1, axis=1)
        return np.asarray(row[0] * firsts + row[1] * seconds + row[2] * spread)


def _log_density(seen: Table, changes: Table) -> float:
    """How likely `seen` is among `changes`, by a normal distribution with their mean and covariance."""
    import numpy as np

    centred = seen - changes.mean(axis=0)
    # What is added in all is the same in every sample, so the covariance alone has no inverse.
    covariance = np.cov(changes, rowvar=False) + 0.5 * np.eye(len(seen))
    _, determinant = np.linalg.slogdet(covariance)
    return float(-0.5 * (centred @ np.linalg.solve(covariance, centred) + determinant))
