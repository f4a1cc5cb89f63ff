"""Primes and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import CONJECTURAL, FINITE, Recipe, entries

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def gaps(*shifts: int) -> Recipe:
    """Primes with another prime at one of these distances."""
    return lambda x: x.prime & (sum(x.shifted(x.sieve, by) for by in shifts) > 0)


def among(k: int, *rests: int) -> Recipe:
    """Primes that leave one of these when divided by k."""
    return lambda x: x.prime & (sum(x.n % k == rest for rest in rests) > 0)


def isolated(x: Numbers) -> Any:
    """Primes without a twin."""
    return x.prime & ~x.shifted(x.sieve, 2) & ~x.shifted(x.sieve, -2)


def emirp(x: Numbers) -> Any:
    """Primes that read backwards are another prime."""
    return x.prime & x.sieve[x.decimal.reverse] & (x.decimal.reverse != x.n)


def chen(x: Numbers) -> Any:
    """Primes p with p + 2 prime or a product of two primes; the largest in the range is 999,983."""
    few = (x.factors.bigomega >= 1) & (x.factors.bigomega <= 2)
    return x.prime & x.shifted(few, 2)


def cut(x: Numbers, left: bool) -> Any:
    """Primes that stay prime when digits are cut off one by one on that side."""
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
    """Some digit written behind makes a prime."""
    return sum(x.sieve[x.n * 10 + last] for last in (1, 3, 7, 9)) > 0


ENTRIES = entries(
    "primes",
    ("prime", "is prime", "простое", lambda x: x.prime),
    (
        "twin-prime",
        "is a twin prime: 2 from another prime",
        "простое-близнец: на 2 отличается от другого простого",
        gaps(2, -2),
        CONJECTURAL,
    ),
    (
        "cousin-prime",
        "is a prime 4 from another prime",
        "простое, на 4 отличается от другого простого",
        gaps(4, -4),
        CONJECTURAL,
    ),
    (
        "sexy-prime",
        "is a prime 6 from another prime",
        "простое, на 6 отличается от другого простого",
        gaps(6, -6),
        CONJECTURAL,
    ),
    ("isolated-prime", "is a prime that has no twin", "простое без близнеца", isolated),
    (
        "sophie-germain-prime",
        "is a Sophie Germain prime: twice it and 1 is prime too",
        "простое Софи Жермен: удвоенное и ещё 1 тоже простое",
        lambda x: x.prime & x.sieve[2 * x.n + 1],
        CONJECTURAL,
    ),
    (
        "safe-prime",
        "is a safe prime: half of it, rounded down, is prime too",
        "безопасное простое: половина с округлением вниз тоже простая",
        lambda x: x.prime & x.sieve[x.n // 2] & (x.n > 5),
        CONJECTURAL,
    ),
    (
        "emirp",
        "is a prime that is another prime when read backwards",
        "простое, а прочитанное наоборот — другое простое",
        emirp,
        CONJECTURAL,
    ),
    (
        "chen-prime",
        "is a prime, and 2 more is prime or a product of two primes",
        "простое, а на 2 большее — простое или произведение двух простых",
        chen,
    ),
    (
        "right-truncatable-prime",
        "is a prime that stays prime as digits are cut off its right end",
        "остаётся простым, когда цифры отбрасывают справа по одной",
        lambda x: cut(x, left=False),
        FINITE,
    ),
    (
        "left-truncatable-prime",
        "has no digit 0 and stays prime as digits are cut off its left end",
        "без нулей и остаётся простым, когда цифры отбрасывают слева по одной",
        lambda x: cut(x, left=True),
        FINITE,
    ),
    (
        "prime-1-mod-4",
        "is a prime one more than a multiple of 4",
        "простое, на 1 большее числа, кратного 4",
        among(4, 1),
    ),
    ("prime-ending-in-7", "is a prime that ends in 7", "простое, оканчивается на 7", among(10, 7)),
    (
        "prime-with-prime-digit-sum",
        "is a prime whose digit sum is prime",
        "простое с простой суммой цифр",
        lambda x: x.prime & x.prime[x.decimal.total],
    ),
    (
        "next-to-a-prime",
        "is 1 from a prime",
        "на 1 отличается от простого",
        lambda x: x.shifted(x.sieve, 1) | x.shifted(x.sieve, -1),
    ),
    (
        "between-twin-primes",
        "stands between twin primes",
        "стоит между простыми-близнецами",
        between,
        CONJECTURAL,
    ),
    (
        "prime-with-a-digit-behind",
        "becomes prime when some digit is written behind it",
        "становится простым, если приписать справа какую-то цифру",
        goes_on,
    ),
    (
        "reverse-is-prime",
        "is prime when read backwards",
        "простое, если прочитать наоборот",
        lambda x: x.sieve[x.decimal.reverse],
    ),
)
