"""The turn search of Mixmath: the time of a search, and whole greedy matches a second.

Both scores together are the mean of the first so many matches, so that they are the same on every machine.

The positions are those of greedy self-play, by the plain rules of the house. A search is `best_turn`, from a
board and a rack of the house to placements, the way bots call it. Beside it, on the positions small enough
for it, the same search in plain Python by the rules alone. Matches are the compiled ones of `match_kernel`,
one thread. Processor time is given too: on a busy machine the clock measures other processes too.

    python bench/mixmath/bench_search.py [--matches 10] [--seconds 5] [--scored 2000]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.bots import Greedy
from numberhouse.games.mixmath.rules.board import Board
from numberhouse.games.mixmath.rules.gameplay import Options, game
from numberhouse.games.mixmath.rules.legal import placements
from numberhouse.games.mixmath.rules.opening import without
from numberhouse.games.mixmath.solver.kernels import workspace
from numberhouse.games.mixmath.solver.match_kernel import ENDED, log_of, play
from numberhouse.games.mixmath.solver.search import best_turn
from numberhouse.match import Match

IDLE_ROUNDS = Options().idle_rounds

SMALL = 300
"""States up to which plain Python searches too."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=10, help="whose positions are searched")
    parser.add_argument("--seconds", type=float, default=5.0, help="of whole matches")
    parser.add_argument("--scored", type=int, default=2000, help="whole matches whose scores are averaged")
    given = parser.parse_args()
    found = [one for number in range(given.matches) for one in positions(number)]
    searches(found)
    matches(given.seconds)
    scores(given.scored)


def positions(number: int) -> list[tuple[Board, tuple[int, ...], bool]]:
    """Boards, racks and whether the bonus is on, before every action of a greedy match."""
    match = Match(game, f"bench {number}")
    greedy = Greedy()
    seen = []
    while match.to_act:
        (seat,) = match.to_act
        view = match.view(seat)
        assert view.hand is not None
        seen.append((view.board, view.hand.rack, view.turn.began == 7))
        chance = Chance("bench", len(match.log))
        match.act(seat, greedy.choose(view, seat, match.legal(seat), Budget(), chance).action)
    return seen


def searches(found: Sequence[tuple[Board, tuple[int, ...], bool]]) -> None:
    """Time each position's search, the middle of three."""
    times, states, plain, small = [], [], [], []
    for board, rack, bonus in found:
        rounds = []
        for _ in range(3):
            began = time.perf_counter()
            result = best_turn(board, rack, bonus)
            rounds.append(time.perf_counter() - began)
        times.append(sorted(rounds)[1])
        states.append(result.states)
        if result.states <= SMALL:
            began = time.perf_counter()
            assert plainly(board, rack) == result.states
            plain.append(time.perf_counter() - began)
            small.append(times[-1])
    cuts = statistics.quantiles(times, n=100)
    sizes = statistics.quantiles(states, n=100)
    print(f"{len(found)} positions of self-play, states: median {sizes[49]:,.0f}, 99 % {sizes[98]:,.0f}")
    middle, most, all_but_few = (1e3 * cuts[place] for place in (49, 89, 98))
    print(f"a search: median {middle:.3f} ms, 90 % {most:.3f} ms, 99 % {all_but_few:.3f} ms")
    ratio = sum(plain) / sum(small)
    print(f"plain Python on the {len(small)} positions of at most {SMALL} states: {ratio:,.0f} times slower")


def plainly(board: Board, rack: tuple[int, ...]) -> int:
    """The number of sets of placements, by the rules only."""
    layer = {frozenset[tuple[str, int]](): (board, rack)}
    states = 0
    while layer:
        states += len(layer)
        deeper = {}
        for laid, (now, left) in layer.items():
            for place in placements(now, left, draws=False):
                key = laid | {(place.cell, place.tile)}
                if key not in deeper:
                    deeper[key] = now.place(place.cell, place.tile)[0], without(left, [place.tile])
        layer = deeper
    return states


def matches(seconds: float) -> None:
    """Whole greedy matches of two, after one to compile."""
    space, log = workspace(1 << 18), log_of()
    play(0, 2, IDLE_ROUNDS, space, log)
    number = searched = 0
    clock, processor = time.perf_counter(), time.process_time()
    while time.perf_counter() - clock < seconds:
        number += 1
        _, count, complete, _ = play(number, 2, IDLE_ROUNDS, space, log)
        assert complete
        searched += count
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    rates = number / clock, number / processor
    print(f"whole greedy matches: {rates[0]:,.0f} a second, {rates[1]:,.0f} a second of processor time")
    print(f"{searched / number:.1f} searches a match")


def scores(number: int) -> None:
    """Both scores of a match together, and its turns, over matches of the seeds from 1 on."""
    space, log = workspace(1 << 18), log_of()
    totals, turns = [], []
    for seed in range(1, number + 1):
        rows, _, _, finals = play(seed, 2, IDLE_ROUNDS, space, log)
        totals.append(int(finals.sum()))
        turns.append(int((log[:rows, 0] == ENDED).sum()))
    error = statistics.stdev(totals) / number**0.5
    print(
        f"{number:,} greedy matches: both scores together {statistics.fmean(totals):,.0f} ± {error:.0f} "
        f"on average, {statistics.fmean(turns):.1f} turns"
    )


if __name__ == "__main__":
    main()
