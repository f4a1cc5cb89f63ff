"""Notifications of messages, one for each room until it is read, and of announcements."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.journal_entry import Announce
from tests.server.conftest import BEGAN, Guest, House
from tests.server.notifications.test_notifications import member, send_due_at, started_match
from tests.server.support.listening import entered
from tests.server.support.receiving import Receiver, receiving

HALL = "hall:0-1-2"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database=str(tmp_path / "house.sqlite"),
        bots=0,
        notification_services=("json",),
        notification_hosts=("127.0.0.1",),
        hosts=("play.example.org", "127.0.0.1"),
        origin="http://play.example.org",
    )


def three(house: House, receiver: Receiver, *kinds: str) -> tuple[str, Guest, Guest]:
    """A match of Ann, who is notified of these kinds, and of Bob and Cyd."""
    ann, bob, cyd = member(house, "Ann", receiver.address + "/ann"), house.guest("Bob"), house.guest("Cyd")
    if kinds:
        ann.put("/api/me/preferences", json={"notification_kinds": kinds}).raise_for_status()
    match = started_match(house, [bob, ann, cyd], "addition-crypt", terms={"title": "Friday"})
    return match, ann, bob


def say(guest: Guest, match: str, room: str = HALL) -> int:
    answer = guest.post(f"/api/matches/{match}/messages", json={"room": room, "text": "secret words"})
    return int(answer.raise_for_status().json()["number"])


def test_a_room_sends_one_notification_until_it_is_read(house: House, receiver: Receiver) -> None:
    match, ann, bob = three(house, receiver, "message")
    for _ in range(2):
        say(bob, match)
    send_due_at(house, BEGAN + 10)
    said = f"Friday: there are new messages for you.\nhttp://play.example.org/matches/{match}"
    assert receiver.bodies("/ann") == [said]
    last = say(bob, match)
    send_due_at(house, BEGAN + 100)
    assert len(receiver.bodies("/ann")) == 1
    say(bob, match, "pair-0-1:0-1")
    send_due_at(house, BEGAN + 200)
    assert receiver.bodies("/ann") == [said] * 2
    ann.put(f"/api/matches/{match}/read-marks", json={"room": HALL, "number": last}).raise_for_status()
    say(bob, match)
    send_due_at(house, BEGAN + 300)
    assert len(receiver.bodies("/ann")) == 3


def test_nobody_is_notified_of_what_one_has_read_or_wont_read(house: House, receiver: Receiver) -> None:
    match, ann, bob = three(house, receiver, "message")
    number = say(bob, match)
    ann.put(f"/api/matches/{match}/read-marks", json={"room": HALL, "number": number}).raise_for_status()
    say(ann, match)
    say(bob, match, "pair-0-2:0-2")
    send_due_at(house, BEGAN + 10)
    ann.put("/api/me/mutes", json={"match": match, "seat": 0}).raise_for_status()
    say(bob, match)
    send_due_at(house, BEGAN + 100)
    assert receiver.bodies("/ann") == []


def test_messages_and_announcements_come_to_those_who_want_them(house: House, receiver: Receiver) -> None:
    match, ann, bob = three(house, receiver)
    ann.put("/api/me/preferences", json={}).raise_for_status()
    say(bob, match)
    entered(house, match, Announce("dinner first"))
    send_due_at(house, BEGAN + 10)
    (body,) = receiver.bodies("/ann")
    assert "your turn" in body
    assert "message" not in body
    assert "announced" not in body
    ann.put("/api/me/preferences", json={"notification_kinds": ["announcement"]}).raise_for_status()
    entered(house, match, Announce("dinner second"))
    send_due_at(house, BEGAN + 100)
    last = receiver.bodies("/ann")[-1]
    assert last == f"Friday: the host has announced something.\nhttp://play.example.org/matches/{match}"
