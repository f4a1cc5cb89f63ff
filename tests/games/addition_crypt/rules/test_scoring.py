"""What nodes become and what they are worth: AC-2, AC-5, AC-6, AC-9 … AC-14."""

from __future__ import annotations

import pytest

from numberhouse.games.addition_crypt.rules.model import Pick
from numberhouse.games.addition_crypt.rules.scoring import at_bottom, default_pick, digit_sum, node_points
from tests.games.addition_crypt.play import begin, only, play, points, values


def test_ac_1_the_defaults_are_the_seeds_match() -> None:
    match = begin(13)
    assert match.state.values == (0, 1, 2, 3, 4, 5, 6)
    assert len(match.options.rounds) == 7
    assert match.game.card.usual_seats == 13


def test_ac_1_values_carry_over() -> None:
    match = play(begin(2), ["A* B", "A* B"], ["C* D", "C* D"])
    assert values(match) == (2, 5, 4, 7, 4, 5, 6)


def test_ac_2_the_first_gets_1_and_the_second_2_and_the_asterisk_scores() -> None:
    match = play(begin(2, start=(0, 10, 20, 30)), ["A* B", "C D*"])
    assert values(match) == (1, 12, 21, 32)
    assert points(match) == [1, 2]


def test_ac_6_the_seeds_example() -> None:
    assert node_points((11, 12, 21, 23, 30, 50, 199), 10) == (2, 3, 3, 5, 3, 5, 9)


def test_ac_6_two_tied_on_top_count_in_full() -> None:
    assert node_points((10, 199, 199, 48), 10) == (1, 19, 19, 12)


def test_ac_6_through_a_match() -> None:
    match = play(begin(2, start=(18, 97, 5, 5), **only("theme")), ["A* B", "C B*"])
    assert values(match) == (19, 101, 6, 5)
    assert points(match) == [10, 1]


@pytest.mark.parametrize(
    ("value", "base", "total"), [(0, 10, 0), (199, 10, 19), (35, 6, 10), (255, 2, 8), (35, 36, 35)]
)
def test_digit_sums(value: int, base: int, total: int) -> None:
    assert digit_sum(value, base) == total


def test_ac_5_defaults_in_rounds_1_2_and_3() -> None:
    match = play(begin(2), ["", "F* G"], ["", "A* B"], ["", "C* D"])
    assert [line.pick for line in match.state.ledgers[0]] == [Pick(0, 1, 0), Pick(2, 3, 2), Pick(0, 1, 0)]
    assert [line.how for line in match.state.ledgers[0]] == ["defaulted"] * 3


def test_ac_5_a_default_skips_what_was_used() -> None:
    assert default_pick((0, 2)) == Pick(1, 3, 1)
    assert default_pick((1, 2)) == Pick(0, 3, 0)
    assert default_pick((5, 6)) == Pick(0, 1, 0)


def test_ac_5_defaults_count_as_picks() -> None:
    """Their nodes are barred, they share a set in Standout, and they are published as any other."""
    match = play(begin(2, rounds=(("standout",), ("write-off",), ("theme",))), ["", "B A*"], ["", "E* F"])
    assert points(match, 0) == [3, 3]
    assert match.view(0).barred == (2, 3)
    assert match.state.rounds[1].published == (Pick(2, 3, 2), Pick(4, 5, 4))


def test_ac_9_a_default_counts_for_standout() -> None:
    match = play(begin(3, **only("standout")), ["", "B* A", "C* D"])
    bonuses = [ledger[0].points.bonus for ledger in match.state.ledgers]
    assert bonuses == [0, 0, 2]


def test_ac_9_standout_minds_the_set_and_not_the_order() -> None:
    match = play(begin(3, **only("standout")), ["A* B", "B A*", "C* D"])
    assert [ledger[0].points.bonus for ledger in match.state.ledgers] == [0, 0, 2]


def test_ac_10_increment_gives_2_and_3() -> None:
    match = play(begin(2, **only("increment")), ["A* B", "A* C"])
    assert values(match) == (4, 4, 5, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("values", "bottom"),
    [
        ((1, 2, 3, 3, 4, 5, 6), {0, 1}),
        ((1, 2, 2, 3, 4, 5, 6), {0, 1, 2}),
        ((1, 2, 2, 2, 4, 5, 6), {0}),
        ((3, 3, 3, 3, 9, 9, 9), set()),
        ((3, 3, 3, 4, 9, 9, 9), {0, 1, 2}),
        ((9, 9, 0, 9, 9, 9, 9), {2}),
        ((7, 7, 7, 7, 7, 7, 7), set()),
    ],
)
def test_ac_11_the_bottom_three(values: tuple[int, ...], bottom: set[int]) -> None:
    assert at_bottom(values, 3) == bottom


def test_ac_11_3_points_for_each_node_at_the_bottom() -> None:
    match = play(begin(2, start=(0, 0, 9, 20, 30, 40, 50), **only("write-off")), ["A B*", "G* A"])
    assert values(match) == (3, 2, 9, 20, 30, 40, 51)
    assert [line.points.bonus for (line,) in match.state.ledgers] == [6, 3]


def test_ac_12_sixify_counts_in_base_6() -> None:
    match = play(begin(2, start=(34, 15, 0, 0), **only("sixify")), ["A B*", "C* D"])
    assert values(match) == (35, 17, 1, 2)
    assert points(match) == [2 + 5, 1]
    match = play(begin(2, start=(34, 38, 0, 0), **only("sixify")), ["A* C", "D B*"])
    assert values(match) == (35, 40, 2, 1)
    assert points(match) == [5 + 5, 40 % 6]


def test_ac_12_the_single_highest_counts_with_its_units_in_base_6() -> None:
    match = play(begin(2, start=(34, 0, 0, 0), **only("sixify")), ["A* B", "C* D"])
    assert points(match)[0] == 35 % 6


def test_ac_13_up_is_down_stops_at_0_after_adding_up() -> None:
    match = play(begin(3, start=(3, 10, 1, 9, 9, 9, 9), **only("up-is-down")), ["B A*", "A* B", "A* C"])
    assert values(match) == (0, 7, 0, 9, 9, 9, 9)
    assert points(match) == [0, 0, 0]


def test_ac_14_area_of_effect_spreads_the_1_and_not_the_2() -> None:
    match = play(begin(2, start=(0,) * 7, **only("area-of-effect")), ["A* B", "D* F"])
    assert values(match) == (1, 3, 1, 1, 1, 2, 1)


def test_ac_14_a_star_b_gives_a_1_b_3_g_1() -> None:
    one = play(begin(2, start=(10,) * 7, **only("area-of-effect")), ["A* B", "D* E"])
    assert values(one) == (11, 13, 11, 11, 13, 10, 11)


def test_ac_14_the_last_node_is_next_to_a() -> None:
    match = play(begin(2, start=(0,) * 5, **only("area-of-effect")), ["E* C", "E* C"])
    assert values(match) == (2, 0, 4, 2, 2)


def test_variations_of_one_round_work_together() -> None:
    terms = only("increment", "up-is-down", "area-of-effect", start=(9,) * 6)
    match = play(begin(2, **terms), ["A* B", "C* E"])
    assert values(match) == (9 - 2, 9 - 3 - 1 - 1, 9 - 2, 9 - 1, 9 - 3, 9 - 1)


def test_node_totals_of_13() -> None:
    """Whatever 13 submit; up is down only takes less where a node stops at 0."""
    match = begin(13)
    totals = []
    for _ in range(7):
        for seat in range(13):
            match.act(seat, match.legal(seat).actions[seat * 3])
            match.act(seat, match.legal(seat).actions[0])
        totals.append(sum(values(match)))
    stopped = totals[5] - 203
    assert stopped >= 0
    assert totals == [60, 99, 164, 203, 242, 203 + stopped, 268 + stopped]
