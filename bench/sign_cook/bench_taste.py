"""How long Sign Cook takes to work expressions out: ordinary ones, and the worst that can be typed.

Each time is for reading, working out and showing the value, the best and the worst of some rounds, in
processor time, so that what else the machine does isn't in it; the limit is 50 ms. python-flint is imported
beforehand.

    python bench/sign_cook/bench_taste.py [--rounds 5]
"""

from __future__ import annotations

import argparse
import time

from numberhouse.games.sign_cook.expression import BadExpression, Cuisine, read, shown

LIMIT = 0.05

TYPED = {
    "an ordinary main course": "4/1^9873x5-2+6",
    "a number of 10,000 digits": "9" * 10_000,
    "10,000 characters of sums": "+".join("1" * 5_000),
    "10,000 characters of products": "x".join("1" * 5_000),
    "10,000 characters of powers": "^".join("1" * 5_000),
    "10,000 characters of quotients": "/".join("7" * 5_000),
    "10,000 characters of fractions": "+".join(["1/2"] * 2_500),
    "10,000 characters of other fractions": "+".join(f"1/{number}" for number in range(1_001, 2_400)),
    "10,000 characters of long numbers": "x".join(["9" * 49] * 200),
    "10,000 signs": "+" * 10_000,
    "a tower of powers": "9^9^9^9",
    "a tower of 5,000 powers": "^".join("2" * 5_000),
    "the largest power": "2^1048575",
    "another large power": "9^330000",
    "a product of giants": "9^160000x7^180000",
    "sums of giants": "9^330000+7^370000-9^330000",
    "more sums of giants than are worked out": "+".join(["9^330000"] * 1_000),
    "a fraction of giants": "9^80000/7^90000",
    "a sum of giant fractions": "1/9^80000+1/7^90000",
    "a quotient of giants": "9^330000/9^329999",
    "a fraction of too large giants": "9^330000/7^370000",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    answer("9^999", Cuisine())
    slow = 0
    for cuisine in (Cuisine(), Cuisine(power_groups="left")):
        print(f"powers group to the {cuisine.power_groups}")
        for name, text in TYPED.items():
            times = []
            for _ in range(rounds):
                began = time.process_time()
                told = answer(text, cuisine)
                times.append(time.process_time() - began)
            slow += max(times) > LIMIT
            print(f"{1e3 * min(times):7.2f} ms, worst {1e3 * max(times):7.2f} ms  {name}: {told[:40]}")
    print(f"over {1e3 * LIMIT:.0f} ms: {slow}")


def answer(text: str, cuisine: Cuisine) -> str:
    """The value, or what is refused."""
    try:
        return shown(read(text, cuisine).value)
    except BadExpression as refused:
        return f"refused, {refused.code}"


if __name__ == "__main__":
    main()
