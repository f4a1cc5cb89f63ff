"""A system's time that jumps an hour forth and back under a running match."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from itertools import pairwise
from typing import Any

import pytest

from numberhouse.server.base.house_clock import RATE, HouseClock
from numberhouse.server.base.settings import Settings
from tests.server.base.test_house_clock import BEGAN, HOUR, Machine
from tests.server.conftest import Guest, House
from tests.server.play.test_deadlines import ALL, NOTICED, awaited, call, place, seats


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def jumping(settings: Settings, machine: Machine) -> Iterator[House]:
    """A service with the real clock on a machine whose time a test sets."""
    with House(settings, now=HouseClock(lambda: machine.system, lambda: machine.steady)) as house:
        yield house


def look(house: House) -> None:
    call(house, house.service.deadlines.expire_due())


def entries(house: House, match: str) -> list[Any]:
    return list(call(house, house.service.journal.read(match)))


def date_of(guest: Guest) -> float:
    return parsedate_to_datetime(guest.get("/api/games").headers["date"]).timestamp()


def test_no_turn_is_forfeited_and_no_time_is_won_when_the_time_jumps_forth_and_back(
    jumping: House, machine: Machine
) -> None:
    match, players = jumping.begun("set-theory")
    own = awaited(players[0], match)[0]
    due = seats(players[0], match)[own]["due"]
    assert due == pytest.approx(BEGAN + ALL, abs=1)
    for jump in (HOUR, -HOUR, -HOUR, HOUR):
        machine.system += jump
        machine.go(10)
        look(jumping)
        assert awaited(players[0], match) == [own]
        # What pages compute from: the deadline, and the house's time in every answer.
        left = seats(players[0], match)[own]["due"] - date_of(players[0])
        assert left == pytest.approx(BEGAN + ALL - (BEGAN + machine.steady - 5000), abs=1.5)
        assert players[own].get("/api/me").status_code == 200  # the sign-in lasts
    assert place(players[own], match).status_code == 200
    infos = seats(players[0], match)
    assert infos[own]["reserves"] == 5
    # The next seat gets its time, not an hour more or less, in whichever direction the time jumps now.
    machine.system -= HOUR
    machine.go(ALL - 1)
    look(jumping)
    assert awaited(players[0], match) == [1 - own]
    machine.go(1 + 2 * ALL * RATE + NOTICED)
    look(jumping)
    assert awaited(players[0], match) == [own]
    moments = [entry.at for entry in entries(jumping, match)]
    assert all(before <= after for before, after in pairwise(moments))


def test_a_restart_after_the_time_went_back_keeps_the_order_of_the_journal(
    settings: Settings, machine: Machine
) -> None:
    with House(settings, now=HouseClock(lambda: machine.system, lambda: machine.steady)) as house:
        match, players = house.begun("set-theory")
        cookies = [player.cookies for player in players]
        own = awaited(players[0], match)[0]
        machine.go(30)
        place(players[own], match).raise_for_status()
        due = seats(players[0], match)[1 - own]["due"]
    machine.system -= HOUR
    # Even a process that knows nothing of the time before: the moment of the last entry is the least.
    with House(settings, now=HouseClock(lambda: machine.system, lambda: machine.steady)) as house:
        players = [house.guest("") for _ in cookies]
        for player, cookie in zip(players, cookies, strict=True):
            player.cookies.update(cookie)
        assert seats(players[0], match)[1 - own]["due"] == due
        assert place(players[1 - own], match).status_code == 200
        moments = [entry.at for entry in entries(house, match)]
        assert len(moments) == 3
        assert all(before <= after for before, after in pairwise(moments))
