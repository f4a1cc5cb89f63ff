"""Expressions by the rulings SC-9 to SC-12."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.games.sign_cook.rules.edition import FIRST
from numberhouse.games.sign_cook.rules.expressions.algebraic import Algebraic
from numberhouse.games.sign_cook.rules.expressions.expression import (
    LONGEST,
    BadExpression,
    Cuisine,
    Expression,
    read,
    shown,
)
from numberhouse.games.sign_cook.rules.expressions.grammar import NEGATIVE, program
from numberhouse.games.sign_cook.rules.expressions.roots import RootSum, Undecided
from numberhouse.games.sign_cook.rules.expressions.value import LARGEST
from numberhouse.games.sign_cook.rules.expressions.writing import tokens

LOOSE = Cuisine(unary_minus="loose")
TIGHT = Cuisine(unary_minus="tight")
LEFT = Cuisine(power_groups="left")
RATIONAL = st.sampled_from([Cuisine(), LEFT])
CUISINES = [Cuisine(groups, minus) for groups in ("right", "left") for minus in ("off", "loose", "tight")]


def value(text: str, cuisine: Cuisine = Cuisine()) -> str:  # noqa: B008 - frozen
    return shown(read(text, cuisine).value)


def refusal(text: str, cuisine: Cuisine = Cuisine()) -> BadExpression:  # noqa: B008 - frozen
    with pytest.raises(BadExpression) as caught:
        read(text, cuisine)
    return caught.value


# Grammar


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4/1^9873x5-2+6", "24"),
        ("91/7", "13"),
        ("2+3x4", "14"),
        ("2x3^2", "18"),
        ("9-5-3", "1"),
        ("24/4/2", "3"),
        ("24/4x2", "12"),
        ("2^3^2", "512"),
        ("10-2^3", "2"),
        ("22/7", "22/7"),
        ("1/3+1/6", "1/2"),
        ("1/3x3", "1"),
        ("3-5", "-2"),
        ("538", "538"),
        ("0", "0"),
    ],
)
def test_sc_9_signs_bind_and_group_as_they_should(text: str, expected: str) -> None:
    assert value(text) == expected


def test_sc_9_powers_group_to_the_left_where_the_host_wants_it() -> None:
    assert value("2^3^2", LEFT) == "64"
    assert value("2^3^2x2", LEFT) == "128"


@pytest.mark.parametrize("times", "xX*×")
@pytest.mark.parametrize("divide", "/÷:")
@pytest.mark.parametrize("minus", "-−")
def test_sc_9_signs_may_be_written_in_many_ways(times: str, divide: str, minus: str) -> None:
    assert read(f"8{times}6{divide}4{minus}5").text == "8x6/4-5"


def test_sc_9_spaces_may_stand_between_and_join_nothing() -> None:
    assert read(" 12 + 3\tx 4 ").text == "12+3x4"
    values = {"position": 3, "expected": "sign", "wanted": "a sign or the end", "found": "2"}
    assert refusal("1 2").values == values


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "empty", None),
        ("  ", "empty", None),
        ("2+", "syntax", 3),
        ("2+ ", "syntax", 4),
        ("+2", "syntax", 1),
        ("2++3", "syntax", 3),
        ("2 ^ x 3", "syntax", 5),
        ("-2", "syntax", 1),
        ("3x-2", "syntax", 3),
        ("(2)", "character", 1),
        ("2+a", "character", 3),
        ("2\n+3", "character", 2),
        ("٣+1", "character", 1),
        ("2.5", "character", 2),
        ("12+034", "leading-zero", 4),
        ("00", "leading-zero", 1),
    ],
)
def test_sc_9_what_is_no_expression_is_refused_where_it_goes_wrong(
    text: str, code: str, position: int | None
) -> None:
    refused = refusal(text)
    assert (refused.code, refused.position) == (code, position)
    if position is not None:
        assert refused.message.startswith(f"column {position}: ")
        assert refused.values["position"] == position


def test_sc_9_a_refusal_says_what_is_expected() -> None:
    assert refusal("2+").message == "column 3: the expression ends where a number is expected"
    assert refusal("2+x3").message == "column 3: a number is expected, not x"
    assert refusal("2+x3", LOOSE).message == "column 3: a number or a minus is expected, not x"


@pytest.mark.parametrize(
    ("text", "loose", "tight"),
    [
        ("-2^2", "-4", "4"),
        ("-2+3", "1", "1"),
        ("3--2", "5", "5"),
        ("3x-2", "-6", "-6"),
        ("8/-2^2", "-2", "2"),
        ("2^-1", "1/2", "1/2"),
        ("2^-2^2", "1/16", "16"),
        ("4^2^-1", "2", "2"),
        ("-8^3", "-512", "-512"),
    ],
)
def test_sc_9_a_minus_before_a_number_binds_loosely_or_tightly(text: str, loose: str, tight: str) -> None:
    assert (value(text, LOOSE), value(text, TIGHT)) == (loose, tight)


@pytest.mark.parametrize("minus", ["loose", "tight"])
def test_sc_9_a_signed_exponent_when_powers_group_to_the_left(minus: str) -> None:
    assert value("2^-1^2", Cuisine("left", minus)) == "1/4"  # type: ignore[arg-type]


@pytest.mark.parametrize("cuisine", [LOOSE, TIGHT])
def test_sc_9_only_one_minus_stands_before_a_number(cuisine: Cuisine) -> None:
    assert refusal("--2", cuisine).position == 2
    assert refusal("1---2", cuisine).position == 4


# What is counted


def test_an_expression_tells_its_signs_numbers_and_tiles() -> None:
    read_once = read("4/1^9873x5-2+6")
    assert read_once.text == "4/1^9873x5-2+6"
    assert read_once.signs == 5
    assert read_once.numbers == ("9873", "6", "5", "4", "2", "1")
    assert read_once.tiles == tuple(sorted("4/1^9873x5-2+6"))
    assert read("-5", TIGHT).signs == 1


def test_numbers_are_in_order_of_size_not_of_digits() -> None:
    assert read("9+100+20").numbers == ("100", "20", "9")


# Values


def test_sc_10_values_are_exact() -> None:
    assert read("1/3+1/3+1/3-1/3").value == Fraction(2, 3)
    assert read("9^330000-9^330000+5").ruined
    assert read("5+9^330000-9^330000").value == 5
    assert read("10^300/10^299").value == 10


def test_sc_10_roots_are_exact_and_irrational() -> None:
    root = read("2^2^-1", LOOSE)
    assert isinstance(root.value, RootSum)
    assert shown(root.value) == "1.41421…"
    assert read("2^2^-1x2^2^-1", LOOSE).value == 2
    assert read("4^2^-1", LOOSE).value == 2
    first = read("2^2^-1", LOOSE, FIRST).value
    assert isinstance(first, Algebraic)
    assert first.text == "1.41421 (a root of a^2-2)"


def test_sc_10_tight_makes_imaginary_numbers() -> None:
    assert value("-2^2^-1", TIGHT) == "1.41421…i"
    assert value("1/2-3^2^-1/2x-1^2^-1", TIGHT) == "0.5-0.866025…i"
    assert value("-4^2^-1^2", Cuisine("left", "tight")) == "1/256"
    assert value("-1^2^-1x-1^2^-1", TIGHT) == "-1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2^2^2^-1", "not-algebraic"),
        ("2^2^-1^2^-1", "not-algebraic"),
        ("7^97^-1+7^89^-1+7^83^-1+7^79^-1", "degree"),
        ("2^17^-1", "degree"),
        ("2^2^-1+3^3^-1+5^3^-1", "degree"),
        ("9^1300x2^2^-1", "size"),
    ],
)
def test_sc_10_what_is_beyond_the_bounds_is_undecided(text: str, why: str) -> None:
    cuisine = LOOSE if "^-1^" not in text else TIGHT
    found = read(text, cuisine)
    assert found.value == Undecided(why)
    assert shown(found.value) == "?"
    assert not found.ruined


@pytest.mark.parametrize("text", ["2^16^-1", "2^2^-1+3^2^-1+5^2^-1+7^2^-1", "9^600x2^2^-1", "8^4^-1+2^2^-1"])
def test_sc_10_what_is_within_the_bounds_is_decided(text: str) -> None:
    assert isinstance(read(text, LOOSE).value, RootSum)


@pytest.mark.parametrize("text", ["5-5+2^2^2^-1", "2^2^2^-1+0", "2^2^2^-1/0", "2^2^-1-8^2^-1/2+2^17^-1"])
def test_sc_11_what_is_surely_ruined_is_ruined_though_it_is_undecided(text: str) -> None:
    assert read(text, LOOSE).ruined


@pytest.mark.parametrize("text", ["2^2^2^-1", "7^97^-1+7^89^-1+7^83^-1+7^79^-1"])
def test_sc_10_in_the_first_version_what_takes_too_long_is_refused_as_undecided(text: str) -> None:
    with pytest.raises(BadExpression) as refused:
        read(text, LOOSE, FIRST)
    assert refused.value.code == "undecided"


# Claims


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("1+1=2", "1+1"),
        ("22/7 = 22/7", "22/7"),
        ("2/4=2:4", "2/4"),
        ("3-5 = −2", "3-5"),
        ("5 - 5 = 0", "5-5"),
        ("4^2^-1=2", "4^2^-1"),
    ],
)
def test_sc_9_a_true_value_may_stand_behind_an_expression(text: str, normal: str) -> None:
    found = read(text, LOOSE)
    assert found == read(normal, LOOSE)
    assert found.tiles == tuple(sorted(normal))


@pytest.mark.parametrize(
    "text", ["1+1=3", "22/7=3", "3-5=2", "2^2^-1=1", "1/0=0", "9^330000=9", "1+1=" + "9" * 5000]
)
def test_sc_9_an_untrue_value_is_refused_without_saying_the_true_one(text: str) -> None:
    refused = refusal(text, LOOSE)
    body = text.partition("=")[0]
    assert refused.code == "untrue"
    assert refused.message == f"{body}: what stands behind = isn't its value; correct it or leave = out"
    assert refused.values == {"text": body}


@pytest.mark.parametrize(
    ("text", "column"),
    [("1+1=", 4), ("1+1=1+1", 4), ("1+1=2=2", 4), ("1+1=02", 4), ("1+1=2.0", 4), ("1+1==2", 4),
     ("1+1=2/0", 4), ("1 + 1 = two", 7), ("1+1=?", 4)],
)  # fmt: skip
def test_sc_9_anything_else_behind_the_sign_is_refused_where_it_stands(text: str, column: int) -> None:
    refused = refusal(text)
    assert (refused.code, refused.position) == ("claim", column)
    assert refused.message.endswith("behind = stands one value, such as 24, 22/7 or -3; or leave = out")


def test_sc_9_nothing_can_be_claimed_of_what_is_undecided_or_isnt_written() -> None:
    assert refusal("2^2^2^-1=3", LOOSE).code == "undecided-claim"
    assert refusal("=3").code == "empty"
    assert refusal("1+=3").code == "syntax"


def test_sc_9_in_the_first_version_nothing_stands_behind_an_expression() -> None:
    with pytest.raises(BadExpression) as refused:
        read("1+1=2", edition=FIRST)
    assert refused.value.code == "character"


# Zeros


@pytest.mark.parametrize(
    ("text", "ruined"),
    [
        ("3+5-5", False),
        ("5-5+3", True),
        ("5-5", False),
        ("0", False),
        ("0+5", True),
        ("5+0", True),
        ("5x0", True),
        ("2^0", True),
        ("0^2", True),
        ("5+3-4-4", False),
        ("4+4-8+1", True),
        ("3+5-1x5", False),
        ("1/0", True),
        ("1/0+2", True),
        ("10+20", False),
    ],
)
def test_sc_11_a_zero_inside_ruins(text: str, ruined: bool) -> None:
    assert read(text).ruined is ruined


@pytest.mark.parametrize(("text", "cuisine"), [("-0", TIGHT), ("5+-0", LOOSE), ("4^2^-1-2+5", LOOSE)])
def test_sc_11_a_zero_behind_a_minus_ruins(text: str, cuisine: Cuisine) -> None:
    assert read(text, cuisine).ruined


@pytest.mark.parametrize(
    ("text", "cuisine"), [("1/0", Cuisine()), ("0^0", Cuisine()), ("0^-1", LOOSE), ("2/0x0", TIGHT)]
)
def test_sc_11_dividing_by_zero_leaves_no_value(text: str, cuisine: Cuisine) -> None:
    tasted = read(text, cuisine)
    assert (tasted.value, tasted.ruined) == (None, True)


# Limits


@pytest.mark.parametrize(
    "text",
    [
        "9^9^9^9",
        "2^" * 4_999 + "2",
        "2^1048577",
        "1^9^9^9",
        "9^330000x9^330000",
        "+".join(["9^330000"] * 1_000),
        "9^330000/7^370000",
        "1/9^200000+1/7^200000",
        "1/9^80000+1/7^90000+1/9^80001+1/7^90001",
    ],
)
def test_sc_12_what_is_too_large_is_refused(text: str) -> None:
    assert refusal(text).code == "too-large"


def test_sc_12_the_limit_is_where_it_should_be() -> None:
    assert read(f"2^{LARGEST - 1}").value == 1 << (LARGEST - 1)
    assert refusal(f"2^{LARGEST}").values == {"sign": "^", "largest": LARGEST}


def test_sc_12_one_to_any_power_is_one() -> None:
    assert read("1^" + "9" * 9_000).value == 1
    assert read("^".join("1" * 5_000)).value == 1
    assert read("-1^" + "9" * 400, TIGHT).value == -1


def test_sc_12_large_whole_quotients_are_no_fractions() -> None:
    assert read("9^330000/9^329999").value == 9


@pytest.mark.parametrize("text", ["+".join("1" * 500), "^".join("1" * 500), "x".join("1" * 500)])
@pytest.mark.parametrize("cuisine", CUISINES)
def test_a_character_takes_few_calls(text: str, cuisine: Cuisine) -> None:
    """What is typed is answered within 50 ms: counted, for a clock tells of the machine as well."""
    read(text, cuisine)  # makes the parser
    calls = 0

    def count(_frame: object, event: str, _function: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read(text, cuisine)
    finally:
        sys.setprofile(None)
    assert calls < 25 * len(text)


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    assert read("1+" * (LONGEST // 2 - 1) + "1").value == LONGEST // 2
    assert refusal("+" * (LONGEST + 1)).code == "too-long"


def test_giant_values_are_shown_by_their_ends() -> None:
    assert value("2^200") == "16069380442589902755…02993782792835301376 (61 digits)"
    assert value("10^59") == "1" + "0" * 59
    assert value("1-10^70") == f"-{'9' * 20}…{'9' * 20} (70 digits)"
    assert value("9^330000") == "10668785343961428802…16646725432445200001 (314901 digits)"


# Everything


def tried(text: str, cuisine: Cuisine) -> Expression | BadExpression:
    try:
        return read(text, cuisine)
    except BadExpression as refused:
        return refused


@given(st.text(st.sampled_from("0123456789+-x/^×÷:*− (.a"), max_size=40), RATIONAL)
def test_whatever_is_typed_is_answered(text: str, cuisine: Cuisine) -> None:
    answer = tried(text, cuisine)
    if isinstance(answer, BadExpression):
        assert answer.message
        assert answer.position is None or 1 <= answer.position <= len(text) + 1
        return
    assert read(answer.text, cuisine) == answer
    assert len(answer.tiles) == answer.signs + sum(map(len, answer.numbers))


@given(st.text(max_size=40), st.sampled_from(CUISINES))
def test_any_text_is_answered(text: str, cuisine: Cuisine) -> None:
    assert isinstance(tried(text, cuisine), Expression | BadExpression)


@given(st.text(st.sampled_from("12-x^+"), max_size=20), st.sampled_from(CUISINES))
def test_every_sign_and_number_is_a_step_in_every_cuisine(text: str, cuisine: Cuisine) -> None:
    written = tokens(text)
    try:
        steps = program(written, text, cuisine)
    except BadExpression:
        return
    between = [token.text for token in written]
    assert sorted("-" if step == NEGATIVE else step for step in steps) == sorted(between)
    depth = 0
    for step in steps:
        depth += 1 if step.isdigit() else 0 if step == NEGATIVE else -1
        assert depth >= 1
    assert depth == 1


NUMBERS = st.integers(1, 99).map(str)


@given(st.lists(st.tuples(NUMBERS, st.sampled_from("+-x/")), max_size=12), NUMBERS)
def test_values_are_those_of_fractions(parts: list[tuple[str, str]], last: str) -> None:
    text = "".join(number + sign for number, sign in parts) + last
    assert read(text).value == plainly(text)


@given(st.lists(st.sampled_from("123456789"), min_size=1, max_size=3))
def test_powers_are_those_of_python(numbers: list[str]) -> None:
    right = tried("^".join(numbers), Cuisine())
    if isinstance(right, BadExpression):
        assert right.code == "too-large"
    else:
        expected = int(numbers[-1])
        for number in reversed(numbers[:-1]):
            expected = int(number) ** expected
        assert right.value == expected
    expected = int(numbers[0])
    for number in numbers[1:]:
        expected **= int(number)
    assert read("^".join(numbers), LEFT).value == expected


def plainly(text: str) -> Fraction:
    """The value, worked out another way: cut at the sign that is worked out last."""
    for signs in ("+-", "x/"):
        place = max(map(text.rfind, signs))
        if place > 0:
            left, right = plainly(text[:place]), plainly(text[place + 1 :])
            sign = text[place]
            if sign == "+":
                return left + right
            if sign == "-":
                return left - right
            return left * right if sign == "x" else left / right
    return Fraction(text)
