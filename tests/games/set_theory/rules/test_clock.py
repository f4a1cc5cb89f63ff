"""The clock of a match (ST-8): a referee with a mock clock, which jumps from deadline to deadline."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from numberhouse.contract.clock import TurnClock, due, is_expired, reserves_left
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.set_theory.rules.gameplay import game
from numberhouse.games.set_theory.words.notation import parse
from tests.games.set_theory.play import AnyMatch, begin

START = 1_795_230_000.123


@dataclass
class Referee:
    """Hands actions to a match with the moment they came in, and lets time run out."""

    match: AnyMatch
    clock: TurnClock
    now: float = START
    began: float = START
    reserves: dict[Seat, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.reserves = {0: self.clock.reserves, 1: self.clock.reserves}

    @property
    def turn(self) -> Seat:
        (seat,) = self.match.to_act
        return seat

    def arrive(self, seconds: float, text: str) -> None:
        """So long after the turn began the number comes in. Who is late by then has lost the turn first."""
        arrived = self.began + seconds
        seat = self.turn
        if is_expired(self.clock, self.began, arrived, self.reserves[seat]):
            self.run_out()
        self.now = arrived
        self.match.act(seat, parse(text), at=arrived)
        self.reserves[seat] = reserves_left(self.clock, self.began, arrived, self.reserves[seat])
        self.began = arrived

    def run_out(self) -> float:
        """Jump to the moment when the turn dies. Gives how long it lasted."""
        seat = self.turn
        moment = due(self.clock, self.began, self.reserves[seat])
        assert moment is not None
        lasted = moment - self.began
        self.match.expire(seat, at=moment)
        self.reserves[seat] = reserves_left(self.clock, self.began, moment, self.reserves[seat])
        self.now = self.began = moment
        return lasted


def referee() -> Referee:
    clock = game.card.clock
    assert isinstance(clock, TurnClock)
    return Referee(begin(), clock)


def test_st_8_a_turn_within_two_minutes_costs_nothing() -> None:
    at = referee()
    at.arrive(120, "11@A1")
    assert at.reserves == {0: 5, 1: 5}


def test_st_8_a_millisecond_more_costs_a_period() -> None:
    at = referee()
    at.arrive(120.001, "11@A1")
    assert at.reserves == {0: 5, 1: 4}
    at.arrive(180, "13@A2")
    assert at.reserves == {0: 4, 1: 4}
    at.arrive(180.001, "17@A3")
    assert at.reserves == {0: 4, 1: 2}


def test_st_8_used_periods_are_gone_for_the_whole_match() -> None:
    at = referee()
    at.arrive(400, "11@A1")  # all five begun
    at.arrive(1, "13@A2")
    assert at.reserves == {0: 5, 1: 0}
    assert at.run_out() == pytest.approx(120)
    at.arrive(420, "17@A3")  # the other has 120 + 60 × 5 seconds
    assert at.reserves == {0: 0, 1: 0}
    assert at.turn == 0


def test_st_8_the_limit_itself_is_in_time_and_a_millisecond_later_is_not() -> None:
    at = referee()
    at.arrive(420, "11@A1")
    assert at.match.state.past[-1].number == 11
    at = referee()
    with pytest.raises(IllegalAction, match="turn of seat 1"):
        at.arrive(420.001, "11@A1")
    assert [turn.number for turn in at.match.state.past] == [None]


def test_st_8_the_extra_turn_and_the_own_turn_have_each_their_own_time() -> None:
    at = referee()
    assert at.run_out() == pytest.approx(420)
    for text in ("11@A1", "13@A2"):
        assert at.turn == 0
        assert due(at.clock, at.began, at.reserves[0]) == pytest.approx(at.began + 420)
        at.arrive(119, text)
    assert at.turn == 1
    assert at.reserves == {0: 5, 1: 0}


def test_st_8_four_turns_that_die_end_the_match() -> None:
    at = referee()
    assert [round(at.run_out()) for _ in range(4)] == [420, 420, 120, 120]
    assert at.match.outcome is not None
    assert at.now == pytest.approx(START + 1080)
