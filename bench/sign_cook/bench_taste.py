"""The time that Sign Cook takes to evaluate expressions: ordinary ones, and the worst possible input.

Each time is for reading, working out and showing the value, the best and the worst of some rounds, in
processor time, so that what else the machine does isn't in it; the limit is 50 ms. python-flint is imported
beforehand.

    python bench/sign_cook/bench_taste.py [--rounds 5]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from msgspec.structs import replace

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.rules import ranking
from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression, Cuisine, read, shown
from numberhouse.games.sign_cook.rules.gameplay import Kitchen, Options, Serve, game
from numberhouse.games.sign_cook.rules.pantry import joined

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
    "a number and its value": "22/7=22/7",
    "a giant and an untrue value": "9^330000=9",
}

ROOTS = {
    "a root": "2^2^-1",
    "an imaginary number": "-2^2^-1+5",
    "four roots": "9^600x2^2^-1+9^600x3^2^-1-9^600x5^2^-1+9^600x7^2^-1",
    "roots that come to 0": "9^600x-1^4^-1-9^600x2^2^-1/2-9^600x-1^2^-1x2^2^-1/2",
    "a power that is no root": "2^2^2^-1",
    "roots of too high a degree": "7^97^-1+7^89^-1+7^83^-1+7^79^-1",
    "10,000 characters of roots": "+".join(["2^2^-1"] * 1_428),
}

DISHES = {
    "thirty roots": ["2^2^-1"] * 30,
    "three hundred giants": ["3^600000-1"] * 300,
    "ten giants": [f"9^330000+{number}" for number in range(10)],
    "fractions of giants": ["9^80000/7^90000"] * 3,
    "5,000 numbers": ["1"] * 5_000,
    "9,999 empty expressions": [""] * 9_999,
}
"""Served as a starter by a seat that has all their tiles, as far as a pantry can hold them."""

FULLEST = 96
"""Tiles of a pantry."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    answer("9^999", Cuisine())
    slow = 0
    for cuisine in (Cuisine(), Cuisine(power_groups="left")):
        print(f"powers group to the {cuisine.power_groups}")
        for name, text in TYPED.items():
            slow += timed(name, rounds, lambda text=text, cuisine=cuisine: answer(text, cuisine))
    print("a minus belongs to its number")
    answer("2^2^-1", TIGHT)
    for name, text in ROOTS.items():
        slow += timed(name, rounds, lambda text=text: answer(text, TIGHT))
    print("served")
    for name, dish in DISHES.items():
        slow += timed(name, rounds, lambda dish=dish: served(dish))
    print(f"over {1e3 * LIMIT:.0f} ms: {slow}")


TIGHT = Cuisine(unary_minus="tight")


def timed(name: str, rounds: int, work: Callable[[], str]) -> int:
    """Print the time, and return how often it was too long."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        told = work()
        times.append(time.process_time() - began)
    print(f"{1e3 * min(times):7.2f} ms, worst {1e3 * max(times):7.2f} ms  {name}: {told[:40]}")
    return sum(one > LIMIT for one in times)


def served(dish: list[str]) -> str:
    """The refusal, or nothing; the dish isn't in any cache."""
    ranking._prepared.cache_clear()
    tiles = [tile for text in dish for tile in text][:FULLEST]
    state = replace(BEGUN, kitchens=(Kitchen(pantry=joined("", tiles)), Kitchen()))
    try:
        game.apply(state, 0, Serve(tuple(dish)), Chance("bench"))
    except IllegalAction as refused:
        return f"refused, {refused.code}"
    return "served"


BEGUN = game.setup(Options(unary_minus="loose"), 2, Chance("bench"))


def answer(text: str, cuisine: Cuisine) -> str:
    """The value, or the refusal."""
    try:
        return shown(read(text, cuisine).value)
    except BadExpression as refused:
        return f"refused, {refused.code}"


if __name__ == "__main__":
    main()
