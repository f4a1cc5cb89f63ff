"""The 48 criteria cards and their 183 laws (TM-2).

Each law is said once, in the table `CARDS`, in terms of `figures`: its text and its mask come from the same
words.
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

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CARDS", "CODES", "EVERY", "INDEX", "MOST_LAWS", "Card", "Law", "law_counts", "law_masks"]

MOST_LAWS: Final = 9
"""No card has more laws than this."""


class Card(msgspec.Struct, frozen=True):
    """A criteria card: its laws in printed order and the question they answer."""

    number: int
    english: str
    russian: str
    laws: tuple[Law, ...]

    def title(self, lang: str = "en") -> str:
        """What the card asks, for readers of `lang` ("en", "ru"; any other reads English)."""
        return self.russian if lang == "ru" else self.english


@cache
def law_masks() -> NDArray[np.uint64]:
    """The masks for compiled kernels: uint64[49, 9, 2] by card, law and (low, high) word; zero where there
    is no such law. Read-only."""
    import numpy as np

    masks = np.zeros((len(CARDS) + 1, MOST_LAWS, 2), dtype=np.uint64)
    for number, card in CARDS.items():
        for place, line in enumerate(card.laws):
            masks[number, place] = line.mask & (2**64 - 1), line.mask >> 64
    masks.flags.writeable = False
    return masks


@cache
def law_counts() -> NDArray[np.int64]:
    """How many laws each card has: int64[49]; card 0 has none. Read-only."""
    import numpy as np

    counts = np.array([0, *(len(card.laws) for card in CARDS.values())], dtype=np.int64)
    counts.flags.writeable = False
    return counts


# The table (TM-2): the laws in printed order, and each card's question in English and Russian.


def card(number: int, english: str, russian: str, *laws: Law) -> Card:
    return Card(number, english, russian, laws)


T, S, C = SHAPES

RISING: Final = law(
    "△ < □ < ○", lambda code: code.t < code.s < code.c, "rising: △ < □ < ○", "по возрастанию: △ < □ < ○"
)
FALLING: Final = law(
    "△ > □ > ○", lambda code: code.t > code.s > code.c, "falling: △ > □ > ○", "по убыванию: △ > □ > ○"
)
ONE_PAIR: Final = law(
    "exactly one pair",
    lambda code: repeats(code) == 2,
    "exactly two digits are equal",
    "ровно две цифры равны",
)

CARDS: Final[Mapping[int, Card]] = {
    card.number: card
    for card in (
        card(1, "△ compared with 1", "△ в сравнении с 1", *one_or_more(T)),
        card(2, "△ compared with 3", "△ в сравнении с 3", *three_way(T, 3)),
        card(3, "□ compared with 3", "□ в сравнении с 3", *three_way(S, 3)),
        card(4, "□ compared with 4", "□ в сравнении с 4", *three_way(S, 4)),
        card(5, "△ even or odd", "△: чётное или нечётное", *parity(T)),
        card(6, "□ even or odd", "□: чётное или нечётное", *parity(S)),
        card(7, "○ even or odd", "○: чётное или нечётное", *parity(C)),
        card(8, "how many 1s", "сколько единиц", *(times(1, count) for count in range(4))),
        card(9, "how many 3s", "сколько троек", *(times(3, count) for count in range(4))),
        card(10, "how many 4s", "сколько четвёрок", *(times(4, count) for count in range(4))),
        card(11, "△ compared with □", "△ в сравнении с □", *three_way(T, S)),
        card(12, "△ compared with ○", "△ в сравнении с ○", *three_way(T, C)),
        card(13, "□ compared with ○", "□ в сравнении с ○", *three_way(S, C)),
        card(14, "which is strictly smallest", "какая строго меньше других", *each(strictly_smallest)),
        card(15, "which is strictly largest", "какая строго больше других", *each(strictly_largest)),
        card(
            16,
            "more even digits or more odd ones",
            "каких цифр больше: чётных или нечётных",
            law("#even ≥ 2", lambda code: evens(code) >= 2, "more even than odd", "чётных больше"),
            law("#even ≤ 1", lambda code: evens(code) <= 1, "more odd than even", "нечётных больше"),
        ),
        card(17, "how many even digits", "сколько чётных цифр", *map(even_digits, range(4))),
        card(18, "sum of all even or odd", "сумма всех: чётная или нечётная", *parity(SUM)),
        card(19, "△ + □ compared with 6", "△ + □ в сравнении с 6", *three_way(T + S, 6)),
        card(
            20,
            "how often a digit repeats",
            "сколько раз повторяется цифра",
            law("a triple", lambda code: repeats(code) == 3, "all three digits are equal", "три цифры равны"),
            ONE_PAIR,
            law("all different", lambda code: repeats(code) == 1, "all digits differ", "все цифры разные"),
        ),
        card(
            21,
            "whether there is exactly one pair",
            "есть ли ровно одна пара",
            law(
                "no pair",
                lambda code: repeats(code) != 2,
                "no pair: all different or all equal",
                "пары нет: все разные или все равны",
            ),
            ONE_PAIR,
        ),
        card(
            22,
            "rising, falling or neither",
            "по возрастанию, по убыванию или никак",
            RISING,
            FALLING,
            law(
                "neither rising nor falling",
                lambda code: not (code.t < code.s < code.c or code.t > code.s > code.c),
                "",
                "ни по возрастанию, ни по убыванию",
            ),
        ),
        card(23, "sum of all compared with 6", "сумма всех в сравнении с 6", *three_way(SUM, 6)),
        card(
            24,
            "neighbours climbing by one",
            "соседи, растущие на единицу",
            law(
                "asc = 2",
                lambda code: climbs(code) == 2,
                "all three climb by one: 123, 234, 345",
                "все три растут на 1: 123, 234, 345",
            ),
            law(
                "asc = 1",
                lambda code: climbs(code) == 1,
                "one pair of neighbours climbs by one",
                "одна пара соседей растёт на 1",
            ),
            law(
                "asc = 0",
                lambda code: climbs(code) == 0,
                "no neighbours climb by one",
                "соседи не растут на 1",
            ),
        ),
        card(
            25,
            "neighbours climbing or dropping by one",
            "соседи, растущие или убывающие на единицу",
            law(
                "asc = desc = 0",
                lambda code: steps(code) == 0,
                "no neighbours climb or drop by one",
                "соседи не растут и не убывают на 1",
            ),
            law(
                "max(asc, desc) = 1",
                lambda code: steps(code) == 1,
                "two neighbours climb or drop by one, not all three",
                "двое соседей растут или убывают на 1, не все три",
            ),
            law(
                "max(asc, desc) = 2",
                lambda code: steps(code) == 2,
                "all three climb by one, or all three drop by one",
                "все три растут на 1 или все три убывают на 1",
            ),
        ),
        card(26, "which is less than 3", "какая меньше 3", *each(lambda shape: below(shape, 3))),
        card(27, "which is less than 4", "какая меньше 4", *each(lambda shape: below(shape, 4))),
        card(28, "which is 1", "какая равна 1", *each(lambda shape: equal(shape, 1))),
        card(29, "which is 3", "какая равна 3", *each(lambda shape: equal(shape, 3))),
        card(30, "which is 4", "какая равна 4", *each(lambda shape: equal(shape, 4))),
        card(31, "which is greater than 1", "какая больше 1", *each(lambda shape: above(shape, 1))),
        card(32, "which is greater than 3", "какая больше 3", *each(lambda shape: above(shape, 3))),
        card(
            33,
            "one digit even or odd",
            "одна цифра: чётная или нечётная",
            *(law for shape in SHAPES for law in parity(shape)),
        ),
        card(34, "which is smallest, ties allowed", "какая наименьшая, можно вровень", *each(smallest)),
        card(35, "which is largest, ties allowed", "какая наибольшая, можно вровень", *each(largest)),
        card(
            36,
            "what divides the sum of all",
            "на что делится сумма всех",
            *(multiple(SUM, divisor) for divisor in (3, 4, 5)),
        ),
        card(37, "which two make 4", "какие две дают 4", equal(T + S, 4), equal(T + C, 4), equal(S + C, 4)),
        card(38, "which two make 6", "какие две дают 6", equal(T + S, 6), equal(T + C, 6), equal(S + C, 6)),
        card(
            39,
            "one digit compared with 1",
            "одна цифра в сравнении с 1",
            *(law for shape in SHAPES for law in one_or_more(shape)),
        ),
        card(
            40,
            "one digit compared with 3",
            "одна цифра в сравнении с 3",
            *(law for shape in SHAPES for law in three_way(shape, 3)),
        ),
        card(
            41,
            "one digit compared with 4",
            "одна цифра в сравнении с 4",
            *(law for shape in SHAPES for law in three_way(shape, 4)),
        ),
        card(
            42,
            "which is strictly smallest or largest",
            "какая строго меньше или больше других",
            *(law for shape in SHAPES for law in (strictly_smallest(shape), strictly_largest(shape))),
        ),
        card(
            43,
            "△ compared with another",
            "△ в сравнении с другой",
            *(make(T, other) for make in (below, equal, above) for other in (S, C)),
        ),
        card(
            44,
            "□ compared with another",
            "□ в сравнении с другой",
            *(make(S, other) for make in (below, equal, above) for other in (T, C)),
        ),
        card(45, "how many 1s or how many 3s", "сколько единиц или сколько троек", *pair_counts(1, 3)),
        card(46, "how many 3s or how many 4s", "сколько троек или сколько четвёрок", *pair_counts(3, 4)),
        card(47, "how many 1s or how many 4s", "сколько единиц или сколько четвёрок", *pair_counts(1, 4)),
        card(
            48,
            "one digit compared with another",
            "одна цифра в сравнении с другой",
            *(law for one, other in ((T, S), (T, C), (S, C)) for law in three_way(one, other)),
        ),
    )
}
"""Cards 1 … 48 by number."""
