"""TM-1 and TM-2: codes, cards and laws."""

from __future__ import annotations

import pytest

from numberhouse.games.turing_machine.problems.laws import (
    CARDS,
    CODES,
    INDEX,
    MOST_LAWS,
    law_counts,
    law_masks,
)

NEVER_TRUE = {(8, 3), (9, 3), (10, 3), (24, 0)}
"""The laws marked † in TM-2: (card, place)."""


def true_codes(card: int, place: int) -> set[str]:
    law = CARDS[card].laws[place]
    return {code for code in CODES if law.holds(code)}


def test_tm_1_there_are_125_codes_in_order() -> None:
    assert len(CODES) == 125
    assert CODES[0] == "111"
    assert CODES[-1] == "555"
    assert list(CODES) == sorted(set(CODES))
    assert all(INDEX[code] == index for index, code in enumerate(CODES))


def test_tm_2_counts_of_cards_laws_and_predicates() -> None:
    assert list(CARDS) == list(range(1, 49))
    assert all(card.number == number for number, card in CARDS.items())
    laws = {
        (number, place): law.mask for number, card in CARDS.items() for place, law in enumerate(card.laws)
    }
    assert len(laws) == 183
    assert len(set(laws.values())) == 98
    possible = [mask for line, mask in laws.items() if line not in NEVER_TRUE]
    assert len(possible) == 179
    assert len(set(possible)) == 94


def test_tm_2_laws_of_one_card_differ_and_none_is_empty_or_everything() -> None:
    for card in CARDS.values():
        masks = [law.mask for law in card.laws]
        assert len(set(masks)) == len(masks) <= MOST_LAWS
        assert all(0 < mask < (1 << 125) - 1 for mask in masks)


@pytest.mark.parametrize(
    ("card", "place", "inside", "outside"),
    [
        (1, 1, "211", "155"),  # t>1
        (2, 2, "411", "311"),  # t>3
        (3, 0, "525", "535"),  # s<3
        (4, 1, "141", "414"),  # s=4
        (7, 0, "112", "221"),  # c even
        (8, 2, "151", "152"),  # two 1s
        (9, 0, "124", "324"),  # no 3
        (10, 3, "444", "443"),  # three 4s
        (11, 0, "121", "221"),  # t<s
        (12, 1, "343", "334"),  # t=c
        (13, 2, "154", "145"),  # s>c
        (14, 2, "221", "211"),  # c strictly smallest
        (15, 0, "543", "553"),  # t strictly largest
        (16, 0, "224", "211"),  # two or three even
        (17, 1, "211", "221"),  # one even
        (18, 1, "111", "112"),  # odd sum
        (19, 1, "152", "142"),  # t+s=6
        (20, 1, "151", "111"),  # exactly one pair
        (21, 0, "111", "112"),  # no pair: a triple is none
        (22, 2, "132", "123"),  # neither
        (23, 0, "113", "222"),  # sum below 6
        (24, 0, "345", "334"),  # asc = 2
        (24, 1, "121", "123"),  # asc = 1: up, then down
        (24, 2, "321", "125"),  # asc = 0
        (25, 0, "135", "132"),  # no steps at all
        (25, 1, "121", "321"),  # a step, no run of three
        (25, 2, "321", "323"),  # a run of three, falling
        (26, 1, "525", "535"),  # s<3
        (28, 2, "551", "155"),  # c=1
        (32, 0, "411", "344"),  # t>3
        (33, 3, "212", "121"),  # s odd
        (34, 0, "112", "211"),  # t smallest or tied
        (35, 1, "155", "512"),  # s largest or tied
        (36, 1, "224", "223"),  # a multiple of 4
        (37, 1, "153", "313"),  # t+c=4
        (38, 2, "151", "155"),  # s+c=6
        (39, 2, "515", "155"),  # s=1
        (40, 5, "141", "131"),  # s>3
        (41, 6, "553", "554"),  # c<4
        (42, 3, "252", "255"),  # s strictly largest
        (43, 5, "514", "515"),  # t>c
        (44, 1, "514", "554"),  # s<c
        (45, 3, "132", "332"),  # one 3
        (46, 4, "313", "314"),  # two 3s
        (47, 1, "123", "124"),  # no 4
        (48, 4, "151", "152"),  # t=c
    ],
)
def test_tm_2_laws_in_printed_order(card: int, place: int, inside: str, outside: str) -> None:
    codes = true_codes(card, place)
    assert inside in codes
    assert outside not in codes


def test_tm_2_cards_that_cover_the_codes_do_so_once() -> None:
    partitions = [*range(1, 8), *range(8, 14), *range(16, 26)]
    for number in partitions:
        masks = [law.mask for law in CARDS[number].laws]
        assert sum(masks) == (1 << 125) - 1, number


def test_tm_2_every_law_and_card_has_words_in_both_languages() -> None:
    for card in CARDS.values():
        assert card.title("en")
        assert card.title("ru")
        for lang in ("en", "ru"):
            words = [law.words(lang) for law in card.laws]
            assert all(words)
            assert len(set(words)) == len(words)
        assert len({law.text for law in card.laws}) == len(card.laws)
    assert CARDS[2].laws[0].text == "△ < 3"
    assert CARDS[18].laws[0].text == "△ + □ + ○ even"


def test_tables_for_kernels_are_the_cards() -> None:
    masks, counts = law_masks(), law_counts()
    assert masks.shape == (49, 9, 2)
    assert int(counts.sum()) == 183
    for number, card in CARDS.items():
        assert counts[number] == len(card.laws)
        for place, law in enumerate(card.laws):
            low, high = (int(word) for word in masks[number, place])
            assert low | high << 64 == law.mask
        assert not masks[number, len(card.laws) :].any()
