"""A match from draft to end, by HTTP and by WebSocket."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from numberhouse import record
from tests.server.conftest import Guest, House
from tests.server.support.hosting import by_consent, run_in_loop


def test_an_action_is_shown_to_the_other_player_and_happens_once(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = players[0].view(match)["view"]["turn"]["seat"]
    mover, other = players[turn], players[1 - turn]
    with other.live(match) as live:
        assert json.loads(live.recv())["type"] == "snapshot"
        accepted = mover.act(match, {"type": "pass"}, last_item=0, key="1")
        assert accepted.json() == {"number": 1, "epoch": 0, "repeated": False}
        message = json.loads(live.recv())
        assert message["type"] == "update"
        assert [item["number"] for item in message["items"]] == [1]
        again = mover.act(match, {"type": "pass"}, last_item=0, key="1")
        assert again.json() == {"number": 1, "epoch": 0, "repeated": True}
        live.send(json.dumps({"type": "act", "action": {"type": "pass"}, "last_item": 0, "key": "z"}))
        refused = json.loads(live.recv())
        assert (refused["type"], refused["code"], refused["key"]) == ("refused", "late", "z")
        live.send(json.dumps({"type": "act", "action": {"type": "pass"}, "last_item": 1, "key": "y"}))
        answers = [json.loads(live.recv()) for _ in range(2)]
        assert {answer["type"] for answer in answers} == {"accepted", "update"}


def test_two_seats_may_choose_the_same_key(house: House) -> None:
    match, players = house.begun("addition-crypt")
    action = {"type": "submit", "first": 0, "second": 1, "scoring": 0}
    answers = [player.act(match, action, key="1").raise_for_status().json() for player in players]
    assert [answer["repeated"] for answer in answers] == [False, False]
    assert all(player.view(match)["view"]["sealed"]["pick"] for player in players)


def test_an_action_out_of_turn_is_refused_with_the_games_text(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = players[0].view(match)["view"]["turn"]["seat"]
    refused = players[1 - turn].act(match, {"type": "pass"})
    assert refused.status_code == 409
    assert refused.json()["code"] == "not-your-turn"
    name = ("Ann", "Bob")[turn]
    assert refused.json()["message"] == f"it is the turn of {name}; wait until it has come round"
    assert refused.json()["values"]["turn"] == turn
    players[1 - turn].headers["Accept-Language"] = "ru"
    refused = players[1 - turn].act(match, {"type": "pass"})
    assert refused.json()["message"] == f"Сейчас ходит {name}; дождитесь своей очереди."


def test_a_rematch_begins_once_all_players_want_it(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath", clock={"type": "turn", "seconds": 30})
    early = ann.post(f"/api/matches/{match}/rematch")
    assert (early.status_code, early.json()["code"]) == (403, "not-allowed")
    by_consent([ann, bob], match, "stop")
    first = bob.post(f"/api/matches/{match}/rematch").raise_for_status().json()
    assert (first["status"], first["seat"], first["clock"]["seconds"]) == ("open", 0, 30)
    again = bob.post(f"/api/matches/{match}/rematch").raise_for_status().json()
    assert (again["id"], again["status"]) == (first["id"], "open")
    second = ann.post(f"/api/matches/{match}/rematch").raise_for_status().json()
    assert (second["id"], second["status"], second["seat"]) == (first["id"], "running", 1)
    assert second["seed_digest"] != ann.get(f"/api/matches/{match}").json()["seed_digest"]
    stranger = house.guest("Eve").post(f"/api/matches/{match}/rematch")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not-allowed")


def test_a_rematch_has_new_secrets_and_only_its_players(house: House) -> None:
    host, ann, bob = (house.guest(name) for name in ("Hanna", "Ann", "Bob"))
    match = house.drafted(host, "set-theory", options={"worths": [1] * 10})
    for player in (ann, bob):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    assert ann.get(f"/api/matches/{match}").json()["options"]["worths"] == [1] * 10
    for player in (ann, bob):
        again = player.post(f"/api/matches/{match}/rematch").raise_for_status().json()
    assert again["terms"]["visibility"] == "unlisted"
    assert run_in_loop(house, house.service.matches.session(again["id"])).row.options.worths == ()


def test_a_match_for_many_ends_once_all_seats_have_resigned(house: House, tmp_path: Path) -> None:
    """Otherwise Turing Machine would continue for 250 rounds without a question."""
    match, players = house.begun("turing-machine", "Ann Bob Cyd")
    for player in players[:2]:
        player.post(f"/api/matches/{match}/resign").raise_for_status()
    assert players[0].get(f"/api/matches/{match}").json()["status"] == "running"
    players[2].post(f"/api/matches/{match}/resign").raise_for_status()
    assert players[0].get(f"/api/matches/{match}").json()["status"] == "abandoned"
    assert players[0].view(match)["public_match"]["stopped"] == "resigned"
    message = players[0].get(f"/api/matches/{match}/transcript", params={"form": "json"}).json()
    assert [step["words"] for step in message["steps"][-2:]] == [
        ["Cyd resigns."],
        ["Everybody has resigned: the match ends without a result."],
    ]
    assert verified(players[0], match, tmp_path) == []


@pytest.mark.parametrize("game", ["mixmath", "addition-crypt", "sign-cook"])
def test_a_match_of_resigned_seats_ends_by_its_rules_if_they_end_it_soon(house: House, game: str) -> None:
    match, players = house.begun(game, "Ann Bob Cyd")
    for player in players:
        player.post(f"/api/matches/{match}/resign").raise_for_status()
    snapshot = players[0].view(match)
    assert snapshot["public_match"]["status"] == "finished"
    assert len(snapshot["public_match"]["outcome"]["places"]) == 3
    assert snapshot["number"] < 60


def verified(player: Guest, match: str, folder: Path) -> list[record.RecordError]:
    saved = folder / "match.jsonl"
    saved.write_text(player.get(f"/api/matches/{match}/record").text, encoding="utf-8")
    return record.verify(saved)
