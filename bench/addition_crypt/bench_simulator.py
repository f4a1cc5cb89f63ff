"""Whole 13-seat matches of Addition Crypt a second on one core: the compiled simulator, with its own picks
and with given ones, against the rules in plain Python with the same picks. Both must find the same values and
points.

    python bench/addition_crypt/bench_simulator.py [--matches 100000] [--plain 50] [--rounds 3]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from numberhouse.games.addition_crypt.rules.gameplay import Lock, Submit, game
from numberhouse.games.addition_crypt.rules.options import Options
from numberhouse.games.addition_crypt.solver.simulator import Simulated, drifting, replayed
from numberhouse.match import Match

SEATS = 13
OPTIONS = Options()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--plain", type=int, default=50, help="matches by the rules")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    drifting(OPTIONS, SEATS, 10, 0)
    drawn = drifting(OPTIONS, SEATS, args.matches, 1)
    replayed(OPTIONS, drawn.picks[:10])
    check(drawn, args.plain)
    ways: dict[str, tuple[int, Callable[[], Any]]] = {
        "drawn and played, compiled": (args.matches, lambda: drifting(OPTIONS, SEATS, args.matches, 1)),
        "checked and played, compiled": (args.matches, lambda: replayed(OPTIONS, drawn.picks)),
        "by the rules": (args.plain, lambda: [by_rules(drawn.picks[k]) for k in range(args.plain)]),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(args.rounds):
        for name, (matches, work) in ways.items():
            began = time.perf_counter()
            work()
            rates[name].append(matches / (time.perf_counter() - began))
    plain = float(np.median(rates["by the rules"]))
    print("| 13 seats, 7 rounds | matches a second | to the rules |")
    print("|---|--:|--:|")
    for name, found in rates.items():
        middle = float(np.median(found))
        print(f"| {name} | {middle:,.0f} | {middle / plain:,.0f} |")


def by_rules(picks: Any) -> Any:
    """The state after a match with these picks, int8[round, seat, 3]."""
    match = Match(game, "bench", OPTIONS, SEATS)
    for row in picks.tolist():
        for seat, (first, second, scoring) in enumerate(row):
            match.act(seat, Submit(first, second, scoring))
            match.act(seat, Lock())
    return match.state


def check(simulated: Simulated, matches: int) -> None:
    for number in range(matches):
        state = by_rules(simulated.picks[number])
        values = [list(closed.values) for closed in state.rounds]
        points = [[line.points.total for line in ledger] for ledger in state.ledgers]
        if simulated.values[number].tolist() != values or simulated.points[number].T.tolist() != points:
            raise SystemExit("The two disagree.")


if __name__ == "__main__":
    main()
