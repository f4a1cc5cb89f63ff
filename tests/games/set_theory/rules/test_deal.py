"""The ten sets, drawn and handed in (ST-2, ST-4, ST-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.bitmaps import density, members
from numberhouse.games.set_theory.catalogue.hidden_set import Named, Written
from numberhouse.games.set_theory.rules.deal import BANDS, cells, dealt, drawn_sets
from numberhouse.games.set_theory.rules.gameplay import Options
from tests.games.set_theory.examples import TEN, WORTHS

DRAWN = [drawn_sets(Chance("deal", number)) for number in range(200)]


def test_st_11_drawn_sets_differ_in_family() -> None:
    for ids in DRAWN:
        assert len({CATALOGUE[name].family for name in ids}) == 10


def test_st_11_drawn_sets_are_spread_over_density() -> None:
    for ids in DRAWN:
        bands = Counter(place for name in ids for place, band in enumerate(BANDS) if in_band(name, band))
        assert [bands[place] for place in range(3)] == [3, 4, 3]


def in_band(name: str, band: Any) -> bool:
    return bool(band.least <= density(name) < band.below)


def test_st_11_bands_are_between_a_thousandth_and_nine_tenths() -> None:
    assert (BANDS[0].least, BANDS[-1].below) == (0.001, 0.9)
    assert sum(band.sets for band in BANDS) == 10


def test_st_11_drawn_sets_are_infinite_certain_and_like_no_other() -> None:
    drawable = {name for family in cells() for ids in family for name in ids}
    assert len(drawable) >= 100
    assert not any(CATALOGUE[name].flags for name in drawable)
    assert {name for ids in DRAWN for name in ids} <= drawable
    assert len({members(Named(name)).tobytes() for name in drawable}) == len(drawable)


def test_st_11_every_family_and_letter_is_drawn_sooner_or_later() -> None:
    families = {CATALOGUE[name].family for ids in DRAWN for name in ids}
    able = [family for family in cells() if any(family)]
    assert len(families) == len(able)
    sparse = {label for ids in DRAWN for label, name in enumerate(ids) if in_band(name, BANDS[0])}
    assert sparse == set(range(10))


def test_st_11_the_same_seed_draws_the_same() -> None:
    assert dealt(Options(), Chance("deal")) == dealt(Options(), Chance("deal"))
    assert dealt(Options(), Chance("deal")) != dealt(Options(), Chance("other"))


def test_st_4_examples_are_spread_over_all_members(samples: Callable[[int, int], int]) -> None:
    """Of even numbers: one in nine below 111,111, give or take. Of 250 examples the share strays by 0.02."""
    low = total = 0
    for number in range(samples(25, 100)):
        state = dealt(Options(sets=TEN, examples=10), Chance("spread", number))
        total += 10
        low += sum(example < 111_111 for example in state.examples[0])
    assert 0.07 < low / total < 0.16


def test_st_4_every_member_may_be_an_example_from_10_to_999999(samples: Callable[[int, int], int]) -> None:
    """Of the thousand numbers of a thin set, one in eleven has two digits and some have six."""
    sets = (Written("n < 1000 or n > 999970"), *TEN[1:])
    options = Options(sets=sets, examples=10)
    drawn = {one for k in range(samples(15, 30)) for one in dealt(options, Chance("all", k)).examples[0]}
    assert min(drawn) < 40
    assert max(drawn) > 999_970


def test_st_11_sets_are_handed_in_by_name_or_condition() -> None:
    state = dealt(Options(sets=TEN), Chance("x"))
    assert state.handed_in
    assert state.sets[0] == TEN[0]
    assert state.sets[2] == Named("prime")
    assert state.sets[3] == Written("n % 3 == 1")
    assert not dealt(Options(), Chance("x")).handed_in


def test_st_11_worths_are_handed_in() -> None:
    assert dealt(Options(worths=WORTHS), Chance("x")).worths == WORTHS


@pytest.mark.parametrize("count", [1, 9, 11])
def test_st_11_ten_or_none(count: int) -> None:
    refused(Options(sets=(TEN * 2)[:count]), "options", f"sets: {count} handed in; 10 are accepted")
    refused(Options(worths=(WORTHS * 2)[:count]), "options", f"worths: {count} handed in; 10 are accepted")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("primes", "unknown-property", r"set J: .*'primes'.*prime"),
        ("n % 0 == 1", "undefined", r"set J: .*n = 10"),
        ("n >", "expression", r"set J: "),
        ("n > 999990", "too-few-members", r"set J has 9 members .*; at least 15 are needed"),
        ("10 11 12", "too-few-members", r"set J has 3 members"),
        ("9, 11", "outside", r"set J: 9 is listed"),
        ("5" * 9_000, "too-long", r"set J: 9000 characters; at most 8000 are read"),
        ("2 * n % 6 == 2", "equal", "sets D and J have the same members"),
    ],
)
def test_st_11_what_is_refused_of_handed_in_sets(text: str, code: str, words: str) -> None:
    refused(Options(sets=(*TEN[:9], text)), code, words)


def test_options_out_of_bounds_are_refused_however_they_come() -> None:
    refused(Options(examples=11), "options", "examples: 11; 0 to 10 are accepted")
    refused(Options(examples=-1), "options", "examples: -1")
    refused(Options(worths=(4,) * 10), "options", "each is 1, 2 or 3")  # type: ignore[arg-type]


def refused(options: Options, code: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words) as caught:
        dealt(options, Chance("x"))
    assert caught.value.code == code
