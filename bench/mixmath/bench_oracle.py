"""Bound what inference about the other rack brings in Mixmath: the champion that sees it, against itself.

The oracle cheats: its imagined worlds have the true racks, and the true tiles in the bag in a random order.
Each deal is played twice with the seats exchanged.

    python bench/mixmath/bench_oracle.py [--deals 50] [--nodes 1500] [--jobs 16]
"""

from __future__ import annotations

import argparse
import statistics
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Seat
from numberhouse.games.mixmath.bots.champion import Champion
from numberhouse.games.mixmath.rules.gameplay import game
from numberhouse.games.mixmath.rules.model import State, View
from numberhouse.match import Match


class Oracle(Champion):
    """The champion with the match in its hands."""

    def __init__(self, match: Match) -> None:  # type: ignore[type-arg]
        self.match = match

    def world(self, view: View, seat: Seat, chance: Chance) -> State:  # noqa: ARG002 - it knows
        """The true state."""
        return self.match.state


def margins(deal: int, nodes: int) -> list[float]:
    """The oracle's margins in both seatings of a deal."""
    found = []
    for seat in range(2):
        match = Match(game, f"oracle {deal}")
        bots = [Oracle(match), Champion()]
        while match.to_act:
            (now,) = match.to_act
            bot = bots[now != seat]
            chance = Chance(f"oracle {deal}", len(match.log))
            thought = bot.choose(match.view(now), now, match.legal(now), Budget(nodes=nodes), chance)
            match.act(now, thought.action)
        scores = match.outcome.scores  # type: ignore[union-attr]
        found.append(scores[seat] - scores[1 - seat])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=1500, help="searches of a thought")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        deals = list(pool.map(margins, range(given.deals), repeat(given.nodes)))
    shares = [statistics.fmean((margin > 0) + (margin == 0) / 2 for margin in deal) for deal in deals]
    points = [statistics.fmean(deal) for deal in deals]
    for name, numbers in (("share", shares), ("margin", points)):
        error = 1.96 * statistics.stdev(numbers) / len(numbers) ** 0.5
        print(f"{name}: {statistics.fmean(numbers):+.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()
