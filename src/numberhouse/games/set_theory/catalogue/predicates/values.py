"""The values of an expression of the small language, for many n at once.

Values are arrays of int64. If a part has no value for some n, this is recorded with its position, and the
part continues with 0, so that all such n are counted. `and` and `or` evaluate their right side only for the n
that need it.

A condition that takes more than `MOST_STEPS` is refused: twenty functions of large numbers would keep a
service busy for a minute. The number of steps depends on the condition alone and never on a clock, so every
machine refuses the same conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from numberhouse.games.set_theory.catalogue.digits import Digits
from numberhouse.games.set_theory.catalogue.factor_kernel import factors
from numberhouse.games.set_theory.catalogue.predicates.predicate import (
    LARGEST,
    MOST_TO_FACTOR,
    BadExpression,
    Node,
    Undefined,
    parse,
)
from numberhouse.games.set_theory.catalogue.predicates.prime_kernel import LARGEST_PRIME, are_prime
from numberhouse.words import message

__all__ = ["holds", "over_range"]

CHUNK = 1 << 16
FEW = 64
"""Most numbers that are factored one by one. For more, the table of all factors is made."""
LARGEST_EXPONENT = 60

MOST_STEPS: Final = 500_000_000
"""Most steps of one condition: 500 for each number from 10 to 999,999, or about five seconds. A step takes
about as long as a multiplication for one number, or as one digit."""


def over_range(text: str, first: int, last: int) -> Any:
    """bool[last − first + 1]: whether the condition holds for each n. Raises `BadExpression`, and `Undefined`
    with the least n without a value."""
    node = parse(text)
    pieces = []
    faults = Faults()
    for start in range(first, last + 1, CHUNK):
        n = np.arange(start, min(start + CHUNK, last + 1), dtype=np.int64)
        faults.begin(n)
        pieces.append(value(node, n, faults))
        faults.end()
    faults.check()
    return np.concatenate(pieces)


def holds(text: str, n: int) -> bool:
    """Whether the condition holds for n. Raises `BadExpression` and `Undefined`."""
    return bool(over_range(text, n, n)[0])


class Fault(NamedTuple):
    """Position in the expression and least n of a missing value."""

    n: int
    problem: str
    at: int
    template: str
    values: Mapping[str, Any]


class Faults:
    """The missing values of an evaluation: the least n with its first problem, and the number of such n. It
    also carries the step count."""

    def __init__(self) -> None:
        self.first: Fault | None = None
        self.count = 0
        self.work = Work()

    def begin(self, n: Any) -> None:
        """Begin a chunk of numbers."""
        self.start = int(n[0])
        self.bad = np.zeros(len(n), bool)

    def end(self) -> None:
        """Finish the chunk."""
        self.count += int(self.bad.sum())

    def note(self, node: Node, problem: str, template: str, n: Any, where: Any, **values: Any) -> None:
        """Record that the n selected by `where` have no value at the node. The first record of an n
        counts."""
        numbers = n[where]
        fresh = numbers[~self.bad[numbers - self.start]]
        if len(fresh):
            self.bad[fresh - self.start] = True
            if self.first is None or fresh[0] < self.first.n:
                self.first = Fault(int(fresh[0]), problem, node.at, template, values)

    def check(self) -> None:
        """Raise `Undefined` if anything was recorded."""
        if self.first is not None:
            fault = self.first
            raise Undefined(fault.problem, fault.at, fault.template, fault.n, self.count, **fault.values)


class Work:
    """The number of steps of a condition, by the position of the part that took them."""

    def __init__(self) -> None:
        self.steps: Counter[int] = Counter()
        self.total = 0

    def add(self, node: Node, steps: int) -> None:
        """Add steps. Raises `BadExpression` beyond `MOST_STEPS`, with the position of the part that took the
        most."""
        self.steps[node.at] += steps
        self.total += steps
        if self.total > MOST_STEPS:
            ((at, _),) = self.steps.most_common(1)
            template = message(
                "more than {most:,} steps are needed for all numbers, and most of them here; conditions with "
                "fewer or smaller powers and functions are accepted"
            )
            raise BadExpression("too-much-work", at, template, most=MOST_STEPS)


def value(node: Node, n: Any, faults: Faults) -> Any:
    """The node's value for each of these n, in ascending order."""
    faults.work.add(node, len(n))
    return KINDS[node.kind](node, n, faults)


def number(node: Node, n: Any, faults: Faults) -> Any:  # noqa: ARG001 - all kinds have this signature
    """A number literal."""
    return np.full(len(n), node.value, np.int64)


def itself(node: Node, n: Any, faults: Faults) -> Any:  # noqa: ARG001
    """The number n."""
    return n


def logic(node: Node, n: Any, faults: Faults) -> Any:
    """`and` and `or`: one part after the other, each for the n that are still undecided."""
    decided = node.kind == "either"
    result = np.full(len(n), not decided)
    still = np.arange(len(n))
    for part in node.parts:
        if not len(still):
            break
        now = value(part, n[still], faults) == decided
        result[still[now]] = decided
        still = still[~now]
    return result


def negation(node: Node, n: Any, faults: Faults) -> Any:
    """The negation of a condition."""
    return ~value(node.parts[0], n, faults)


def comparison(node: Node, n: Any, faults: Faults) -> Any:
    """A chain of comparisons: it holds where every link does. All parts are evaluated."""
    values = [value(part, n, faults) for part in node.parts]
    result = np.ones(len(n), bool)
    for sign, left, right in zip(node.signs, values, values[1:], strict=False):
        result &= COMPARE[sign](left, right)
    return result


def inclusion(node: Node, n: Any, faults: Faults) -> Any:
    """Whether the value is in the list."""
    asked, *listed = [value(part, n, faults) for part in node.parts]
    return np.logical_or.reduce([asked == one for one in listed])


def divides(left: Any, right: Any) -> Any:
    """Whether right is a multiple of left."""
    return np.where(left == 0, right == 0, right % np.where(left == 0, 1, left) == 0)


def total(node: Node, n: Any, faults: Faults) -> Any:
    """Sums and differences from left to right."""
    result = value(node.parts[0], n, faults)
    for sign, part in zip(node.signs, node.parts[1:], strict=True):
        other = value(part, n, faults)
        result = bounded(node, result + other if sign == "+" else result - other, n, faults)
    return result


def product(node: Node, n: Any, faults: Faults) -> Any:
    """Products, whole quotients and remainders from left to right."""
    result = value(node.parts[0], n, faults)
    for sign, part in zip(node.signs, node.parts[1:], strict=True):
        other = value(part, n, faults)
        if sign == "*":
            result = times(node, result, other, n, faults)
            continue
        zero = other == 0
        faults.note(part, "division-by-zero", message("division by zero"), n, zero)
        other = np.where(zero, 1, other)
        result = result // other if sign == "//" else result % other
    return result


def signed(node: Node, n: Any, faults: Faults) -> Any:
    """A value with a sign."""
    result = value(node.parts[0], n, faults)
    return -result if node.signs[0] == "-" else result


def power(node: Node, n: Any, faults: Faults) -> Any:
    """A power, by repeated squaring. Every square that exceeds the bound is a factor of the result, so the
    result exceeds it too."""
    base, exponent = (value(part, n, faults) for part in node.parts)
    odd = (exponent < 0) | (exponent > LARGEST_EXPONENT)
    template = message("an exponent outside 0 … {largest}")
    faults.note(node.parts[1], "exponent", template, n, odd, largest=LARGEST_EXPONENT)
    left = np.where(odd, 0, exponent)
    result = np.ones(len(n), np.int64)
    while left.any():
        result = times(node, result, np.where(left % 2 == 1, base, 1), n, faults)
        left = left // 2
        base = times(node, base, np.where(left > 0, base, 1), n, faults)
    return result


def times(node: Node, left: Any, right: Any, n: Any, faults: Faults) -> Any:
    """A product within bounds. A floating-point estimate finds products far above the bound before they
    overflow."""
    faults.work.add(node, len(n))
    far = np.abs(left.astype(float) * right) > 1.1 * LARGEST
    if far.any():
        faults.note(node, "too-large", message("a value beyond 10**18"), n, far)
        left, right = np.where(far, 0, left), np.where(far, 0, right)
    return bounded(node, left * right, n, faults)


def bounded(node: Node, result: Any, n: Any, faults: Faults) -> Any:
    """The result. Values beyond the bound are recorded as missing."""
    far = np.abs(result) > LARGEST
    if far.any():
        faults.note(node, "too-large", message("a value beyond 10**18"), n, far)
        return np.where(far, 0, result)
    return result


def call(node: Node, n: Any, faults: Faults) -> Any:
    """The value of a function call."""
    name = node.signs[0]
    values = [value(part, n, faults) for part in node.parts]
    if name in ("gcd", "lcm"):
        smaller = np.minimum(*np.abs(values)).max(initial=0)
        faults.work.add(node, int(smaller).bit_length() * len(n))
    if name in PLAIN:
        return bounded(node, PLAIN[name](*values), n, faults)
    if name == "lcm":
        shared = np.gcd(*values)
        return np.abs(times(node, values[0] // np.where(shared == 0, 1, shared), values[1], n, faults))
    low, high = LIMITS.get(name, (0, LARGEST))
    out = (values[0] < low) | (values[0] > high)
    bounds = message("{name} of a number outside {low} … {high:,}")
    template = bounds if high < LARGEST else message("{name} of a negative number")
    faults.note(node.parts[0], "outside", template, n, out, name=name, low=low, high=high)
    values[0] = np.where(out, low, values[0])
    if name in OF_FACTORS:
        return factored(OF_FACTORS[name], values[0])
    if name in OF_ONE:
        return OF_ONE[name](values[0])
    if name == "is_prime":
        if len(n) > FEW and int(values[0].max()) <= MOST_TO_FACTOR:
            return (values[0] > 1) & (factor_table().least[values[0].clip(0)] == values[0])
        found, squared = are_prime(values[0])
        faults.work.add(node, 2 * squared)
        return found
    if name == "contains":
        return contains(node, values[0], values[1], n, faults)
    base = node.parts[-1].value if len(node.parts) == (3 if name == "count_digit" else 2) else 10
    digits = Digits(values[0], base)
    faults.work.add(node, len(digits.columns) * len(n))
    result = OF_DIGITS[name](digits, *values[1:2])
    return result if result.dtype == bool else bounded(node, result.astype(np.int64), n, faults)


def contains(node: Node, values: Any, inside: Any, n: Any, faults: Faults) -> Any:
    """Whether the decimal digits of one number stand side by side in the other."""
    negative = inside < 0
    faults.note(node.parts[1], "outside", message("contains with negative digits"), n, negative)
    inside = np.where(negative, 0, inside)
    length, width = Digits(values).length, Digits(inside).length
    whole = 10 ** width.clip(0, 18).astype(np.int64)
    found = np.zeros(len(values), bool)
    cuts = int(length.max(initial=1))
    faults.work.add(node, cuts * len(n))
    for cut in range(cuts):
        found |= (cut + width <= length) & (values // 10**cut % whole == inside)
    return found


def roots(values: Any, degree: int) -> Any:
    """The whole parts of square or cube roots, made exact after floating point."""
    root = np.rint(values.astype(float) ** (1 / degree)).astype(np.int64)
    root -= root**degree > values
    root += (root + 1) ** degree <= values
    return root


def count_digit(digits: Digits, digit: Any) -> Any:
    """Number of occurrences of the digit, which may differ from number to number."""
    return np.asarray(sum((column == digit) & (column >= 0) for column in digits.columns))


def factored(name: str, values: Any) -> Any:
    """That function of the factors of each number. A match asks for one number at a time, in the service's
    own process, which would wait for the table."""
    if len(values) > FEW:
        return getattr(factor_table(), name)[values].astype(np.int64)
    return np.array([getattr(factors_of(int(one)), name) for one in values], np.int64)


class Factors(NamedTuple):
    """The factors of one number, as in `factor_kernel.factors`."""

    least: int
    largest: int
    omega: int
    bigomega: int
    tau: int
    sigma: int
    phi: int


def factors_of(number: int) -> Factors:
    """The factors of a number of 1 … `MOST_TO_FACTOR`, by division."""
    primes: Counter[int] = Counter()
    rest, prime = number, 2
    while prime * prime <= rest:
        while rest % prime == 0:
            primes[prime] += 1
            rest //= prime
        prime += 1
    if rest > 1:
        primes[rest] += 1
    return Factors(
        least=min(primes, default=0),
        largest=max(primes, default=0),
        omega=len(primes),
        bigomega=primes.total(),
        tau=prod(count + 1 for count in primes.values()),
        sigma=prod((one ** (count + 1) - 1) // (one - 1) for one, count in primes.items()),
        phi=prod(one ** (count - 1) * (one - 1) for one, count in primes.items()),
    )


@cache
def factor_table() -> Any:
    """The factors of all numbers that a condition may ask for."""
    return factors(MOST_TO_FACTOR + 1)


COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
    "divides": divides,
}
PLAIN: Mapping[str, Callable[..., Any]] = {"gcd": np.gcd, "min": np.minimum, "max": np.maximum, "abs": np.abs}
OF_FACTORS: Mapping[str, str] = {
    "least_prime": "least",
    "largest_prime": "largest",
    **{name: name for name in ("omega", "bigomega", "tau", "sigma", "phi")},
}
LIMITS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(OF_FACTORS, (1, MOST_TO_FACTOR)),
    **dict.fromkeys(("reverse", "is_palindrome"), (0, LARGEST // 10)),  # in base 36 still an int64
    "is_prime": (-LARGEST, LARGEST_PRIME),
    "is_square": (-LARGEST, LARGEST),
    "is_cube": (0, LARGEST),
}
OF_ONE: Mapping[str, Callable[[Any], Any]] = {
    "popcount": lambda values: np.bitwise_count(values).astype(np.int64),
    "isqrt": lambda values: roots(values, 2),
    "is_square": lambda values: (values >= 0) & (roots(values.clip(0), 2) ** 2 == values),
    "is_cube": lambda values: roots(values, 3) ** 3 == values,
}
OF_DIGITS: Mapping[str, Callable[..., Any]] = {
    "digit_sum": lambda digits, *_: digits.total,
    "digit_product": lambda digits, *_: digits.product,
    "digits": lambda digits, *_: digits.length,
    "different_digits": lambda digits, *_: digits.distinct,
    "first_digit": lambda digits, *_: digits.first,
    "last_digit": lambda digits, *_: digits.last,
    "largest_digit": lambda digits, *_: digits.largest,
    "smallest_digit": lambda digits, *_: digits.smallest,
    "reverse": lambda digits, *_: digits.reverse,
    "is_palindrome": lambda digits, *_: digits.reverse == digits.n,
    "count_digit": count_digit,
}
KINDS: Mapping[str, Callable[[Node, Any, Faults], Any]] = {
    "number": number,
    "name": itself,
    "either": logic,
    "both": logic,
    "negation": negation,
    "comparison": comparison,
    "inclusion": inclusion,
    "total": total,
    "product": product,
    "signed": signed,
    "power": power,
    "call": call,
}
