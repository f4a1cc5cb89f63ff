"""The exact value of an expression, and whether the expression is ruined (SC-10 … SC-12).

No value is computed before its size is bounded. Python's numbers hold small values. python-flint computes an
expression again if its values are larger; its import would slow down all other expressions. A power that
isn't rational, which only a unary minus can produce, is computed as a sum of roots (`roots.py`), or by
`algebraic.py` in the first version of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any, Final, NoReturn, TypeAlias

from numberhouse.games.sign_cook.rules.bad_input import BadExpression
from numberhouse.games.sign_cook.rules.edition import Edition
from numberhouse.games.sign_cook.rules.expressions.algebraic import Algebraic, NotRational, worked_out_apart
from numberhouse.games.sign_cook.rules.expressions.grammar import NEGATIVE
from numberhouse.games.sign_cook.rules.expressions.roots import (
    LARGEST_SIZE,
    RootSum,
    TooComplex,
    Undecided,
    added,
    checked,
    inverse,
    is_zero,
    multiplied,
    power,
    rational,
    simplified,
    whole_power,
)
from numberhouse.words import message

__all__ = ["LARGEST", "LARGEST_COMMON", "MOST_WORK", "Value", "Work", "worked_out"]

LARGEST: Final = 1 << 20
"""Largest size of a node in bits. A node is an operand, a partial result or the whole (SC-12)."""

LARGEST_COMMON: Final = 1 << 18
"""Largest size in bits for which a common divisor is searched to reduce a fraction, which is the slow step.
The smaller of the two numbers counts. A number that divides the other one is accepted at any size."""

MOST_WORK: Final = 1 << 23
"""Largest number of bits of all nodes of a dish together (of each expression in the first version of the
rules). Numbers whose fractions are reduced count too, `REDUCING` times."""
REDUCING: Final = 16

SMALL: Final = 1 << 10
"""Largest size in bits of a value that Python's numbers hold."""
LONGEST_SMALL: Final = 300
"""Largest number of digits of a written number that is surely small."""

Value: TypeAlias = Fraction | Algebraic | RootSum | Undecided | None


class Work:
    """The work that the expressions of a dish have taken, and its limit. It depends only on the text."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._done = 0

    def begin(self) -> None:
        """Begin another expression of the dish."""
        if not self.edition.bounded:
            self._done = 0

    def add(self, sign: str, bits: int) -> None:
        """Add the size of a node. Raises `BadExpression` with the code `too-large`."""
        self._done += bits
        if self._done > MOST_WORK:
            raise BadExpression(
                "too-large",
                message("too large to judge: the partial results have more than {most} bits together"),
                message(
                    "expression {item}: too large to judge: the partial results have more than {most} bits "
                    "together"
                ),
                sign=sign,
                most=MOST_WORK,
            )


def worked_out(steps: Sequence[str], work: Work) -> tuple[Value, bool]:
    """The value, and whether the expression is ruined. The value is None if the expression divides by 0 or
    raises 0 to 0. Raises `BadExpression` with the code `too-large`, and in the first version of the rules
    `undecided`."""
    work.begin()
    bounded = work.edition.bounded
    try:
        try:
            value, ruined = _run(steps, Small(bounded))
        except Outgrown:
            value, ruined = _run(steps, Large(work))
    except NotRational:
        if not bounded:
            return worked_out_apart(steps)
        work.add("^", len(steps) * LARGEST_SIZE)
        return _with_sums_of_roots(steps)
    return None if value is None else _fraction(value), ruined


class Outgrown(Exception):  # noqa: N818 - nothing is wrong yet
    """A value is too large for Python's numbers."""


class Small:
    """Arithmetic with Python's numbers: `int`, and `Fraction` for values that aren't whole."""

    def __init__(self, whole_roots: bool, most: int = SMALL) -> None:
        self.whole_roots = whole_roots
        """Whether a root with a whole value is computed at once."""
        self._most = most

    def number(self, digits: str) -> int | Fraction:
        """A written number."""
        if len(digits) > LONGEST_SMALL:
            raise Outgrown
        return int(digits)

    def divide(self, left: int | Fraction, right: int | Fraction) -> int | Fraction:
        """The exact quotient."""
        if isinstance(left, int) and isinstance(right, int) and not left % right:
            return left // right
        quotient = Fraction(left, right)
        return quotient.numerator if quotient.denominator == 1 else quotient

    def power(self, base: int | Fraction, exponent: int) -> int | Fraction:
        """The exact power."""
        if _is_unit(base):
            return base if exponent % 2 else 1
        if abs(exponent) * _bits(base) > self._most:
            raise Outgrown
        return base**exponent if exponent >= 0 else self.divide(1, base**-exponent)

    def check(self, sign: str, value: int | Fraction, *_: Any) -> None:  # noqa: ARG002 - as in Large
        """Raises `Outgrown` for a value that python-flint computes faster."""
        if (value.bit_length() if isinstance(value, int) else _bits(value)) > self._most:
            raise Outgrown

    def expect(self, sign: str, left: Any, right: Any) -> None:
        """Do nothing: one step can't make small numbers too large."""


class Large:
    """Arithmetic with python-flint's fractions, within the limits."""

    def __init__(self, work: Work) -> None:
        from flint import fmpq, fmpz  # of the extra `bots`

        self._fmpq: Any = fmpq
        self._fmpz: Any = fmpz
        self._work = work
        self.whole_roots = work.edition.bounded

    def number(self, digits: str) -> Any:
        """A written number."""
        return self._fmpq(self._fmpz(digits))

    def divide(self, left: Any, right: Any) -> Any:
        """The exact quotient."""
        return left / right

    def power(self, base: Any, exponent: int) -> Any:
        """The exact power. Raises `BadExpression`."""
        if _is_unit(base):
            return base if exponent % 2 else self._fmpq(1)
        # A numerator of k bits is at least 2^(k-1); the same holds for the denominator. A value that is
        # refused here is surely too large.
        least = max(_part(base.numerator) - 1, _part(base.denominator) - 1)
        if abs(exponent) * least > LARGEST:
            _refuse_size("^")
        return base**exponent

    def expect(self, sign: str, left: Any, right: Any) -> None:
        """Raises `BadExpression` before a fraction is made that would take long to reduce."""
        if sign == "^" or (
            _whole(left) and _whole(right) and (sign != "/" or not left.numerator % right.numerator)
        ):
            return
        size = min(_bits(left), _bits(right))
        if size > LARGEST_COMMON:
            raise BadExpression(
                "too-large",
                message("too large to judge: a {sign} makes a fraction with parts over {largest} bits"),
                message(
                    "expression {item}: too large to judge: a {sign} makes a fraction with parts over "
                    "{largest} bits"
                ),
                sign=sign,
                largest=LARGEST_COMMON,
                fraction=True,
            )
        self._work.add(sign, size * REDUCING)

    def check(self, sign: str, value: Any, *_: Any) -> None:
        """Raises `BadExpression` if the node, or all nodes together, are too large."""
        size = _bits(value)
        if size > LARGEST:
            _refuse_size(sign)
        self._work.add(sign, size)


def _run(steps: Sequence[str], numbers: Small | Large) -> tuple[Any, bool]:
    """Run the steps on a stack. The value has the type that `numbers` uses."""
    stack: list[Any] = []
    ruined = False
    last = len(steps) - 1
    for place, step in enumerate(steps):
        if step.isdigit():
            value = numbers.number(step)
            numbers.check(step[:1], value)
        elif step == NEGATIVE:
            below = stack.pop()
            value = None if below is None else -below
        else:
            right, left = stack.pop(), stack.pop()
            value = None if left is None or right is None else _combined(step, left, right, numbers)
            if value is None:
                ruined = True
            else:
                numbers.check(step, value)
        if value is not None and not value and place != last:
            ruined = True
        stack.append(value)
    return stack.pop(), ruined


def _combined(sign: str, left: Any, right: Any, numbers: Small | Large) -> Any:
    """The result, or None if there is none. Raises `NotRational` for a root; in the first version of the
    rules even for a root with a rational value."""
    if sign == "^":
        if not left:
            return None if right <= 0 else left
        if not _whole(right):
            return _whole_root(left, right, numbers)
        return numbers.power(left, int(right.numerator))
    if sign == "/" and not right:
        return None
    numbers.expect(sign, left, right)
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "x" else numbers.divide(left, right)


def _whole_root(base: Any, exponent: Any, numbers: Small | Large) -> Any:
    """The power with an exponent that isn't whole, if its value is rational. Raises `NotRational`
    otherwise."""
    root = (
        whole_power(int(base.numerator), Fraction(int(exponent.numerator), int(exponent.denominator)))
        if numbers.whole_roots and _whole(base)
        else None
    )
    if root is None:
        raise NotRational
    return numbers.power(type(base)(root[0]), root[1])


def _bits(value: Any) -> int:
    """The size of a node: that of its numerator plus that of its denominator, if it has one."""
    size = _part(value.numerator)
    return size if _whole(value) else size + _part(value.denominator)


def _part(number: Any) -> int:
    return int(number.bit_length())


def _whole(value: Any) -> bool:
    return bool(value.denominator == 1)


def _is_unit(value: Any) -> bool:
    return bool(value == 1 or value == -1)


def _refuse_size(sign: str) -> NoReturn:
    raise BadExpression(
        "too-large",
        message("too large to judge: a {sign} makes a number of more than {largest} bits"),
        message("expression {item}: too large to judge: a {sign} makes a number of more than {largest} bits"),
        sign=sign,
        largest=LARGEST,
    )


def _fraction(value: Any) -> Fraction:
    """The value as a `Fraction`. Its numerator and denominator have no common divisor. `Fraction` takes the
    parts of a `Rational` unchecked. For two plain integers it would search their common divisor, which takes
    a second for large numbers."""
    if isinstance(value, int | Fraction):
        return Fraction(value)
    reduced: Any = Reduced(int(value.numerator), int(value.denominator))
    return Fraction(reduced)


class Reduced:
    """A fraction in lowest terms."""

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator


Rational.register(Reduced)


# Sums of roots

Node: TypeAlias = int | Fraction | RootSum | Undecided | None
"""The value of a node. None stands for a division by 0, or for 0 raised to an impossible exponent."""

NUMBERS = Small(whole_roots=True, most=LARGEST_SIZE)
"""The arithmetic for nodes without roots."""


def _with_sums_of_roots(steps: Sequence[str]) -> tuple[Fraction | RootSum | Undecided | None, bool]:
    """The value of the steps, and whether the expression is surely ruined. An undecided partial result may or
    may not be 0."""
    stack: list[Node] = []
    ruined = False
    for place, step in enumerate(steps, start=1):
        if step.isdigit():
            value = _number(step)
        elif step == NEGATIVE:
            value = _negated(stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            value = _node(step, left, right)
        ruined = ruined or value is None or (place < len(steps) and _zero(value))
        stack.append(value)
    last = stack.pop()
    if isinstance(last, RootSum):
        return simplified(last), ruined
    return (Fraction(last) if isinstance(last, int) else last), ruined


def _number(digits: str) -> Node:
    # A digit has more than 3 bits.
    return Undecided("size") if len(digits) * 3 > LARGEST_SIZE else int(digits)


def _negated(value: Node) -> Node:
    if isinstance(value, RootSum):
        return multiplied(value, rational(-1))
    return value if value is None or isinstance(value, Undecided) else -value


def _zero(value: Node) -> bool:
    return is_zero(value) if isinstance(value, RootSum) else not value and value is not None


def _node(sign: str, left: Node, right: Node) -> Node:
    """The value of `sign` applied to two nodes."""
    if left is None or right is None or (sign == "/" and _zero(right)):
        return None
    if sign == "^" and left == 1:
        return left
    if isinstance(left, Undecided):
        return left
    if isinstance(right, Undecided):
        return None if sign == "^" and left == 0 else right
    try:
        if isinstance(left, RootSum) or isinstance(right, RootSum):
            return _with_roots(sign, left, right)
        return _rational(sign, left, right)
    except Outgrown:
        return Undecided("size")
    except TooComplex as problem:
        return Undecided(problem.why)


def _rational(sign: str, left: int | Fraction, right: int | Fraction) -> Node:
    """The exact result for two rational numbers. Raises `Outgrown`."""
    try:
        found: int | Fraction | None = _combined(sign, left, right, NUMBERS)
    except NotRational:
        return _root(int(left), Fraction(right))
    if found is not None:
        NUMBERS.check(sign, found)
    return found


def _with_roots(sign: str, left: int | Fraction | RootSum, right: int | Fraction | RootSum) -> Node:
    """The result as a sum of roots. Raises `TooComplex`."""
    if sign == "^":
        assert isinstance(left, int)
        exponent = simplified(_as_sum(right))
        if isinstance(exponent, Fraction):
            return _node(sign, left, exponent)
        # The power isn't algebraic, by the theorem of Gelfond and Schneider. A base of 0 has already ruined
        # the dish.
        return Undecided("not-algebraic") if left else None
    one, other = _as_sum(left), _as_sum(right)
    if sign in "+-":
        return checked(added(one, other, 1 if sign == "+" else -1))
    return checked(multiplied(one, other if sign == "x" else inverse(other)))


def _as_sum(value: int | Fraction | RootSum) -> RootSum:
    return value if isinstance(value, RootSum) else rational(value)


@lru_cache(maxsize=256)
def _root(base: int, exponent: Fraction) -> Node:
    try:
        return checked(power(base, exponent))
    except TooComplex as problem:
        return Undecided(problem.why)
