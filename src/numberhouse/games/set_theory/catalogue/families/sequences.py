"""Sequences of the On-Line Encyclopedia of Integer Sequences, by A-number, computed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.families.representations import FIBONACCI, greedy
from numberhouse.games.set_theory.catalogue.property import entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]

SIZE = 1_000_000


def lucky(x: Numbers) -> Any:  # noqa: ARG001 - a recipe's shape
    """Lucky numbers."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import lucky as sieve

    return sieve(SIZE)


def ludic(x: Numbers) -> Any:  # noqa: ARG001
    """Ludic numbers."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import ludic as sieve

    return sieve(SIZE)


def ulam(x: Numbers) -> Any:  # noqa: ARG001
    """Ulam numbers."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import ulam as terms

    return terms(SIZE)


def collatz(x: Numbers) -> Any:  # noqa: ARG001
    """Number of Collatz steps to 1."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import collatz_steps

    return collatz_steps(SIZE)


def kolakoski(x: Numbers) -> Any:  # noqa: ARG001
    """Terms of Kolakoski's sequence."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import kolakoski as terms

    return terms(SIZE)


def conway(x: Numbers) -> Any:  # noqa: ARG001
    """Terms of Hofstadter and Conway's sequence."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import conway as terms

    return terms(SIZE)


def golomb(x: Numbers) -> Any:  # noqa: ARG001
    """Terms of Golomb's sequence."""
    # NumPy and Numba are in the extra `bots`
    from numberhouse.games.set_theory.catalogue.families.sequence_kernels import golomb as terms

    return terms(SIZE)


def self_numbers(x: Numbers) -> Any:
    """Numbers that are not the sum of a smaller number and its digit sum."""
    return ~x.of(x.n + x.decimal.total)


def beatty(x: Numbers, radicand: int) -> Any:
    """The whole parts of k√radicand, k = 1, 2, …: n is one exactly if some k has n² ≤ r k² < (n + 1)²."""
    k = (((x.n + 1) ** 2 - 1) / radicand) ** 0.5
    k = k.astype("int64") + 1
    for _ in range(2):
        k -= radicand * k * k >= (x.n + 1) ** 2
    return (radicand * k * k >= x.n**2) & (k > 0)


def wythoff(x: Numbers) -> Any:
    """The lower Wythoff numbers, whole parts of k(1 + √5)/2. The least term F(i) of their Zeckendorf sum has
    an even index i (F(2) = 1, F(3) = 2, F(4) = 3, …)."""
    least = greedy(x)[1]
    return sum(least == number for number in FIBONACCI[::2]) > 0


def paper_folding(x: Numbers) -> Any:
    """Numbers whose odd part leaves 1 when divided by 4: the left folds of the paper-folding sequence."""
    odd = x.n.clip(1) // (x.n.clip(1) & -x.n.clip(1))
    return odd % 4 == 1


def rudin_shapiro(x: Numbers) -> Any:
    """Numbers with an even number of pairs 11 in binary. Overlapping pairs count."""
    return x.ones(x.n & x.n >> 1) % 2 == 0


def prime_count(x: Numbers) -> Any:
    """Number of primes up to n."""
    return x.prime.cumsum()


def mertens(x: Numbers) -> Any:
    """The sum of the Möbius function up to n."""
    squarefree = (x.factors.highest_power <= 1) & (x.n > 0)
    return (squarefree * (1 - 2 * (x.factors.omega.astype("int64") % 2))).cumsum()


def more_factors(x: Numbers) -> Any:
    """Numbers with more prime factors than the number before, counted with repetition."""
    return x.factors.bigomega > x.factors.bigomega[x.n - 1]


def josephus(x: Numbers) -> Any:
    """The survivor of n in a circle where every second is removed: 2(n − 2^k) + 1."""
    power = 1 << (x.base(2).length.astype("int64") - 1)
    return 2 * (x.n - power) + 1


ENTRIES = entries(
    "sequences",
    (
        "a000959",
        message("is a lucky number (A000959): it stays in the sieve that strikes out every so-many-th"),
        lucky,
    ),
    (
        "a003309",
        message("is a ludic number (A003309): a sieve like that of the primes, counted by place"),
        ludic,
    ),
    (
        "a002858",
        message("is an Ulam number (A002858): a sum of two different earlier ones in exactly one way"),
        ulam,
    ),
    (
        "a003052",
        message("is a self number (A003052): no number and its digit sum add up to it"),
        self_numbers,
    ),
    (
        "a001951",
        message("is the whole part of a multiple of √2 (A001951)"),
        lambda x: beatty(x, 2),
    ),
    (
        "a022838",
        message("is the whole part of a multiple of √3 (A022838)"),
        lambda x: beatty(x, 3),
    ),
    (
        "a000201",
        message("is the whole part of a multiple of the golden ratio (A000201)"),
        wythoff,
    ),
    (
        "a091072",
        message("is a power of 2 times a number one more than a multiple of 4 (A091072)"),
        paper_folding,
    ),
    (
        "a203463",
        message("has an even number of pairs 11 in binary, overlapping ones counted (A203463)"),
        rudin_shapiro,
    ),
    (
        "a006577-even",
        message("comes to 1 by halving or 3n + 1 in an even number of steps (A006577)"),
        lambda x: collatz(x) % 2 == 0,
    ),
    (
        "a000002-is-1",
        message("is the place of a 1 in Kolakoski's sequence (A000002)"),
        lambda x: kolakoski(x) == 1,
    ),
    (
        "a004001-odd",
        message("has an odd term in Hofstadter and Conway's sequence (A004001)"),
        lambda x: conway(x) % 2 == 1,
    ),
    (
        "a001462-prime",
        message("has a prime term in Golomb's sequence (A001462)"),
        lambda x: x.prime[golomb(x)],
    ),
    (
        "a000720-even",
        message("has an even number of primes up to it (A000720)"),
        lambda x: prime_count(x) % 2 == 0,
    ),
    (
        "a002321-positive",
        message("has a Mertens sum above 0 (A002321)"),
        lambda x: mertens(x) > 0,
    ),
    (
        "a001222-rises",
        message("has more prime factors than the number before, repetitions counted (A001222)"),
        more_factors,
    ),
    (
        "a006257-multiple-of-3",
        message(
            "leaves a number that is a multiple of 3 when of so many in a circle every second goes (A006257)"
        ),
        lambda x: josephus(x) % 3 == 0,
    ),
)
