"""The time to deal a problem of Turing Machine: any valid one, and one with several codes left (TM-6).

The share is that of uniform problems with enough codes left; the others are drawn again.

    python bench/turing_machine/bench_deal.py [--problems 1000]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import codes_left, draw
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, Mode
from numberhouse.games.turing_machine.problems.problem import MIN_CODES, Level

LEVELS: tuple[Level, ...] = ("easy", "standard", "hard")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--problems", type=int, default=1000)
    args = parser.parse_args()
    print("| problems | leave enough | any: mean | max | open: mean | max |")
    print("|---|--:|--:|--:|--:|--:|")
    for mode in MODES:
        codes_left(draw(Chance("warm"), mode, 4).layout)
        for verifiers in VERIFIERS:
            for level in LEVELS:
                row(mode, verifiers, level, args.problems)


def row(mode: Mode, verifiers: int, level: Level, problems: int) -> None:
    least = MIN_CODES[level]
    spent: dict[int, list[float]] = {1: [], least: []}
    enough = 0
    for number in range(problems):
        for min_codes, seconds in spent.items():
            codes_left.cache_clear()
            begin = time.perf_counter()
            problem = draw(Chance("deal", number), mode, verifiers, level, min_codes=min_codes)
            seconds.append(time.perf_counter() - begin)
            if min_codes == 1:
                enough += codes_left(problem.layout) >= least
    cells = " | ".join(f"{1000 * np.mean(one):.2f} ms | {1000 * max(one):.1f} ms" for one in spent.values())
    print(f"| {mode}, {verifiers} verifiers, {level} | {enough / problems:.0%} | {cells} |")


if __name__ == "__main__":
    main()
