"""Knowledge: what is left, with exact weights, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.knowledge import (
    MOST_CLAIMS,
    BadObservation,
    Contradiction,
    Knowledge,
    NoValidProblem,
)
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.layout import BadLayout, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Observation
from tests.games.turing_machine.problems.oracle import code_of, left_of, positions, smaller

Position = tuple[Layout, tuple[Observation, ...], tuple[str, ...]]

README = Layout("classic", ((4,), (9,), (11,), (14,)))


def test_tm_4_the_examples_of_the_rulings() -> None:
    assert Knowledge(README).codes == {"221": 1, "241": 1}
    assert "435" in Knowledge(Layout("classic", ((3,), (7,), (10,), (14,)))).codes


@given(positions())
@settings(max_examples=60, deadline=None)
def test_tm_10_codes_digits_and_laws_are_those_of_the_definition(position: Position) -> None:
    layout, observations, wrong = position
    expected = left_of(layout, observations, wrong)
    known = Knowledge(layout, observations, wrong)
    assert known.worlds == len(expected)
    assert known.codes == Counter(map(code_of, expected))
    assert known.digits == tuple(
        frozenset(int(code_of(world)[shape]) for world in expected) for shape in range(3)
    )
    assert known.laws == tuple(
        Counter(world[verifier] for world in expected) for verifier in range(layout.verifiers)
    )


@given(positions())
@settings(max_examples=20, deadline=None)
def test_answers_may_come_one_by_one_and_twice(position: Position) -> None:
    layout, observations, wrong = position
    known = Knowledge(layout)
    for seen in (*observations, *observations):
        known = known.observe(seen)
    for code in wrong:
        known = known.without(code)
    assert known.codes == Knowledge(layout, observations, wrong).codes


@given(positions(lies=True))
@settings(max_examples=80, deadline=None)
def test_contradicting_answers_are_refused_with_a_smallest_group(position: Position) -> None:
    layout, observations, wrong = position
    if left_of(layout, observations, wrong):
        assert Knowledge(layout, observations, wrong).worlds
        return
    with pytest.raises(Contradiction) as caught:
        Knowledge(layout, observations, wrong)
    reason = caught.value.reason
    assert reason.kind == "contradiction"
    assert reason.smallest
    assert set(reason.observations) <= set(observations)
    assert set(reason.wrong_codes) <= set(wrong)
    claims = [*reason.observations, *reason.wrong_codes]
    assert not left_of(layout, reason.observations, reason.wrong_codes)
    everything = [*dict.fromkeys(observations), *dict.fromkeys(wrong)]
    for group in groups(everything, len(claims) - 1):
        answers = [one for one in group if isinstance(one, Observation)]
        assert left_of(layout, answers, [one for one in group if isinstance(one, str)])


def groups(things: list[object], size: int) -> list[tuple[object, ...]]:
    """All groups of so many things."""
    found: set[tuple[object, ...]] = {tuple(things)}
    while found and len(next(iter(found))) > size:
        found = {fewer for group in found for fewer in smaller(group)}
    return list(found)


@pytest.mark.parametrize("mode", ["classic", "nightmare"])
def test_draw_gives_every_world_equally_often(mode: Mode) -> None:
    layout = Layout(mode, ((3,), (7,), (10,), (14,)))
    known = Knowledge(layout).observe(Observation("345", 1, False))
    draws = known.worlds * 60
    counts = Counter(known.draw(Chance("draw", number)).laws for number in range(draws))
    assert set(counts) == set(left_of(layout, known.observations))
    square = sum((count - 60) ** 2 / 60 for count in counts.values())
    freedom = known.worlds - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5


def test_draw_in_extreme_gives_both_cards_that_print_the_same_law() -> None:
    layout = Layout("extreme", ((1, 39), (4, 10), (9, 13), (14, 17)))
    known = Knowledge(layout)
    first = {known.draw(Chance("draw", number)).laws[0] for number in range(400)}
    assert first == set(known.laws[0])
    assert {(1, 0), (39, 0)} <= first
    assert all(known.draw(Chance("valid", number)).valid for number in range(50))


def test_tm_4_cards_without_a_valid_problem_are_refused() -> None:
    with pytest.raises(NoValidProblem, match="Cards 1, 2, 3, 5 carry no valid problem in classic"):
        Knowledge(Layout("classic", ((1,), (2,), (3,), (5,))))
    with pytest.raises(BadLayout, match="There is no card 49"):
        Knowledge(Layout("classic", ((1,), (2,), (3,), (49,))))


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(BadObservation, match="'600' is no code"):
        Knowledge(README, [Observation("600", 0, True)])
    with pytest.raises(BadObservation, match="no verifier number 5; they are A to D"):
        Knowledge(README, [Observation("111", 4, True)])
    with pytest.raises(BadObservation, match="'x' is no code"):
        Knowledge(README, wrong_codes=["x"])
    many = [Observation(code, v, answer) for code in CODES for v in range(6) for answer in (True, False)]
    with pytest.raises(BadObservation, match=f"More than {MOST_CLAIMS}"):
        Knowledge(README, many, ["111"])
    with pytest.raises(BadObservation, match="has no law 4 on a card 4"):
        Knowledge(README).why_not_law(0, 4, 3)
    with pytest.raises(BadObservation, match="has no law 1 on a card 9"):
        Knowledge(README).why_not_law(0, 9, 0)
    with pytest.raises(BadObservation, match="'abc' is no code"):
        Knowledge(README).why_not_code("abc")
