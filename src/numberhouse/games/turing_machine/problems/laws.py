"""The 48 criteria cards and their 183 laws (TM-2).

The table `CARDS` defines each law once, in terms of `figures`. A law's text and its mask come from the same
expression.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from numberhouse.games.turing_machine.problems.figures import (
    CODES,
    EVERY,
    INDEX,
    SHAPES,
    SUM,
    Law,
    above,
    below,
    climbs,
    each,
    equal,
    even_digits,
    evens,
    largest,
    law,
    multiple,
    one_or_more,
    pair_counts,
    parity,
    repeats,
    smallest,
    steps,
    strictly_largest,
    strictly_smallest,
    three_way,
    times,
)
from numberhouse.words import message, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CARDS", "CODES", "EVERY", "INDEX", "MOST_LAWS", "Card", "Law", "law_counts", "law_masks"]

WORDS: Final = words_of("numberhouse.games.turing_machine")

MOST_LAWS: Final = 9
"""The largest number of laws on a card."""


class Card(msgspec.Struct, frozen=True):
    """A criteria card: its laws in printed order, and the question that they answer."""

    number: int
    template: str
    """The template of the question: a text of the catalogue."""
    values: Mapping[str, str | int]
    """The values that are inserted into the template."""
    laws: tuple[Law, ...]

    def title(self, lang: str = "en") -> str:
        """The question of the card, in the words of the language."""
        return WORDS.t(self.template, lang, **self.values)


@cache
def law_masks() -> NDArray[np.uint64]:
    """The masks for compiled kernels: uint64[49, 9, 2] by card, law and (low, high) word; zero where there
    is no such law. Read-only."""
    import numpy as np  # of the extra `bots`

    masks = np.zeros((len(CARDS) + 1, MOST_LAWS, 2), dtype=np.uint64)
    for number, card in CARDS.items():
        for place, line in enumerate(card.laws):
            masks[number, place] = line.mask & (2**64 - 1), line.mask >> 64
    masks.flags.writeable = False
    return masks


@cache
def law_counts() -> NDArray[np.int64]:
    """The number of laws of each card: int64[49]; card 0 has none. Read-only."""
    import numpy as np  # of the extra `bots`

    counts = np.array([0, *(len(card.laws) for card in CARDS.values())], dtype=np.int64)
    counts.flags.writeable = False
    return counts


# The table (TM-2): the laws in printed order, and each card's question.


def card(number: int, template: str, /, *laws: Law, **values: str | int) -> Card:
    return Card(number, template, values, laws)


T, S, C = SHAPES

COMPARED: Final = message("{one} compared with {other}")
COMPARED_WITH_ANOTHER: Final = message("{one} compared with another")
ONE_COMPARED: Final = message("one digit compared with {number}")
EVEN_OR_ODD: Final = message("{one} even or odd")
WHICH_LESS: Final = message("which is less than {number}")
WHICH_EQUAL: Final = message("which is {number}")
WHICH_GREATER: Final = message("which is greater than {number}")
WHICH_TWO: Final = message("which two make {number}")
HOW_MANY: Final[Mapping[int, str]] = {
    1: message("how many 1s"),
    3: message("how many 3s"),
    4: message("how many 4s"),
}

RISING: Final = law("△ < □ < ○", lambda code: code.t < code.s < code.c, message("rising: △ < □ < ○"))
FALLING: Final = law("△ > □ > ○", lambda code: code.t > code.s > code.c, message("falling: △ > □ > ○"))
ONE_PAIR: Final = law(
    "exactly one pair",
    lambda code: repeats(code) == 2,
    message("exactly two digits are equal"),
)

CARDS: Final[Mapping[int, Card]] = {
    card.number: card
    for card in (
        card(1, COMPARED, *one_or_more(T), one="△", other=1),
        card(2, COMPARED, *three_way(T, 3), one="△", other=3),
        card(3, COMPARED, *three_way(S, 3), one="□", other=3),
        card(4, COMPARED, *three_way(S, 4), one="□", other=4),
        card(5, EVEN_OR_ODD, *parity(T), one="△"),
        card(6, EVEN_OR_ODD, *parity(S), one="□"),
        card(7, EVEN_OR_ODD, *parity(C), one="○"),
        card(8, HOW_MANY[1], *(times(1, count) for count in range(4))),
        card(9, HOW_MANY[3], *(times(3, count) for count in range(4))),
        card(10, HOW_MANY[4], *(times(4, count) for count in range(4))),
        card(11, COMPARED, *three_way(T, S), one="△", other="□"),
        card(12, COMPARED, *three_way(T, C), one="△", other="○"),
        card(13, COMPARED, *three_way(S, C), one="□", other="○"),
        card(14, message("which is strictly smallest"), *each(strictly_smallest)),
        card(15, message("which is strictly largest"), *each(strictly_largest)),
        card(
            16,
            message("more even digits or more odd ones"),
            law("#even ≥ 2", lambda code: evens(code) >= 2, message("more even than odd")),
            law("#even ≤ 1", lambda code: evens(code) <= 1, message("more odd than even")),
        ),
        card(17, message("how many even digits"), *map(even_digits, range(4))),
        card(18, message("sum of all even or odd"), *parity(SUM)),
        card(19, COMPARED, *three_way(T + S, 6), one="△ + □", other=6),
        card(
            20,
            message("how often a digit repeats"),
            law("a triple", lambda code: repeats(code) == 3, message("all three digits are equal")),
            ONE_PAIR,
            law("all different", lambda code: repeats(code) == 1, message("all digits differ")),
        ),
        card(
            21,
            message("whether there is exactly one pair"),
            law(
                "no pair",
                lambda code: repeats(code) != 2,
                message("no pair: all different or all equal"),
            ),
            ONE_PAIR,
        ),
        card(
            22,
            message("rising, falling or neither"),
            RISING,
            FALLING,
            law(
                "neither rising nor falling",
                lambda code: not (code.t < code.s < code.c or code.t > code.s > code.c),
                message("neither rising nor falling"),
            ),
        ),
        card(23, message("sum of all compared with {number}"), *three_way(SUM, 6), number=6),
        card(
            24,
            message("neighbours climbing by one"),
            law(
                "asc = 2",
                lambda code: climbs(code) == 2,
                message("all three climb by one: 123, 234, 345"),
            ),
            law(
                "asc = 1",
                lambda code: climbs(code) == 1,
                message("one pair of neighbours climbs by one"),
            ),
            law(
                "asc = 0",
                lambda code: climbs(code) == 0,
                message("no neighbours climb by one"),
            ),
        ),
        card(
            25,
            message("neighbours climbing or dropping by one"),
            law(
                "asc = desc = 0",
                lambda code: steps(code) == 0,
                message("no neighbours climb or drop by one"),
            ),
            law(
                "max(asc, desc) = 1",
                lambda code: steps(code) == 1,
                message("two neighbours climb or drop by one, not all three"),
            ),
            law(
                "max(asc, desc) = 2",
                lambda code: steps(code) == 2,
                message("all three climb by one, or all three drop by one"),
            ),
        ),
        card(26, WHICH_LESS, *each(lambda shape: below(shape, 3)), number=3),
        card(27, WHICH_LESS, *each(lambda shape: below(shape, 4)), number=4),
        card(28, WHICH_EQUAL, *each(lambda shape: equal(shape, 1)), number=1),
        card(29, WHICH_EQUAL, *each(lambda shape: equal(shape, 3)), number=3),
        card(30, WHICH_EQUAL, *each(lambda shape: equal(shape, 4)), number=4),
        card(31, WHICH_GREATER, *each(lambda shape: above(shape, 1)), number=1),
        card(32, WHICH_GREATER, *each(lambda shape: above(shape, 3)), number=3),
        card(
            33,
            message("one digit even or odd"),
            *(law for shape in SHAPES for law in parity(shape)),
        ),
        card(34, message("which is smallest, ties allowed"), *each(smallest)),
        card(35, message("which is largest, ties allowed"), *each(largest)),
        card(
            36,
            message("what divides the sum of all"),
            *(multiple(SUM, divisor) for divisor in (3, 4, 5)),
        ),
        card(37, WHICH_TWO, equal(T + S, 4), equal(T + C, 4), equal(S + C, 4), number=4),
        card(38, WHICH_TWO, equal(T + S, 6), equal(T + C, 6), equal(S + C, 6), number=6),
        card(39, ONE_COMPARED, *(law for shape in SHAPES for law in one_or_more(shape)), number=1),
        card(40, ONE_COMPARED, *(law for shape in SHAPES for law in three_way(shape, 3)), number=3),
        card(41, ONE_COMPARED, *(law for shape in SHAPES for law in three_way(shape, 4)), number=4),
        card(
            42,
            message("which is strictly smallest or largest"),
            *(law for shape in SHAPES for law in (strictly_smallest(shape), strictly_largest(shape))),
        ),
        card(
            43,
            COMPARED_WITH_ANOTHER,
            *(make(T, other) for make in (below, equal, above) for other in (S, C)),
            one="△",
        ),
        card(
            44,
            COMPARED_WITH_ANOTHER,
            *(make(S, other) for make in (below, equal, above) for other in (T, C)),
            one="□",
        ),
        card(45, message("how many 1s or how many 3s"), *pair_counts(1, 3)),
        card(46, message("how many 3s or how many 4s"), *pair_counts(3, 4)),
        card(47, message("how many 1s or how many 4s"), *pair_counts(1, 4)),
        card(
            48,
            message("one digit compared with another"),
            *(law for one, other in ((T, S), (T, C), (S, C)) for law in three_way(one, other)),
        ),
    )
}
"""Cards 1 … 48 by number."""
