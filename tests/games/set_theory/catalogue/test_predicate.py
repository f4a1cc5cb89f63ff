"""The small language: what it means, how it is written, and everything that it refuses."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.predicates import values
from numberhouse.games.set_theory.catalogue.predicates.functions import FUNCTIONS
from numberhouse.games.set_theory.catalogue.predicates.predicate import (
    BadExpression,
    Undefined,
    normal,
    parse,
)
from numberhouse.games.set_theory.catalogue.predicates.prime_kernel import are_prime
from numberhouse.games.set_theory.catalogue.predicates.values import holds, over_range


@pytest.mark.parametrize(
    ("text", "first", "others"),
    [
        ("n % 7 == 3", [10, 17, 24], [11, 14]),
        ("10 <= digit_sum(n) < 12", [19, 28, 29], [11, 39]),
        ("9 divides n or n = 10", [10, 18, 27], [11, 19]),
        ("not (is_prime(n) or n % 2 == 0)", [15, 21, 25], [11, 12]),
        ("n ** 2 // 100 == 1", [10, 11, 14], [15, 20]),
        ("-(n - 20) >= 5", [10, 14, 15], [16, 20]),
        ("- n ** 2 == -100", [10], [11]),
        ("2 ** 3 ** 2 == 500 + n", [12], [10, 13]),
        ("-7 // 2 + 14 == n", [10], [11]),
        ("-7 % 5 + 7 == n", [10], [11]),
        ("gcd(n, 12) == 6 and lcm(n, 4) ≠ n", [18, 30], [12, 24]),
        ("min(n, 20) == max(n, 12)", [12, 15, 20], [11, 21]),
        ("abs(15 - n) ≤ 1", [14, 15, 16], [13, 17]),
        ("isqrt(n) == 4", [16, 20, 24], [15, 25]),
        ("is_square(n) or is_cube(n)", [16, 25, 27], [10, 28]),
        ("digit_sum(n, 2) == 3", [11, 13, 14], [10, 15]),
        ("digit_product(n) == 12", [26, 34, 126], [12, 44]),
        ("digits(n) == 3 and n < 102", [100, 101], [99, 102]),
        ("different_digits(n) == 1", [11, 22, 111], [10, 112]),
        ("first_digit(n) < last_digit(n)", [12, 13, 19], [10, 11]),
        ("largest_digit(n) - smallest_digit(n) == 9", [90, 190, 901], [99, 18]),
        ("reverse(n) == 21", [12, 120], [21, 102]),
        ("is_palindrome(n, 2)", [15, 17, 21], [10, 16]),
        ("count_digit(n, 7) == 2 and count_digit(n, 1, 2) > 2", [77, 177, 707], [17, 70]),
        ("contains(n, 10)", [10, 100, 210], [12, 211]),
        ("popcount(n) == 1", [16, 32, 64], [10, 15]),
        ("omega(n) == 2 and bigomega(n) == 3", [12, 18, 20], [10, 30]),
        ("tau(n) == 6 or sigma(n) == 18", [10, 12, 18], [11, 16]),
        ("phi(n) == 4", [10, 12], [11, 15]),
        ("n in (10, 12) or n % 100 in (-1, 25,)", [10, 12, 25], [11, 99, 1]),
        ("not n % 10 in (1, 2)", [10, 13], [11, 12]),
        ("least_prime(n) == 3 and largest_prime(n) == 5", [15, 45, 75], [10, 30]),
    ],
)
def test_st_11_what_an_expression_means(text: str, first: list[int], others: list[int]) -> None:
    assert [n for n in [*first, *others] if holds(text, n)] == first


def test_every_function_is_tried_above() -> None:
    """Names that aren't would be functions without a test."""
    tried = " ".join(mark.args[1][k][0] for mark in marks() for k in range(len(mark.args[1])))
    assert [name for name in FUNCTIONS if f"{name}(" not in tried] == []


def marks() -> list[Any]:
    return list(test_st_11_what_an_expression_means.pytestmark)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("prime", "is_prime(n)"),
        ("harshad", "n % digit_sum(n) == 0"),
        ("palindrome", "is_palindrome(n)"),
        ("evil", "popcount(n) % 2 == 0"),
        ("semiprime", "bigomega(n) == 2"),
        ("abundant", "sigma(n) > 2 * n"),
        ("contains-0", "contains(n, 0)"),
        ("base-7-palindrome", "is_palindrome(n, 7)"),
        ("square-odd-length", "digits(n ** 2) % 2 == 1"),
        ("sophie-germain-prime", "is_prime(n) and is_prime(2 * n + 1)"),
    ],
)
def test_the_catalogue_can_be_written(name: str, text: str) -> None:
    from numberhouse.games.set_theory.catalogue.bitmaps import members
    from numberhouse.games.set_theory.catalogue.hidden_set import Named

    assert name in CATALOGUE
    assert (over_range(text, 10, 999_999) == members(Named(name))[10:]).all()


@pytest.mark.parametrize(
    ("text", "problem", "at", "words"),
    [
        ("", "empty", 1, "nothing is written"),
        ("n == " + "1" * 500, "too-long", 501, "505 characters; at most 500 are read"),
        ("n $ 3", "character", 3, "'$' is not in the language"),
        ("n / 2 == 1", "character", 3, "// is the whole part of a quotient"),
        ("n ^ 2 == 1", "character", 3, "a power is written **"),
        ("n + == 1", "syntax", 5, "'==' can't stand here"),
        ("(n == 1", "syntax", 8, "the expression ends too early"),
        ("n == 1)", "syntax", 7, "')' can't stand here"),
        ("m == 1", "unknown-name", 1, "unknown name 'm'; there are n and gcd"),
        ("is_pime(n)", "unknown-name", 1, "did you mean is_prime"),
        ("zzz(n) == 1", "unknown-name", 1, "there are n and gcd, lcm"),
        ("is_prime == 1", "arguments", 1, "is_prime is a function: is_prime(a)"),
        ("gcd(n) == 1", "arguments", 1, "gcd is written gcd(a, b); 1 values are given"),
        ("n + 1", "not-a-condition", 1, "not a condition: n + 1 is a number"),
        ("n == 1 or n", "not-a-condition", 11, "not a condition: n is a number"),
        ("(n == 1) + 1 == 2", "not-a-number", 2, "not a number: n == 1 is a condition"),
        ("gcd(n == 1, 2) == 1", "not-a-number", 5, "is a condition"),
        ("n == 1000000000000000001", "too-large", 6, "numbers go up to 10**18"),
        ("digit_sum(n, 1) == 1", "base", 14, "a base is a number from 2 to 36"),
        ("digit_sum(n, n) == 1", "base", 14, "a base is a number from 2 to 36"),
        ("not " * 60 + "n == 1", "too-deep", 161, "nested more than 40 deep"),
        (" or ".join(["is_prime(n)"] * 21), "too-many-calls", 301, "21 calls of functions; at most 20"),
        ("__import__('os')", "character", 12, "is not in the language"),
    ],
)
def test_st_11_what_means_nothing_is_refused_with_its_place(
    text: str, problem: str, at: int, words: str
) -> None:
    with pytest.raises(BadExpression) as refused:
        parse(text)
    assert (refused.value.problem, refused.value.at) == (problem, at)
    assert f"at character {at}: " in str(refused.value)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "problem", "at", "n", "count", "words"),
    [
        ("n % (n - 12) == 0", "division-by-zero", 6, 12, 1, "division by zero for n = 12; it"),
        ("100 // (n % 10) > 20", "division-by-zero", 9, 10, 99_999, "for n = 10 (first of 99,999)"),
        ("n ** 4 > 0", "too-large", 1, 31_623, 968_377, "a value beyond 10**18 for n = 31623"),
        ("n * 10 ** 18 > 0", "too-large", 1, 10, 999_990, "a value beyond 10**18"),
        ("n * 1000000000000 + 999999999999999999 > 0", "too-large", 1, 10, 999_990, "beyond 10**18"),
        ("2 ** (n - 20) > 0", "exponent", 7, 10, 999_930, "an exponent outside 0 … 60"),  # and 2 ** 60
        ("digit_sum(n - 11) > 0", "outside", 11, 10, 1, "digit_sum of a negative number for n = 10;"),
        ("phi(n - 10) > 0", "outside", 5, 10, 1, "phi of a number outside 1 … 2,000,000"),
        ("is_prime(n ** 3)", "outside", 10, 10_001, 989_999, "is_prime of a number outside"),
        ("contains(n, 12 - n)", "outside", 13, 13, 999_987, "contains with negative digits"),
    ],
)
def test_st_11_what_has_no_value_is_refused_with_the_first_n_and_how_many(
    text: str, problem: str, at: int, n: int, count: int, words: str
) -> None:
    with pytest.raises(Undefined) as refused:
        over_range(text, 10, 999_999)
    error = refused.value
    assert (error.problem, error.at, error.n, error.count) == (problem, at, n, count)
    assert words in str(error)


def test_and_and_or_look_right_only_where_it_matters() -> None:
    assert over_range("n % 10 != 0 and 100 % (n % 10) == 0", 10, 20).tolist() == [
        *[False, True, True, False, True, True, False, False, False, False, False]
    ]
    assert holds("n == 10 or 1 // (n - 10) == 1", 10)
    with pytest.raises(Undefined):
        holds("1 // (n - 10) == 1 or n == 10", 10)


def test_st_11_powers_are_those_of_whole_numbers_up_to_the_bound() -> None:
    for base in (-1000, -11, -3, -2, -1, 0, 1, 2, 3, 10, 31):
        for exponent in (*range(7), 17, 18, 19, 31, 59, 60):
            power = base**exponent
            text = f"({base}) ** {exponent} == {power}"
            if abs(power) <= 10**18:
                assert holds(text, 10), text
            else:
                with pytest.raises(Undefined, match=r"beyond 10\*\*18"):
                    holds(f"({base}) ** {exponent} == 0", 10)


def test_st_11_a_power_takes_a_dozen_products_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a condition full of powers is answered in seconds."""
    products = 0
    times = values.times

    def counted(*args: Any) -> Any:
        nonlocal products
        products += 1
        return times(*args)

    monkeypatch.setattr(values, "times", counted)
    assert holds("(n % 2) ** 60 == 1", 11)
    assert products <= 12


HOSTILE = {
    "large primes": (" and ".join(["is_prime(999999999989)"] * 18), 1),
    "composites without a small factor": (" or ".join(["is_prime(999962000357)"] * 18), 1),
    "many digits": ("n > 0 and " + "+".join(["digit_sum(9**18,2)"] * 20) + " > 0", 11),
    "powers": ("+".join(["1**60"] * 82) + " > 0", 1),
    "powers of parts": ("+".join(["n%9**9"] * 70) + " > 0", 3),
    "common multiples": ("+".join(["lcm(9**18,7**20)"] * 20) + " > 0", 1),
}
"""Conditions that would take up to a minute, and where the dearest part of each begins."""

DEAR = (
    " or ".join(["is_prime(n)"] * 20),
    " or ".join(f"is_prime(n * n + {k})" for k in (1, 3, 7, 9)),
    "+".join(["digits(n,2)"] * 20) + " > 0",
    "+".join(["digit_sum(n*n)"] * 20) + " > 0",
    "+".join(["gcd(n,12)"] * 20) + " > 0",
    " or ".join(["contains(n, 12)"] * 20),
    "+".join(["n"] * 248) + "==9",
)
"""Conditions near the other bounds that are answered in seconds."""

PART = 200
"""So much less of the range and of the bound is enough to tell."""


@pytest.mark.parametrize("which", HOSTILE)
def test_st_11_what_would_take_a_minute_is_refused_with_its_dearest_part(
    which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, at = HOSTILE[which]
    monkeypatch.setattr(values, "MOST_STEPS", values.MOST_STEPS // PART)
    with pytest.raises(BadExpression) as refused:
        over_range(text, 500_000, 500_000 + 999_990 // PART)
    assert (refused.value.problem, refused.value.at) == ("too-much-work", at)
    assert "are needed for all numbers" in str(refused.value)


@pytest.mark.parametrize("text", DEAR)
def test_st_11_what_takes_seconds_is_answered(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MOST_STEPS", values.MOST_STEPS // PART)
    assert len(over_range(text, 500_000, 500_000 + 999_990 // PART)) == 1 + 999_990 // PART


def test_st_11_a_single_number_is_never_too_much_work() -> None:
    """So that no match that has begun meets the bound in a turn."""
    text, _ = HOSTILE["large primes"]
    assert holds(text, 999_999)


def test_the_normal_form_can_be_read_again_however_long_it_would_be() -> None:
    text = "+".join(["n"] * 248) + "==9"
    assert len(text) <= 500 < 2 * len(text)
    assert normal(text) == text
    assert normal("n+1==9") == "n + 1 == 9"


numbers = st.recursive(
    st.sampled_from(["n", "0", "1", "7", "12", "100"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        inner.map(lambda one: f"(-{one})"),
        st.tuples(inner, st.sampled_from(["//", "%"])).map(lambda p: f"({p[0]} {p[1]} 13)"),
    ),
    max_leaves=6,
)
conditions = st.recursive(
    st.tuples(numbers, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), numbers).map(" ".join),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda p: f"({p[0]}) {p[1]} ({p[2]})"),
        inner.map(lambda one: f"not ({one})"),
    ),
    max_leaves=4,
)


@given(conditions, st.integers(10, 999_999))
def test_values_are_those_of_whole_numbers_and_the_normal_form_means_the_same(text: str, n: int) -> None:
    """Python's own arithmetic is the oracle; the text is made of nothing but numbers and signs."""
    expected = bool(eval(text, {"__builtins__": {}}, {"n": n}))
    try:
        found = [holds(text, n), holds(normal(text), n)]
    except BadExpression as error:
        problem = error.problem
    except Undefined as error:
        problem = error.problem
    else:
        assert found == [expected, expected]
        assert normal(normal(text)) == normal(text)
        return
    assert problem in ("too-deep", "too-long", "too-large")


@given(st.text("n0123456789+-*/%()<>=! andorivespgcm_,", max_size=60))
def test_whatever_is_typed_is_answered(text: str) -> None:
    try:
        over_range(text, 10, 99)
    except (BadExpression, Undefined) as error:
        at = error.at
    else:
        return
    assert 1 <= at <= len(text) + 1


@given(st.lists(st.integers(0, 10**12), min_size=1))
def test_primes_are_those_that_trial_division_finds(values: list[int]) -> None:
    import numpy as np

    def prime(n: int) -> bool:
        return n > 1 and all(n % d for d in range(2, min(math.isqrt(n), 5_000) + 1))

    found = are_prime(np.array(values, np.int64))[0].tolist()
    for n, answer in zip(values, found, strict=True):
        if n < 25_000_000 or not prime(n):
            assert answer == prime(n)


def test_strong_pseudoprimes_are_no_primes() -> None:
    import numpy as np

    composites = [2047, 1373653, 25326001, 3215031751, 118670087467, 999999999989 - 2]
    assert not are_prime(np.array(composites, np.int64))[0].any()
    assert are_prime(np.array([999999999989, 999999999961, 1662803, 13, 23], np.int64))[0].all()
