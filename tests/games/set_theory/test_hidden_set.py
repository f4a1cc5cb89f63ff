"""ST-11: what is asked of sets that a host hands in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from numberhouse.games.set_theory.belonging import belongs
from numberhouse.games.set_theory.hidden_set import (
    BadSets,
    HiddenSet,
    Named,
    Written,
    check_ten,
    told,
)

GOOD: tuple[HiddenSet, ...] = (
    *(Named(name) for name in ("prime", "square-below-nearer", "evil", "harshad", "name-has-w", "leap-year")),
    Written("n % 7 == 3"),
    Written("is_palindrome(n, 2)", "is a palindrome in binary"),
    Written("10 <= digit_sum(n) < 20"),
    Written("omega(n) == 3 or 11 divides n"),
)


def refused(hidden: HiddenSet, examples: int = 3) -> BadSets:
    with pytest.raises(BadSets) as error:
        check_ten((GOOD[0], hidden, *GOOD[2:]), examples)
    return error.value


def test_st_11_ten_sound_sets_are_accepted() -> None:
    check_ten(GOOD, 3)


def test_st_11_membership_and_words() -> None:
    assert belongs(Named("prime"), 97)
    assert not belongs(Named("prime"), 91)
    assert belongs(GOOD[6], 10)
    assert not belongs(GOOD[6], 11)
    assert told(GOOD[0], "ru") == "простое"
    assert told(GOOD[6]) == "n % 7 == 3"
    assert told(GOOD[7]) == "is a palindrome in binary"


@pytest.mark.parametrize(
    ("hidden", "code", "message", "values"),
    [
        (
            Named("prim"),
            "unknown-property",
            "set B: no property is called 'prim'; did you mean",
            {"id": "prim"},
        ),
        (Written("n +"), "expression", "set B: at character 4: the expression ends too early", {"at": 4}),
        (
            Written("n"),
            "expression",
            "set B: at character 1: not a condition",
            {"problem": "not-a-condition"},
        ),
        (
            *(Written("10 % (n % 10) == 0"), "undefined"),
            "set B: at character 7: division by zero for n = 10 (first of 99,999); it must",
            {"n": 10, "count": 99_999, "at": 7, "problem": "division-by-zero"},
        ),
        (
            *(Named("square"), "too-thin"),
            "set B has 996 of the 999,990 numbers; at least 1,000 (0.1 %) are needed",
            {"members": 996},
        ),
        (Written("n <= 1008"), "too-thin", "set B has 999 of", {"members": 999}),
        (
            *(Written("n > 99998"), "too-broad"),
            "set B has 900,001 of the 999,990 numbers; at most 899,991 (90 %) are accepted",
            {"members": 900_001},
        ),
        (Written("n % 7 = 3"), "equal", "sets B and G have the same members; all ten must differ", {}),
        (Written("2 == 1 + 1 and is_prime(n)"), "equal", "sets A and B have the same", {"sets": ["A", "B"]}),
    ],
)
def test_st_11_refused(hidden: HiddenSet, code: str, message: str, values: Mapping[str, Any]) -> None:
    error = refused(hidden)
    assert error.code == code
    assert message in error.message
    assert {name: error.values[name] for name in values} == values


def test_st_11_the_borders_of_size() -> None:
    check_ten((Written("n <= 1009"), *GOOD[1:]), 3)
    check_ten((Written("n > 100008"), *GOOD[1:]), 3)
    assert refused(Written("n > 100007")).code == "too-broad"


def test_st_11_enough_members_are_left_for_examples() -> None:
    check_ten((Written("n <= 1009"), *GOOD[1:]), 936)
    error = refused(Written("n <= 1009"), 937)
    assert error.code == "too-few-members"
    assert "937 examples leave 63; at least 64 must be left" in error.message


def test_st_11_ten_sets_no_fewer() -> None:
    with pytest.raises(BadSets, match="9 sets; a match has 10"):
        check_ten(GOOD[:9], 3)
