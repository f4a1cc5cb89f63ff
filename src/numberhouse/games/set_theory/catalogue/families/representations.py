"""Properties of representations as sums and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]

FIBONACCI: tuple[int, ...] = (
    1,
    2,
    3,
    5,
    8,
    13,
    21,
    34,
    55,
    89,
    144,
    233,
    377,
    610,
    987,
    1597,
    2584,
    4181,
    6765,
    10946,
    17711,
)
FIBONACCI = (*FIBONACCI, 28657, 46368, 75025, 121393, 196418, 317811, 514229, 832040)
LUCAS: tuple[int, ...] = (
    2,
    1,
    3,
    4,
    7,
    11,
    18,
    29,
    47,
    76,
    123,
    199,
    322,
    521,
    843,
    1364,
    2207,
    3571,
    5778,
    9349,
    15127,
)
LUCAS = (*LUCAS, 24476, 39603, 64079, 103682, 167761, 271443, 439204, 710647)
SQUARES = [k * k for k in range(1_000)]
CUBES = [k**3 for k in range(100)]
TRIANGLES = [k * (k + 1) // 2 for k in range(1_414)]


def form(k: int) -> Recipe:
    """Numbers of the form a² + k b²."""
    return lambda x: x.sums(SQUARES, [k * s for s in SQUARES])


def fibonacci_terms(k: int) -> Recipe:
    """Numbers whose Zeckendorf sum has k terms: the sum of Fibonacci numbers without two neighbours."""
    return lambda x: greedy(x)[0] == k


def greedy(x: Numbers) -> Any:
    """Number of terms of the Zeckendorf sum, and its least term. The largest Fibonacci number is subtracted
    repeatedly."""
    terms, least, rest = x.n * 0, x.n * 0, x.n.copy()
    for number in reversed(FIBONACCI):
        taken = rest >= number
        rest -= number * taken
        terms += taken
        least = least * ~taken + number * taken
    return terms, least


def two_primes(x: Numbers) -> Any:
    """Sums of two primes. Odd numbers need 2 and another prime; even ones are tested with the least
    primes."""
    found = x.shifted(x.prime, -2)
    for p in range(3, 1_000, 2):
        if x.prime[p]:
            found |= x.shifted(x.prime, -p)
    return found


def two_palindromes(x: Numbers) -> Any:
    """Sums of two palindromes."""
    palindromes = x.n[x.decimal.reverse == x.n]
    return x.sums(palindromes, palindromes)


def prime_and_square(x: Numbers) -> Any:
    """Sums of a prime and one of the squares 1, 4, 9, 16."""
    return sum(x.shifted(x.prime, -square) for square in (1, 4, 9, 16)) > 0


ENTRIES = entries(
    "representations",
    (
        "sum-of-two-squares",
        message("is a sum of two squares, 0 allowed"),
        form(1),
    ),
    (
        "sum-of-two-positive-squares",
        message("is a sum of two squares above 0"),
        lambda x: x.sums(SQUARES[1:], SQUARES[1:]),
    ),
    (
        "square-and-twice-a-square",
        message("is a square and twice a square, 0 allowed"),
        form(2),
    ),
    (
        "square-and-three-squares",
        message("is a square and three times a square, 0 allowed"),
        form(3),
    ),
    (
        "sum-of-three-squares-only",
        message("is a sum of three squares, but not of two, 0 allowed"),
        lambda x: ~needs_four(x) & ~form(1)(x),
    ),
    (
        "needs-four-squares",
        message("is not a sum of three squares"),
        lambda x: needs_four(x),
    ),
    (
        "sum-of-two-cubes",
        message("is a sum of two cubes, 0 allowed"),
        lambda x: x.sums(CUBES, CUBES),
    ),
    (
        "sum-of-three-cubes",
        message("is a sum of three cubes, none negative"),
        lambda x: x.sums(CUBES, CUBES, CUBES),
    ),
    (
        "square-and-cube",
        message("is a square and a cube, both above 0, added up"),
        lambda x: x.sums(SQUARES[1:], CUBES[1:]),
    ),
    (
        "sum-of-two-triangular",
        message("is a sum of two triangular numbers, 0 allowed"),
        lambda x: x.sums(TRIANGLES, TRIANGLES),
    ),
    (
        "difference-of-two-squares",
        message("is a difference of two squares"),
        lambda x: x.n % 4 != 2,
    ),
    ("sum-of-two-primes", message("is a sum of two primes"), two_primes),
    (
        "odd-sum-of-two-primes",
        message("is odd and a sum of two primes"),
        lambda x: x.shifted(x.prime, -2) & (x.n % 2 == 1),
    ),
    (
        "prime-and-small-square",
        message("is a prime and 1, 4, 9 or 16 added up"),
        prime_and_square,
    ),
    (
        "sum-of-two-palindromes",
        message("is a sum of two palindromes, one-digit ones allowed"),
        two_palindromes,
    ),
    (
        "five-fibonacci-terms",
        message("is a sum of five Fibonacci numbers, no two neighbours, and of no fewer or more such"),
        fibonacci_terms(5),
    ),
    (
        "fibonacci-terms-even",
        message("is a sum of an even number of Fibonacci numbers, no two neighbours"),
        lambda x: greedy(x)[0] % 2 == 0,
    ),
    (
        "fibonacci-least-1",
        message("is a sum of Fibonacci numbers, no two neighbours, with 1 among them"),
        lambda x: greedy(x)[1] == 1,
    ),
    (
        "sum-of-up-to-three-lucas",
        message("is a sum of one, two or three Lucas numbers, equal ones allowed"),
        lambda x: x.sums([0, *LUCAS], [0, *LUCAS], [0, *LUCAS]),
    ),
)


def needs_four(x: Numbers) -> Any:
    """Numbers 4^a (8b + 7): by Legendre's theorem exactly these are no sum of three squares."""
    return sum((x.n % 4**a == 0) & (x.n // 4**a % 8 == 7) for a in range(10)) > 0
