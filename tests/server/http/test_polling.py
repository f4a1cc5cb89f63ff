"""Polling, and spectators who see a match with a delay."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.journal_entry import Expire
from tests.server.conftest import House, MockClock
from tests.server.support.hosting import hosted_match, post_desk
from tests.server.support.listening import (
    PASS,
    mover,
    received,
    silent,
)

# Delayed spectators


@pytest.fixture
def undelayed_house(settings: Settings) -> Iterator[House]:
    class Now(MockClock):
        def __call__(self) -> float:
            return time.time()

    with House(settings, Now()) as made:
        yield made


def test_a_waiting_spectator_gets_the_delayed_item_without_another_event(undelayed_house: House) -> None:
    match, players = undelayed_house.begun("mixmath", terms={"spectator_delay": 1.0})
    with undelayed_house.guest("").live(match) as live:
        first = received(live)
        turn = mover(match, players)
        players[turn].act(match, PASS).raise_for_status()
        began = time.monotonic()
        assert silent(live, 0.3)
        assert undelayed_house.guest("").view(match)["view"] == first["view"]
        assert players[1 - turn].view(match)["number"] == 1
        while "items" not in (shown := received(live)):  # the number of spectators
            pass
        assert 0.8 < time.monotonic() - began < 2.0
        assert [item["number"] for item in shown["items"]] == [1]
        assert shown["public_match"]["seats"][1 - turn]["awaited"]


def test_delayed_spectators_dont_see_the_present_deadline(house: House) -> None:
    terms = {"spectator_delay": 60.0}
    match, host, players = hosted_match(house, "set-theory", "Ann Bob", terms=terms)
    viewers = (players[0], house.guest("Eve"))

    def dues() -> list[float]:
        return [viewer.get(f"/api/matches/{match}").json()["due"] for viewer in viewers]

    first = dues()
    assert first[0] == first[1]
    post_desk(host, match, "extend", seconds=60).raise_for_status()
    assert dues() == [first[0] + 60, first[0]]
    house.clock.time += 61
    assert dues() == [first[0] + 60, first[0] + 60]


def test_polling_waits_no_longer_than_the_delay(undelayed_house: House) -> None:
    match, players = undelayed_house.begun("mixmath", terms={"spectator_delay": 1.0})
    players[mover(match, players)].act(match, PASS).raise_for_status()
    began = time.monotonic()
    watcher = undelayed_house.guest("")
    tag = watcher.get(f"/api/matches/{match}/updates?epoch=0&number=0").headers["etag"]
    response = watcher.get(
        f"/api/matches/{match}/updates?epoch=0&number=0&wait=10", headers={"If-None-Match": tag}
    )
    assert [item["number"] for item in response.json()["items"]] == [1]
    assert time.monotonic() - began < 3


# Polling


def test_a_request_for_updates_waits_for_one(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)

    async def later() -> None:
        await asyncio.sleep(0.5)

        async with house.service.sessions.at(match) as session:
            await house.service.sessions.enter(session, turn, Expire())

    waiting = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(later(), waiting)
    began = time.monotonic()
    response = players[1 - turn].get(f"/api/matches/{match}/updates?epoch=0&number=0&wait=20").json()
    assert [item["number"] for item in response["items"]] == [1]
    assert 0.3 < time.monotonic() - began < 5


@pytest.mark.parametrize("wait", ["0.4", "-3", "nan", "0"])
def test_a_request_for_updates_ends_empty_after_its_wait(house: House, wait: str) -> None:
    match, players = house.begun("mixmath")
    url = f"/api/matches/{match}/updates?epoch=0&number=0&wait={wait}"
    players[0].get(url).raise_for_status()
    began = time.monotonic()
    first = players[0].get(url)
    assert (first.status_code, first.json().get("items", [])) == (200, [])
    same = players[0].get(url, headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert time.monotonic() - began < 2


def test_answers_for_one_person_are_not_cached(house: House) -> None:
    match, players = house.begun("mixmath")
    for path in ("view", "updates?epoch=0&number=0"):
        headers = players[0].get(f"/api/matches/{match}/{path}").headers
        assert headers["cache-control"] == "private, no-cache"
        assert headers["vary"] == "Cookie, Authorization"
    tag = players[0].get(f"/api/matches/{match}/view").headers["etag"]
    assert players[0].get(f"/api/matches/{match}/view", headers={"If-None-Match": tag}).status_code == 304
    assert players[1].get(f"/api/matches/{match}/view", headers={"If-None-Match": tag}).status_code == 200
