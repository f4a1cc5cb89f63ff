"""TM-3 and TM-4: the worlds are exactly those that trying all assignments finds."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.problems.worlds import Worlds, orders
from tests.games.turing_machine.problems.oracle import (
    LawName,
    code_of,
    left_of,
    positions,
    worlds_of,
)

Position = tuple[Layout, tuple[Observation, ...], tuple[str, ...]]


@given(positions(lies=True))
@settings(max_examples=60, deadline=None)
def test_tm_4_the_worlds_left_are_those_of_the_definition(position: Position) -> None:
    layout, observations, wrong = position
    expected = left_of(layout, observations, wrong)
    worlds = Worlds(layout, observations, frozenset(wrong))
    assert worlds.number == len(expected)
    found = [worlds.world(number) for number in range(worlds.number)]
    assert Counter(found) == Counter(expected)


@given(positions(lies=True))
@settings(max_examples=60, deadline=None)
def test_tm_3_codes_and_laws_weigh_as_many_worlds_as_have_them(position: Position) -> None:
    layout, observations, wrong = position
    expected = left_of(layout, observations, wrong)
    worlds = Worlds(layout, observations, frozenset(wrong))
    assert worlds.by_code() == Counter(map(code_of, expected))
    assert list(worlds.by_code()) == sorted(worlds.by_code())
    for verifier in range(layout.verifiers):
        laws: Counter[LawName] = Counter(world[verifier] for world in expected)
        assert worlds.by_law(verifier) == laws


def test_tm_3_extreme_counts_both_cards_that_print_the_same_law() -> None:
    # Cards 2 and 9 have nothing in common; 1 and 39 both print "△ = 1" and "△ > 1".
    layout = Layout("extreme", ((1, 39), (4, 10), (9, 13), (14, 17)))
    worlds = Worlds(layout)
    assert worlds.number == len(worlds_of(layout)) > 0
    shared = worlds.by_law(0)
    assert shared[1, 0] == shared[39, 0]
    assert (1, 0) in shared


def test_tm_3_nightmare_has_every_pairing_before_a_question() -> None:
    classic = Worlds(Layout("classic", ((4,), (9,), (11,), (14,))))
    nightmare = Worlds(Layout("nightmare", ((4,), (9,), (11,), (14,))))
    assert nightmare.number == 24 * classic.number == 48
    assert {tuple(order) for order in orders(4).tolist()} == {
        tuple(order) for order in orders(4).tolist() if sorted(order) == [0, 1, 2, 3]
    }
    assert len(orders(4)) == 24
