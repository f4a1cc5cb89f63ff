"""Rulings: the host decides cases that the rules leave open; they are announced, stored and recorded."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

import pytest

from numberhouse.contract.game import Outcome
from numberhouse.record import read, verify
from numberhouse.registry import InstalledGame
from tests.server.conftest import Guest, House
from tests.server.support.hosting import hosted_match, post_desk, refusal
from tests.server.support.refereed import hosted_pick, play_round, refereed

__all__ = ["refereed"]

pytestmark = pytest.mark.usefixtures("refereed")

VOID: dict[str, Any] = {"type": "void", "round": 0, "seat": 0}
WORDS = {
    "en": "the pick of Ann in round 1 counts for nothing",
    "ru": "выбор Ann в раунде 1 не считается",
}


def rulings(host: Guest, match: str) -> Any:
    return host.get(f"/api/matches/{match}/desk/rulings").raise_for_status().json()


def rounds(viewer: Guest, match: str) -> Any:
    return viewer.view(match)["view"]["rounds"]


def test_possible_rulings_are_listed_in_every_language_of_the_game(house: House) -> None:
    match, host, players = hosted_pick(house)
    assert rulings(host, match) == {"supported": True, "choices": [], "forms": [], "history": []}
    play_round(players, match)
    possible = rulings(host, match)
    assert possible["choices"][0] == {"ruling": VOID, "words": WORDS}
    assert [item["ruling"]["seat"] for item in possible["choices"]] == [0, 1]
    assert [item["name"] for item in possible["forms"]] == ["count"]
    schema = host.get("/api/games/pick").json()["rulings_schema"]
    assert schema["discriminator"]["mapping"].keys() == {"void", "count"}


def test_a_preview_of_a_ruling_shows_the_changes_and_makes_none(house: House) -> None:
    match, host, players = hosted_pick(house)
    play_round(players, match)
    preview = (
        post_desk(host, match, "rulings/preview", ruling=VOID, reason="out of time").raise_for_status().json()
    )
    assert preview == {
        "words": WORDS,
        "changes": [{"path": "/rounds/0/0", "kind": "changed", "old": 4, "new": 0}],
        "outcome_before": None,
        "outcome_after": None,
        "announcement": f"Ruling of the host: {WORDS['en']}\nReason: out of time",
    }
    assert rounds(players[0], match) == [[4, 4]]
    assert rulings(host, match)["history"] == []


def test_a_ruling_is_made_once_announced_and_replayed(house: House) -> None:
    match, host, players = hosted_pick(house, terms={"language": "ru"})
    play_round(players, match)
    for _ in range(2):  # the same request; a second ruling of the same kind would be refused
        response = post_desk(host, match, "rulings", ruling=VOID, reason="поздно", key="k")
        assert response.status_code == 200, response.text
        assert response.json()["words"] == WORDS
    house.service.sessions.forget(match)  # it is loaded from its lines
    for viewer in (*players, host, house.guest("Eve")):
        snapshot = viewer.view(match)
        assert snapshot["view"]["rounds"] == [[0, 4]]
        ((_, announced),) = snapshot["public_match"]["announcements"]
        assert announced == f"Решение ведущего: {WORDS['ru']}\nПричина: поздно"
    (only,) = rulings(host, match)["history"]
    assert (only["number"], only["words"], only["reason"]) == (3, WORDS, "поздно")
    refused = post_desk(host, match, "rulings", ruling=VOID)
    assert refusal(refused) == (409, "nothing")


def test_a_ruling_takes_no_turn_and_answers_no_question(house: House) -> None:
    match, host, players = hosted_pick(house, clock={"type": "turn", "seconds": 60})
    play_round(players, match)
    before = players[0].view(match)
    house.clock.time += 30
    post_desk(host, match, "rulings", ruling=VOID).raise_for_status()
    after = players[0].view(match)
    assert [seat["due"] for seat in after["public_match"]["seats"]] == [
        seat["due"] for seat in before["public_match"]["seats"]
    ]
    # An action that was decided before the ruling came is still accepted.
    late = players[0].act(match, {"type": "pick", "round": 1, "number": 3}, last_item=before["number"])
    assert late.status_code == 200, late.text


def test_only_a_host_who_doesnt_play_makes_rulings(house: House) -> None:
    match, host, players = hosted_pick(house)
    play_round(players, match)
    for viewer in (players[0], house.guest("Eve")):
        assert refusal(post_desk(viewer, match, "rulings", ruling=VOID)) == (403, "not-allowed")
        assert refusal(post_desk(viewer, match, "rulings/preview", ruling=VOID)) == (403, "not-allowed")
        assert viewer.get(f"/api/matches/{match}/desk/rulings").status_code == 403
    match, guests = house.begun("pick", options={"rounds": 1, "cards": [1, 2]})
    host = guests[0]
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        connection.execute(
            "INSERT INTO hosts (match, person) VALUES (?, ?)", (match, host.get("/api/me").json()["id"])
        )
    assert rulings(host, match)["supported"]
    assert refusal(post_desk(host, match, "rulings", ruling=VOID)) == (403, "not-allowed")
    play_round(guests, match, s0=3)
    # After the end too: a player could decide the match in their own favour.
    assert refusal(post_desk(host, match, "rulings", ruling=VOID)) == (403, "not-allowed")


def test_a_key_that_came_with_another_ruling_is_refused(house: House) -> None:
    match, host, players = hosted_pick(house)
    play_round(players, match)
    post_desk(host, match, "rulings", ruling=VOID, reason="late", key="k").raise_for_status()
    for ruling in ({"ruling": {**VOID, "seat": 1}, "reason": "late"}, {"ruling": VOID, "reason": "early"}):
        assert refusal(post_desk(host, match, "rulings", key="k", **ruling)) == (409, "key-reused")


def test_the_number_of_rulings_is_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rulings that alternate would fill the journal, and every view with it."""
    monkeypatch.setattr("numberhouse.server.hosting.rulings.MOST_RULINGS", 1)
    match, host, players = hosted_pick(house)
    play_round(players, match)
    post_desk(host, match, "rulings", ruling=VOID).raise_for_status()
    for path in ("rulings", "rulings/preview"):
        refused = post_desk(host, match, path, ruling={**VOID, "seat": 1})
        assert refusal(refused) == (409, "too-many-rulings")


def test_a_ruling_after_the_end_changes_the_outcome_and_reopens_nothing(house: House) -> None:
    match, host, players = hosted_pick(house, rounds=1)
    play_round(players, match, s0=3)
    position = players[0].view(match)["public_match"]
    assert (position["status"], position["outcome"]["scores"]) == ("finished", [4.0, 5.0])
    preview = post_desk(host, match, "rulings", ruling=VOID, reason="misread").raise_for_status().json()
    assert preview["outcome_before"]["places"] == [2, 1]
    assert preview["outcome_after"]["scores"] == [1.0, 5.0]
    for viewer in (*players, house.guest("Eve")):
        now = viewer.view(match)["public_match"]
        assert (now["status"], now["outcome"]["scores"]) == ("finished", [1.0, 5.0])
        assert not any(seat["awaited"] for seat in now["seats"])
    act = {"type": "pick", "round": 1, "number": 3}
    assert players[0].act(match, act).status_code == 409


def test_a_ruling_that_would_end_the_match_is_refused(
    house: House, refereed: InstalledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, host, players = hosted_pick(house)
    play_round(players, match)
    ended = Outcome((0.0, 0.0), (1, 1), "void")
    monkeypatch.setattr(
        type(refereed.game), "outcome", lambda _, state: ended if 0 in state.rounds[0] else None
    )
    assert refusal(post_desk(host, match, "rulings/preview", ruling=VOID)) == (409, "ruling")
    assert refusal(post_desk(host, match, "rulings", ruling=VOID)) == (409, "ruling")
    assert rounds(players[0], match) == [[4, 4]]


def test_transcript_record_and_review_have_the_ruling_as_the_hosts(
    house: House, refereed: InstalledGame
) -> None:
    match, host, players = hosted_pick(house, rounds=1)
    play_round(players, match, s0=3)
    post_desk(host, match, "rulings", ruling=VOID, reason="misread").raise_for_status()
    path = f"/api/matches/{match}"
    for perspective in ("spectator", "everything"):
        query = {"form": "json", "perspective": perspective, "lang": "en"}
        step = players[0].get(f"{path}/transcript", params=query).raise_for_status().json()["steps"][-1]
        assert step["kind"] == "host"
        assert step["words"][:2] == [f"Ruling of the host: {WORDS['en']}", "Reason: misread"]
        assert step.get("seat") is None
    for form in ("text", "markdown", "html"):
        text = players[0].get(f"{path}/transcript", params={"form": form, "lang": "ru"}).text
        assert "Решение ведущего: выбор Ann в раунде 1 не считается" in text
    text = players[0].get(f"{path}/record").raise_for_status().text
    assert verify(text, refereed) == []
    assert '"kind":"ruling"' in text
    assert read(text).replay(refereed).state == house.service.sessions.in_memory()[match].match.state
    for perspective in ("everything", "spectator", "0"):
        timeline = players[0].get(f"{path}/review", params={"perspective": perspective, "lang": "ru"}).json()
        last = timeline["steps"][-1]
        assert (last["seat"], last["notation"]) == (-1, "")
        assert last["lines"][:2] == [f"Решение ведущего: {WORDS['ru']}", "Причина: misread"]
        assert timeline["outcome"]["scores"] == [1.0, 5.0]
    otherwise = {"entry": 3, "action": {"type": "pick", "round": 0, "number": 3}}
    assert refusal(players[0].post(f"{path}/review/what-if", json=otherwise)) == (400, "ruling")


def test_an_impossible_ruling_is_refused_with_the_possible_ones(house: House) -> None:
    match, host, players = hosted_pick(house)
    play_round(players, match)
    for ruling, code in (
        ({"type": "count", "round": 0, "seat": 0, "number": 9}, "ruling"),
        ({"type": "pardon"}, "ruling"),
        (7, "ruling"),
        ({**VOID, "round": 1}, "no-pick"),
    ):
        assert refusal(post_desk(host, match, "rulings/preview", ruling=ruling)) == (409, code), ruling
        assert refusal(post_desk(host, match, "rulings", ruling=ruling)) == (409, code), ruling
    assert post_desk(host, match, "rulings", ruling=VOID, reason="x" * 501).status_code == 400
    other, host, _ = hosted_match(house)
    assert rulings(host, other) == {"supported": False, "choices": [], "forms": [], "history": []}
    assert refusal(post_desk(host, other, "rulings", ruling=VOID)) == (409, "no-rulings")


def test_delayed_spectators_learn_of_no_ruling_early(house: House) -> None:
    match, host, players = hosted_pick(house, terms={"spectator_delay": 600})
    play_round(players, match)
    post_desk(host, match, "rulings", ruling=VOID, reason="the pick was 4").raise_for_status()
    eve = house.guest("Eve").view(match)
    assert eve["public_match"]["announcements"] == []
    assert eve["view"]["rounds"] == []
    assert rounds(players[0], match) == [[0, 4]]
    house.clock.time += 601
    eve = house.guest("Eve").view(match)
    ((_, announced),) = eve["public_match"]["announcements"]
    assert "the pick was 4" in announced
    assert eve["view"]["rounds"] == [[0, 4]]


def test_a_correction_that_would_undo_a_ruling_is_refused_in_the_hosts_name(house: House) -> None:
    match, host, players = hosted_pick(house)
    play_round(players, match)
    post_desk(host, match, "rulings", ruling=VOID).raise_for_status()
    answer = post_desk(host, match, "amendments/preview", number=1)
    assert refusal(answer) == (409, "amendment")
    assert "the host's ruling, entry 3, would be refused: the pick of seat 0" in answer.json()["message"]
    answer = post_desk(host, match, "amendments/preview", number=3)
    assert "entry 3 is a ruling; rule again, and the later ruling counts" in answer.json()["message"]
    count = {"type": "count", "round": 0, "seat": 0, "number": 3}
    post_desk(host, match, "rulings", ruling=count).raise_for_status()
    assert rounds(host, match) == [[3, 4]]
    assert [ruling["number"] for ruling in rulings(host, match)["history"]] == [3, 4]
