"""Rounds that last until their deadline: seats that have acted are not awaited."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from numberhouse.server.base.settings import Settings
from tests.server.conftest import Guest, House

CRYPT = "addition-crypt"
HOUR = 3600.0
PATIENT: dict[str, Any] = {"rounds_close": "deadline", "rounds": [["theme"], ["theme"]]}
SUBMIT = {"type": "submit", "first": 2, "second": 1, "scoring": 2}
LOCK = {"type": "lock"}


def view(guest: Guest, match: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.get(f"/api/matches/{match}/view").raise_for_status().json()["view"]
    return found


def locked(guests: list[Guest], match: str) -> None:
    for guest in guests:
        guest.act(match, SUBMIT).raise_for_status()
        guest.act(match, LOCK).raise_for_status()


def run_out(house: House) -> None:
    loop = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(house.service.deadlines.expire_due(), loop).result(10)


def test_a_patient_round_closes_at_its_deadline_with_the_locked_submissions(house: House) -> None:
    clock = {"type": "round", "seconds": HOUR}
    match, guests = house.begun(CRYPT, "Ann Bob Cyd", options=PATIENT, clock=clock)
    ann, bob, cyd = guests
    locked([ann, bob], match)
    house.clock.time += HOUR - 1
    run_out(house)
    assert view(ann, match)["rounds"] == []
    house.clock.time += 2
    run_out(house)
    (ledger,) = view(ann, match)["ledger"]
    assert (ledger["how"], ledger["pick"]["first"]) == ("locked", 2)
    assert view(cyd, match)["ledger"][0]["how"] == "defaulted"
    house.clock.time += HOUR - 2  # the second round has its own whole time
    run_out(house)
    assert len(view(ann, match)["rounds"]) == 1


def test_a_locked_seat_is_not_awaited_and_others_cant_see_it(house: House) -> None:
    match, guests = house.begun(CRYPT, options=PATIENT, clock={"type": "round", "seconds": HOUR})
    ann, bob = guests
    before = bob.get(f"/api/matches/{match}/view").content
    assert not ann.get(f"/api/matches/{match}/legal").json()["waits"]
    locked([ann], match)
    assert ann.get(f"/api/matches/{match}/legal").json()["waits"]
    assert not bob.get(f"/api/matches/{match}/legal").json()["waits"]
    assert bob.get(f"/api/matches/{match}/view").content == before
    assert [len(guest.get("/api/me/turns").json()) for guest in guests] == [0, 1]


def test_without_a_clock_a_round_closes_once_all_seats_are_locked(house: House) -> None:
    match, guests = house.begun(CRYPT, options=PATIENT, clock={"type": "none"})
    locked(guests[:1], match)
    assert view(guests[0], match)["rounds"] == []
    locked(guests[1:], match)
    assert [line["how"] for guest in guests for line in view(guest, match)["ledger"]] == ["locked"] * 2


class TestWithBots:
    @pytest.fixture
    def settings(self, tmp_path: Any) -> Settings:
        return Settings(database=str(tmp_path / "house.sqlite"), bots=1, bot_seconds=0.2)

    def test_bots_submit_lock_and_are_not_awaited_afterwards(self, house: House) -> None:
        ann = house.guest("Ann")
        clock = {"type": "round", "seconds": HOUR}
        wanted = {"game": CRYPT, "seats": 3, "bot": "drifter", "options": PATIENT, "clock": clock}
        match = str(ann.post("/api/play", json=wanted).raise_for_status().json()["id"])

        def acted() -> int:
            return house.service.bots.acted

        until = time.monotonic() + 60
        while acted() < 4 and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(1)
        assert acted() == 4
        locked([ann], match)
        house.clock.time += HOUR + 1
        run_out(house)
        assert len(view(ann, match)["rounds"]) == 1
