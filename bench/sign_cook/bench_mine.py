"""The mine of Sign Cook: the time to walk and check every path of seven cells, compiled and by the plain
rules; and the time of the bot `cook` for an action.

    python bench/sign_cook/bench_mine.py [--mines 10] [--matches 2]
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.sign_cook.bots import Cook
from numberhouse.games.sign_cook.rules.gameplay import game, mine
from numberhouse.games.sign_cook.solver.mine_kernel import has_equation, mineable, path_table
from numberhouse.match import Match

LENGTH = mine.LENGTHS[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--mines", type=int, default=10)
    parser.add_argument("--matches", type=int, default=2, help="of four cooks")
    given = parser.parse_args()
    grids = [mine.drawn(Chance("bench", number)) for number in range(given.mines)]
    paths(grids)
    strings()
    cooks(given.matches)


def paths(grids: list[mine.Grid]) -> None:
    """Every directed path of seven cells and whether it can be mined."""
    mineable(mine.drawn(Chance("warm")), LENGTH)
    count = len(path_table(8, 8, LENGTH))
    began = time.perf_counter()
    found = [len(mineable(grid, LENGTH)) for grid in grids]
    compiled = (time.perf_counter() - began) / len(grids)
    began = time.perf_counter()
    names = mine.cell_names(grids[0])
    plainly = sum(
        bool(mine.first_equation("".join(names[cell] for cell in path)))
        for path in mine.paths(grids[0], LENGTH)
    )
    plain = time.perf_counter() - began
    assert plainly == found[0]
    share = statistics.mean(found) / count
    print(f"{count:,} paths of {LENGTH} cells, {share:.1%} can be mined")
    print(
        f"all of a mine: {compiled:.3f} s compiled, {plain:.1f} s plain, {plain / compiled:.0f} times slower"
    )


def strings(count: int = 20_000) -> None:
    """Random strings of seven digits."""
    chance = Chance("strings")
    drawn = np.array([[chance.below(10) for _ in range(LENGTH)] for _ in range(count)], np.int64)
    began = time.perf_counter()
    share = sum(map(has_equation, drawn)) / count
    taken = time.perf_counter() - began
    print(f"{count:,} random strings: {share:.2%} can be mined, {1e6 * taken / count:.1f} µs each")


def cooks(matches: int) -> None:
    """Whole matches of four cooks: time for an action, and what is left over."""
    times, clean = [], 0
    for number in range(matches):
        match = Match(game, f"bench {number}")
        while match.to_act:
            seat = min(match.to_act)
            began = time.perf_counter()
            view = match.view(seat)
            thought = Cook().choose(view, seat, match.legal(seat), Budget(), Chance("bench", len(match.log)))
            times.append(time.perf_counter() - began)
            match.act(seat, thought.action)
        clean += sum(not kitchen.pantry for kitchen in match.state.kitchens)
    print(
        f"cook: {len(times)} actions, {statistics.mean(times):.2f} s on average, {max(times):.2f} s at most; "
        f"{clean} of {4 * matches} left nothing over"
    )


if __name__ == "__main__":
    main()
