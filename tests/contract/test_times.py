"""Times: since when each seat is awaited, to the millisecond."""

from __future__ import annotations

import pytest

from numberhouse.contract.clock import NoClock, RoundClock, TurnClock
from numberhouse.contract.timekeeping import Times

MS = 0.001
SET_THEORY = TurnClock(120, 5, 60)
BEGAN = 1_800_000_000.0


def test_st_8_with_k_periods_left_a_turn_dies_after_120_and_60_k_seconds() -> None:
    times = Times.start(SET_THEORY, 2, {0}, BEGAN)
    assert times.due(0) == BEGAN + 120 + 5 * 60
    assert times.due(1) is None


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (0, 5),
        (120, 5),
        (120 + MS, 4),
        (180, 4),
        (180 + MS, 3),
        (240, 3),
        (240 + MS, 2),
        (300 + MS, 1),
        (360 + MS, 0),
        (420, 0),
    ],
)
def test_st_8_a_period_that_is_begun_is_used_up_for_good(took: float, left: int) -> None:
    times = Times.start(SET_THEORY, 2, {0}, BEGAN)
    assert times.periods(0, BEGAN + took) == left
    after = times.moved(0, {1}, BEGAN + took).moved(1, {0}, BEGAN + took + 1)
    assert after.reserves == (left, 5)
    assert after.due(0) == BEGAN + took + 1 + 120 + 60 * left


def test_st_8_each_of_two_moves_in_a_row_has_its_own_time() -> None:
    times = Times.start(SET_THEORY, 2, {0}, BEGAN).moved(0, {1}, BEGAN + 420)
    twice = times.moved(1, {1}, BEGAN + 500)
    assert twice.due(1) == BEGAN + 500 + 420


def test_a_round_has_one_deadline_which_no_submission_moves() -> None:
    times = Times.start(RoundClock(100), 3, {0, 1, 2}, BEGAN)
    for seat, awaited in ((0, {0, 1, 2}), (1, {0, 2}), (0, {2})):
        times = times.moved(seat, awaited, BEGAN + 50)
    assert times.next_due() == (BEGAN + 100, 2)
    opened = times.moved(2, {0, 1, 2}, BEGAN + 60)
    assert [opened.due(seat) for seat in range(3)] == [BEGAN + 160] * 3


def test_a_round_of_one_seat_is_new_after_each_of_its_actions() -> None:
    times = Times.start(RoundClock(100), 1, {0}, BEGAN).moved(0, {0}, BEGAN + 50)
    assert times.due(0) == BEGAN + 150


def test_a_pause_costs_no_time() -> None:
    times = Times.start(SET_THEORY, 2, {0}, BEGAN).paused(BEGAN + 130)
    assert times.due(0) is None
    assert times.next_due() is None
    assert times.periods(0, BEGAN + 10_000) == 4
    assert times.paused(BEGAN + 140).resumed(BEGAN + 1130).due(0) == BEGAN + 1000 + 420


def test_a_host_may_give_time_to_all_or_to_some() -> None:
    times = Times.start(RoundClock(100), 3, {0, 1, 2}, BEGAN)
    assert times.extended(60).next_due() == (BEGAN + 160, 0)
    assert times.extended(60, {1}).next_due() == (BEGAN + 100, 0)
    assert times.extended(-30, {1}).next_due() == (BEGAN + 70, 1)


def test_without_a_clock_no_seat_is_late() -> None:
    assert Times.start(NoClock(), 2, {0}, BEGAN).next_due() is None
