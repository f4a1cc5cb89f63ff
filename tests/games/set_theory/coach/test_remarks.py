"""ST-11: what is said to a host about sets, and what is proven finite."""

from __future__ import annotations

from typing import get_args

import pytest

from numberhouse.games.set_theory.catalogue import CATALOGUE, FINITE
from numberhouse.games.set_theory.catalogue.bitmaps import members
from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Named, Written
from numberhouse.games.set_theory.catalogue.predicates.finiteness import is_finite
from numberhouse.games.set_theory.catalogue.predicates.values import over_range
from numberhouse.games.set_theory.coach.remarks import Remark, remarks, remarks_on, worded
from numberhouse.games.set_theory.rules.gameplay import Options
from numberhouse.protocol.review import Language
from numberhouse.registry import find
from tests.games.set_theory.examples import TEN

FINITE_ONES = (
    "n < 5000",
    "5000 >= n",
    "n <= 5000 and is_prime(n)",
    "n == 70 or n == 90",
    "not n > 300",
    "not (n > 300 or n == 77)",
    "not (n != 77 and n != 78)",
    "n ** 2 <= 10000",
    "n * n - 900 * n < 50",
    "0 - n > 0 - 400",
    "10 < n < 99",
    "n in (16, 32, 64)",
    "3 * n + 1 in (16, 31, 301)",
    "n divides 5040",
    "digits(n) <= 3",
    "n // 10 < 50",
    "isqrt(n) - 5 < n % 7",
    "last_digit(n) == n",
    "n % 3 - n > 0 - 500",
    "n - n == 1",
    "abs(5 - n) < 90",
)

UNSAID = (
    "n % 7 == 3",
    "n > 300",
    "not n < 300",
    "not (10 < n < 99)",
    "n != 5",
    "not n in (16, 32)",
    "n < 5000 or n % 2 == 0",
    "not (n < 5000 and n % 2 == 0)",
    "n - n == 0",
    "5 divides n",
    "0 divides n * (n + 1)",
    "n divides 0",
    "n divides n + 0",
    "digit_sum(n) < 5",
    "popcount(n) <= 2",
    "digits(n) < n",
    "n // (0 - 10) < 50",
    "isqrt(n) ** 2 == n",
    "n % 5 in (1, 2)",
    "gcd(n, 6) == 6",
    "n ** 20 * n ** 20 > 5",
    "reverse(n) < 5000",
)


@pytest.mark.parametrize("text", FINITE_ONES)
def test_st_11_proven_finite(text: str) -> None:
    assert is_finite(Written(text))
    assert not over_range(text, 500_000, 501_000).any()


@pytest.mark.parametrize("text", UNSAID)
def test_st_11_not_said_to_be_finite(text: str) -> None:
    assert not is_finite(Written(text))


def test_st_11_lists_are_finite_and_the_catalogue_says_what_is() -> None:
    assert is_finite(Listed(tuple(range(10, 40))))
    assert is_finite(Named("ascending"))
    assert not is_finite(Named("prime"))
    assert sum(is_finite(Named(name)) for name in CATALOGUE) == sum(
        FINITE in one.flags for one in CATALOGUE.values()
    )


def test_st_11_a_proof_takes_no_longer_for_great_powers() -> None:
    assert not is_finite(Written("n ** 60 ** 60 > 1"))
    assert not is_finite(Written("*".join(["(n + 1) ** 24"] * 30) + " > 5"))


SETS = (
    "square",
    "cube",
    "prime",
    "n % 7 == 3",
    "n < 5000",
    "n % 2 == 0",
    "16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288",
    "n % 4 == 0",
    "n > 50000",
    "not 7 divides n",
)


def test_st_11_thin_broad_and_finite_sets_are_said() -> None:
    said = remarks(Options(sets=SETS))
    assert said[:6] == (
        "Set A is thin: 996 members from 10 to 999,999, 0.0996 %. It will seldom be met.",
        "Set B is thin: 97 members from 10 to 999,999, 0.0097 %. It will seldom be met.",
        "Set E is finite; the game asks for infinite sets.",
        "Set G is thin: 16 members from 10 to 999,999, 0.0016 %. It will seldom be met.",
        "Set G is finite; the game asks for infinite sets.",
        "Set I is broad: 949,999 members from 10 to 999,999, 95 %. Nearly every number is in it.",
    )
    assert said[6:] == (
        "Nearly all of set G is in set F too: 16 numbers.",
        "Nearly all of set G is in set H too: 16 numbers.",
        "Nearly all of set H is in set F too: 249,997 numbers.",
    )
    russian = remarks(Options(sets=SETS), "ru")
    assert len(russian) == len(said)
    assert russian[2] == "Множество E конечно, а в игре множества бесконечные."
    assert "0,0996\N{NO-BREAK SPACE}%" in russian[0].replace(" %", "\N{NO-BREAK SPACE}%")


def test_st_11_the_borders_of_thin_and_broad() -> None:
    codes = [remark.code for remark in remarks_on((Written("n % 1001 == 0 or n % 2017 == 5"),))]
    assert codes == []
    assert members(Written("n > 100008")).sum() == 899_991
    assert remarks_on((Written("n > 100008"),)) == ()
    assert [one.code for one in remarks_on((Written("n > 100007"),))] == ["broad"]


def test_st_11_nothing_is_said_of_sets_that_are_drawn_or_sound() -> None:
    assert remarks(Options()) == ()
    assert [text for text in remarks(Options(sets=TEN)) if "finite" in text] == []


@pytest.mark.parametrize("code", ["thin", "broad", "finite", "within"])
@pytest.mark.parametrize("lang", get_args(Language))
def test_every_remark_has_words(code: str, lang: str) -> None:
    assert "A" in worded(Remark(code, "A", 12_345, "B"), lang)


def test_a_game_without_remarks_makes_none() -> None:
    mixmath = find("mixmath")
    assert mixmath.remarks(mixmath.game.options_type()) == ()
    assert find("set-theory").remarks(Options(sets=SETS), "ru")[2].startswith("Множество E конечно")
