"""The census of Turing Machine (TM-5) against a plain C program of the same search, in one run.

Builds census.c with the system's C compiler (`cc`, or the one that CC names) at -O2, checks that both find
the same, and times them alternately: C on one core, ours on one and on two threads, with a warm compile
cache. A time is the median of the rounds. "Cores had" is processor time by the clock: when two threads had no
two cores because the machine was busy, it shows. Without a compiler only our own times are given.

    python bench/turing_machine/bench_census.py [--rounds 5] [--native]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from numberhouse.games.turing_machine.problems.census import census
from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.problems.layout import VERIFIERS

SOURCE = Path(__file__).with_name("census.c")


class Run(NamedTuple):
    """One program's run: its result, and the seconds of the clock and of the processors."""

    verifiers: int
    found: tuple[int, int]
    seconds: float
    processor: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="alternating runs; the median counts")
    parser.add_argument("--native", action="store_true", help="build the C program with -march=native too")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = build(Path(folder), args.native)
        if not programs:
            print("There is no C compiler here (cc, or CC=...): no ratios.")
        runs = measure(programs, max(args.rounds, 1))
    report(runs)


def build(folder: Path, native: bool) -> dict[str, Path]:
    """The C programs by name: the reference at -O2 and, if wanted, one for this very processor."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        return {}
    programs = {}
    for name, flags in {"C -O2": [], **({"C -O2 native": ["-march=native"]} if native else {})}.items():
        programs[name] = folder / name.replace(" ", "")
        subprocess.run([compiler, "-O2", *flags, "-o", programs[name], SOURCE], check=True)
    return programs


def measure(programs: dict[str, Path], rounds: int) -> dict[str, list[Run]]:
    """All runs by program; the compiled kernel is warm before the first."""
    laws = "\n".join(
        f"{card.number} {law.mask & (2**64 - 1)} {law.mask >> 64}"
        for card in CARDS.values()
        for law in card.laws
    )
    runs: dict[str, list[Run]] = {}
    for threads in (1, 2):
        census(4, threads)
    for _ in range(rounds):
        for verifiers in VERIFIERS:
            row = {name: run_c(path, verifiers, laws) for name, path in programs.items()}
            row["ours, 1 thread"] = run_ours(verifiers, 1)
            row["ours, 2 threads"] = run_ours(verifiers, 2)
            if len({run.found for run in row.values()}) > 1:
                raise SystemExit(f"The programs disagree on {verifiers} verifiers: {row}")
            for name, run in row.items():
                runs.setdefault(name, []).append(run)
    return runs


def run_ours(verifiers: int, threads: int) -> Run:
    began, used = time.perf_counter(), time.process_time()
    counted = census(verifiers, threads)
    seconds = time.perf_counter() - began
    return Run(verifiers, (counted.problems, counted.card_sets), seconds, time.process_time() - used)


def run_c(path: Path, verifiers: int, laws: str) -> Run:
    """The seconds are those of the search, without reading and printing."""
    before = os.times().children_user
    done = subprocess.run([path, str(verifiers)], input=laws, capture_output=True, text=True, check=True)
    problems, sets, seconds = done.stdout.split()
    return Run(verifiers, (int(problems), int(sets)), float(seconds), os.times().children_user - before)


def report(runs: dict[str, list[Run]]) -> None:
    times = {
        name: [median(run.seconds for run in of if run.verifiers == n) for n in VERIFIERS]
        for name, of in runs.items()
    }
    base = sum(times.get("C -O2", []))
    print(f"| census | {' | '.join(f'{n} verifiers' for n in VERIFIERS)} | all | to C -O2 | cores had |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, by in times.items():
        ratio = f"{sum(by) / base:.2f}" if base else "-"
        cores = sum(run.processor for run in runs[name]) / sum(run.seconds for run in runs[name])
        cells = " | ".join(f"{took:.3f} s" for took in by)
        print(f"| {name} | {cells} | {sum(by):.3f} s | {ratio} | {cores:.1f} |")


if __name__ == "__main__":
    main()
