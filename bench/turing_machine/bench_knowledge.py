"""The worlds that remain of fresh Turing Machine problems, against the definition in plain Python.

Ours is timed from the cards to the codes with their weights, with a warm compile cache. The baseline tries
every choice of laws (TM-4 as it stands, with the early end that an empty intersection gives) on Python's own
integers; it is run on fewer problems of the same class, and both must find the same codes.

    python bench/turing_machine/bench_knowledge.py [--problems 5000] [--baseline 20]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CARDS, CODES, EVERY
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, Layout
from numberhouse.games.turing_machine.problems.problem import is_valid

T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--problems", type=int, default=5000)
    parser.add_argument("--baseline", type=int, default=20)
    args = parser.parse_args()
    six = [draw(Chance("knowledge six", i), "classic", 6, "hard").layout for i in range(args.problems)]
    Knowledge(six[0])
    ours, found = timed(six, lambda layout: Knowledge(layout).codes)
    plain, expected = timed(six[: args.baseline], by_definition)
    if found[: args.baseline] != expected:
        raise SystemExit("The two disagree.")
    print("| fresh problems | median | 99 % | max | together |")
    print("|---|--:|--:|--:|--:|")
    row("classic, 6 verifiers, hard", ours)
    row("the same by definition in Python", plain)
    ratio = float(np.median(plain)) / float(np.median(ours[: args.baseline]))
    print(
        f"\nBy definition takes {ratio:,.0f} times as long on the same {args.baseline} problems (medians).\n"
    )
    every = [
        draw(Chance("knowledge all", i), MODES[i % 3], VERIFIERS[i // 3 % 3], "any").layout
        for i in range(args.problems)
    ]
    Knowledge(every[2])
    print("| fresh problems | median | 99 % | max | together |")
    print("|---|--:|--:|--:|--:|")
    row("all modes and sizes in turn", timed(every, lambda layout: Knowledge(layout).codes)[0])


def by_definition(layout: Layout) -> dict[str, int]:
    """The codes of a classic layout and their worlds, directly by TM-4."""
    found: Counter[str] = Counter()

    def choose(place: int, masks: tuple[int, ...], left: int) -> None:
        if not left:
            return
        if place == layout.verifiers:
            if is_valid(masks):
                found[CODES[left.bit_length() - 1]] += 1
            return
        for law in CARDS[layout.cards[place][0]].laws:
            choose(place + 1, (*masks, law.mask), left & law.mask)

    choose(0, (), EVERY)
    return {code: found[code] for code in sorted(found)}


def timed(layouts: Sequence[Layout], work: Callable[[Layout], T]) -> tuple[list[float], list[T]]:
    times, results = [], []
    for layout in layouts:
        began = time.perf_counter()
        results.append(work(layout))
        times.append(time.perf_counter() - began)
    return times, results


def row(name: str, times: Sequence[float]) -> None:
    cells = [f"{1000 * float(np.percentile(times, share)):.3f} ms" for share in (50, 99, 100)]
    print(f"| {name} ({len(times)}) | {' | '.join(cells)} | {sum(times):.2f} s |")


if __name__ == "__main__":
    main()
