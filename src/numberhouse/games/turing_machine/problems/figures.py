"""Figures read off a code, and the laws that are made of them (TM-1).

A code is three digits 1-5, written △□○. A figure is a number that can be read off it: a digit, a sum, how
many digits are 3. Combinators such as `below(TRIANGLE, 3)` turn figures into laws; each says what the law is
called and what it means in one place. The mask of a law has bit i set when code number i satisfies it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import msgspec


class Digits(NamedTuple):
    """A code as three numbers."""

    t: int
    s: int
    c: int


ALL: Final = tuple(Digits(*digits) for digits in product(range(1, 6), repeat=3))

CODES: Final[tuple[str, ...]] = tuple("".join(map(str, digits)) for digits in ALL)
"""The 125 codes "111" … "555" in lexicographic order; a code's index is its bit in every mask."""

INDEX: Final[Mapping[str, int]] = {code: index for index, code in enumerate(CODES)}
"""The number of each code: the inverse of `CODES`."""

EVERY: Final = (1 << len(CODES)) - 1


class Law(msgspec.Struct, frozen=True):
    """One line of a criteria card."""

    text: str
    """In symbols as far as they go, otherwise in English: `△ < 3`, `△ + □ + ○ even`."""
    mask: int
    """The codes of which it is true, one bit each (125 bits)."""
    english: str = ""
    russian: str = ""

    def words(self, lang: str = "en") -> str:
        """The law for readers of `lang` ("en", "ru"; any other reads English)."""
        return (self.russian if lang == "ru" else self.english) or self.text

    def holds(self, code: str) -> bool:
        """Whether the law is true of a code. Raises `KeyError` for what is no code."""
        return bool(self.mask >> INDEX[code] & 1)


@dataclass(frozen=True)
class Figure:
    """A number that can be read off a code."""

    text: str
    of: Callable[[Digits], int]

    def __add__(self, other: Figure) -> Figure:
        return Figure(f"{self.text} + {other.text}", lambda code: self.of(code) + other.of(code))


TRIANGLE: Final = Figure("△", lambda code: code.t)
SQUARE: Final = Figure("□", lambda code: code.s)
CIRCLE: Final = Figure("○", lambda code: code.c)
SHAPES: Final = (TRIANGLE, SQUARE, CIRCLE)
SUM: Final = TRIANGLE + SQUARE + CIRCLE


def evens(code: Digits) -> int:
    """How many digits are even."""
    return sum(digit % 2 == 0 for digit in code)


def repeats(code: Digits) -> int:
    """How often the commonest digit occurs."""
    return max(code.count(digit) for digit in code)


def climbs(code: Digits) -> int:
    """`asc` of TM-2: how many neighbours climb by one."""
    return (code.s == code.t + 1) + (code.c == code.s + 1)


def drops(code: Digits) -> int:
    """`desc` of TM-2: how many neighbours drop by one."""
    return (code.s == code.t - 1) + (code.c == code.s - 1)


def steps(code: Digits) -> int:
    """The longer of climbing and dropping by one."""
    return max(climbs(code), drops(code))


def law(text: str, true: Callable[[Digits], bool], english: str = "", russian: str = "") -> Law:
    """A law from its text and its meaning; the mask follows."""
    mask = sum(1 << index for index, code in enumerate(ALL) if true(code))
    return Law(text, mask, english, russian)


def below(figure: Figure, bound: int | Figure) -> Law:
    """figure < bound"""
    return law(f"{figure.text} < {shown(bound)}", lambda code: figure.of(code) < value(bound, code))


def equal(figure: Figure, bound: int | Figure) -> Law:
    """figure = bound"""
    return law(f"{figure.text} = {shown(bound)}", lambda code: figure.of(code) == value(bound, code))


def above(figure: Figure, bound: int | Figure) -> Law:
    """figure > bound"""
    return law(f"{figure.text} > {shown(bound)}", lambda code: figure.of(code) > value(bound, code))


def three_way(figure: Figure, bound: int | Figure) -> tuple[Law, ...]:
    """Below, equal, above."""
    return below(figure, bound), equal(figure, bound), above(figure, bound)


def one_or_more(figure: Figure) -> tuple[Law, ...]:
    """Equal to 1, above 1."""
    return equal(figure, 1), above(figure, 1)


def parity(figure: Figure) -> tuple[Law, ...]:
    """Even, odd."""
    text = figure.text
    return (
        law(f"{text} even", lambda code: figure.of(code) % 2 == 0, f"{text} is even", f"{text} — чётное"),
        law(f"{text} odd", lambda code: figure.of(code) % 2 == 1, f"{text} is odd", f"{text} — нечётное"),
    )


def multiple(figure: Figure, divisor: int) -> Law:
    """Divisible without remainder."""
    return law(
        f"{figure.text} a multiple of {divisor}",
        lambda code: figure.of(code) % divisor == 0,
        f"{figure.text} is a multiple of {divisor}",
        f"{figure.text} делится на {divisor}",
    )


def times(digit: int, count: int) -> Law:
    """A digit occurs this often."""
    return law(
        f"#{digit} = {count}",
        lambda code: code.count(digit) == count,
        (f"no {digit}", f"exactly one {digit}", f"exactly two {digit}s", f"three {digit}s")[count],
        (f"нет {digit}", f"ровно одна {digit}", f"ровно две {digit}", f"три {digit}")[count],
    )


def even_digits(count: int) -> Law:
    """This many digits are even."""
    return law(
        f"#even = {count}",
        lambda code: evens(code) == count,
        ("no even digit", "exactly one even digit", "exactly two even digits", "three even digits")[count],
        ("нет чётных цифр", "ровно одна чётная цифра", "ровно две чётные цифры", "три чётные цифры")[count],
    )


def against_others(
    figure: Figure, sign: str, true: Callable[[int, int], bool], english: str, russian: str
) -> Law:
    """A digit stands so to both others."""
    others = [shape for shape in SHAPES if shape is not figure]
    return law(
        f"{figure.text} {sign} {others[0].text}, {others[1].text}",
        lambda code: all(true(figure.of(code), other.of(code)) for other in others),
        f"{figure.text} is {english}",
        f"{figure.text} {russian}",
    )


def strictly_smallest(figure: Figure) -> Law:
    """Alone the smallest."""
    return against_others(figure, "<", lambda a, b: a < b, "smaller than both others", "меньше обеих других")


def strictly_largest(figure: Figure) -> Law:
    """Alone the largest."""
    return against_others(figure, ">", lambda a, b: a > b, "larger than both others", "больше обеих других")


def smallest(figure: Figure) -> Law:
    """The smallest, alone or tied."""
    return against_others(
        figure, "≤", lambda a, b: a <= b, "smallest, alone or tied", "наименьшая, возможно не одна"
    )


def largest(figure: Figure) -> Law:
    """The largest, alone or tied."""
    return against_others(
        figure, "≥", lambda a, b: a >= b, "largest, alone or tied", "наибольшая, возможно не одна"
    )


def each(make: Callable[[Figure], Law]) -> tuple[Law, ...]:
    """The same law for △, □ and ○."""
    return tuple(make(shape) for shape in SHAPES)


def pair_counts(first: int, second: int) -> tuple[Law, ...]:
    """Two digits occurring not at all, once, twice, by turns."""
    return tuple(times(digit, count) for count in range(3) for digit in (first, second))


def shown(bound: int | Figure) -> str:
    """A bound in text."""
    return bound.text if isinstance(bound, Figure) else str(bound)


def value(bound: int | Figure, code: Digits) -> int:
    """A bound as a number."""
    return bound.of(code) if isinstance(bound, Figure) else bound
