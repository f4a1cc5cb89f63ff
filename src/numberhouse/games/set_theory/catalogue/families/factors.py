"""What the prime factors and the divisors of a number say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import Recipe, entries

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def different(k: int) -> Recipe:
    """Numbers with k different prime factors."""
    return lambda x: x.factors.omega == k


def counted(k: int) -> Recipe:
    """Numbers with k prime factors, repetitions counted."""
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
    """Composites whose digit sum is that of their prime factors' digits."""
    digits = x.n * 0
    rest = x.n.copy()
    while (rest > 1).any():
        least = x.factors.least[rest]
        digits += (rest > 1) * x.decimal.total[least]
        rest = rest // least.clip(1)
    return (digits == x.decimal.total) & (x.factors.bigomega > 1)


def practical(x: Numbers) -> Any:
    """Numbers all smaller numbers than which are sums of different divisors of theirs: each prime is at most
    1 more than the sum of the divisors of the part made of the smaller primes."""
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
    """Multiples of two neighbouring numbers above 1: k and k + 1 have nothing in common, so of k(k + 1)."""
    found = x.n < 0
    for k in range(2, 1_000):
        found[:: k * (k + 1)] = True
    return found


ENTRIES = entries(
    "factors",
    ("semiprime", "is a product of two primes", "произведение двух простых", counted(2)),
    (
        "product-of-3-primes",
        "is a product of three primes, equal ones allowed",
        "произведение трёх простых, возможно равных",
        counted(3),
    ),
    (
        "even-number-of-prime-factors",
        "is a product of an even number of primes, equal ones allowed",
        "произведение чётного числа простых, возможно равных",
        lambda x: x.factors.bigomega % 2 == 0,
    ),
    (
        "prime-power",
        "is a power of a prime, the first power too",
        "степень простого, возможно первая",
        different(1),
    ),
    (
        "3-different-primes",
        "has exactly three different prime factors",
        "имеет ровно три разных простых делителя",
        different(3),
    ),
    (
        "4-different-primes",
        "has exactly four different prime factors",
        "имеет ровно четыре разных простых делителя",
        different(4),
    ),
    (
        "sphenic",
        "is a product of three different primes",
        "произведение трёх разных простых",
        lambda x: (x.factors.bigomega == 3) & (x.factors.omega == 3),
    ),
    (
        "squarefree",
        "is not a multiple of any square above 1",
        "не делится ни на какой квадрат больше 1",
        squarefree,
    ),
    (
        "moebius-1",
        "is a product of an even number of different primes",
        "произведение чётного числа разных простых",
        lambda x: squarefree(x) & (x.factors.omega % 2 == 0),
    ),
    (
        "multiple-of-a-cube",
        "is a multiple of a cube above 1",
        "делится на какой-то куб больше 1",
        lambda x: x.factors.highest_power >= 3,
    ),
    (
        "powerful",
        "is a multiple of the square of each of its prime factors",
        "делится на квадрат каждого своего простого делителя",
        lambda x: x.factors.lowest_power >= 2,
    ),
    (
        "least-prime-once",
        "is a multiple of its least prime factor only once",
        "делится на свой наименьший простой делитель лишь один раз",
        lambda x: (x.n > 1) & (x.n // x.factors.least.clip(1) % x.factors.least.clip(1) != 0),
    ),
    ("7-smooth", "has no prime factor above 7", "не имеет простых делителей больше 7", smooth(7)),
    ("30-smooth", "has no prime factor above 30", "не имеет простых делителей больше 30", smooth(30)),
    (
        "largest-prime-above-root",
        "has a prime factor larger than its square root",
        "имеет простой делитель больше своего квадратного корня",
        lambda x: x.factors.largest.astype("int64") ** 2 > x.n,
    ),
    ("4-divisors", "has exactly four divisors", "имеет ровно четыре делителя", divisors(4)),
    ("8-divisors", "has exactly eight divisors", "имеет ровно восемь делителей", divisors(8)),
    ("12-divisors", "has exactly twelve divisors", "имеет ровно двенадцать делителей", divisors(12)),
    (
        "divisors-multiple-of-3",
        "has a number of divisors that is a multiple of 3",
        "число делителей кратно 3",
        lambda x: x.factors.tau % 3 == 0,
    ),
    (
        "refactorable",
        "is a multiple of the number of its divisors",
        "делится на число своих делителей",
        lambda x: x.n % x.factors.tau.clip(1) == 0,
    ),
    (
        "abundant",
        "is abundant: its divisors, itself left out, add up to more",
        "избыточное: сумма делителей, кроме самого числа, больше него",
        lambda x: x.factors.sigma > 2 * x.n,
    ),
    (
        "odd-abundant",
        "is odd, and its divisors, itself left out, add up to more",
        "нечётное, а сумма делителей, кроме самого числа, больше него",
        lambda x: (x.factors.sigma > 2 * x.n) & (x.n % 2 == 1),
    ),
    (
        "arithmetic",
        "has divisors with a whole mean",
        "среднее арифметическое делителей — целое",
        lambda x: x.factors.sigma % x.factors.tau.clip(1) == 0,
    ),
    (
        "smith",
        "is a Smith number: composite, with the digit sum of its prime factors' digits",
        "число Смита: составное, сумма цифр равна сумме цифр простых множителей",
        smith,
    ),
    (
        "practical",
        "is practical: every smaller number is a sum of different divisors of it",
        "практичное: всякое меньшее число — сумма разных его делителей",
        practical,
    ),
    (
        "sum-of-prime-factors-prime",
        "has prime factors, repetitions counted, whose sum is prime",
        "сумма простых множителей с повторениями — простая",
        lambda x: x.prime[x.factors.prime_sum],
    ),
    (
        "consecutive-divisors",
        "is a multiple of two neighbouring numbers above 1",
        "делится на два соседних числа больше 1",
        consecutive_divisors,
    ),
    (
        "coprime-to-digit-sum",
        "has no factor in common with its digit sum",
        "взаимно просто со своей суммой цифр",
        lambda x: x.gcd(x.n, x.decimal.total) == 1,
    ),
)
