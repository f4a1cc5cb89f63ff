"""The time to deal sets that a host has written as conditions, and drawn sets.

python bench/set_theory/bench_dealing.py --deals 20
"""

from __future__ import annotations

import argparse
import time
from typing import Final

from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.catalogue.hidden_set import Written
from numberhouse.games.set_theory.rules.deal import dealt
from numberhouse.games.set_theory.rules.gameplay import Options

TEN: Final = tuple(Written(f"n % {k} == {k // 2}") for k in range(2, 12))


def main() -> None:
    """Print the processor time of a deal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    deals = parser.parse_args().deals
    print("| sets | a deal |")
    for name, options in (
        ("ten conditions", Options(sets=TEN, examples=10)),
        ("drawn", Options(examples=10)),
    ):
        dealt(options, Chance("warm", 0))
        began = time.process_time()
        for number in range(deals):
            dealt(options, Chance("deals", number))
        print(f"| {name} | {(time.process_time() - began) / deals * 1000:.0f} ms |")


if __name__ == "__main__":
    main()
