"""TM-7: short ids that rebuild a problem exactly."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, BadLayout, Layout
from numberhouse.games.turing_machine.problems.problem import BadProblem, Problem
from numberhouse.games.turing_machine.problems.short_id import (
    DIGITS,
    LONGEST,
    BadId,
    doubled,
    length,
    size,
    weighted,
)
from tests.games.turing_machine.problems.strategies import classic, valid_problems


@given(valid_problems())
def test_tm_7_an_id_rebuilds_the_problem(problem: Problem) -> None:
    text = problem.id
    assert Problem.from_id(text) == problem
    assert Problem.from_id(text.lower()) == problem
    assert text[0] == {"classic": "C", "extreme": "X", "nightmare": "N"}[problem.layout.mode]
    assert text[1] == str(problem.layout.verifiers)
    assert len(text) <= LONGEST


@given(valid_problems(), st.data())
def test_tm_7_one_wrong_character_is_found(problem: Problem, data: st.DataObject) -> None:
    text = problem.id
    place = data.draw(st.integers(0, len(text) - 1))
    wrong = data.draw(st.sampled_from([digit for digit in DIGITS if digit != text[place]]))
    with pytest.raises(BadId):
        Problem.from_id(text[:place] + wrong + text[place + 1 :])


@given(valid_problems())
def test_tm_7_any_two_swapped_characters_are_found(problem: Problem) -> None:
    text = problem.id
    for i, j in combinations(range(len(text)), 2):
        if text[i] != text[j]:
            swapped = list(text)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            with pytest.raises(BadId):
                Problem.from_id("".join(swapped))


@given(st.text(max_size=20) | st.text(DIGITS, max_size=20))
def test_tm_7_any_text_is_an_id_or_refused(text: str) -> None:
    with suppress(BadId):
        assert Problem.from_id(text).id == text.upper()


@given(st.sampled_from(MODES), st.sampled_from(VERIFIERS), st.data())
def test_tm_7_a_number_with_its_check_character_is_a_valid_problem_or_refused(
    mode: str, verifiers: int, data: st.DataObject
) -> None:
    prefix = {"classic": "C", "extreme": "X", "nightmare": "N"}[mode] + str(verifiers)
    body = data.draw(st.text(DIGITS, min_size=length(mode, verifiers), max_size=length(mode, verifiers)))  # type: ignore[arg-type]
    text = prefix + body
    text += DIGITS[weighted(text)]
    refusal = ""
    try:
        assert Problem.from_id(text).id == text
    except BadId as error:
        refusal = str(error)
    assert not refusal or "number is greater" in refusal or "no valid problem" in refusal


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first letter"),
        ("Q4000", "first letter is C .classic., X .extreme. or N"),
        ("C7000", "number of verifiers, 4, 5 or 6"),
        ("C4", "begins with C4 has 9 characters, not 2"),
        ("C4002XDMO", "'O'.*without I, L, O and U"),
        ("C4002XDM ", "character ' '"),
        ("C4002XDM\u017f", "character '\u017f'"),
        ("C4002XDM7", "mistyped"),
        ("C4" * 5000, "at most 17 characters long, this has 10000"),
    ],
)
def test_tm_7_what_is_no_id_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(BadId, match=message):
        Problem.from_id(text)


def test_tm_7_a_known_id_stays_the_same() -> None:
    assert classic((4, 0), (9, 0), (11, 1), (14, 2)).id == "C4002XDM6"
    extreme = Layout("extreme", ((4, 24), (9, 29), (11, 31), (14, 34)))
    assert Problem(extreme, ((4, 0), (9, 0), (11, 1), (14, 2))).id == "X400HK9Q5EMD2"
    nightmare = Layout("nightmare", ((4,), (9,), (11,), (14,)))
    assert Problem(nightmare, ((14, 2), (11, 1), (9, 0), (4, 0))).id == "N4002627QJ"


def test_tm_7_only_valid_problems_have_ids() -> None:
    with pytest.raises(BadProblem):
        _ = classic((2, 0), (3, 0), (5, 1), (7, 1)).id
    with pytest.raises(BadLayout):
        _ = classic((4, 0), (9, 0), (11, 1)).id


def test_tm_7_the_weights_of_the_check_character_differ() -> None:
    powers = [1]
    for _ in range(30):
        powers.append(doubled(powers[-1]))
    assert sorted(powers) == list(range(1, 32))
    assert max(3 + length(mode, verifiers) for mode in MODES for verifiers in VERIFIERS) == LONGEST <= 31


def test_tm_7_every_number_fits_its_characters() -> None:
    for mode in MODES:
        for verifiers in VERIFIERS:
            characters = length(mode, verifiers)
            assert 32 ** (characters - 1) < size(mode, verifiers) <= 32**characters
