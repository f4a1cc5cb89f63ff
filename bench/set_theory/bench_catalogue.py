"""The catalogue's table: the time to build it, to map it in a new process, and to look a number up.

Building is timed in a fresh process with an empty cache folder; the kernels are compiled already if they were
on this machine. With --cold they are compiled again, as on a new machine. Mapping is timed in fresh processes
from before the import of the catalogue to the first look-up.

    python bench/set_theory/bench_catalogue.py [--runs 5] [--cold]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

READY = """
import time
start = time.perf_counter()
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
assert belongs("prime", 97)
print(time.perf_counter() - start)
"""
ALSO_NUMPY = "import numpy\n" + READY
EXPRESSIONS = ("n % 7 == 3", "is_prime(n)", "is_prime(n * n + 1)", "omega(n) == 3 or 11 divides n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="fresh processes that map the table")
    parser.add_argument("--cold", action="store_true", help="compile the kernels anew")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as kernels:
        place = {**os.environ, "NUMBERHOUSE_CACHE": cache}
        if given.cold:
            place["NUMBA_CACHE_DIR"] = kernels
        print(f"built and ready        {fresh(READY, place):8.2f} s")
        for words, code in (("mapped and ready      ", READY), ("  NumPy being imported", ALSO_NUMPY)):
            print(f"{words} {statistics.median(fresh(code, place) for _ in range(given.runs)):8.3f} s")
        os.environ["NUMBERHOUSE_CACHE"] = cache
        look_ups()
        expressions()


def fresh(code: str, place: dict[str, str]) -> float:
    done = subprocess.run([sys.executable, "-c", code], env=place, capture_output=True, text=True, check=True)
    return float(done.stdout)


def look_ups() -> None:
    from numberhouse.games.set_theory.catalogue import CATALOGUE
    from numberhouse.games.set_theory.catalogue.bitmaps import belongs
    from numberhouse.games.set_theory.catalogue.hidden_set import Written
    from numberhouse.games.set_theory.rules.belonging import belongs as written_belongs

    name, written = next(iter(CATALOGUE)), Written("n % 7 == 3")
    assert not belongs(name, 11)
    assert written_belongs(written, 10)
    for words, call in (
        ("look-up of a property  ", lambda n: belongs(name, n)),
        ("look-up of a written set", lambda n: written_belongs(written, n)),
    ):
        start = time.perf_counter()
        for n in range(10, 100_010):
            call(n)
        print(f"{words}{(time.perf_counter() - start) * 10:8.2f} µs")


def expressions() -> None:
    from numberhouse.games.set_theory.catalogue.predicates.values import over_range

    for text in EXPRESSIONS:
        over_range(text, 10, 99)
        start = time.perf_counter()
        over_range(text, 10, 999_999)
        print(f"{(time.perf_counter() - start) * 1000:8.0f} ms over all numbers: {text}")


if __name__ == "__main__":
    main()
