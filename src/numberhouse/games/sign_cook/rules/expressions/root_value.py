"""What an expression with roots comes to, within bounds that follow from the expression alone (SC-10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from numberhouse.games.sign_cook.rules.expressions.algebraic import NotRational
from numberhouse.games.sign_cook.rules.expressions.grammar import NEGATIVE
from numberhouse.games.sign_cook.rules.expressions.root_digits import is_zero, simplified
from numberhouse.games.sign_cook.rules.expressions.roots import (
    LARGEST_SIZE,
    RootSum,
    TooComplex,
    Undecided,
    added,
    checked,
    inverse,
    multiplied,
    power,
    rational,
)
from numberhouse.games.sign_cook.rules.expressions.value import Outgrown, Small, combined

__all__ = ["worked_out_with_roots"]

Node: TypeAlias = int | Fraction | RootSum | Undecided | None
"""None is divided by 0, or 0 raised to what can't be."""

NUMBERS = Small(whole_roots=True, most=LARGEST_SIZE)
"""How nodes without roots are worked out."""


def worked_out_with_roots(steps: Sequence[str]) -> tuple[Fraction | RootSum | Undecided | None, bool]:
    """The value of the steps, and whether they are surely ruined: a partial result that is undecided may be 0
    or not."""
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
    """What a sign makes of two nodes."""
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
    """Raises `Outgrown`."""
    try:
        found: int | Fraction | None = combined(sign, left, right, NUMBERS)
    except NotRational:
        return _root(int(left), Fraction(right))
    if found is not None:
        NUMBERS.check(sign, found)
    return found


def _with_roots(sign: str, left: int | Fraction | RootSum, right: int | Fraction | RootSum) -> Node:
    """Raises `TooComplex`."""
    if sign == "^":
        assert isinstance(left, int)
        exponent = simplified(_sum(right))
        if isinstance(exponent, Fraction):
            return _node(sign, left, exponent)
        # By the theorem of Gelfond and Schneider the power is no root of an equation at all. A base of 0 has
        # ruined the dish.
        return Undecided("not-algebraic") if left else None
    one, other = _sum(left), _sum(right)
    if sign in "+-":
        return checked(added(one, other, 1 if sign == "+" else -1))
    return checked(multiplied(one, other if sign == "x" else inverse(other)))


def _sum(value: int | Fraction | RootSum) -> RootSum:
    return value if isinstance(value, RootSum) else rational(value)


@lru_cache(maxsize=256)
def _root(base: int, exponent: Fraction) -> Node:
    try:
        return checked(power(base, exponent))
    except TooComplex as problem:
        return Undecided(problem.why)
