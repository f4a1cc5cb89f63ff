"""Clocks through the service, with a mock clock, to the millisecond; and after restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Chance
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from tests.server.conftest import BEGAN, Guest, House, MockClock
from tests.server.support.hosting import by_consent, hosted_match, post_desk

MS = 0.001
NOTICED = 0.06
"""Seconds after a deadline at which the service has processed it."""

DAY = 24 * 3600.0
TURN, PERIODS, PERIOD = 120.0, 5, 60.0
ALL = TURN + PERIODS * PERIOD


def call(house: House, doing: Coroutine[Any, Any, Any]) -> Any:
    """Run it in the service's own loop."""
    loop = house.service.deadlines._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(doing, loop).result(20)


def at(house: House, moment: float) -> None:
    """Set the clock to that time, and let the service process its deadlines."""
    house.clock.time = moment
    call(house, house.service.deadlines.expire_due())


def seats(guest: Guest, match: str) -> list[dict[str, Any]]:
    position = guest.view(match)["public_match"]
    return list(position["seats"])


def awaited(guest: Guest, match: str) -> list[int]:
    return [seat for seat, info in enumerate(seats(guest, match)) if info["awaited"]]


def place(guest: Guest, match: str, **more: Any) -> Any:
    """A number of Set Theory on a free cell, by the seat to move."""
    return guest.act(match, legal_place(guest, match, Chance("any")), **more)


def legal_place(guest: Guest, match: str, chance: Chance) -> Any:
    game = find("set-theory").game
    view = msgspec.convert(guest.view(match)["view"], game.view_type)
    return msgspec.to_builtins(game.legal(view, view.turn).sample(chance))


def test_without_a_clock_no_seat_is_late(house: House) -> None:
    match, players = house.begun("mixmath", clock={"type": "none"})
    first = awaited(players[0], match)
    at(house, BEGAN + 20 * DAY)
    assert awaited(players[0], match) == first
    assert all(info["due"] is None for info in seats(players[0], match))
    assert players[first[0]].act(match, {"type": "pass"}).status_code == 200


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (TURN, 5),
        (TURN + MS, 4),
        (TURN + PERIOD, 4),
        (TURN + PERIOD + MS, 3),
        (TURN + 4 * PERIOD, 1),
        (TURN + 4 * PERIOD + MS, 0),
        (ALL, 0),
    ],
)
def test_st_8_a_turn_uses_up_the_reserve_periods_that_it_has_begun(
    house: House, took: float, left: int
) -> None:
    match, players = house.begun("set-theory")
    own = awaited(players[0], match)[0]
    at(house, BEGAN + took)
    assert place(players[own], match).status_code == 200
    infos = seats(players[0], match)
    assert [infos[own]["reserves"], infos[1 - own]["reserves"]] == [left, PERIODS]
    assert infos[1 - own]["due"] == pytest.approx(BEGAN + took + ALL, abs=MS / 10)


def test_a_correction_gives_no_reserve_periods_back(house: House) -> None:
    match, host, players = hosted_match(house, "set-theory", "Ann Bob")
    own = awaited(host, match)[0]
    corrected = legal_place(players[own], match, Chance("other"))
    at(house, BEGAN + TURN + MS)
    assert place(players[own], match).status_code == 200
    assert seats(host, match)[own]["reserves"] == 4
    post_desk(host, match, "amendments", number=1, action=corrected).raise_for_status()
    assert seats(host, match)[own]["reserves"] == 4


def test_st_8_a_millisecond_after_the_last_period_is_late_processed_or_not(house: House) -> None:
    match, players = house.begun("set-theory")
    own = awaited(players[0], match)[0]
    house.clock.time = BEGAN + ALL + MS  # the service hasn't looked yet
    late = place(players[own], match, key="1")
    assert (late.status_code, late.json()["code"]) == (409, "late")
    assert awaited(players[0], match) == [1 - own]
    assert seats(players[0], match)[1 - own]["due"] == BEGAN + 2 * ALL
    assert seats(players[0], match)[own]["reserves"] == 0
    again = place(players[own], match, key="1")
    assert again.json()["code"] == "not-your-turn"


def test_st_8_an_expired_turn_is_skipped_once(house: House) -> None:
    match, players = house.begun("set-theory")
    own = awaited(players[0], match)[0]
    at(house, BEGAN + ALL)
    assert awaited(players[0], match) == [own]
    at(house, BEGAN + ALL + NOTICED)
    assert awaited(players[0], match) == [1 - own]
    at(house, BEGAN + ALL + NOTICED)
    assert players[0].view(match)["number"] == 1
    # The next turn began at the deadline and not when the deadline was processed.
    assert seats(players[0], match)[1 - own]["due"] == BEGAN + 2 * ALL
    # Without periods a turn is 120 seconds.
    at(house, BEGAN + 2 * ALL + NOTICED)
    assert seats(players[0], match)[own]["due"] == BEGAN + 2 * ALL + TURN


def test_st_8_an_option_makes_a_timeout_lose_the_match(house: House) -> None:
    match, players = house.begun("set-theory", options={"on_time_out": "lose"})
    own = awaited(players[0], match)[0]
    at(house, BEGAN + ALL + NOTICED)
    position = players[0].view(match)["public_match"]
    assert position["status"] == "finished"
    assert position["outcome"]["reason"] == "time-ran-out"
    assert position["outcome"]["places"][own] == 2
    assert call(house, house.service.deadlines.expire_due()) is None


def test_ac_4_a_round_closes_for_all_at_its_deadline_and_the_next_begins(house: House) -> None:
    match, players = house.begun("addition-crypt", "Ann Bob Cid Dan")
    sealed = {"type": "submit", "first": 0, "second": 1, "scoring": 0}
    assert players[0].act(match, sealed).status_code == 200
    at(house, BEGAN + DAY)
    for action in (sealed, {"type": "lock"}):
        assert players[1].act(match, action).status_code == 200
    assert {info["due"] for info in seats(players[2], match) if info["awaited"]} == {BEGAN + DAY}
    house.clock.time = BEGAN + DAY + MS
    late = players[2].act(match, sealed, key="1")
    assert (late.status_code, late.json()["code"]) == (409, "late")
    at(house, BEGAN + DAY + NOTICED)
    assert players[2].view(match)["view"]["round"] == 2
    assert [info["due"] for info in seats(players[2], match)] == [BEGAN + 2 * DAY] * 4


def test_repeated_submissions_move_no_deadline(house: House) -> None:
    match, players = house.begun("addition-crypt", "Ann Bob Cid Dan")
    for hour in (1, 9, 23):
        at(house, BEGAN + hour * 3600)
        sealed = {"type": "submit", "first": 0, "second": hour % 5 + 1, "scoring": 0}
        assert players[0].act(match, sealed).status_code == 200
        assert [info["due"] for info in seats(players[1], match)] == [BEGAN + DAY] * 4


def test_a_pause_stops_all_clocks_and_costs_no_time(house: House) -> None:
    match, players = house.begun("set-theory")
    own = awaited(players[0], match)[0]
    house.clock.time = BEGAN + TURN + 10
    by_consent(players, match, "pause")
    at(house, BEGAN + DAY)
    assert place(players[own], match).json()["code"] == "wrong-status"
    by_consent(players, match, "resume")
    due = BEGAN + DAY + ALL - TURN - 10
    assert seats(players[0], match)[own]["due"] == pytest.approx(due, abs=MS / 10)
    house.clock.time = due - MS / 2
    assert place(players[own], match).status_code == 200
    assert seats(players[0], match)[own]["reserves"] == 0


def test_a_host_moves_a_deadline_later_and_earlier(house: House) -> None:
    match, players = house.begun("addition-crypt", "Ann Bob Cid Dan")
    by_consent(players, match, "extend", seconds=3600)
    at(house, BEGAN + DAY + NOTICED)
    assert players[0].view(match)["view"]["round"] == 1
    by_consent(players, match, "extend", seconds=-1800)
    assert {info["due"] for info in seats(players[0], match)} == {BEGAN + DAY + 1800}
    at(house, BEGAN + DAY + 1800 + NOTICED)
    assert players[0].view(match)["view"]["round"] == 2


def test_clocks_are_the_same_after_a_restart_in_the_middle_of_a_turn(settings: Settings) -> None:
    clock = MockClock()
    with House(settings, clock) as house:
        match, players = house.begun("set-theory")
        cookies = [player.cookies for player in players]
        own = awaited(players[0], match)[0]
        clock.time = BEGAN + 130
        place(players[own], match).raise_for_status()
        clock.time = BEGAN + 140
        before = seats(players[0], match)
    clock.time = BEGAN + 145  # too short to count as being down
    with House(settings, clock) as house:
        players = [house.guest("") for _ in cookies]
        for player, cookie in zip(players, cookies, strict=True):
            player.cookies.update(cookie)
        after = seats(players[0], match)
        assert [(info["due"], info["reserves"]) for info in after] == [
            (info["due"], info["reserves"]) for info in before
        ]
        assert after[own]["reserves"] == 4
        clock.time = BEGAN + 130 + ALL
        assert place(players[1 - own], match).status_code == 200


@pytest.mark.parametrize(
    ("policy", "round_then", "due"),
    [("extend", 1, BEGAN + DAY + 7200), ("strict", 2, BEGAN + DAY + 3600 + DAY)],
)
def test_a_deadline_during_a_downtime_follows_the_terms(
    settings: Settings, policy: str, round_then: int, due: float
) -> None:
    clock = MockClock()
    with House(settings, clock) as house:
        match, players = house.begun("addition-crypt", "Ann Bob Cid Dan", terms={"after_downtime": policy})
        cookies = players[0].cookies
        clock.time = BEGAN + DAY - 3600
    clock.time = BEGAN + DAY + 3600
    with House(settings, clock) as house:
        host = house.guest("")
        host.cookies.update(cookies)
        at(house, clock.time + NOTICED)
        assert host.view(match)["view"]["round"] == round_then
        infos = seats(host, match)
        assert [info["due"] for info in infos] == [pytest.approx(due, abs=1)] * 4


def test_a_deadline_that_is_still_to_come_after_the_downtime_stays(settings: Settings) -> None:
    clock = MockClock()
    with House(settings, clock) as house:
        match, players = house.begun("addition-crypt", "Ann Bob Cid Dan")
        cookies = players[0].cookies
    clock.time = BEGAN + DAY - 3600
    with House(settings, clock) as house:
        host = house.guest("")
        host.cookies.update(cookies)
        assert [info["due"] for info in seats(host, match)] == [BEGAN + DAY] * 4


def test_a_resigned_seat_is_skipped_after_a_crash(settings: Settings) -> None:
    """The resignation is stored and the expiry that follows it isn't, as a kill leaves them."""
    from tests.server.play.test_sessions import append

    clock = MockClock()
    with House(settings, clock) as house:
        match, players = house.begun("set-theory")
        cookies = players[0].cookies
        own = awaited(players[0], match)[0]
    append(settings.database, match, 2, own, "resign", '{"type":"resign"}', BEGAN)
    with House(settings, clock) as house:
        host = house.guest("")
        host.cookies.update(cookies)
        assert awaited(host, match) == [1 - own]


def test_an_unplayable_match_delays_no_other_deadline(settings: Settings) -> None:
    from tests.server.play.test_sessions import append

    clock = MockClock()
    with House(settings, clock) as house:
        broken, _ = house.begun("set-theory", clock={"type": "turn", "seconds": 10})
        match, players = house.begun("set-theory", "Cid Dan", clock={"type": "turn", "seconds": 20})
        cookies = players[0].cookies
        own = awaited(players[0], match)[0]
    bad = '{"type":"act","action":{"type":"place","number":-5,"cell":"Z9"}}'
    append(settings.database, broken, 2, 0, "act", bad, BEGAN)
    with House(settings, clock) as house:
        host = house.guest("")
        host.cookies.update(cookies)
        at(house, BEGAN + 20 + NOTICED)
        assert awaited(host, match) == [1 - own]


def test_st_1_the_opening_decision_has_time_of_its_own(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", options={"first": "dmo-decides"})

    def dmo() -> tuple[bool, float, int]:
        seat = ann.get(f"/api/matches/{match}/desk").json()["seats"][1]
        return seat["awaited"], seat["due"], seat["reserves"]

    infos = bob.view(match)["public_match"]["seats"]
    assert dmo() == (True, BEGAN + TURN, PERIODS)
    assert [seat["reserves"] for seat in infos] == [PERIODS, 0]  # the decision may draw on none
    overseen = ann.get(f"/api/matches/{match}/desk").json()["seats"]
    # Otherwise the desk's clock would count half of the decision's time as reserve.
    assert [seat["usable_reserves"] for seat in overseen] == [PERIODS, 0]
    at(house, BEGAN + TURN + NOTICED)
    assert dmo() == (True, BEGAN + TURN + ALL, PERIODS)
    assert bob.view(match)["view"]["begins"] == 1
    assert bob.view(match)["view"]["past"] == []
