"""The levels of the games' opponents: how often each beats the one below it.

Two bots share the seats of a table by turns. Every deal is played twice, with the seats exchanged. A win is
a better place than the other bot's; an equal place counts half. The interval is 95 %, with the deals as the
independent observations.

python bench/bench_opponents.py set-theory --deals 40
python bench/bench_opponents.py addition-crypt --deals 20 --pair counter drifter
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import pairwise
from typing import Any, Final

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.game import Chance
from numberhouse.match import Match
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
    parser.add_argument("--seed", default="opponents")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("HIGHER", "LOWER"))
    given = parser.parse_args()
    installed = find(given.game)
    print("| higher | lower | matches | wins | 95 % | processor s a match |")
    for higher, lower in given.pair or neighbours(installed):
        began = time.process_time()
        shares = [
            (share(installed, f"{given.seed} {deal}", higher, lower, given.nodes))
            for deal in range(given.deals)
        ]
        mean = statistics.mean(shares)
        half = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
        seconds = (time.process_time() - began) / (2 * given.deals)
        print(
            f"| {higher} | {lower} | {2 * given.deals} | {mean:.0%} "
            f"| {max(0, mean - half):.0%}–{min(1, mean + half):.0%} | {seconds:.2f} |",
            flush=True,
        )


def neighbours(installed: InstalledGame) -> list[tuple[str, str]]:
    """The opponents of successive levels, the higher one first."""
    names = list(installed.opponents())
    return [(higher, lower) for lower, higher in pairwise(names)]


def share(installed: InstalledGame, seed: str, higher: str, lower: str, nodes: int) -> float:
    """The share of the wins that `higher` has in a deal, over both seatings."""
    wins = []
    for shift in (0, 1):
        names = [(higher, lower)[(seat + shift) % 2] for seat in range(SEATS[installed.id])]
        places = places_of(installed, seed, names, nodes)
        for seat, name in enumerate(names):
            for other, against in enumerate(names):
                if name == higher and against == lower:
                    wins.append((places[seat] < places[other]) + (places[seat] == places[other]) / 2)
    return statistics.mean(wins)


def places_of(installed: InstalledGame, seed: str, names: list[str], nodes: int) -> tuple[int, ...]:
    """The places at the end of one match."""
    match: Match[Any, Any, Any, Any] = Match(installed.game, seed, seats=len(names))
    bots: list[Bot[Any, Any]] = [installed.bot(name) for name in names]
    while match.to_act:
        if match.only_time:
            match.expire(min(match.to_act))
            continue
        seat = match.next_seat()
        chance = Chance(f"{seed} {seat} {names[seat]}", len(match.log) + 1)
        thought = bots[seat].choose(match.view(seat), seat, match.legal(seat), Budget(nodes=nodes), chance)
        match.act(seat, thought.action)
    assert match.outcome is not None
    return match.outcome.places


if __name__ == "__main__":
    main()
