"""TM-4, TM-6 and TM-7: random problems are valid, of the wished class, each equally likely; the daily one."""

from __future__ import annotations

import datetime
from collections import Counter
from itertools import combinations, permutations
from math import factorial, perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import NoProblem, daily, draw
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import LEVELS, MIN_CODES, Level, Problem
from tests.games.turing_machine.problems.strategies import valid_on

SMALL = (3, 4, 7, 9, 10, 11, 14, 15)
"""Cards of a class small enough to list."""
OTHERS = tuple(card for card in CARDS if card not in SMALL)


@given(st.text(max_size=6), st.sampled_from(MODES), st.sampled_from(VERIFIERS), st.sampled_from(LEVELS))
def test_tm_6_drawn_problems_are_valid_and_of_the_class(
    seed: str, mode: Mode, verifiers: int, level: Level
) -> None:
    problem = draw(Chance(seed), mode, verifiers, level)
    problem.check()
    assert problem == problem.canonical
    assert (problem.layout.mode, problem.layout.verifiers) == (mode, verifiers)
    assert level in ("any", problem.level)
    assert draw(Chance(seed), mode, verifiers, level) == problem


@given(
    st.integers(0, 10**6),
    st.sampled_from(MODES),
    st.sets(st.sampled_from([2, 9, 20, 33]), max_size=3),
    st.sets(st.sampled_from([4, 11, 40, 41, 48]), max_size=5),
)
def test_tm_7_forced_cards_are_there_and_forbidden_ones_are_not(
    seed: int, mode: Mode, forced: set[int], forbidden: set[int]
) -> None:
    problem = draw(Chance(str(seed)), mode, 4, "any", forced, forbidden)
    problem.check()
    assert forced <= set(problem.layout.flat)
    assert not forbidden & set(problem.layout.flat)


def equally_likely(counts: Counter[Problem], everything: set[Problem], draws: int) -> None:
    """Fails when Pearson's statistic is further than five deviations from what uniform draws give."""
    assert set(counts) <= everything
    expected = draws / len(everything)
    assert expected > 5, "too few draws for this test"
    statistic = sum((counts[problem] - expected) ** 2 / expected for problem in everything)
    freedom = len(everything) - 1
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5, (statistic, freedom)


def drawn(
    draws: int, mode: Mode, forced: tuple[int, ...] = (), forbidden: tuple[int, ...] = OTHERS
) -> Counter[Problem]:
    return Counter(draw(Chance("fixed", k), mode, 4, "any", forced, forbidden) for k in range(draws))


CLASSIC = {problem for cards in combinations(SMALL, 4) for problem in valid_on(*cards)}


def test_classic_is_uniform() -> None:
    equally_likely(drawn(20_000, "classic"), CLASSIC, 20_000)


def test_tm_6_with_a_wish_for_codes_every_problem_that_meets_it_is_equally_likely() -> None:
    chosen = {problem for problem in CLASSIC if len(Knowledge(problem.layout).codes) >= 4}
    assert 40 < len(chosen) < len(CLASSIC)
    draws = Counter(
        draw(Chance("fixed", k), "classic", 4, "any", (), OTHERS, min_codes=4) for k in range(20_000)
    )
    equally_likely(draws, chosen, 20_000)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", MODES)
def test_tm_6_dealt_problems_leave_so_many_codes_before_a_question(mode: Mode, level: Level) -> None:
    least = min(
        len(Knowledge(draw(Chance("dealt", k), mode, 4, level, min_codes=MIN_CODES[level]).layout).codes)
        for k in range(30)
    )
    assert least >= MIN_CODES[level]


def test_tm_6_a_wish_for_one_code_is_no_wish() -> None:
    for k in range(20):
        assert draw(Chance("none", k), min_codes=1) == draw(Chance("none", k))


@pytest.mark.parametrize(
    ("mode", "forced", "codes", "message"),
    [
        ("classic", (4, 9, 11, 14), 3, "that leaves 3 codes before a question; the most is 2. Ask for fewer"),
        ("nightmare", (4, 9, 11, 14), 3, "the most is 2. Ask for fewer codes, or for other cards"),
        (
            "classic",
            (4,),
            100,
            r"1,000 problems were drawn and none leaves 100 codes .* the most is \d+\. Ask",
        ),
    ],
)
def test_tm_6_a_wish_for_too_many_codes_is_refused(
    mode: Mode, forced: tuple[int, ...], codes: int, message: str
) -> None:
    with pytest.raises(NoProblem, match=message):
        draw(Chance("x"), mode, 4, "any", forced, min_codes=codes)
    assert draw(Chance("x"), "classic", 4, "any", (4, 9, 11, 14), min_codes=2).layout.flat == (4, 9, 11, 14)


def test_classic_with_forced_cards_is_uniform() -> None:
    chosen = {problem for problem in CLASSIC if {4, 14} <= set(problem.layout.flat)}
    equally_likely(drawn(5_000, "classic", (4, 14)), chosen, 5_000)


def test_a_complete_set_of_cards_is_uniform() -> None:
    equally_likely(drawn(2_000, "classic", (4, 9, 11, 14), ()), set(valid_on(4, 9, 11, 14)), 2_000)


def test_nightmare_is_uniform_over_the_orders_of_verifiers_too() -> None:
    chosen = {
        Problem(Layout("nightmare", problem.layout.cards), laws)
        for problem in CLASSIC
        if {4, 14} <= set(problem.layout.flat)
        for laws in permutations(problem.laws)
    }
    equally_likely(drawn(20_000, "nightmare", (4, 14)), chosen, 20_000)
    equally_likely(
        drawn(1_000, "nightmare", (4, 9, 11, 14), ()),
        {p for p in chosen if p.layout.cards == ((4,), (9,), (11,), (14,))},
        1_000,
    )


def extremes(cards: tuple[int, ...]) -> set[Problem]:
    """All valid extreme problems of four verifiers on exactly these eight cards."""
    found = set()
    for chosen in combinations(cards, 4):
        for problem in valid_on(*chosen):
            for decoys in permutations(sorted(set(cards) - set(chosen))):
                pairs = tuple(zip(chosen, decoys, strict=True))
                found.add(Problem(Layout("extreme", pairs), problem.laws).canonical)
    return found


def test_extreme_is_uniform() -> None:
    everything = extremes(SMALL)
    assert len(everything) == len(CLASSIC) * factorial(4)
    equally_likely(drawn(6 * len(everything), "extreme"), everything, 6 * len(everything))


def test_extreme_with_forced_cards_is_uniform() -> None:
    """Nine cards, two of them forced, which may be true or not: the true ones have different numbers of laws
    and the others different numbers of places left, and still every problem is as likely as every other."""
    allowed = (4, 7, 9, 10, 11, 14, 15, 16, 17)
    forced = (16, 17)
    everything: set[tuple[tuple[int, int], ...]] = set()
    weight: Counter[tuple[tuple[int, int], ...]] = Counter()
    for chosen in combinations(allowed, 4):
        missing = set(forced) - set(chosen)
        # The decoys: the missing forced cards anywhere among four places, others in the places left.
        ways = perm(4, len(missing)) * perm(len(allowed) - 4 - len(missing), 4 - len(missing))
        for problem in valid_on(*chosen):
            everything.add(problem.laws)
            weight[problem.laws] = ways
    draws = 20_000
    forbidden = tuple(card for card in CARDS if card not in allowed)
    counts: Counter[tuple[tuple[int, int], ...]] = Counter()
    for problem, times in drawn(draws, "extreme", forced, forbidden).items():
        counts[tuple(sorted(problem.laws))] += times
    assert set(counts) <= everything
    total = weight.total()
    expected = {laws: draws * weight[laws] / total for laws in everything}
    statistic = sum((counts[laws] - expected[laws]) ** 2 / expected[laws] for laws in everything)
    freedom = len(everything) - 1
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5, (statistic, freedom)


@pytest.mark.parametrize(
    ("mode", "verifiers", "level", "forced", "forbidden", "message"),
    [
        ("blitz", 4, "any", (), (), "no mode 'blitz'; there are classic, extreme, nightmare"),
        ("classic", 4, "silly", (), (), "no level 'silly'; there are easy"),
        ("classic", 7, "any", (), (), "4, 5 or 6 verifiers, not 7"),
        ("classic", 4, "any", (49,), (), "no card 49; the cards are 1 to 48"),
        ("classic", 4, "any", (), (0,), "no card 0"),
        ("classic", 4, "any", (4, 4), (), "cards 4, 4 can't all be there"),
        ("classic", 4, "any", (4, 5), (4,), "With and without card 4"),
        ("classic", 4, "any", (1, 2, 3, 4, 5), (), "only 4 lie on the table"),
        ("classic", 4, "easy", (3, 18), (), "Level easy has cards 1 to 17 only, so no problem with card 18"),
        ("classic", 4, "standard", (1, 2, 3, 4), (), "at least 1 of cards 18 to 22; there is room for 0"),
        ("classic", 5, "hard", (1, 2, 3), (), "at least 3 of cards 23 to 48; there is room for 2"),
        ("extreme", 4, "standard", (), (18, 19, 20, 21, 22), "room for 8 and 0 are allowed"),
        ("extreme", 4, "any", (), tuple(range(8, 49)), "8 cards are needed, but only 7 are left"),
        (
            "classic",
            4,
            "any",
            (28, 29, 37, 38),
            (),
            "no valid classic problem of 4 verifiers with cards 28, 29",
        ),
        ("nightmare", 4, "any", (28, 29, 37, 38), (), "no valid nightmare problem"),
        ("classic", 4, "any", (1, 2, 5), tuple(range(8, 49)), "no valid classic problem"),
    ],
)
def test_tm_7_impossible_classes_are_refused_with_the_reason(
    mode: Mode,
    verifiers: int,
    level: Level,
    forced: tuple[int, ...],
    forbidden: tuple[int, ...],
    message: str,
) -> None:
    with pytest.raises(NoProblem, match=message):
        draw(Chance("x"), mode, verifiers, level, forced, forbidden)


def test_tm_7_the_daily_problem_is_the_same_for_everyone_and_different_every_day() -> None:
    day = datetime.date(2027, 1, 31)
    assert daily(day).id == "C5004K4M4E"
    assert daily(day, secret="ours") != daily(day)
    days = {daily(day + datetime.timedelta(days=k)) for k in range(30)}
    assert len(days) == 30
    assert {problem.level for problem in days} == {"standard"}
    assert min(len(Knowledge(problem.layout).codes) for problem in days) >= 5


def test_tm_7_a_seed_gives_the_same_problem_on_every_machine() -> None:
    assert [draw(Chance("pinned", k), mode, 5, "hard").id for k, mode in enumerate(MODES)] == [
        "C50P4AZD66", "X55GN0J6ECZKB5B", "N54F8ZK4B0Y",
    ]  # fmt: skip
