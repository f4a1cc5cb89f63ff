"""Proof that a set of a host is finite, as far as it can be proven (ST-11).

Sets from a seed are infinite. A list is finite. For a condition the proof uses only its syntax tree, from the
growth of its parts as n grows without bound. `is_finite` never calls an infinite set finite, but may miss a
finite one.

    n < 5000                        finite
    n % 2 == 0 and n ** 2 <= 10000  finite
    not (n > 300 or n == 77)        finite
    n % 7 == 3                      not proven, and not so
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from numberhouse.games.set_theory.catalogue import CATALOGUE, FINITE
from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet, Listed, Named
from numberhouse.games.set_theory.catalogue.predicates.predicate import Node, parse

__all__ = ["is_finite"]

HIGHEST: Final = 24
"""The highest power of n in a proof. It bounds the work for a condition."""

LARGEST: Final = 10**100
"""The largest coefficient in a proof."""


def is_finite(hidden: HiddenSet) -> bool:
    """Whether it is proven that only finitely many numbers belong to the set, numbers above 999,999 included.
    Raises `BadExpression`."""
    if isinstance(hidden, Listed):
        return True
    if isinstance(hidden, Named):
        return FINITE in CATALOGUE[hidden.id].flags
    return ends(parse(hidden.expression), True)


def ends(node: Node, truth: bool) -> bool:
    """Whether it is proven that the condition is `truth` for finitely many n only."""
    if node.kind == "negation":
        return ends(node.parts[0], not truth)
    if node.kind in ("both", "either"):
        # A conjunction is true finitely often if one part is, a disjunction if all parts are. For `false` the
        # two change roles.
        some = (node.kind == "both") == truth
        return (any if some else all)(ends(part, truth) for part in node.parts)
    if node.kind == "comparison":
        links = zip(node.parts, node.signs, node.parts[1:], strict=False)
        found = (_link_ends(left, sign, right, truth) for left, sign, right in links)
        return any(found) if truth else all(found)
    if node.kind == "inclusion":
        same = [_link_ends(node.parts[0], "==", number, truth) for number in node.parts[1:]]
        return all(same) if truth else any(same)
    return False


class Growth(NamedTuple):
    """The growth of a value as n grows: exactly, as a polynomial in n, or only its direction."""

    polynomial: tuple[int, ...] | None = None
    """Coefficients from the lowest power on. The last isn't 0, and () is the number 0."""
    way: int = 0
    """Without a polynomial: 1 grows beyond all bounds; -1 falls below all bounds; 0 stays between bounds."""


Grown = Growth | None
"""The growth of a value; None if nothing is known."""


def _link_ends(left: Node, sign: str, right: Node, truth: bool) -> bool:
    """The same as `ends`, for a comparison of two values."""
    one, other = growth(left), growth(right)
    if sign == "divides":
        # A number other than 0 has finitely many divisors, so a growing value divides it finitely often.
        return truth and _goes(one) != 0 and other is not None and bool(_constant(other))
    far = _far(one, other)
    if far is None:
        return False
    return HOLDS[sign](far) != truth


HOLDS: Final[Mapping[str, Callable[[int], bool]]] = {
    "<": lambda far: far < 0,
    "<=": lambda far: far <= 0,
    ">": lambda far: far > 0,
    ">=": lambda far: far >= 0,
    "==": lambda far: far == 0,
    "!=": lambda far: far != 0,
}
"""Whether a comparison holds, by the sign of the difference."""


def _far(one: Grown, other: Grown) -> int | None:
    """The sign of the difference from some n on; None if it isn't known or changes for ever."""
    if one is None or other is None:
        return None
    if one.polynomial is not None and other.polynomial is not None:
        return _sign(_sum(one.polynomial, tuple(-part for part in other.polynomial)))
    up, down = _goes(one), _goes(other)
    return None if up == down else (up > down) - (up < down)


def _goes(one: Grown) -> int:
    """1 for a value that grows beyond all bounds, -1 for one that falls below all bounds, otherwise 0."""
    if one is None:
        return 0
    if one.polynomial is None:
        return one.way
    return _sign(one.polynomial) if len(one.polynomial) > 1 else 0


def _constant(one: Growth) -> int | None:
    """The value, if it is constant; otherwise None."""
    if one.polynomial is None or len(one.polynomial) > 1:
        return None
    return one.polynomial[0] if one.polynomial else 0


def _sign(polynomial: tuple[int, ...]) -> int:
    """The sign of the polynomial from some n on."""
    return (polynomial[-1] > 0) - (polynomial[-1] < 0) if polynomial else 0


# Values


def growth(node: Node) -> Grown:
    """The growth of the node's value."""
    if node.kind == "number":
        return Growth(_trimmed((node.value,)))
    if node.kind == "name":
        return Growth((0, 1))
    found = [growth(part) for part in node.parts]
    if node.kind == "call":
        return _called(node.signs[0], found)
    if node.kind not in PARTS:
        return None
    result = found[0]
    if node.kind == "signed":
        return _negative(result) if node.signs[0] == "-" else result
    for sign, other in zip(node.signs or ("**",), found[1:], strict=True):
        if result is None or other is None:
            return None
        result = OF_TWO[sign](result, other)
    return result


PARTS: Final = ("signed", "total", "product", "power")

UP, BOUNDED = Growth(way=1), Growth(way=0)


def _called(name: str, found: list[Grown]) -> Grown:
    """The growth of a function's value. It is known for few functions."""
    if name in ("last_digit", "first_digit", "largest_digit", "smallest_digit", "different_digits"):
        return BOUNDED
    if name in ("digits", "isqrt") and _goes(found[0]) > 0:
        return UP
    if name == "abs" and _goes(found[0]) != 0:
        return UP
    return None


def _negative(one: Grown) -> Grown:
    if one is None:
        return None
    if one.polynomial is None:
        return Growth(way=-one.way)
    return Growth(tuple(-part for part in one.polynomial))


def _added(one: Growth, other: Growth) -> Grown:
    if one.polynomial is not None and other.polynomial is not None:
        return _checked(_sum(one.polynomial, other.polynomial))
    ways = {_goes(one), _goes(other)}
    return None if ways == {1, -1} else Growth(way=sum(ways))


def _taken(one: Growth, other: Growth) -> Grown:
    less = _negative(other)
    return None if less is None else _added(one, less)


def _times(one: Growth, other: Growth) -> Grown:
    if one.polynomial is None or other.polynomial is None:
        return None
    product = [0] * max(len(one.polynomial) + len(other.polynomial) - 1, 0)
    for i, left in enumerate(one.polynomial):
        for j, right in enumerate(other.polynomial):
            product[i + j] += left * right
    return _checked(tuple(product))


def _whole_part(one: Growth, other: Growth) -> Grown:
    divisor = _constant(other)
    if not divisor:
        return None
    way = _goes(one)
    return Growth(way=way if divisor > 0 else -way)


def _rest(one: Growth, other: Growth) -> Grown:  # noqa: ARG001 - the dividend doesn't matter
    return BOUNDED if _constant(other) else None


def _power(one: Growth, other: Growth) -> Grown:
    exponent = _constant(other)
    if exponent is None or not 0 <= exponent <= HIGHEST or one.polynomial is None:
        return None
    result: Grown = Growth((1,))
    for _ in range(exponent):
        result = None if result is None else _times(result, one)
    return result


OF_TWO: Final[Mapping[str, Callable[[Growth, Growth], Grown]]] = {
    "+": _added,
    "-": _taken,
    "*": _times,
    "//": _whole_part,
    "%": _rest,
    "**": _power,
}


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    length = max(len(one), len(other))
    padded = [part + (0,) * (length - len(part)) for part in (one, other)]
    return _trimmed(tuple(left + right for left, right in zip(*padded, strict=True)))


def _trimmed(polynomial: tuple[int, ...]) -> tuple[int, ...]:
    while polynomial and not polynomial[-1]:
        polynomial = polynomial[:-1]
    return polynomial


def _checked(polynomial: tuple[int, ...]) -> Grown:
    """The polynomial as a growth, if its degree and coefficients are within bounds; otherwise None."""
    known = _trimmed(polynomial)
    if len(known) > HIGHEST + 1 or any(abs(part) > LARGEST for part in known):
        return None
    return Growth(known)
