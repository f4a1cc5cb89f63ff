"""The levels of the games' opponents: how often each beats the one below it.

Two bots share the seats of a table by turns. Every deal is played twice, with the seats exchanged. A win is
a better place than the other bot's; an equal place counts half. The interval is 95 %, with the deals as the
independent observations.

python bench/bench_opponents.py set-theory --deals 40
python bench/bench_opponents.py addition-crypt --deals 20 --pair counter drifter
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import Final

from numberhouse.arena import tournament
from numberhouse.registry import InstalledGame, find

SEATS: Final = {"addition-crypt": 6, "mixmath": 2, "set-theory": 2, "sign-cook": 4, "turing-machine": 2}
"""Seats of a table; the two bots have half of them each."""

NODES: Final = 1_000
"""Positions that a bot may evaluate for an action: counted, so that every machine plays the same matches."""


def main() -> None:
    """Print a row for each pair of bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=sorted(SEATS))
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="opponents")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("HIGHER", "LOWER"))
    given = parser.parse_args()
    installed = find(given.game)
    print("| higher | lower | matches | wins | 95 % | processor s a match |")
    for higher, lower in given.pair or neighbours(installed):
        result = tournament(
            installed,
            [higher, lower],
            deals=given.deals,
            seats=SEATS[installed.id],
            seconds=None,
            nodes=given.nodes,
            seed=given.seed,
            jobs=given.jobs,
        )
        share = result.share(higher, lower)
        low, high = share.interval
        seconds = sum(row.usage.processor_seconds for row in result.rows) / result.matches
        wins = f"{share.mean:.0%} | {low:.0%}–{high:.0%}"
        print(f"| {higher} | {lower} | {result.matches} | {wins} | {seconds:.2f} |", flush=True)


def neighbours(installed: InstalledGame) -> list[tuple[str, str]]:
    """The opponents of successive levels, the higher one first."""
    names = list(installed.opponents())
    return [(higher, lower) for lower, higher in pairwise(names)]


if __name__ == "__main__":
    main()
