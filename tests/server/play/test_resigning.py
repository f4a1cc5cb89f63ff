"""Resigning: in a match for two it ends the match at once as a loss, in every game and all words."""

from __future__ import annotations

from pathlib import Path

import pytest

from numberhouse import record
from numberhouse.server.base.settings import Settings
from tests.server.conftest import Guest, House, MockClock
from tests.server.support.hosting import refusal

GAMES = ("mixmath", "addition-crypt", "set-theory", "sign-cook", "turing-machine")


def resign(player: Guest, match: str) -> None:
    player.post(f"/api/matches/{match}/resign").raise_for_status()


@pytest.mark.parametrize("game", GAMES)
def test_resigning_ends_a_match_for_two_at_once_as_a_loss(house: House, tmp_path: Path, game: str) -> None:
    match, (ann, bob) = house.begun(game)
    resign(ann, match)
    public = bob.view(match)["public_match"]
    assert (public["status"], public["resigned"]) == ("finished", [0])
    assert not any(seat["awaited"] for seat in public["seats"])
    outcome = public["outcome"]
    assert (outcome["reason"], outcome["places"], outcome["scores"]) == ("resigned", [2, 1], [0, 1])
    saved = tmp_path / "match.jsonl"
    saved.write_text(bob.get(f"/api/matches/{match}/record").text, encoding="utf-8")
    assert record.verify(saved) == []
    assert record.read(saved).replay().outcome == record.read(saved).closing.outcome  # type: ignore[union-attr]


@pytest.mark.parametrize(("lang", "words"), [("en", "Ann has resigned."), ("ru", "Ann сдаётся.")])
def test_it_is_called_resigning_everywhere(house: House, lang: str, words: str) -> None:
    match, (ann, bob) = house.begun("mixmath")
    resign(ann, match)
    transcript = bob.get(f"/api/matches/{match}/transcript", params={"form": "text", "lang": lang}).text
    log = bob.get(f"/api/matches/{match}/text", params={"lang": lang}).json()["log"]
    review = bob.get(f"/api/matches/{match}/review", params={"lang": lang}).json()
    for text in (transcript, " ".join(log[-1]["lines"]), " ".join(review["steps"][-1]["lines"])):
        assert words in text
        assert "ran out" not in text
        assert "вышло" not in text


def test_nobody_resigns_a_match_that_is_over(house: House) -> None:
    match, players = house.begun("mixmath")
    resign(players[0], match)
    for player in players:
        assert refusal(player.post(f"/api/matches/{match}/resign")) == (403, "not-allowed")


def test_resigning_a_solo_match_shows_the_solution(house: House) -> None:
    match, (ann,) = house.begun("turing-machine", "Ann")
    assert ann.view(match)["view"]["end"] is None
    resign(ann, match)
    assert ann.view(match)["view"]["end"]["code"]
    assert "here is the solution" in ann.get(f"/api/matches/{match}/text").json()["text"]


def test_in_a_team_of_two_the_other_plays_on(house: House) -> None:
    match, (ann, bob) = house.begun("turing-machine", options={"style": "team"})
    resign(ann, match)
    assert bob.view(match)["public_match"]["status"] == "running"


def test_nobody_acts_after_a_resignation(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = players[0].view(match)["view"]["turn"]["seat"]
    players[turn].act(match, {"type": "pass"}).raise_for_status()
    resign(players[0], match)
    for player in players:
        assert player.act(match, {"type": "pass"}).json()["code"] == "wrong-status"
        assert player.get(f"/api/matches/{match}/legal").json()["actions"] == []


def test_a_resignation_that_an_earlier_service_stored_ends_nothing(settings: Settings) -> None:
    from tests.server.play.test_sessions import append

    clock = MockClock()
    with House(settings, clock) as house:
        match, (ann, _) = house.begun("set-theory")
        cookies = ann.cookies
    append(settings.database, match, 2, 0, "resign", '{"type":"resign"}', clock.time)
    with House(settings, clock) as house:
        ann = house.guest("")
        ann.cookies.update(cookies)
        public = ann.view(match)["public_match"]
        assert (public["status"], public["resigned"], public["outcome"]) == ("running", [0], None)
