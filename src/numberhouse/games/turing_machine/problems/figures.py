"""Figures of a code, and the laws that are made of them (TM-1).

A code is three digits 1-5, written △□○. A figure is a number that follows from a code: a digit, a sum, or the
number of digits that are 3. Combinators such as `below(TRIANGLE, 3)` turn figures into laws. Each combinator
defines both the text and the meaning of its laws. The mask of a law has bit i set when code number i
satisfies it.

The texts of the laws are the same as on the board in the browser, so that both share the catalogue's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from numberhouse.words import message, words_of

WORDS: Final = words_of("numberhouse.games.turing_machine")


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
    """The law in symbols as far as possible, otherwise in English: `△ < 3`, `△ + □ + ○ even`."""
    mask: int
    """The codes that satisfy the law, one bit each (125 bits)."""
    template: str = ""
    """The law in words: a text of the catalogue. Empty for a law that consists of symbols."""
    values: Mapping[str, str | int] = MappingProxyType({})
    """The values that are inserted into the template."""

    def words(self, lang: str = "en") -> str:
        """The law in the words of the language."""
        return WORDS.t(self.template, lang, **self.values) if self.template else self.text

    def holds(self, code: str) -> bool:
        """Whether the code satisfies the law. Raises `KeyError` for an invalid code."""
        return bool(self.mask >> INDEX[code] & 1)


@dataclass(frozen=True)
class Figure:
    """A number that follows from a code."""

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
    """The number of even digits."""
    return sum(digit % 2 == 0 for digit in code)


def repeats(code: Digits) -> int:
    """The number of occurrences of the most frequent digit."""
    return max(code.count(digit) for digit in code)


def climbs(code: Digits) -> int:
    """`asc` of TM-2: the number of neighbours that climb by one."""
    return (code.s == code.t + 1) + (code.c == code.s + 1)


def drops(code: Digits) -> int:
    """`desc` of TM-2: the number of neighbours that drop by one."""
    return (code.s == code.t - 1) + (code.c == code.s - 1)


def steps(code: Digits) -> int:
    """The larger of the numbers of climbs and drops."""
    return max(climbs(code), drops(code))


def law(text: str, true: Callable[[Digits], bool], template: str = "", /, **values: str | int) -> Law:
    """A law from its text, its condition and its words. The mask is computed from the condition."""
    mask = sum(1 << index for index, code in enumerate(ALL) if true(code))
    return Law(text, mask, template, values)


def below(figure: Figure, bound: int | Figure) -> Law:
    """The law figure < bound."""
    return law(f"{figure.text} < {bound_text(bound)}", lambda code: figure.of(code) < value(bound, code))


def equal(figure: Figure, bound: int | Figure) -> Law:
    """The law figure = bound."""
    return law(f"{figure.text} = {bound_text(bound)}", lambda code: figure.of(code) == value(bound, code))


def above(figure: Figure, bound: int | Figure) -> Law:
    """The law figure > bound."""
    return law(f"{figure.text} > {bound_text(bound)}", lambda code: figure.of(code) > value(bound, code))


def three_way(figure: Figure, bound: int | Figure) -> tuple[Law, ...]:
    """The three laws below, equal, above."""
    return below(figure, bound), equal(figure, bound), above(figure, bound)


def one_or_more(figure: Figure) -> tuple[Law, ...]:
    """The two laws equal to 1, above 1."""
    return equal(figure, 1), above(figure, 1)


def parity(figure: Figure) -> tuple[Law, ...]:
    """The two laws even, odd."""
    text = figure.text
    return (
        law(f"{text} even", lambda code: figure.of(code) % 2 == 0, message("{one} is even"), one=text),
        law(f"{text} odd", lambda code: figure.of(code) % 2 == 1, message("{one} is odd"), one=text),
    )


def multiple(figure: Figure, divisor: int) -> Law:
    """The law that the figure is divisible without remainder."""
    return law(
        f"{figure.text} a multiple of {divisor}",
        lambda code: figure.of(code) % divisor == 0,
        message("{one} is a multiple of {number}"),
        one=figure.text,
        number=divisor,
    )


TIMES: Final = (
    message("no {digit}"),
    message("exactly one {digit}"),
    message("exactly two {digit}s"),
    message("three {digit}s"),
)
"""The texts by the number of occurrences of the digit."""

EVEN_DIGITS: Final = (
    message("no even digit"),
    message("exactly one even digit"),
    message("exactly two even digits"),
    message("three even digits"),
)
"""The texts by the number of even digits."""


def times(digit: int, count: int) -> Law:
    """The law that a digit occurs `count` times."""
    return law(f"#{digit} = {count}", lambda code: code.count(digit) == count, TIMES[count], digit=digit)


def even_digits(count: int) -> Law:
    """The law that `count` digits are even."""
    return law(f"#even = {count}", lambda code: evens(code) == count, EVEN_DIGITS[count])


def against_others(figure: Figure, sign: str, true: Callable[[int, int], bool], template: str) -> Law:
    """The law that a digit has this relation to both other digits."""
    others = [shape for shape in SHAPES if shape is not figure]
    return law(
        f"{figure.text} {sign} {others[0].text}, {others[1].text}",
        lambda code: all(true(figure.of(code), other.of(code)) for other in others),
        template,
        one=figure.text,
    )


def strictly_smallest(figure: Figure) -> Law:
    """The law that a digit is smaller than both others."""
    return against_others(figure, "<", lambda a, b: a < b, message("{one} is smaller than both others"))


def strictly_largest(figure: Figure) -> Law:
    """The law that a digit is larger than both others."""
    return against_others(figure, ">", lambda a, b: a > b, message("{one} is larger than both others"))


def smallest(figure: Figure) -> Law:
    """The law that a digit is the smallest, alone or tied."""
    return against_others(figure, "≤", lambda a, b: a <= b, message("{one} is smallest, alone or tied"))


def largest(figure: Figure) -> Law:
    """The law that a digit is the largest, alone or tied."""
    return against_others(figure, "≥", lambda a, b: a >= b, message("{one} is largest, alone or tied"))


def each(make: Callable[[Figure], Law]) -> tuple[Law, ...]:
    """The same law for △, □ and ○."""
    return tuple(make(shape) for shape in SHAPES)


def pair_counts(first: int, second: int) -> tuple[Law, ...]:
    """Laws on two digits in turn, with 0, 1 or 2 occurrences."""
    return tuple(times(digit, count) for count in range(3) for digit in (first, second))


def bound_text(bound: int | Figure) -> str:
    """The text of a bound."""
    return bound.text if isinstance(bound, Figure) else str(bound)


def value(bound: int | Figure, code: Digits) -> int:
    """The number of a bound for this code."""
    return bound.of(code) if isinstance(bound, Figure) else bound
