"""Properties of primes and of numbers related to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import CONJECTURAL, FINITE, Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def gaps(*shifts: int) -> Recipe:
    """Primes with another prime at one of these distances."""
    return lambda x: x.prime & (sum(x.shifted(x.sieve, by) for by in shifts) > 0)


def among(k: int, *rests: int) -> Recipe:
    """Primes that leave one of these residues when divided by k."""
    return lambda x: x.prime & (sum(x.n % k == rest for rest in rests) > 0)


def isolated(x: Numbers) -> Any:
    """Primes without a twin."""
    return x.prime & ~x.shifted(x.sieve, 2) & ~x.shifted(x.sieve, -2)


def emirp(x: Numbers) -> Any:
    """Emirps: primes whose reversed digits are another prime."""
    return x.prime & x.sieve[x.decimal.reverse] & (x.decimal.reverse != x.n)


def chen(x: Numbers) -> Any:
    """Chen primes: primes p such that p + 2 is prime or a product of two primes. The largest in the range is
    999,983."""
    few = (x.factors.bigomega >= 1) & (x.factors.bigomega <= 2)
    return x.prime & x.shifted(few, 2)


def cut(x: Numbers, left: bool) -> Any:
    """Truncatable primes: they stay prime while digits are removed one by one from that side."""
    good = x.prime.copy()
    for power in (10, 100, 1_000, 10_000, 100_000):
        rest = x.n % power if left else x.n // power
        shorter = x.n < power
        good &= shorter | x.prime[rest]
    return good & (x.decimal.count(0) == 0)


def between(x: Numbers) -> Any:
    """The numbers between twin primes."""
    return x.shifted(x.sieve, 1) & x.shifted(x.sieve, -1)


def goes_on(x: Numbers) -> Any:
    """Numbers that become prime with some digit appended."""
    return sum(x.sieve[x.n * 10 + last] for last in (1, 3, 7, 9)) > 0


ENTRIES = entries(
    "primes",
    ("prime", message("is prime"), lambda x: x.prime),
    (
        "twin-prime",
        message("is a twin prime: 2 from another prime"),
        gaps(2, -2),
        CONJECTURAL,
    ),
    (
        "cousin-prime",
        message("is a prime 4 from another prime"),
        gaps(4, -4),
        CONJECTURAL,
    ),
    (
        "sexy-prime",
        message("is a prime 6 from another prime"),
        gaps(6, -6),
        CONJECTURAL,
    ),
    ("isolated-prime", message("is a prime that has no twin"), isolated),
    (
        "sophie-germain-prime",
        message("is a Sophie Germain prime: twice it and 1 is prime too"),
        lambda x: x.prime & x.sieve[2 * x.n + 1],
        CONJECTURAL,
    ),
    (
        "safe-prime",
        message("is a safe prime: half of it, rounded down, is prime too"),
        lambda x: x.prime & x.sieve[x.n // 2] & (x.n > 5),
        CONJECTURAL,
    ),
    (
        "emirp",
        message("is a prime that is another prime when read backwards"),
        emirp,
        CONJECTURAL,
    ),
    (
        "chen-prime",
        message("is a prime, and 2 more is prime or a product of two primes"),
        chen,
    ),
    (
        "right-truncatable-prime",
        message("is a prime that stays prime as digits are cut off its right end"),
        lambda x: cut(x, left=False),
        FINITE,
    ),
    (
        "left-truncatable-prime",
        message("has no digit 0 and stays prime as digits are cut off its left end"),
        lambda x: cut(x, left=True),
        FINITE,
    ),
    (
        "prime-1-mod-4",
        message("is a prime one more than a multiple of 4"),
        among(4, 1),
    ),
    ("prime-ending-in-7", message("is a prime that ends in 7"), among(10, 7)),
    (
        "prime-with-prime-digit-sum",
        message("is a prime whose digit sum is prime"),
        lambda x: x.prime & x.prime[x.decimal.total],
    ),
    (
        "next-to-a-prime",
        message("is 1 from a prime"),
        lambda x: x.shifted(x.sieve, 1) | x.shifted(x.sieve, -1),
    ),
    (
        "between-twin-primes",
        message("stands between twin primes"),
        between,
        CONJECTURAL,
    ),
    (
        "prime-with-a-digit-behind",
        message("becomes prime when some digit is written behind it"),
        goes_on,
    ),
    (
        "reverse-is-prime",
        message("is prime when read backwards"),
        lambda x: x.sieve[x.decimal.reverse],
    ),
)
