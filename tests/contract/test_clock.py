"""Clocks: deadlines, computed from given times."""

from __future__ import annotations

import math

import msgspec
import pytest

from numberhouse.contract.clock import Clock, NoClock, RoundClock, TurnClock, due, is_expired, reserves_left

TWO_MINUTES = TurnClock(seconds=120, reserves=5, reserve_seconds=60)


def test_no_clock_is_never_due() -> None:
    assert due(NoClock(), 1000.0) is None
    assert not is_expired(NoClock(), 0.0, 1e12)
    assert reserves_left(NoClock(), 0.0, 1e12, 3) == 3


def test_a_round_is_due_for_everybody_at_once() -> None:
    day = RoundClock(86_400)
    assert due(day, 1000.0) == 87_400
    assert due(day, 1000.0, reserves=5) == 87_400
    assert not is_expired(day, 1000.0, 87_400.0)
    assert is_expired(day, 1000.0, 87_400.001)


@pytest.mark.parametrize(("reserves", "moment"), [(5, 1420), (1, 1180), (0, 1120), (-1, 1120)])
def test_a_turn_is_due_after_the_last_reserve_period(reserves: int, moment: float) -> None:
    assert due(TWO_MINUTES, 1000.0, reserves) == moment


@pytest.mark.parametrize(
    ("taken", "left"),
    [(0, 5), (120, 5), (120.001, 4), (180, 4), (180.001, 3), (419.9, 0), (420, 0), (9999, 0)],
)
def test_st_8_a_period_that_is_begun_is_used_up(taken: float, left: int) -> None:
    assert reserves_left(TWO_MINUTES, 1000.0, 1000.0 + taken, 5) == left


@pytest.mark.parametrize("epoch", [0, 1, 7_301, 1_795_230_000_123], ids=lambda ms: f"{ms} ms")
@pytest.mark.parametrize("reserves", range(6))
def test_st_8_to_the_millisecond_at_every_border(epoch: int, reserves: int) -> None:
    """A turn that begins with k periods expires after 120 + 60k seconds; each border costs one period."""

    def after(milliseconds: int) -> float:
        return (epoch + milliseconds) / 1000

    began = after(0)
    dies = 120_000 + 60_000 * reserves
    for late, dead in ((-1, False), (0, False), (1, True), (60_000, True)):
        assert is_expired(TWO_MINUTES, began, after(dies + late), reserves) is dead
    for used in range(reserves):
        border = 120_000 + 60_000 * used
        left = [reserves_left(TWO_MINUTES, began, after(border + late), reserves) for late in (-1, 0, 1)]
        assert left == [reserves - used, reserves - used, reserves - used - 1]
    assert reserves_left(TWO_MINUTES, began, after(dies), reserves) == 0
    moment = due(TWO_MINUTES, began, reserves)
    assert moment is not None
    assert moment == pytest.approx(after(dies), abs=1e-6)
    assert not is_expired(TWO_MINUTES, began, moment, reserves)


def test_times_below_the_resolution_are_refused() -> None:
    with pytest.raises(ValueError, match="seconds: 1e-07"):
        TurnClock(1e-7)


def test_a_clock_moved_back_costs_nothing() -> None:
    assert reserves_left(TWO_MINUTES, 1000.0, 900.0, 5) == 5
    assert not is_expired(TWO_MINUTES, 1000.0, 900.0)


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf])
def test_impossible_times_are_refused(seconds: float) -> None:
    for make in (TurnClock, RoundClock, lambda s: TurnClock(10, 1, s)):
        with pytest.raises(ValueError, match=r"seconds: .* above 0 is possible"):
            make(seconds)
    with pytest.raises(ValueError, match="reserves: -1"):
        TurnClock(10, reserves=-1)


def test_clocks_are_distinguished_in_json() -> None:
    for clock in (NoClock(), TWO_MINUTES, RoundClock(5)):
        assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock
