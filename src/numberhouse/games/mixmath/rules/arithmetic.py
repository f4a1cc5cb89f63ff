"""The results of the numbers in a line (MX-8, MX-10), with the variations MX-20 and MX-21.

    results(8, 2)                                       10, 6, 16 and 4
    results(2, 3, arithmetic=Arithmetic(("power",)))    8 and 9 too
    line_results((2, 2, 4), None, Arithmetic(chains=True))   10 too: 4 × 2 + 2

A line is a tuple of the numbers beside a tile, nearest first. Counts bound all work: a chain has at most
`LONGEST_CHAIN` numbers, and a power in it is at most `MOST_POWER`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import gcd, prod
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from numberhouse.games.mixmath.rules.tiles import VALUES

__all__ = [
    "KNOWN",
    "LONGEST_CHAIN",
    "MOST_POWER",
    "OPERATIONS",
    "PLAIN",
    "Arithmetic",
    "Operation",
    "Sign",
    "chain_ways",
    "line_results",
    "results",
    "ways",
]

Operation: TypeAlias = Literal["power", "root", "logarithm", "modulus"]
"""The optional operations besides the four usual ones (MX-20)."""

OPERATIONS: Final[tuple[Operation, ...]] = get_args(Operation)

Sign: TypeAlias = Literal["+", "-", "x", "/", "^", "root", "log", "mod"]
"""The forms: `a ^ b`; `a root b`, the root of a with the index b; `a log b`, the logarithm of a to the base
b."""

KNOWN: Final = frozenset(VALUES)
"""The values that tiles have."""

LONGEST_CHAIN: Final = 6
"""Most numbers in a chain (MX-21)."""

MOST_POWER: Final = 1_000_000
"""The largest power inside a chain (MX-21)."""


class Arithmetic(msgspec.Struct, frozen=True, cache_hash=True):
    """The operations of a match, and whether chains count."""

    operations: tuple[Operation, ...] = ()
    """The optional operations, each once, in the order of `OPERATIONS` (MX-20)."""
    chains: bool = False
    """Whether lines of three or more numbers count (MX-21)."""

    @property
    def reach(self) -> int:
        """Most numbers beside a tile, in one direction, that may count."""
        return LONGEST_CHAIN if self.chains else 2


PLAIN: Final = Arithmetic()
"""The arithmetic of the box: the four usual operations, lines of two numbers."""


# Lines of two


@lru_cache(maxsize=20_000)
def results(a: int, b: int, sign: str | None = None, arithmetic: Arithmetic = PLAIN) -> frozenset[int]:
    """All results of two numbers (MX-8), or with the sign of a square only those of its operation (MX-10)."""
    return frozenset(value for _, _, _, value in ways(a, b, sign, arithmetic))


def ways(
    a: int, b: int, sign: str | None = None, arithmetic: Arithmetic = PLAIN
) -> Iterator[tuple[int, Sign, int, int]]:
    """The equations of two numbers: left, sign, right, result. Order doesn't matter, so `a` stands first only
    where both orders are right. Optional operations never count on a sign square (MX-20)."""
    if sign in (None, "+"):
        yield a, "+", b, a + b
    if sign in (None, "-"):
        yield max(a, b), "-", min(a, b), abs(a - b)
    if sign in (None, "x"):
        yield a, "x", b, a * b
    both = ((a, b), (b, a))
    if sign in (None, "/"):
        # 0 / 0 has no quotient, 0 / b is 0.
        yield from ((p, "/", q, p // q) for p, q in both if q and p % q == 0)
    if sign is not None:
        return
    for operation in arithmetic.operations:
        for left, right in both:
            found = _further(operation, left, right)
            if found is not None:
                yield left, SIGNS[operation], right, found


SIGNS: Final[Mapping[Operation, Sign]] = {"power": "^", "root": "root", "logarithm": "log", "modulus": "mod"}


def _further(operation: Operation, a: int, b: int) -> int | None:
    """The result of an optional operation (MX-20); None if it has no result that a tile could have."""
    match operation:
        case "power":
            return _power(a, b, VALUES[-1])
        case "root":
            # The first power of a number is the number itself: a root with index 1 is exact, and index 0 has
            # no root.
            return next((r for r in range(a + 1) if _power(r, b, a) == a), None) if b >= 1 else None
        case "logarithm":
            return next((k for k in range(a) if _power(b, k, a) == a), None) if b >= 2 else None
        case "modulus":
            return a % b if b > 0 else None


def _power(a: int, b: int, most: int) -> int | None:
    """a to the power of b; None beyond `most` and for 0 to the power of 0. Multiplication stops at the first
    product above `most`, so no number exceeds `most` times a."""
    if a <= 1 or b == 0:
        return None if a == b == 0 else a if b else 1
    power = 1
    for _ in range(b):
        power *= a
        if power > most:
            return None
    return power


# Lines of any length


@lru_cache(maxsize=20_000)
def line_results(line: tuple[int, ...], sign: str | None, arithmetic: Arithmetic) -> frozenset[int]:
    """The values that solve a line of two or more numbers: the results of the two nearest numbers, and with
    chains the results of each longer part that begins at the tile, read from either end."""
    found = results(line[0], line[1], sign, arithmetic) & KNOWN
    for length in range(3, len(line) + 1 if arithmetic.chains else 0):
        if len(found) == len(KNOWN):
            break
        part = line[:length]
        for numbers in {part, part[::-1]}:
            found |= chain_ways(numbers, sign, arithmetic).keys()
    return found


POWERS: Final[Signs] = ("^",) * LONGEST_CHAIN

Ratio: TypeAlias = tuple[int, int]
"""Numerator and positive denominator, in lowest terms."""

Signs: TypeAlias = tuple[Sign, ...]
"""The operations between the numbers of a line, one fewer than numbers."""


def chain_ways(numbers: tuple[int, ...], sign: str | None, arithmetic: Arithmetic) -> Mapping[int, Signs]:
    """The tile values that the numbers result in, in this order, without parentheses, by the usual order of
    operations. Each value has the operations of one way (MX-21). With a sign, only that operation counts."""
    if sign is not None:
        return _alone(numbers, sign)
    powers = "power" in arithmetic.operations
    modulus = "modulus" in arithmetic.operations
    terms = _terms(numbers, powers, modulus).items()
    found: dict[int, Signs] = {top: signs for (top, bottom), signs in terms if bottom == 1 and top in KNOWN}
    # The last sum or difference counts only if its value is a tile's. It is most of the work and needs no
    # lowest terms.
    for cut in range(1, len(numbers)):
        lasts = _terms(numbers[cut:], powers, modulus).items()
        for (a, b), before in _sums(numbers[:cut], powers, modulus).items():
            for (c, d), after in lasts:
                left, right, bottom = a * d, c * b, b * d
                value, rest = divmod(left + right, bottom)
                if not rest and value in KNOWN and value not in found:
                    found[value] = (*before, "+", *after)
                value, rest = divmod(left - right, bottom)
                if not rest and value in KNOWN and value not in found:
                    found[value] = (*before, "-", *after)
    return found


def _alone(numbers: tuple[int, ...], sign: str) -> Mapping[int, Signs]:
    first, *rest = numbers
    value, left = 0, 0
    match sign:
        case "+":
            value = sum(numbers)
        case "-":
            value = first - sum(rest)
        case "x":
            value = prod(numbers)
        case "/":
            divisor = prod(rest)
            value, left = divmod(first, divisor) if divisor else (-1, 0)
    # `sign` is one of the four of the board's squares.
    return {value: (sign,) * len(rest)} if not left and value in KNOWN else {}  # type: ignore[dict-item]


@lru_cache(maxsize=256)
def _sums(numbers: tuple[int, ...], powers: bool, modulus: bool) -> Mapping[Ratio, Signs]:
    """All results of the numbers, each with the operations of one way."""
    found = dict(_terms(numbers, powers, modulus))
    for cut in range(1, len(numbers)):
        lasts = _terms(numbers[cut:], powers, modulus).items()
        for (a, b), before in _sums(numbers[:cut], powers, modulus).items():
            for (c, d), after in lasts:
                left, right, bottom = a * d, c * b, b * d
                found.setdefault(_ratio(left + right, bottom), (*before, "+", *after))
                found.setdefault(_ratio(left - right, bottom), (*before, "-", *after))
    return found


@lru_cache(maxsize=1_024)
def _terms(numbers: tuple[int, ...], powers: bool, modulus: bool) -> Mapping[Ratio, Signs]:
    """All results of the numbers without a sum or difference, each with its operations. The left operand of
    `mod` must be a whole number. No number is negative here."""
    found: dict[Ratio, Signs] = {}
    for cut in range(len(numbers)):
        factor = _tower(numbers[cut:]) if powers or len(numbers) - cut == 1 else None
        if factor is None:
            continue
        after: Signs = POWERS[: len(numbers) - cut - 1]
        if cut == 0:
            found[factor, 1] = after
            continue
        for (a, b), before in _terms(numbers[:cut], powers, modulus).items():
            found.setdefault(_ratio(a * factor, b), (*before, "x", *after))
            if factor:
                found.setdefault(_ratio(a, b * factor), (*before, "/", *after))
                if modulus and b == 1:
                    found.setdefault((a % factor, 1), (*before, "mod", *after))
    return found


def _tower(numbers: tuple[int, ...]) -> int | None:
    """A tower of powers, grouped to the right; None if one has no value or exceeds `MOST_POWER`."""
    *lower, value = numbers
    for base in reversed(lower):
        power = _power(base, value, MOST_POWER)
        if power is None:
            return None
        value = power
    return value


def _ratio(top: int, bottom: int) -> Ratio:
    common = gcd(top, bottom)
    return top // common, bottom // common
