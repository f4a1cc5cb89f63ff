"""The start of the command line and of the client: whole processes, as ratios to an empty Python.

    python bench/bench_start.py [--rounds 10]

Every round runs each program once, alternately, so that a busy machine slows all of them. The best of all
rounds counts. `-X importtime` shows the time of each import.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence

EMPTY = "python -c pass"
PROGRAMS: dict[str, Sequence[str]] = {
    EMPTY: ("-c", "pass"),
    "numberhouse --help": ("-m", "numberhouse", "--help"),
    "numberhouse play --help": ("-m", "numberhouse", "play", "--help"),
    "numberhouse games": ("-m", "numberhouse", "games"),
    "import numberhouse.client": ("-c", "import numberhouse.client"),
    "the same, and a Client": ("-c", "import numberhouse.client as c; c.Client('http://localhost')"),
    "import click": ("-c", "import click"),
    "import msgspec": ("-c", "import msgspec"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10, help="runs of each program; the best counts")
    best = measured(parser.parse_args().rounds)
    print("| program | best | to an empty Python |")
    print("|---|--:|--:|")
    for name, seconds in best.items():
        print(f"| `{name}` | {1000 * seconds:.0f} ms | {seconds / best[EMPTY]:.1f} |")


def measured(rounds: int) -> dict[str, float]:
    """The shortest run of each program in seconds."""
    best = dict.fromkeys(PROGRAMS, float("inf"))
    for number in range(rounds + 1):
        for name, args in PROGRAMS.items():
            began = time.perf_counter()
            subprocess.run([sys.executable, *args], stdout=subprocess.DEVNULL, check=True)
            if number:  # the first round warms the disk's cache
                best[name] = min(best[name], time.perf_counter() - began)
    return best


if __name__ == "__main__":
    main()
