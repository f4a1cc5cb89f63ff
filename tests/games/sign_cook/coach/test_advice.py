"""What the house says of a dish that is being written is what the judge says of it when it is served."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from numberhouse.contract.advice import OpenAdviser
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.coach.advice import DishDraft, Tasting, adviser
from numberhouse.games.sign_cook.rules.gameplay import Options, Serve, View, game


def seen(course: int = 1, **options: Any) -> View:
    """Seat 0's view in that round."""
    view = game.view(game.setup(Options(words="cab dad", **options), 2, Chance("taste")), 0)
    return replace(view, round=course)


def tasted(*lines: str, view: View | None = None, lang: str = "en") -> Tasting:
    found = adviser.advise(view or seen(), 0, DishDraft(lines), lang).result
    assert isinstance(found, Tasting)
    return found


def test_sc_10_values_are_exact_and_signs_and_numbers_are_counted() -> None:
    one, empty, other = tasted("91/7", " ", "2^3^2").lines
    assert (one.value, one.signs, one.numbers) == ("13", 1, 2)
    assert (empty.value, empty.problem) == ("", "")
    assert other.value == "512"
    assert tasted("7/9").lines[0].value == "7/9"
    assert tasted("2^3^2", view=seen(power_groups="left")).lines[0].value == "64"


@pytest.mark.parametrize(
    ("text", "why"),
    [("5-5+3", "partial"), ("3+5-5", ""), ("0+3", "operand"), ("7/0", "division"), ("0", ""), ("5-5", "")],
)
def test_sc_11_what_ruins_a_dish_is_told_with_its_reason(text: str, why: str) -> None:
    found = tasted(text, view=seen(2))
    assert found.lines[0].ruined == why
    assert found.ruined == bool(why)


def test_sc_12_what_is_too_large_is_refused_at_once_and_the_rest_is_told() -> None:
    one, other = tasted("9^9^9^9", "1+2").lines
    assert "too large" in one.problem
    assert other.value == "3"


def test_sc_13_a_starter_whose_values_do_not_follow_one_another_says_so() -> None:
    assert "there is no 4" in tasted("1+2", "2+3").problem
    assert "нет 4" in tasted("1+2", "2+3", lang="ru").problem
    good = tasted("8+7", "91/7", "2^4", "5+9")
    assert (good.problem, good.served, good.lacking) == ("", False, "79+")
    assert good.sums == "A list of 4, 16 at the top."


def test_sc_14_a_main_course_says_how_far_from_24_it_is() -> None:
    found = tasted("4/1^9873x5-2+6", view=seen(2))
    assert found.sums.startswith("0 away from 24; signs 5")
    assert found.served
    assert tasted("7/9", view=seen(2)).sums.startswith("209/9 away from 24")


def test_sc_15_a_dessert_is_read_as_letters_and_looked_up() -> None:
    found = tasted("3", "1", "2", view=seen(3))
    assert [line.letter for line in found.lines] == ["C", "A", "B"]
    assert found.sums == "CAB is in the word list."
    assert "isn't in the word list" in tasted("3", "1", view=seen(3)).sums
    # A page shows no ✓ beside such a word, though the dish can be served.
    assert not found.unlisted
    assert tasted("3", "1", view=seen(3)).unlisted
    assert "isn't in the word list" in tasted("3", "1", "2", view=seen(3, overruled=("cab",))).sums


def test_what_is_told_is_what_is_served() -> None:
    view = seen()
    found = tasted("3x5", "2^4", view=view)
    assert found.served
    state = game.setup(view.options, 2, Chance("taste"))
    assert game.apply(state, 0, Serve(("3x5", "2^4")), Chance("x")).events


def test_a_dish_longer_than_one_can_be_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        tasted(*["1+1" * 2000] * 3)
    assert refused.value.code == "dish-length"


# Looking words up


def test_sc_21_a_word_that_is_looked_up_counts_or_does_not() -> None:
    view = seen(3, lookups=True, overruled=("ace",))
    for word, counts in (("cab", True), (" Cab ", True), ("bac", False), ("ace", True)):
        advice = adviser.advise(view, 0, DishDraft(word=word), "en")
        assert (advice.result.word, advice.result.counts) == (word.strip().upper(), counts)
        assert advice.result.lines == ()
        says = "counts" if counts else "doesn't count"
        assert advice.lines == (f"{word.strip().upper()} {says} in this match.",)
    assert adviser.advise(view, 0, DishDraft(word="cab"), "ru").lines == (
        "CAB в этой партии считается словом.",
    )


@pytest.mark.parametrize("word", ["a", "ab1", "кот", "a b", "a" * 16])
def test_sc_21_what_no_list_can_hold_is_not_looked_up(word: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        adviser.advise(seen(3), 0, DishDraft(word=word), "en")
    assert refused.value.code == "lookup"


def test_sc_21_only_a_word_alone_is_open_and_only_where_the_host_allows_it() -> None:
    allowed, closed = seen(3, lookups=True), seen(3)
    assert isinstance(adviser, OpenAdviser)
    assert adviser.open_to(allowed, DishDraft(word="cab"))
    assert not adviser.open_to(closed, DishDraft(word="cab"))
    assert not adviser.open_to(allowed, DishDraft(("3x5",), "cab"))
    assert not adviser.open_to(allowed, DishDraft(("3x5",)))


def test_sc_10_an_undecided_value_is_told_as_one() -> None:
    found = tasted("2^2^2^-1", "1+1", view=seen(unary_minus="loose"))
    assert (found.lines[0].undecided, found.lines[0].value) == (True, "")
    assert found.sums.startswith("A value is left to the host")
    assert tasted("2^2^-1", view=seen(2, unary_minus="loose")).lines[0].value == "1.41421…"


def test_sc_12_a_draft_has_one_bound_for_all_its_lines() -> None:
    found = tasted(*[f"9^330000+{number}" for number in range(1, 30)])
    assert found.lines[0].value.startswith("1066")
    assert "too large" in found.lines[-1].problem
