"""Best play of Turing Machine against a plain search in C++, on the same problems in one run.

Problems are drawn uniformly from their class. Ours is timed from the cards to the value: worlds, questions,
search; with a warm compile cache and nothing remembered from other problems. The baseline, best_play.cpp, is
built with the system's C++ compiler (`c++`, or CXX) at -O2 and timed from the worlds to the value. Both must
find the same worst case. Without a compiler only our own times are given.

    python bench/turing_machine/bench_best_play.py [--problems 1000] [--extreme 100] [--nightmare 30]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CARDS, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Level
from numberhouse.games.turing_machine.solver.best_play import Effort, Forecast, Solver

SOURCE = Path(__file__).with_name("best_play.cpp")
PATIENCE = 15.0
"""Seconds that the C++ program gets for a problem."""
SECONDS = 3.0
"""Seconds of the search in nightmare, so that the answer comes within 5 s."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--problems", type=int, default=1000, help="of each classic class")
    parser.add_argument("--baseline", type=int, default=100, help="how many of them the C++ program gets")
    parser.add_argument("--extreme", type=int, default=100, help="extreme problems with six verifiers")
    parser.add_argument("--nightmare", type=int, default=30, help="nightmare problems of each size")
    args = parser.parse_args()
    Solver(Layout("classic", ((4,), (9,), (11,), (14,)))).expected()
    print("| problems | search | median | 99 % | max | same as C++ |")
    print("|---|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for verifiers, level in ((4, "any"), (5, "hard"), (6, "hard")):
            layouts = drawn("classic", verifiers, level, args.problems)
            classic(f"classic, {verifiers} verifiers, {level}", layouts, program, args.baseline)
    layouts = drawn("extreme", 6, "hard", args.extreme)
    row("extreme, 6 verifiers, hard", "worst case", timed(layouts, lambda solver: solver.worst())[0])
    for verifiers in (4, 5, 6):
        nightmare(verifiers, drawn("nightmare", verifiers, "hard", args.nightmare))


def drawn(mode: Mode, verifiers: int, level: str, count: int) -> list[Layout]:
    """The layouts of so many problems, uniform in their class, always the same."""
    known: dict[str, Level] = {"any": "any", "hard": "hard"}
    return [
        draw(Chance(f"best play {mode} {verifiers}", i), mode, verifiers, known[level]).layout
        for i in range(count)
    ]


def classic(name: str, layouts: Sequence[Layout], program: Path | None, baseline: int) -> None:
    worst, forecasts = timed(layouts, lambda solver: solver.worst())
    if program:
        lines = [line.split() for line in run_cpp(program, layouts[:baseline])]
        row(name, "worst case, C++", [int(line[2]) / 1e9 for line in lines])
        found = [Effort(float(line[0]), float(line[1])) for line in lines]
        ended = [(ours.best, theirs) for ours, theirs in zip(forecasts, found, strict=False) if theirs.rounds]
        agree = f"{sum(ours == theirs for ours, theirs in ended)} of the {len(ended)} that C++ ended"
        row(name, "worst case, the same problems", worst[:baseline], agree)
    row(name, "worst case", worst)
    row(name, "expected", timed(layouts, lambda solver: solver.expected())[0])


def nightmare(verifiers: int, layouts: Sequence[Layout]) -> None:
    """With `SECONDS` for each: the time, and how often the answer was proven."""
    times, forecasts = timed(layouts, lambda solver: solver.worst(budget=Budget(seconds=SECONDS)))
    exact = sum(forecast.exact for forecast in forecasts)
    name = f"nightmare, {verifiers} verifiers, hard"
    row(name, f"worst case with {SECONDS:.0f} s to search, exact {exact} of {len(layouts)}", times)


def timed(
    layouts: Sequence[Layout], solve: Callable[[Solver], Forecast]
) -> tuple[list[float], list[Forecast]]:
    """Seconds and answers, each problem from scratch."""
    times, forecasts = [], []
    for layout in layouts:
        began = time.perf_counter()
        forecasts.append(solve(Solver(layout)))
        times.append(time.perf_counter() - began)
    return times, forecasts


def row(name: str, search: str, times: Sequence[float], same: str = "") -> None:
    cells = [shown(float(np.percentile(times, share))) for share in (50, 99, 100)]
    print(f"| {name} ({len(times)}) | {search} | {' | '.join(cells)} | {same} |", flush=True)


def shown(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def build(folder: Path) -> Path | None:
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        print("There is no C++ compiler here (c++, or CXX=...): no baseline.")
        return None
    program = folder / "best_play"
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", program, SOURCE], check=True)
    return program


def run_cpp(program: Path, layouts: Sequence[Layout]) -> list[str]:
    problems = written(layouts)
    done = subprocess.run(
        [program, str(PATIENCE)], input=problems, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def written(layouts: Sequence[Layout]) -> str:
    """The problems as best_play.cpp reads them."""
    lines = [str(len(layouts))]
    for layout in layouts:
        possible = Knowledge(layout).possible
        lines.append(f"{layout.verifiers} {possible.number}")
        for number in range(possible.number):
            masks = [CARDS[card].laws[place].mask for card, place in possible.world(number)]
            together = (1 << len(INDEX)) - 1
            for mask in masks:
                together &= mask
            words = " ".join(f"{mask & (2**64 - 1)} {mask >> 64}" for mask in masks)
            lines.append(f"{together.bit_length() - 1} {words}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
