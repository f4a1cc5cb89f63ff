"""The catalogue: hand-checked members, known counts, plain definitions beside the vectorised ones."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.games.set_theory.catalogue import (
    CATALOGUE,
    CONJECTURAL,
    ENTRIES,
    FAMILIES,
    FINITE,
    FIRST,
    LAST,
    SAME_IN_RANGE,
    UnknownProperty,
    find,
)
from numberhouse.games.set_theory.catalogue.bitmaps import belongs, count, density, members
from numberhouse.games.set_theory.catalogue.hidden_set import Named

LINES = (Path(__file__).parent / "hand_checked.txt").read_text(encoding="utf-8").splitlines()[1:]


def checked(line: str) -> tuple[str, list[int], list[int]]:
    name, numbers = line.split(": ")
    inside, outside = numbers.split(" | ")
    return name, [int(n) for n in inside.split()], [int(n) for n in outside.split()]


HAND_CHECKED = [checked(line) for line in LINES]


def test_st_11_every_property_is_hand_checked() -> None:
    assert [name for name, _, _ in HAND_CHECKED] == list(CATALOGUE)
    assert all(len(set(inside)) == len(set(outside)) == 3 for _, inside, outside in HAND_CHECKED)


@pytest.mark.parametrize(("name", "inside", "outside"), HAND_CHECKED, ids=[one[0] for one in HAND_CHECKED])
def test_st_11_hand_checked_members(name: str, inside: list[int], outside: list[int]) -> None:
    assert [n for n in inside + outside if belongs(name, n)] == inside


def test_st_11_at_least_220_properties_in_families() -> None:
    assert len(CATALOGUE) >= 220
    assert len(ENTRIES) == len(CATALOGUE)
    assert len(FAMILIES) >= 10
    for name, one in CATALOGUE.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), name
        assert one.flags <= {FINITE, CONJECTURAL, SAME_IN_RANGE}


def test_statements_are_told_apart_in_both_languages() -> None:
    for lang in ("en", "ru"):
        assert len({one.statement(lang) for one in CATALOGUE.values()}) == len(CATALOGUE)
    for one in CATALOGUE.values():
        assert re.search("[а-я]", one.statement("ru")), one.id
        assert not re.search("[а-я]", one.statement("en")), one.id


@pytest.mark.parametrize(
    ("name", "below_a_million", "one_digit"),
    [
        ("prime", 78_498, 4),  # 2 3 5 7
        ("semiprime", 210_035, 3),  # 4 6 9
        ("sum-of-two-squares", 216_341, 7),  # 0 1 2 4 5 8 9
        ("happy", 143_070, 2),  # 1 7
        ("a000959", 71_918, 4),  # 1 3 7 9
        ("palindrome", 1_999, 10),  # 0 … 9
        ("smith", 29_928, 1),  # 4
        ("sophie-germain-prime", 7_746, 3),  # 2 3 5
    ],
)
def test_st_11_known_counts_below_a_million(name: str, below_a_million: int, one_digit: int) -> None:
    """The known counts include the numbers under ten, which aren't in the range (ST-3)."""
    assert count(name) + one_digit == below_a_million


def test_densities_are_shares_of_the_range() -> None:
    assert density("multiple-of-5") == 199_998 / 999_990
    flags = members(Named("multiple-of-5"))
    assert int(flags.sum()) == count("multiple-of-5")
    assert not flags[:FIRST].any()
    assert len(flags) == LAST + 1


def test_equal_sets_are_flagged_and_no_others() -> None:
    by_members: dict[bytes, list[str]] = {}
    for name in CATALOGUE:
        by_members.setdefault(members(Named(name)).tobytes(), []).append(name)
    equal = {name for names in by_members.values() if len(names) > 1 for name in names}
    assert equal == {name for name, one in CATALOGUE.items() if SAME_IN_RANGE in one.flags}


def test_enough_families_for_ten_sets_that_can_be_played() -> None:
    playable = {one.family for name, one in CATALOGUE.items() if 0.001 <= density(name) <= 0.9}
    assert playable == set(FAMILIES)


def test_st_2_properties_that_only_finitely_many_numbers_have_are_flagged() -> None:
    """The seed's sets are infinite. Names are finite too: thirty letters can be put together in only so many
    ways, and every name from a million on has the i of "million" or the like."""
    assert {name for name, one in CATALOGUE.items() if FINITE in one.flags} == {
        *("right-truncatable-prime", "left-truncatable-prime", "digit-powers", "all-digits-different"),
        *("ascending", "descending", "length-is-a-digit", "base-16-all-different", "name-no-i"),
        *("name-at-most-30-letters", "date-ddmmyy", "time-hhmmss", "segments-at-most-22"),
    }


def test_st_11_short_numbers_end_in_a_time_as_the_statement_says() -> None:
    """10 is 00:10 and 60 is no time: so the words must tell of the zeros before."""
    assert [belongs("last-four-time", n) for n in (10, 60, 959, 960, 2359, 2400)] == [True, False] * 3
    assert "at least four digits" in find("last-four-time").statement("en")
    assert "хотя бы четырьмя цифрами" in find("last-four-time").statement("ru")


def test_an_unknown_name_is_refused_with_the_close_ones() -> None:
    with pytest.raises(UnknownProperty, match="no property is called 'prim'; did you mean prime or"):
        find("prim")
    with pytest.raises(UnknownProperty, match="`numberhouse sets` lists all"):
        find("@@@")
    assert find("prime").statement() == "is prime"


def digits(n: int) -> list[int]:
    return [int(sign) for sign in str(n)]


def prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def factored(n: int) -> list[int]:
    found, p = [], 2
    while p * p <= n:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    return found + [n] * (n > 1)


def happy(n: int) -> bool:
    while n > 9:
        n = sum(d * d for d in digits(n))
    return n in (1, 7)


def zeckendorf(n: int) -> list[int]:
    fibonacci = [1, 2]
    while fibonacci[-1] < n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    terms = []
    for number in reversed(fibonacci):
        if number <= n:
            terms.append(number)
            n -= number
    return terms


def collatz(n: int) -> int:
    steps = 0
    while n > 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
    return steps


def based(n: int, base: int) -> list[int]:
    found: list[int] = []
    while n:
        n, digit = divmod(n, base)
        found.insert(0, digit)
    return found


PLAIN: Mapping[str, Callable[[int], bool]] = {
    "multiple-of-7": lambda n: n % 7 == 0,
    "residue-5-mod-11": lambda n: n % 11 == 5,
    "multiple-of-all-digits": lambda n: all(d and n % d == 0 for d in digits(n)),
    "prime": prime,
    "twin-prime": lambda n: prime(n) and (prime(n - 2) or prime(n + 2)),
    "emirp": lambda n: prime(n) and prime(int(str(n)[::-1])) and str(n) != str(n)[::-1],
    "chen-prime": lambda n: prime(n) and len(factored(n + 2)) <= 2,
    "semiprime": lambda n: len(factored(n)) == 2,
    "squarefree": lambda n: len(set(factored(n))) == len(factored(n)),
    "powerful": lambda n: all(factored(n).count(p) > 1 for p in factored(n)),
    "30-smooth": lambda n: max(factored(n)) <= 30,
    "smith": lambda n: len(factored(n)) > 1 and sum(digits(n)) == sum(sum(digits(p)) for p in factored(n)),
    "largest-prime-above-root": lambda n: max(factored(n)) ** 2 > n,
    "square-begins-with-1": lambda n: str(n * n)[0] == "1",
    "square-odd-length": lambda n: len(str(n * n)) % 2 == 1,
    "root-divides": lambda n: n % math.isqrt(n) == 0,
    "harshad": lambda n: n % sum(digits(n)) == 0,
    "happy": happy,
    "digit-product-square": lambda n: (
        math.prod(digits(n)) > 0 and math.isqrt(math.prod(digits(n))) ** 2 == math.prod(digits(n))
    ),
    "palindrome": lambda n: str(n) == str(n)[::-1],
    "neighbours-sum-to-10": lambda n: any(
        a + b == 10 for a, b in zip(digits(n), digits(n)[1:], strict=False)
    ),
    "not-falling": lambda n: digits(n) == sorted(digits(n)),
    "fibonacci-terms-even": lambda n: len(zeckendorf(n)) % 2 == 0,
    "a000201": lambda n: any(
        math.floor(k * (1 + math.sqrt(5)) / 2) == n for k in near(n, (1 + math.sqrt(5)) / 2)
    ),
    "a001951": lambda n: any(math.isqrt(2 * k * k) == n for k in near(n, math.sqrt(2))),
    "evil": lambda n: bin(n).count("1") % 2 == 0,
    "binary-has-10101": lambda n: "10101" in bin(n),
    "binary-8-runs": lambda n: len(re.findall("0+|1+", bin(n)[2:])) == 8,
    "base-16-no-letter": lambda n: f"{n:x}".isdigit(),
    "base-7-palindrome": lambda n: based(n, 7) == based(n, 7)[::-1],
    "base-12-harshad": lambda n: n % sum(based(n, 12)) == 0,
    "a006577-even": lambda n: collatz(n) % 2 == 0,
    "a203463": lambda n: bin(n & n >> 1).count("1") % 2 == 0,
    "a003052": lambda n: all(m + sum(digits(m)) != n for m in range(max(n - 60, 0), n)),
}


def near(n: int, slope: float) -> range:
    return range(max(int(n / slope) - 2, 1), int(n / slope) + 4)


@given(st.integers(FIRST, LAST))
def test_plain_definitions_agree(n: int) -> None:
    for name, holds in PLAIN.items():
        assert belongs(name, n) == holds(n), (name, n)
