"""ST-11: what is asked of sets that a host hands in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from numberhouse.games.set_theory.catalogue.bitmaps import members
from numberhouse.games.set_theory.catalogue.handed_in import BadSets, check_ten
from numberhouse.games.set_theory.catalogue.hidden_set import (
    HiddenSet,
    Listed,
    Named,
    Written,
    statement_of,
)
from numberhouse.games.set_theory.catalogue.predicates import values as predicate_values
from numberhouse.games.set_theory.rules.belonging import belongs

GOOD: tuple[HiddenSet, ...] = (
    *(Named(name) for name in ("prime", "square-below-nearer", "evil", "harshad", "name-has-w", "leap-year")),
    Written("n % 7 == 3"),
    Written("is_palindrome(n, 2)", "is a palindrome in binary"),
    Written("10 <= digit_sum(n) < 20"),
    Written("omega(n) == 3 or 11 divides n"),
)


def refused(hidden: HiddenSet) -> BadSets:
    with pytest.raises(BadSets) as error:
        check_ten((GOOD[0], hidden, *GOOD[2:]))
    return error.value


def test_st_11_ten_sound_sets_are_accepted() -> None:
    check_ten(GOOD)


def test_st_11_membership_and_words() -> None:
    assert belongs(Named("prime"), 97)
    assert not belongs(Named("prime"), 91)
    assert belongs(GOOD[6], 10)
    assert not belongs(GOOD[6], 11)
    assert statement_of(GOOD[0], "ru") == "простое"
    assert statement_of(GOOD[6]) == "n % 7 == 3"
    assert statement_of(GOOD[7]) == "is a palindrome in binary"


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
            *(Written("n <= 23"), "too-few-members"),
            "set B has 14 members from 10 to 999999; at least 15 are needed",
            {"members": 14, "fewest": 15},
        ),
        (
            *(Listed(tuple(range(10, 24))), "too-few-members"),
            "set B has 14 members from 10 to 999999; at least 15 are needed",
            {"members": 14},
        ),
        (
            *(Listed((9, *range(10, 30))), "outside"),
            "set B: 9 is listed; numbers from 10 to 999999 are accepted",
            {"number": "9"},
        ),
        (
            *(Listed(tuple(range(10, 1011))), "too-many"),
            "set B: 1001 numbers are listed; at most 1,000 are accepted",
            {"count": 1001, "most": 1000},
        ),
        (
            *(Written("n % 8 == 3", "x" * 201), "too-long"),
            "set B: its words have 201 characters; at most 200 are accepted",
            {"count": 201},
        ),
        (
            *(Written("n" + " " * 500), "expression"),
            "set B: at character 501: 501 characters; at most 500 are read",
            {"problem": "too-long"},
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


@pytest.mark.parametrize(
    ("hidden", "size"),
    [
        (Named("square"), 996),
        (Named("cube"), 97),
        (Written("n % popcount(n) == 0 and popcount(n) == 1"), 16),
        (Written("n <= 24"), 15),
        (Listed(tuple(16 * 2**k for k in range(16))), 16),
        (Written("n > 10"), 999_989),
        (Written("n > 0"), 999_990),
    ],
)
def test_st_11_thin_and_broad_sets_are_accepted(hidden: HiddenSet, size: int) -> None:
    check_ten((GOOD[0], hidden, *GOOD[2:]))
    assert int(members(hidden).sum()) == size


def test_st_11_everything_is_bounded_before_any_set_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(hidden: HiddenSet) -> None:
        raise AssertionError(f"{hidden} was looked at")

    monkeypatch.setattr("numberhouse.games.set_theory.catalogue.handed_in.members", looked)
    with pytest.raises(BadSets, match="set J: at character 4"):
        check_ten((*GOOD[:9], Written("n +")))


def test_st_11_what_would_take_a_minute_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predicate_values, "MOST_STEPS", 3_000_000)
    error = refused(Written("n > 10 and digit_sum(9 ** 18, 2) > 1"))
    assert (error.code, error.values["problem"], error.values["at"]) == ("expression", "too-much-work", 12)
    assert "set B: at character 12: more than 3,000,000 steps" in error.message


def test_st_11_a_list_in_words() -> None:
    assert statement_of(Listed((16, 32, 64))) == "is one of 3 numbers: 16, 32, 64"
    assert (
        statement_of(Listed(tuple(range(10, 40))), "ru")
        == "одно из чисел: 10, 11, 12, 13, 14, 15, … (всего 30)"
    )
    assert statement_of(Listed((16, 32), "is a power of two")) == "is a power of two"
    assert belongs(Listed((16, 32)), 32)
    assert not belongs(Listed((16, 32)), 33)


def test_st_11_ten_sets_no_fewer() -> None:
    with pytest.raises(BadSets, match="9 sets; a match has 10"):
        check_ten(GOOD[:9])
