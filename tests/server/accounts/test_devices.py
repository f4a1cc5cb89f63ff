"""A member isn't locked out of a device that is known, whatever others try elsewhere."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

from numberhouse.server.accounts.passwords.devices import DEVICE_DAYS, MOST_DEVICES
from numberhouse.server.base.rate_limits import Rate
from tests.server.conftest import Guest, House

PASSWORD = "long enough"
RIGHT = {"name": "Ann", "password": PASSWORD}
WRONG = {"name": "Ann", "password": "wrong password"}


def member(house: House) -> Guest:
    ann = house.guest("")
    ann.post("/api/register", json=RIGHT).raise_for_status()
    return ann


def lock_out(house: House) -> None:
    """Use up all attempts at the name from elsewhere. (All clients of a test have one address.)"""
    thief = house.guest("")
    while thief.post("/api/sign-in", json=WRONG).status_code != 429:
        pass


def stored(house: House, query: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection:
        return connection.execute(query).fetchall()


def test_attempts_from_elsewhere_lock_no_known_device_out(house: House) -> None:
    ann = member(house)
    ann.post("/api/sign-out").raise_for_status()
    lock_out(house)
    assert house.guest("").post("/api/sign-in", json=RIGHT).status_code == 429
    assert ann.post("/api/sign-in", json=RIGHT).status_code == 201


def test_attempts_from_many_addresses_lock_no_known_device_out(house: House) -> None:
    """The limit of a name from all addresses together was the way to lock its owner out."""
    ann = member(house)
    house.service.limits.rates["sign-ins anywhere"] = Rate(1, 1)
    lock_out(house)
    assert ann.post("/api/sign-in", json=RIGHT).status_code == 201


def test_a_known_device_has_a_limit_of_its_own(house: House) -> None:
    ann = member(house)
    answers = [ann.post("/api/sign-in", json=WRONG).status_code for _ in range(11)]
    assert answers == [403] * 10 + [429]


def test_a_device_is_known_for_its_own_members_alone(house: House) -> None:
    member(house)
    eve = house.guest("")
    eve.post("/api/register", json={"name": "Eve", "password": PASSWORD}).raise_for_status()
    lock_out(house)
    assert eve.post("/api/sign-in", json=RIGHT).status_code == 429


def test_a_device_that_this_service_did_not_make_is_replaced(house: House) -> None:
    planted = house.guest("")
    planted.cookies.set("numberhouse-device", "planted", domain="127.0.0.1", path="/")
    planted.post("/api/register", json=RIGHT).raise_for_status()
    thief = house.guest("")
    thief.cookies.set("numberhouse-device", "planted")
    lock_out(house)
    assert thief.post("/api/sign-in", json=RIGHT).status_code == 429


def test_two_members_share_a_browser_and_both_know_it(house: House) -> None:
    browser = member(house)
    browser.post("/api/sign-out").raise_for_status()
    browser.post("/api/register", json={"name": "Bob", "password": PASSWORD}).raise_for_status()
    lock_out(house)
    assert browser.post("/api/sign-in", json=RIGHT).status_code == 201


def test_devices_are_stored_as_digests_bounded_and_forgotten(house: House) -> None:
    ann = member(house)
    secret = ann.cookies["numberhouse-device"]
    for _ in range(MOST_DEVICES + 2):
        house.clock.time += 60
        house.guest("").post("/api/sign-in", json=RIGHT).raise_for_status()
    rows = stored(house, "SELECT digest FROM devices")
    assert len(rows) == MOST_DEVICES
    assert secret not in str(rows)
    house.clock.time += DEVICE_DAYS * 86_400
    house.guest("").post("/api/sign-in", json=RIGHT).raise_for_status()
    assert len(stored(house, "SELECT digest FROM devices")) == 1
    assert "numberhouse-device" not in house.guest("Guest").cookies
