"""Matches that wait for a person."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Guest, House
from tests.server.support.hosting import by_consent

CLOCK = {"type": "turn", "seconds": 100, "reserves": 0, "reserve_seconds": 10}
PASS = {"type": "pass"}


def turns(guest: Guest) -> Any:
    return guest.get("/api/me/turns").raise_for_status().json()


def test_turns_lists_a_match_only_for_awaited_players(house: House) -> None:
    match, guests = house.begun("mixmath", clock=CLOCK, terms={"title": "Evening"})
    waiting = next(guest for guest in guests if turns(guest))
    other = next(guest for guest in guests if guest is not waiting)
    (turn,) = turns(waiting)
    assert (turn["match"], turn["game"], turn["title"]) == (match, "mixmath", "Evening")
    assert turn["seat"] == guests.index(waiting)
    assert turn["due"] == house.clock.time + 100
    assert turns(other) == []
    waiting.act(match, PASS).raise_for_status()
    assert turns(waiting) == []
    assert [one["match"] for one in turns(other)] == [match]


def test_turns_are_sorted_by_deadline(house: House) -> None:
    ann = house.guest("Ann")
    for seconds in (None, 500, 50):
        clock = {"type": "none"} if seconds is None else {"type": "round", "seconds": seconds}
        match = house.drafted(ann, "turing-machine", seats=1, clock=clock)
        ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert [one["due"] and one["due"] - house.clock.time for one in turns(ann)] == [50, 500, None]


def test_turns_leaves_out_matches_that_dont_wait(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "turing-machine", seats=2)
    bob = house.guest("Bob")
    for guest in (ann, bob):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert turns(ann) == []
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert len(turns(ann)) == 1
    by_consent([ann, bob], match, "pause")
    assert turns(ann) == []
    by_consent([ann, bob], match, "resume")
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    assert turns(ann) == []
    assert turns(house.guest("")) == []
