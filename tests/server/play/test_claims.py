"""Claims: a player whose opponent has left a live match for two may win it, or call it off, after a while."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.play import shared_presence
from tests.server.conftest import Guest, House, MockClock
from tests.server.support.hosting import hosted_match, refusal
from tests.server.support.waiting import eventually

LIVE = {"type": "turn", "seconds": 1800}


def claim(player: Guest, match: str, kind: str = "win") -> Any:
    return player.post(f"/api/matches/{match}/claim", json={"kind": kind})


@contextmanager
def at_the_page(player: Guest, match: str) -> Iterator[Any]:
    with player.live(match, player="true") as live:
        assert json.loads(live.recv())["type"] == "snapshot"
        yield live


def news(live: Any) -> Any:
    """The next news of the player."""
    while (message := json.loads(live.recv(timeout=10)))["type"] != "player":
        pass
    return message


def browser_at(house: House, person: Guest) -> Guest:
    """The same person's browser, at another process."""
    client = house.guest("")
    client.cookies = person.cookies
    return client


def begun(house: House, game: str = "mixmath", **more: Any) -> tuple[str, Guest, Guest]:
    """A match, the player who waits and the one whose turn it is."""
    match, players = house.begun(game, **{"clock": LIVE, **more})
    turn = next(
        seat for seat, one in enumerate(players[0].view(match)["public_match"]["seats"]) if one["awaited"]
    )
    return match, players[1 - turn], players[turn]


@pytest.mark.parametrize(("kind", "status"), [("win", "finished"), ("call off", "abandoned")])
def test_a_player_whose_opponent_has_left_ends_the_match(house: House, kind: str, status: str) -> None:
    match, waiting, away = begun(house)
    with at_the_page(waiting, match) as live:
        began = house.clock.time
        assert news(live)["claim_at"] == began + 120
        house.clock.time += 119
        assert refusal(claim(waiting, match, kind)) == (409, "not-gone")
        house.clock.time += 1
        claim(waiting, match, kind).raise_for_status()
    public = away.view(match)["public_match"]
    assert public["status"] == status
    if kind == "win":
        loser = away.get(f"/api/matches/{match}").json()["seat"]
        assert (public["outcome"]["reason"], public["outcome"]["places"][loser]) == ("gone", 2)
    else:
        assert public["outcome"] is None
    assert public["stopped"] == ("" if kind == "win" else "gone")
    words = away.get(f"/api/matches/{match}/transcript", params={"form": "text"}).text
    assert ("claimed the win" if kind == "win" else "called off") in words


def test_an_opponent_who_is_there_or_comes_back_keeps_the_match(house: House) -> None:
    match, waiting, other = begun(house)
    with at_the_page(waiting, match) as live:
        assert news(live)["claim_at"] is not None
        with at_the_page(other, match):
            assert news(live)["claim_at"] is None
            house.clock.time += 1000
            assert refusal(claim(waiting, match)) == (409, "not-gone")
        assert news(live)["claim_at"] == house.clock.time + 120


def test_the_time_counts_while_the_claimant_waits_at_the_page(house: House) -> None:
    """It says no more about the opponent than the page has shown."""
    match, waiting, _ = begun(house)
    house.clock.time += 1000
    assert refusal(claim(waiting, match)) == (409, "not-gone")
    with at_the_page(waiting, match) as live:
        assert news(live)["claim_at"] == house.clock.time + 120


def test_nobody_claims_on_the_own_turn(house: House) -> None:
    match, _, mover = begun(house)
    with at_the_page(mover, match):
        house.clock.time += 1000
        assert refusal(claim(mover, match)) == (409, "not-gone")


@pytest.mark.parametrize(
    ("clock", "after"),
    [({"type": "turn", "seconds": 86_400}, None), ({"type": "none"}, 600)],
    ids=["slow", "none"],
)
def test_a_match_by_correspondence_keeps_its_deadlines(
    house: House, clock: dict[str, Any], after: float | None
) -> None:
    match, waiting, _ = begun(house, clock=clock)
    with at_the_page(waiting, match) as live:
        if after is None:
            house.clock.time += 3600
            assert refusal(claim(waiting, match)) == (409, "not-gone")
        else:
            assert news(live)["claim_at"] == house.clock.time + after


def test_a_host_who_does_not_play_decides_alone(house: House) -> None:
    match, _, players = hosted_match(house, game="mixmath", names="Ann Bob", clock=LIVE)
    turn = players[0].view(match)["view"]["turn"]["seat"]
    with at_the_page(players[1 - turn], match):
        house.clock.time += 1000
        assert refusal(claim(players[1 - turn], match)) == (409, "not-gone")


# Several processes


def test_a_claim_counts_players_who_are_connected_to_other_processes(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The opponent is at another process than the claimant, leaves it, and the claim reaches that process."""
    monkeypatch.setattr(shared_presence, "BEAT", 0.2)
    settings = Settings(database=postgres, bots=0)
    clock = MockClock()
    with House(settings, clock) as one, House(settings, clock) as two:
        eventually(lambda: one.service.presence.knows_all and two.service.presence.knows_all)
        match, waiting, other = begun(one)
        elsewhere = browser_at(two, other)
        with at_the_page(waiting, match) as live:
            with at_the_page(elsewhere, match):
                while news(live)["claim_at"] is not None:
                    pass  # until the opponent has come
                clock.time += 1000
                assert refusal(claim(waiting, match)) == (409, "not-gone")
            while (at := news(live)["claim_at"]) is None:
                pass
            assert at == clock.time + 120
            eventually(lambda: len(two.service.presence.present(match)) == 1)
            clock.time += 120
            claim(browser_at(two, waiting), match).raise_for_status()
        assert other.view(match)["public_match"]["outcome"]["reason"] == "gone"


def test_players_of_a_process_that_falls_silent_count_as_gone(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_presence, "BEAT", 0.2)
    settings = Settings(database=postgres, bots=0)
    with House(settings) as one, House(settings) as two:
        match, waiting, other = begun(one)
        with at_the_page(waiting, match), at_the_page(browser_at(two, other), match):
            eventually(lambda: len(one.service.presence.present(match)) == 2)
            telling = two.service.shared_presence._tasks[1]
            telling.get_loop().call_soon_threadsafe(telling.cancel)
            eventually(lambda: len(one.service.presence.present(match)) == 1)


def test_nobody_claims_before_a_new_process_has_heard_the_others(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_presence, "BEAT", 3600.0)
    with House(Settings(database=postgres, bots=0)) as house:
        match, waiting, _ = begun(house)
        with at_the_page(waiting, match):
            house.clock.time += 1000
            assert refusal(claim(waiting, match)) == (409, "not-gone")


# The rematch, over the live connection of the match that is over


def test_the_players_are_sent_how_the_rematch_stands(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    with at_the_page(ann, match) as anns, at_the_page(bob, match) as bobs:
        asked = ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()
        mine, theirs = news(anns)["rematch"], news(bobs)["rematch"]
        assert (mine["match"], mine["status"], mine["accepted"], mine["offer"]) == (
            asked["id"],
            "open",
            True,
            None,
        )
        assert mine["answers"] == [
            {"name": "Bob", "answer": "offered"},
            {"name": "Ann", "answer": "accepted"},
        ]
        assert theirs["accepted"] is False
        bob.post(f"/api/me/offers/{theirs['offer']}/decline", json={}).raise_for_status()
        assert news(anns)["rematch"]["answers"][0] == {"name": "Bob", "answer": "declined"}
        assert news(bobs)["rematch"]["offer"] is None
        ann.delete(f"/api/matches/{asked['id']}").raise_for_status()
        assert (news(anns)["rematch"], news(bobs)["rematch"]) == (None, None)
        again = ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()
        offer = news(bobs)["rematch"]["offer"]
        assert news(anns)["rematch"]["match"] == again["id"]
        bob.post(f"/api/me/offers/{offer}/accept", json={}).raise_for_status()
        assert news(anns)["rematch"]["status"] == "running"


def test_a_spectator_is_sent_no_news_of_players(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    eve = house.guest("Eve")
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    with at_the_page(eve, match) as live:
        ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status()
        ann.post(f"/api/matches/{match}/messages", json={"room": "table", "text": "again"})
        time.sleep(0.5)
        while True:
            try:
                assert json.loads(live.recv(timeout=0.5))["type"] != "player"
            except TimeoutError:
                break
