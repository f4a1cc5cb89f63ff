"""Live connections: the messages that viewers receive, and their order."""

from __future__ import annotations

import contextlib
import json
import time
from importlib import import_module
from typing import Any

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.server.base.settings import Settings
from numberhouse.server.play import presence as presence
from numberhouse.server.storage.journal_entry import Amend, Expire, Stop
from tests.server.conftest import House
from tests.server.support.listening import (
    LIVE,
    PASS,
    closed,
    entered,
    exchange,
    mover,
    present,
    received,
    settled,
    silent,
    submission,
    until,
)

# Before the start


def test_a_connection_shows_the_lobby_and_then_the_match(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", seats=2)
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    with bob.live(match) as live:
        first = received(live)
        assert (first["type"], first["seat"]) == ("lobby", None)
        assert [place["name"] for place in first["public_match"]["seats"]] == ["Ann", ""]
        assert "view" not in first
        bob.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()
        joined = received(live)
        while joined["type"] == "lobby" and joined["seat"] is None:  # that a spectator had come
            joined = received(live)
        assert (joined["type"], joined["seat"]) == ("lobby", 1)
        assert [place["present"] for place in joined["public_match"]["seats"]] == [False, True]
        live.send(json.dumps({"type": "act", "action": PASS}))
        assert until(live, "refused")["code"] == "not-allowed"
        ann.post(f"/api/matches/{match}/start").raise_for_status()
        begun = until(live, "snapshot")
        assert (begun["seat"], begun["epoch"], begun["number"]) == (1, 0, 0)
        assert begun["view"] == bob.view(match)["view"]


def test_polling_shows_the_lobby_and_the_start_too(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "mixmath", seats=2, bots=[None, "random"])
    first = ann.get(f"/api/matches/{match}/updates")
    assert first.json()["type"] == "lobby"
    tag = {"If-None-Match": first.headers["etag"]}
    assert ann.get(f"/api/matches/{match}/updates", headers=tag).status_code == 304
    packed = {"If-None-Match": "W/" + tag["If-None-Match"]}
    assert ann.get(f"/api/matches/{match}/updates", headers=packed).status_code == 304
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    assert ann.get(f"/api/matches/{match}/updates", headers=tag).json()["seat"] == 0
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert ann.get(f"/api/matches/{match}/updates", headers=tag).json()["type"] == "snapshot"


# Numbers


def test_a_connection_resumes_after_the_last_received_item(house: House) -> None:
    match, players = house.begun("mixmath")
    first = mover(match, players)
    for turn in range(3):
        player = players[(first + turn) % 2]
        player.act(match, exchange(match, player)).raise_for_status()
    with players[0].live(match, epoch=0, number=1) as live:
        message = received(live)
        assert message["type"] == "update"
        assert [item["number"] for item in message["items"]] == [2, 3]
        assert message["public_match"]["status"] == "running"
    polled = players[0].get(f"/api/matches/{match}/updates?epoch=0&number=1").json()
    assert polled["items"] == message["items"]


@pytest.mark.parametrize(
    "had", [{"epoch": 0, "number": 9}, {"epoch": 7, "number": 0}, {"epoch": 0, "number": -5}]
)
def test_an_unknown_position_in_the_stream_gets_a_snapshot(house: House, had: dict[str, int]) -> None:
    match, players = house.begun("mixmath")
    with players[0].live(match, **had) as live:
        message = received(live)
    assert (message["type"], message["number"]) == ("snapshot", 0)


def test_a_correction_sends_snapshots_and_makes_older_actions_late(house: House) -> None:
    match, players = house.begun("mixmath")
    first = mover(match, players)
    with players[1 - first].live(match) as live:
        received(live)
        players[first].act(match, exchange(match, players[first])).raise_for_status()
        until(live, "update")
        entered(house, match, Amend(1, reason="it was no exchange"))
        again = until(live, "snapshot")
        assert (again["epoch"], again["number"]) == (1, 1)
        live.send(json.dumps({"type": "act", "action": PASS, "last_item": 1, "key": "a"}))
        late = until(live, "refused")
        assert (late["code"], late["key"], late["values"]["epoch"]) == ("late", "a", 1)
        action = exchange(match, players[1 - first])
        live.send(json.dumps({"type": "act", "action": action, "last_item": 1, "epoch": 1, "key": "b"}))
        assert until(live, "accepted")["epoch"] == 1
    refused = players[first].act(match, PASS, last_item=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "late")


def test_an_action_on_a_future_item_is_refused(house: House) -> None:
    match, players = house.begun("mixmath")
    refused = players[mover(match, players)].act(match, PASS, last_item=4)
    assert (refused.status_code, refused.json()["code"]) == (409, "unknown-item")
    refused = players[0].act(match, PASS, last_item=-1)
    assert (refused.status_code, refused.json()["code"]) == (400, "request")


# Sealed rounds


def test_a_secret_submission_sends_nothing_to_others(house: House) -> None:
    match, (ann, bob, cid) = house.begun("addition-crypt", "Ann Bob Cid")
    watcher = house.guest("")
    with bob.live(match) as live, watcher.live(match) as subscription:
        settled(live, subscription)
        polled = bob.get(f"/api/matches/{match}/updates?epoch=0&number=0")
        ann.act(match, submission()).raise_for_status()
        ann.act(match, submission(3, 4)).raise_for_status()
        assert silent(live)
        assert silent(subscription, 0.1)
        tag = {"If-None-Match": polled.headers["etag"]}
        assert bob.get(f"/api/matches/{match}/updates?epoch=0&number=0", headers=tag).status_code == 304
        ann.act(match, {"type": "lock"}).raise_for_status()
        assert received(live)["items"][0]["number"] == 1
        assert cid.view(match)["number"] == 1


@pytest.mark.parametrize("clock", [{"type": "turn", "seconds": 60}, {"type": "round", "seconds": 60}])
def test_a_secret_submission_moves_no_clock(house: House, clock: Any) -> None:
    match, (ann, bob) = house.begun("addition-crypt", clock=clock)
    before = bob.view(match)["public_match"]
    assert [place["due"] for place in before["seats"]] == [house.clock.time + 60] * 2
    house.clock.time += 20
    ann.act(match, submission()).raise_for_status()
    assert bob.view(match)["public_match"]["seats"] == before["seats"]
    assert bob.get(f"/api/matches/{match}").json()["due"] == before["seats"][0]["due"]
    ann.act(match, {"type": "lock"}).raise_for_status()
    assert bob.view(match)["public_match"]["seats"][0]["due"] is None


def test_a_secret_action_doesnt_delay_heartbeats(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module(LIVE), "HEARTBEAT", 1.5)
    match, (ann, bob) = house.begun("addition-crypt")
    with bob.live(match) as live:
        received(live)
        began = time.monotonic()
        time.sleep(0.9)
        ann.act(match, submission()).raise_for_status()
        assert received(live)["type"] == "heartbeat"
        assert 1.2 < time.monotonic() - began < 2.1


# Presence


def test_the_position_shows_the_present_players(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    with ann.live(match) as live:
        assert present(received(live)) == [True, False]
        with bob.live(match):
            assert present(received(live)) == [True, True]
            with bob.live(match):
                pass
            assert silent(live, 0.5)
        assert present(received(live)) == [True, False]


def test_each_viewer_gets_only_the_own_view(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    tile = players[turn].view(match)["view"]["hand"]["rack"][0]
    with players[turn].live(match) as own, players[1 - turn].live(match) as other:
        for live in (own, other):
            received(live)
        time.sleep(0.3)  # both are up to date, and are written to at once
        players[turn].act(match, {"type": "exchange", "tiles": [tile]}).raise_for_status()
        for live, secret in ((own, True), (other, False)):
            while "items" not in (message := until(live, "update")):
                pass
            assert ("exchanged-tiles" in json.dumps(message["items"])) is secret


def test_a_polling_player_stays_present_between_polls(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LINGERING", 1.0)
    match, (ann, bob) = house.begun("mixmath")
    with ann.live(match) as live:
        received(live)
        bob.get(f"/api/matches/{match}/updates").raise_for_status()
        assert present(received(live)) == [True, True]
        time.sleep(0.6)
        bob.get(f"/api/matches/{match}/updates").raise_for_status()
        assert silent(live, 0.6)
        assert present(received(live)) == [True, False]


def test_many_spectators_that_connect_at_once_send_one_count(house: House) -> None:
    match, players = house.begun("mixmath")
    with players[0].live(match) as live, contextlib.ExitStack() as others:
        received(live)
        for _ in range(5):
            others.enter_context(house.guest("").live(match))
        assert received(live)["public_match"]["spectators"] == 5
        assert silent(live, 1.2)


# Messages of clients


@pytest.mark.parametrize(
    "message",
    [
        "",
        "x",
        "{}",
        '{"type":"legal"}',
        '{"type":"act"}',
        '{"type":"act","action":1,"more":2}',
        b"\x00",
        "[" * 9000,
    ],
)
def test_an_invalid_message_is_refused_and_the_connection_stays(house: House, message: str | bytes) -> None:
    match, players = house.begun("mixmath")
    with players[mover(match, players)].live(match) as live:
        received(live)
        live.send(message)
        refused = until(live, "refused")
        assert refused["code"] == "message"
        live.send(json.dumps({"type": "heartbeat"}))
        live.send(json.dumps({"type": "act", "action": PASS, "key": "k"}))
        assert until(live, "accepted")["key"] == "k"


def test_a_message_that_is_too_large_ends_the_connection(house: House) -> None:
    match, players = house.begun("mixmath")
    with players[0].live(match) as live:
        received(live)
        live.send("x" * 70_000)
        assert closed(live)[0] == 1009


def test_a_refusal_reaches_only_its_sender(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    with players[turn].live(match) as live, players[1 - turn].live(match) as other:
        settled(live, other)
        other.send(json.dumps({"type": "act", "action": PASS}))
        assert until(other, "refused")["code"] == "not-your-turn"
        assert silent(live)
        assert silent(other, 0.1)


def test_concurrent_actions_are_answered_one_by_one(house: House) -> None:
    match, players = house.begun("mixmath")
    with players[mover(match, players)].live(match) as live:
        until(live, "snapshot")
        live.send(json.dumps({"type": "act", "action": PASS, "key": "0"}))
        for number in range(1, 100):  # it is the other's turn now
            live.send(json.dumps({"type": "act", "action": PASS, "key": str(number)}))
        messages = [received(live) for _ in range(101)]
    answers = [(message["type"], message["key"]) for message in messages if message["type"] != "update"]
    assert answers == [("accepted", "0"), *(("refused", str(number)) for number in range(1, 100))]
    # The item of an action comes before its answer, and has the number of the answer.
    assert [message["type"] for message in messages[:2]] == ["update", "accepted"]
    assert messages[0]["items"][-1]["number"] == messages[1]["number"]


def test_a_spectator_cant_act(house: House) -> None:
    match, _ = house.begun("mixmath")
    with house.guest("Eve").live(match) as live:
        assert received(live)["seat"] is None
        live.send(json.dumps({"type": "act", "action": PASS, "key": "k"}))
        refused = until(live, "refused")
    assert (refused["code"], refused["key"]) == ("not-allowed", "k")


# The end


def test_a_graceful_stop_closes_with_the_restart_code(settings: Settings) -> None:
    with House(settings) as house:
        match, players = house.begun("mixmath")
        with players[0].live(match) as live:
            received(live)
            house.server.should_exit = True
            assert closed(live)[0] == 1012
    assert not house.thread.is_alive()


def test_everything_is_open_after_the_end_and_not_before(house: House) -> None:
    match, players = house.begun("mixmath")
    watcher = house.guest("")
    looks = ["view?as=0", "view?as=1", "updates?as=1", "state", "state?entry=0", "legal?as=0"]
    turn = mover(match, players)
    for viewer in (*players, watcher):
        for look in looks:
            answer = viewer.get(f"/api/matches/{match}/{look}")
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed"), look
        with viewer.live(match, **{"as": 1}) as live:
            assert closed(live)[0] == 4403
    players[turn].act(match, PASS).raise_for_status()
    entered(house, match, Stop())
    for viewer in (*players, watcher):
        for look in looks:
            assert viewer.get(f"/api/matches/{match}/{look}").status_code == 200, look
        with viewer.live(match, **{"as": 1}) as live:
            assert received(live)["seat"] == 1
    own = [players[seat].view(match)["view"] for seat in (0, 1)]
    assert [watcher.get(f"/api/matches/{match}/view?as={seat}").json()["view"] for seat in (0, 1)] == own
    state = watcher.get(f"/api/matches/{match}/state").json()
    assert (state["entry"], state["entries"]) == (1, 1)
    assert watcher.get(f"/api/matches/{match}/state?entry=0").json()["state"] != state["state"]
    assert watcher.get(f"/api/matches/{match}/state?entry=9").status_code == 404
    assert watcher.get(f"/api/matches/{match}/view?as=5").status_code == 404
    could = watcher.get(f"/api/matches/{match}/legal?as={turn}&entry=0").json()
    assert could["actions"] or could["parts"]


def test_a_host_who_doesnt_play_sees_every_perspective_after_the_start(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "mixmath", seats=2, bots=["random", None])
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert host.get(f"/api/matches/{match}/state").status_code == 403
    assert host.get(f"/api/matches/{match}/view?as=1").json()["type"] == "lobby"
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert host.get(f"/api/matches/{match}/view?as=1").json()["view"] == ann.view(match)["view"]
    assert host.get(f"/api/matches/{match}/state").status_code == 200
    assert host.get(f"/api/matches/{match}/legal?as=1").status_code == 403
    with host.live(match, **{"as": 1}) as live:
        assert received(live)["seat"] == 1
        live.send(json.dumps({"type": "act", "action": PASS, "key": "k"}))
        assert until(live, "refused")["code"] == "not-allowed"


def test_the_last_message_of_a_connection_is_the_outcome(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    with players[0].live(match) as live:
        received(live)
        for step in range(100):
            try:
                entered(house, match, Expire(), seat=(turn + step) % 2)
            except IllegalAction:
                break
        message = until(live, "update")
        while message.get("public_match", {}).get("status") != "finished":
            message = until(live, "update")
        assert message["public_match"]["outcome"]["places"]


def test_a_connection_with_words_gets_descriptions_and_legal_actions(house: House) -> None:
    match, players = house.begun("set-theory")
    turn = 0 if players[0].view(match)["public_match"]["seats"][0]["awaited"] else 1
    with (
        players[turn].live(match, words="true", lang="en") as acting,
        house.guest("").live(match, words="true", lang="ru") as watching,
    ):
        first, seen_description = until(acting, "description"), until(watching, "description")
        assert first["legal"]["actions"] or first["legal"]["parts"]
        assert seen_description["legal"] is None
        assert first["text"] != seen_description["text"]
        action = {"type": "place", "number": 20, "cell": "A1"}
        acting.send(json.dumps({"type": "act", "action": action, "key": "1"}))
        after, seen_description = until(acting, "description"), until(watching, "description")
        assert [line["number"] for line in after["log"]] == [first["number"] + 1]
        assert after["legal"] != first["legal"]
        assert seen_description["log"]
        acting.send(json.dumps({"type": "act", "action": {"type": "nonsense"}, "key": "2"}))
        assert received(acting)["type"] == "refused"  # and nothing is described that hasn't changed
