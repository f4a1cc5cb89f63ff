"""Dishes and their judge by the rulings SC-13 to SC-17."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.games.sign_cook.rules.dishes.dish import BadDish, Course, Dish, prepare
from numberhouse.games.sign_cook.rules.dishes.judge import judge
from numberhouse.games.sign_cook.rules.dishes.nearness import nearer
from numberhouse.games.sign_cook.rules.edition import FIRST
from numberhouse.games.sign_cook.rules.expressions import algebraic
from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression, Cuisine, read

LOOSE = Cuisine(unary_minus="loose")
TIGHT = Cuisine(unary_minus="tight")
WORDS = {"cool", "cook", "dab", "cab", "ab", "zoo"}


def dish(course: Course, written: str | None, cuisine: Cuisine = Cuisine()) -> Dish | None:  # noqa: B008
    return None if written is None else prepare(course, written.split("; "), cuisine)


def refusal(course: Course, written: str, cuisine: Cuisine = Cuisine()) -> BadDish:  # noqa: B008 - frozen
    with pytest.raises(BadDish) as caught:
        dish(course, written, cuisine)
    return caught.value


def verdict(course: Course, *written: str | None, cuisine: Cuisine = Cuisine()) -> list[tuple[int, int]]:  # noqa: B008
    """Places and points by seat."""
    judged = judge(course, [dish(course, text, cuisine) for text in written], WORDS.__contains__)
    assert judged.course == course
    return [(judgement.place, judgement.points) for judgement in judged.judgements]


def reasons(course: Course, *written: str | None) -> list[str]:
    judged = judge(course, [dish(course, text) for text in written], WORDS.__contains__)
    return [judgement.reason for judgement in judged.judgements]


# Starter


@pytest.mark.parametrize(
    "written",
    [
        "1+1; 4-1; 2^2",
        "91/7; 6+8; 3x5; 2^4",
        "2^2; 1+1; 4-1",
        "1+1",
        "2-3; 5-5; 3-2",
        "5-5",
    ],
)
def test_sc_13_a_starter_is_consecutive_in_any_order(written: str) -> None:
    prepared = dish("starter", written)
    assert prepared is not None
    assert [expression.text for expression in prepared.expressions] == written.split("; ")
    assert not prepared.ruined
    assert prepared.word is None


@pytest.mark.parametrize(
    ("written", "missing", "doubled"),
    [
        ("1+1; 2+2", ["3"], []),
        ("1+1; 2x1", [], ["2"]),
        ("1+1; 2x1; 2^2", ["3"], ["2"]),
        ("1+1; 9+9", ["3", "4", "5", "6", "7", "8", "9", "10"], []),
        ("1-2; 3-2", ["0"], []),
    ],
)
def test_sc_13_a_starter_that_is_not_consecutive_is_refused(
    written: str, missing: list[str], doubled: list[str]
) -> None:
    refused = refusal("starter", written)
    assert refused.code == "not-consecutive"
    assert (refused.values["missing"], refused.values["doubled"]) == (missing, doubled)


def test_sc_13_a_refusal_stays_short_however_far_apart_the_values_are() -> None:
    refused = refusal("starter", "1+1; 9^99999; 9^99998")
    assert refused.code == "not-consecutive"
    assert len(refused.message) < 300


def test_sc_13_values_of_a_starter_are_whole() -> None:
    refused = refusal("starter", "1+1; 7/2")
    assert (refused.code, refused.values["item"], refused.values["value"]) == ("not-whole", 2, "7/2")
    assert refusal("starter", "2^2^-1", LOOSE).code == "not-whole"


def test_sc_13_each_expression_of_a_starter_has_a_sign() -> None:
    refused = refusal("starter", "1+1; 3")
    assert (refused.code, refused.values["item"]) == ("no-sign", 2)


def test_sc_13_the_longer_starter_wins() -> None:
    assert verdict("starter", "9+9; 9+8", "1+1; 1+2; 1+3") == [(2, 1), (1, 2)]


def test_sc_13_then_the_higher_top() -> None:
    assert verdict("starter", "1+1; 1+2", "2+2; 1+2", "9^9; 9^9-1") == [(3, 1), (2, 2), (1, 3)]


def test_sc_13_then_it_is_a_tie() -> None:
    assert verdict("starter", "1+1; 1+2", "1x3; 9-7", "1+1") == [(1, 3), (1, 3), (3, 1)]


# Main course


def test_sc_14_a_main_course_is_one_expression() -> None:
    refused = refusal("main", "24; 12+12")
    assert (refused.code, refused.values["expressions"]) == ("one-expression", 2)


def test_sc_14_the_nearer_to_24_wins() -> None:
    assert verdict("main", "8x3", "12+13", "9+9", "1/7+24") == [(1, 4), (3, 2), (4, 1), (2, 3)]


def test_sc_14_both_sides_of_24_are_equally_near() -> None:
    assert verdict("main", "24+1", "24-1") == [(1, 2), (1, 2)]


def test_sc_14_nearness_is_exact() -> None:
    assert verdict("main", "24+1/10^300", "24-1/9^300", "24+1/10^300") == [(1, 3), (3, 1), (1, 3)]


def test_sc_14_then_more_signs_and_digits_are_none() -> None:
    assert verdict("main", "12+12", "8+8+8", "100000-99976") == [(3, 1), (1, 3), (2, 2)]


def test_sc_14_then_the_written_numbers_the_largest_first() -> None:
    assert verdict("main", "9x3-3", "22+1+1") == [(2, 1), (1, 2)]
    assert verdict("main", "20+3+1", "20+2+2") == [(1, 2), (2, 1)]
    assert verdict("main", "9+9+6", "10+9+5", "10+8+6") == [(3, 1), (1, 3), (2, 2)]


def test_sc_14_numbers_in_another_order_are_a_tie() -> None:
    assert verdict("main", "20+3+1", "1+20+3", "9x3-3") == [(1, 3), (1, 3), (3, 1)]


def test_sc_14_irrational_values_are_compared_exactly() -> None:
    # 576^(1/2) is 24; the roots of 2 and of -2 are as far from 24 as 22.58… and 24.04…
    written = ("576^2^-1", "2^2^-1", "1+1", "-2^2^-1")
    assert verdict("main", *written, cuisine=TIGHT) == [(1, 4), (3, 2), (2, 3), (4, 1)]


def test_sc_14_equal_irrational_values_tie() -> None:
    assert verdict("main", "2^2^-1", "2/2^2^-1", cuisine=TIGHT) == [(2, 1), (1, 2)]
    assert verdict("main", "24+2^2^-1", "24-2^2^-1", cuisine=TIGHT) == [(1, 2), (1, 2)]


# Dessert


def test_sc_15_the_seeds_example_spells_cool() -> None:
    prepared = dish("dessert", "3; 10+5; 3x5; 2x6")
    assert prepared is not None
    assert prepared.word == "COOL"


@pytest.mark.parametrize(("text", "shown"), [("27", "27"), ("0", "0"), ("1-2", "-1"), ("9^9999", None)])
def test_sc_15_letters_are_1_to_26(text: str, shown: str | None) -> None:
    refused = refusal("dessert", f"1; {text}")
    assert (refused.code, refused.values["item"]) == ("no-letter", 2)
    assert shown is None or refused.values["value"] == shown


def test_sc_15_letters_are_whole() -> None:
    assert refusal("dessert", "7/2; 2").code == "not-whole"


def test_sc_15_the_longer_word_wins() -> None:
    assert verdict("dessert", "1+2+0x9+4-4; 1; 2", "3; 15; 15; 12") == [(2, 1), (1, 2)]


def test_sc_15_then_the_signs_of_the_letters_the_most_first() -> None:
    assert verdict("dessert", "1+1+1; 1; 2", "2+1; 2-1; 2x1", "3; 1; 2") == [(1, 3), (2, 2), (3, 1)]
    assert verdict("dessert", "2+1; 2-1; 2", "3; 1+1-1; 2", "4; 3-2; 1+1") == [(2, 2), (1, 3), (2, 2)]


def test_sc_15_a_word_that_is_not_in_the_list_does_not_count() -> None:
    assert verdict("dessert", "26; 26", "1; 2", "3; 1; 2") == [(3, 1), (2, 2), (1, 3)]
    assert reasons("dessert", "26; 26", "1; 2") == ["not-a-word", "judged"]


# Places and points


def test_sc_16_four_places_score_four_to_one() -> None:
    assert verdict("main", "24", "23", "22", "21") == [(1, 4), (2, 3), (3, 2), (4, 1)]


def test_sc_16_equal_dishes_share_the_higher_place_and_the_next_is_skipped() -> None:
    assert [points for _, points in verdict("main", "24", "24", "23", "22")] == [4, 4, 2, 1]
    assert [points for _, points in verdict("main", "24", "23", "23", "22")] == [4, 3, 3, 1]
    assert [points for _, points in verdict("main", "24", "24", "24", "22")] == [4, 4, 4, 1]
    assert [points for _, points in verdict("main", "24", "24", "23", "23")] == [4, 4, 2, 2]
    assert [points for _, points in verdict("main", "1+0", "24", "24", "24")] == [1, 4, 4, 4]


def test_sc_16_what_does_not_count_is_last_alike() -> None:
    assert verdict("main", "5-5+24", None, "9", "24") == [(4, 1), (4, 1), (2, 3), (1, 4)]
    assert verdict("main", None, None, None, None) == [(4, 1)] * 4
    assert reasons("main", "5-5+24", None, "1/0", "24") == ["ruined", "missing", "ruined", "judged"]


@pytest.mark.parametrize("seats", range(2, 9))
def test_sc_16_with_n_seats_n_to_1(seats: int) -> None:
    mains = [str(24 - seat) for seat in range(seats)]
    assert verdict("main", *mains) == [(seat + 1, seats - seat) for seat in range(seats)]
    assert verdict("main", *mains[:-1], None)[-1] == (seats, 1)


def test_sc_11_one_ruined_expression_ruins_a_dish() -> None:
    assert verdict("starter", "1+1; 5-5+3; 2+2", "1+1") == [(2, 1), (1, 2)]
    assert verdict("dessert", "3; 1/0; 2", "1; 2") == [(2, 1), (1, 2)]
    assert verdict("starter", "7/0; 2+2; 9+9", "1+1") == [(2, 1), (1, 2)]


def test_sc_13_what_does_not_fit_is_refused_though_it_is_ruined_as_well() -> None:
    """A list that isn't consecutive, or a value that is no letter, loses nothing, not even the round."""
    assert refusal("starter", "5-5+3; 9+9").code == "not-consecutive"
    assert refusal("starter", "5-5+3; 7/2").code == "not-whole"
    assert refusal("dessert", "3; 5-5+27").code == "no-letter"
    assert reasons("starter", "5-5+3; 2+2", "1+1") == ["ruined", "judged"]


@pytest.mark.parametrize(
    ("course", "written", "earned"),
    [
        ("main", "538-514", True),
        ("main", "1538-514", False),
        ("main", "537+1", False),
        ("main", "5380", False),
        ("main", "538-538+24", False),
        ("starter", "538/269; 1+2", True),
        ("dessert", "538/269; 26", True),
    ],
)
def test_sc_17_538_is_a_written_number_in_a_dish_that_is_not_ruined(
    course: Course, written: str, earned: bool
) -> None:
    judged = judge(course, [dish(course, written), None], WORDS.__contains__)
    assert [judgement.secret_ingredient for judgement in judged.judgements] == [earned, False]


# Refusals


@pytest.mark.parametrize("course", ["starter", "main", "dessert"])
def test_sc_22_an_empty_dish_is_refused(course: Course) -> None:
    with pytest.raises(BadDish) as caught:
        prepare(course, [])
    assert caught.value.code == "empty-dish"


def test_sc_22_a_bad_expression_is_named_by_its_number_and_place() -> None:
    with pytest.raises(BadExpression) as caught:
        dish("starter", "1+1; 3+")
    assert caught.value.message.startswith("expression 2: column 3: ")
    values = {"item": 2, "position": 3, "expected": "number", "wanted": "a number"}
    assert dict(caught.value.values) == values


MAINS = st.lists(
    st.sampled_from([None, "24", "12+12", "8+8+8", "9x3-3", "22+1+1", "1/7+24", "5-5+24", "25", "23"]),
    min_size=2,
    max_size=8,
)


@given(MAINS)
def test_points_depend_on_the_dish_and_not_on_the_seat(written: Sequence[str | None]) -> None:
    forwards, backwards = verdict("main", *written), verdict("main", *reversed(written))
    assert forwards == backwards[::-1]
    seats = len(written)
    for place, points in forwards:
        better = sum(other > points for _, other in forwards)
        assert points == 1 or (place, points) == (better + 1, seats - better)


def test_sc_10_a_round_ends_though_values_can_not_be_compared_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the first version of the rules. Until the host judges, they count as equally far, here 18 beats 14,
    and farther than all rational ones."""
    texts = ("20+2", "3^2^-1x14", "20+3", "2^2^-1x18")
    dishes = [prepare("main", [text], LOOSE, FIRST) for text in texts]
    places = [one.place for one in judge("main", dishes, WORDS.__contains__, FIRST).judgements]
    assert places == [4, 1, 2, 3]
    monkeypatch.setattr(algebraic, "SECONDS", 1e-6)
    places = [one.place for one in judge("main", dishes, WORDS.__contains__, FIRST).judgements]
    assert places == [2, 4, 1, 3]


def test_sc_14_distances_of_roots_are_compared_exactly_and_at_any_size() -> None:
    texts = ("20+2", "3^2^-1x14", "20+3", "2^2^-1x18")
    assert verdict("main", *texts, cuisine=LOOSE) == [(4, 1), (1, 4), (2, 3), (3, 2)]
    alike = ("24+2^2^-1", "24-8^2^-1/2", "24+-2^2^-1", "24+3^2^-1")
    assert distances(alike, TIGHT) == (0, 0, 0, 3)
    near = ("24+9^900x2^2^-1-9^900x8^2^-1/2", "24", "24+99/70-2^2^-1", "24+9^330000", "24+9^330000+1")
    assert distances(near, LOOSE) == (0, 0, 2, 3, 4)


def distances(texts: Sequence[str], cuisine: Cuisine) -> tuple[int, ...]:
    """How many are nearer to 24 than each."""
    values: list[Any] = [read(text, cuisine).value for text in texts]
    return nearer(values, 24)
