"""A clock that waits for the first look of a player, for a minute at most."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from numberhouse.server.play.first_looks import LOOK
from numberhouse.server.storage.journal_entry import Looked, Start
from tests.server.conftest import BEGAN, Guest, House

TURN = 120.0 + 5 * 60
"""Seconds of a turn with all its reserve periods."""
SEEN: dict[str, Any] = {"terms": {"clock_starts": "when-seen"}, "options": {"first": "candidate"}}


def call(house: House, doing: Coroutine[Any, Any, Any]) -> Any:
    """Run it in the service's own loop."""
    loop = house.service.deadlines._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(doing, loop).result(20)


def due(watcher: Guest, match: str, seat: int = 0) -> float | None:
    """The deadline of a seat, as somebody else sees it."""
    found: float | None = watcher.view(match)["public_match"]["seats"][seat]["due"]
    return found


def entries(house: House, match: str) -> list[Any]:
    return [entry.body for entry in call(house, house.service.journal.read(match))]


def test_first_turn_begins_when_its_player_opens_match(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", **SEEN)
    assert due(bob, match) == BEGAN + LOOK + TURN  # Bob's own look changes nothing
    house.clock.time = BEGAN + 20
    assert due(ann, match) == BEGAN + 20 + TURN
    assert due(bob, match) == BEGAN + 20 + TURN
    house.clock.time = BEGAN + 30  # once is enough
    assert due(ann, match) == BEGAN + 20 + TURN
    start, look = entries(house, match)
    assert start == Start(by=start.by, unseen=(0,), look=LOOK)
    assert look == Looked()


def test_live_connection_is_look(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", **SEEN)
    house.clock.time = BEGAN + 5
    with ann.live(match) as live:
        live.recv(timeout=20)
        while due(bob, match) != BEGAN + 5 + TURN:
            live.recv(timeout=20)  # the new deadline


def test_player_who_waits_in_lobby_has_looked(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "set-theory", seats=2, **SEEN)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    for seat, guest in enumerate((ann, bob)):
        guest.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    with ann.live(match) as live:
        live.recv(timeout=20)
        host.post(f"/api/matches/{match}/start").raise_for_status()
        while due(bob, match) != BEGAN + TURN:
            live.recv(timeout=20)


def test_nobody_holds_up_match_by_staying_away(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", **SEEN)
    house.clock.time = BEGAN + LOOK + 1
    assert due(ann, match) == BEGAN + LOOK + TURN  # a late look gives nothing more
    house.clock.time = BEGAN + LOOK + TURN + 1
    call(house, house.service.deadlines.expire_due())
    assert bob.view(match)["view"]["past"][0]["number"] is None


def test_action_without_look_uses_no_reserve(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", **SEEN)
    house.clock.time = BEGAN + 10
    assert ann.act(match, {"type": "place", "number": 123457, "cell": "A1"}).status_code == 200
    assert due(bob, match, 1) == BEGAN + 10 + TURN
    assert bob.view(match)["public_match"]["seats"][0]["reserves"] == 5
    ann.view(match)
    assert not [body for body in entries(house, match) if isinstance(body, Looked)]  # who acts has looked


def test_time_that_host_has_added_stays(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "set-theory", seats=2, **SEEN)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    for seat, guest in enumerate((ann, bob)):
        guest.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    host.post(f"/api/matches/{match}/desk/extend", json={"seconds": 300}).raise_for_status()
    house.clock.time = BEGAN + 20
    assert due(ann, match) == BEGAN + 20 + 300 + TURN


@pytest.mark.parametrize(
    ("game", "terms", "waits"),
    [
        ("set-theory", {"clock_starts": "game"}, True),
        ("set-theory", {"clock_starts": "at-once"}, False),
        ("mixmath", {}, False),
        ("mixmath", {"clock_starts": "when-seen"}, True),
    ],
)
def test_terms_overrule_card(house: House, game: str, terms: dict[str, Any], waits: bool) -> None:
    clock = {"type": "turn", "seconds": TURN}
    match, _ = house.begun(game, clock=clock, terms=terms)
    assert bool(entries(house, match)[0].unseen) == waits


def test_restart_keeps_times(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", **SEEN)
    house.clock.time = BEGAN + 20
    assert due(ann, match) == BEGAN + 20 + TURN
    house.service.sessions.forget(match)  # the next look replays the journal
    assert due(bob, match) == BEGAN + 20 + TURN
