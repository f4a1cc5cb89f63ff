"""Terms of a match stay within bounds that can be stored, shown and waited for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.conftest import Guest, House
from tests.server.support.hosting import hosted_match


@pytest.mark.parametrize(
    "terms",
    [
        {"title": "x" * 101},
        {"title": "a\x00b"},
        {"title": "\u202egnp.exe"},
        {"spectator_delay": -1},
        {"spectator_delay": 1e300},
        {"reminder": -5},
        {"reminder": 1e300},
    ],
)
def test_impossible_terms_are_refused(house: House, terms: dict[str, Any]) -> None:
    ann = house.guest("Ann")
    refused = ann.post("/api/matches", json={"game": "mixmath", "terms": terms})
    assert refused.status_code == 400
    assert next(iter(terms)) in refused.json()["message"]
    assert ann.get("/api/matches?which=mine").json() == []


def test_titles_are_checked_in_every_request(house: House) -> None:
    ann = house.guest("Ann")
    rows = [{"game": "mixmath", "title": "a\x00b"}]
    refused = ann.post("/api/schedule", json={"rows": rows})
    assert refused.json()["values"]["problems"][0]["column"] == "title"
    match = house.drafted(ann, "mixmath")
    copied = ann.post(f"/api/matches/{match}/copy", json={"title": "x" * 101})
    assert (copied.status_code, copied.json()["code"]) == (400, "title")


@pytest.mark.parametrize(
    "clock",
    [
        {"type": "round", "seconds": 1e300},
        {"type": "turn", "seconds": 5, "reserves": 10**12, "reserve_seconds": 1},
        {"type": "turn", "seconds": 5, "reserves": 1000, "reserve_seconds": 86_400},
        {"type": "turn", "seconds": 5, "reserves": 1001, "reserve_seconds": 1},
    ],
)
def test_a_clock_of_more_than_a_year_is_refused(house: House, clock: dict[str, Any]) -> None:
    ann = house.guest("Ann")
    refused = ann.post("/api/matches", json={"game": "mixmath", "clock": clock})
    assert (refused.status_code, refused.json()["code"]) == (400, "clock")


def test_a_reason_with_control_characters_is_refused(house: House) -> None:
    match, host, _ = hosted_match(house, "mixmath", clock={"type": "turn", "seconds": 60})
    for deed, more in (("stop", {}), ("extend", {"seconds": 5})):
        refused = host.post(f"/api/matches/{match}/desk/{deed}", json={"reason": "a\x00b", **more})
        assert (refused.status_code, refused.json()["code"]) == (400, "reason")
    assert host.get(f"/api/matches/{match}").json()["status"] == "running"


def test_a_concurrent_second_start_succeeds(house: House) -> None:
    """Two requests to start arrive at the same time."""
    for _ in range(5):
        players = [house.guest("Ann"), house.guest("Bob")]
        match = house.drafted(players[0], "mixmath", seats=2)
        for player in players:
            player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        tabs = [house.guest("") for _ in range(6)]
        for tab in tabs:
            tab.cookies.update(players[0].cookies)
        with ThreadPoolExecutor(len(tabs)) as pool:
            answers = list(pool.map(_started, tabs, [match] * len(tabs)))
        assert set(answers) <= {200, 403, 409}
        assert 200 in answers
        assert players[1].view(match)["public_match"]["status"] == "running"


def _started(tab: Guest, match: str) -> int:
    return tab.post(f"/api/matches/{match}/start").status_code
