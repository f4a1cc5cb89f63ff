"""Properties of the prime factors and the divisors of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def different(k: int) -> Recipe:
    """Numbers with k different prime factors."""
    return lambda x: x.factors.omega == k


def counted(k: int) -> Recipe:
    """Numbers with k prime factors, counted with repetition."""
    return lambda x: x.factors.bigomega == k


def smooth(k: int) -> Recipe:
    """Numbers without a prime factor above k."""
    return lambda x: (x.factors.largest <= k) & (x.n > 0)


def divisors(k: int) -> Recipe:
    """Numbers with k divisors."""
    return lambda x: x.factors.tau == k


def squarefree(x: Numbers) -> Any:
    """Numbers that no square above 1 divides."""
    return x.factors.highest_power <= 1


def smith(x: Numbers) -> Any:
    """Smith numbers: composites whose digit sum is the sum of their prime factors' digits."""
    digits = x.n * 0
    rest = x.n.copy()
    while (rest > 1).any():
        least = x.factors.least[rest]
        digits += (rest > 1) * x.decimal.total[least]
        rest = rest // least.clip(1)
    return (digits == x.decimal.total) & (x.factors.bigomega > 1)


def practical(x: Numbers) -> Any:
    """Practical numbers: every smaller number is a sum of different divisors. Equivalent: each prime factor
    is at most 1 more than the sum of the divisors of the part made of the smaller primes."""
    good = x.n > 0
    part, rest = x.n * 0 + 1, x.n.clip(1)
    for _ in range(7):
        least = x.factors.least[rest]
        good &= (rest == 1) | (least <= x.factors.sigma[part] + 1)
        for _ in range(20):
            more = (rest > 1) & (rest % least.clip(1) == 0)
            if not more.any():
                break
            part, rest = part * (more * (least - 1) + 1), rest // (more * (least - 1) + 1)
    return good


def consecutive_divisors(x: Numbers) -> Any:
    """Multiples of two neighbouring numbers above 1. k and k + 1 have no common factor, so these are
    multiples of k(k + 1)."""
    found = x.n < 0
    for k in range(2, 1_000):
        found[:: k * (k + 1)] = True
    return found


ENTRIES = entries(
    "factors",
    ("semiprime", message("is a product of two primes"), counted(2)),
    (
        "product-of-3-primes",
        message("is a product of three primes, equal ones allowed"),
        counted(3),
    ),
    (
        "even-number-of-prime-factors",
        message("is a product of an even number of primes, equal ones allowed"),
        lambda x: x.factors.bigomega % 2 == 0,
    ),
    (
        "prime-power",
        message("is a power of a prime, the first power too"),
        different(1),
    ),
    (
        "3-different-primes",
        message("has exactly three different prime factors"),
        different(3),
    ),
    (
        "4-different-primes",
        message("has exactly four different prime factors"),
        different(4),
    ),
    (
        "sphenic",
        message("is a product of three different primes"),
        lambda x: (x.factors.bigomega == 3) & (x.factors.omega == 3),
    ),
    (
        "squarefree",
        message("is not a multiple of any square above 1"),
        squarefree,
    ),
    (
        "moebius-1",
        message("is a product of an even number of different primes"),
        lambda x: squarefree(x) & (x.factors.omega % 2 == 0),
    ),
    (
        "multiple-of-a-cube",
        message("is a multiple of a cube above 1"),
        lambda x: x.factors.highest_power >= 3,
    ),
    (
        "powerful",
        message("is a multiple of the square of each of its prime factors"),
        lambda x: x.factors.lowest_power >= 2,
    ),
    (
        "least-prime-once",
        message("is a multiple of its least prime factor only once"),
        lambda x: (x.n > 1) & (x.n // x.factors.least.clip(1) % x.factors.least.clip(1) != 0),
    ),
    ("7-smooth", message("has no prime factor above 7"), smooth(7)),
    ("30-smooth", message("has no prime factor above 30"), smooth(30)),
    (
        "largest-prime-above-root",
        message("has a prime factor larger than its square root"),
        lambda x: x.factors.largest.astype("int64") ** 2 > x.n,
    ),
    ("4-divisors", message("has exactly four divisors"), divisors(4)),
    ("8-divisors", message("has exactly eight divisors"), divisors(8)),
    ("12-divisors", message("has exactly twelve divisors"), divisors(12)),
    (
        "divisors-multiple-of-3",
        message("has a number of divisors that is a multiple of 3"),
        lambda x: x.factors.tau % 3 == 0,
    ),
    (
        "refactorable",
        message("is a multiple of the number of its divisors"),
        lambda x: x.n % x.factors.tau.clip(1) == 0,
    ),
    (
        "abundant",
        message("is abundant: its divisors, itself left out, add up to more"),
        lambda x: x.factors.sigma > 2 * x.n,
    ),
    (
        "odd-abundant",
        message("is odd, and its divisors, itself left out, add up to more"),
        lambda x: (x.factors.sigma > 2 * x.n) & (x.n % 2 == 1),
    ),
    (
        "arithmetic",
        message("has divisors with a whole mean"),
        lambda x: x.factors.sigma % x.factors.tau.clip(1) == 0,
    ),
    (
        "smith",
        message("is a Smith number: composite, with the digit sum of its prime factors' digits"),
        smith,
    ),
    (
        "practical",
        message("is practical: every smaller number is a sum of different divisors of it"),
        practical,
    ),
    (
        "sum-of-prime-factors-prime",
        message("has prime factors, repetitions counted, whose sum is prime"),
        lambda x: x.prime[x.factors.prime_sum],
    ),
    (
        "consecutive-divisors",
        message("is a multiple of two neighbouring numbers above 1"),
        consecutive_divisors,
    ),
    (
        "coprime-to-digit-sum",
        message("has no factor in common with its digit sum"),
        lambda x: x.gcd(x.n, x.decimal.total) == 1,
    ),
)
