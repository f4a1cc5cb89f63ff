"""A match as text, and refusals in the reader's language."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.registry import InstalledGame, find
from tests.server.conftest import House
from tests.server.support.listening import until


def test_the_text_view_is_in_the_requested_language(house: House) -> None:
    match, players = house.begun("set-theory")
    place = {"type": "place", "number": 12, "cell": "A1"}
    players[1].act(match, place).raise_for_status()
    texts = {
        lang: players[0].get(f"/api/matches/{match}/text", params={"lang": lang}).raise_for_status().json()
        for lang in ("en", "ru")
    }
    assert texts["en"]["text"] == find("set-theory").draw(_view(house, match, 0), names=("Ann", "Bob"))
    assert texts["en"]["log"][0]["lines"] != texts["ru"]["log"][0]["lines"]
    assert any("12" in line for line in texts["en"]["log"][0]["lines"])
    number = texts["en"]["number"]
    later = players[0].get(f"/api/matches/{match}/text", params={"after": number}).json()
    assert later["log"] == []


def test_the_text_view_shows_only_what_the_viewer_sees(house: House) -> None:
    match, players = house.begun("addition-crypt", "Ann Bob Cid", options={"rounds": [["theme"]] * 2})
    before = players[1].get(f"/api/matches/{match}/text").json()
    submit = {"type": "submit", "first": 0, "second": 1, "scoring": 0}
    players[0].act(match, submit).raise_for_status()
    assert players[1].get(f"/api/matches/{match}/text").json() == before


def test_a_round_is_one_part_of_the_log_however_it_is_fetched(house: House) -> None:
    match, players = house.begun("addition-crypt", "Ann Bob Cid", options={"rounds": [["theme"]] * 2})
    ann = players[0]

    def log(after: int = 0) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = ann.get(f"/api/matches/{match}/text", params={"after": after}).json()[
            "log"
        ]
        return told

    submit = {"type": "submit", "first": 0, "second": 1, "scoring": 0}
    for player in players[1:]:
        player.act(match, submit).raise_for_status()
        player.act(match, {"type": "lock"}).raise_for_status()
    first, second = log()
    assert (first["part"], second["part"]) == (0, 0)
    assert (first["summary"], second["summary"]) == ([], ["Through with round 1: Bob, Cid."])
    assert log(first["number"]) == [second]
    # The complete lines stay beside the summary.
    assert [item["lines"] for item in (first, second)] == [
        ["Bob is through with round 1."],
        ["Cid is through with round 1."],
    ]
    ann.act(match, submit).raise_for_status()
    ann.act(match, {"type": "lock"}).raise_for_status()
    closed = log()[-1]
    assert closed["part"] == 0
    assert closed["summary"][0].startswith("Round 1 closes.")
    assert not any("through" in line for line in closed["summary"])
    players[1].act(match, {**submit, "first": 2, "second": 3, "scoring": 2}).raise_for_status()
    players[1].act(match, {"type": "lock"}).raise_for_status()
    for items in (log(), log(closed["number"])):
        assert items[-1]["part"] == closed["number"]
        assert items[-1]["summary"] == ["Through with round 2: Bob."]


def test_a_game_without_parts_tells_its_log_by_steps(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InstalledGame, "has_log_parts", False)
    match, players = house.begun("turing-machine", "Ann Bob")
    players[0].act(match, {"type": "propose", "code": "345"}).raise_for_status()
    (item,) = players[0].get(f"/api/matches/{match}/text").json()["log"]
    assert (item["part"], item["summary"]) == (None, [])


def test_the_text_view_is_refused_before_the_start(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "set-theory")
    assert ann.get(f"/api/matches/{match}/text").json()["code"] == "not-allowed"


@pytest.fixture
def russian_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game refuses in Russian too."""

    def refuse(_: InstalledGame, illegal: IllegalAction, lang: str = "en", *_names: object) -> str:
        return f"нельзя: {illegal.code}" if lang == "ru" else illegal.message

    monkeypatch.setattr(InstalledGame, "refuse", refuse)


@pytest.mark.usefixtures("russian_refusals")
def test_refusals_are_in_the_language_of_the_browser(house: House) -> None:
    match, players = house.begun("set-theory")
    wrong = {"type": "place", "number": 12, "cell": "Z9"}
    for header, expected in (("ru-RU,ru;q=0.9", "нельзя"), ("ru", "нельзя"), ("de", "Z9"), ("en", "Z9")):
        answer = players[1].post(
            f"/api/matches/{match}/act", json={"action": wrong}, headers={"Accept-Language": header}
        )
        assert answer.status_code == 409
        assert expected in answer.json()["message"]
    draft = {"game": "set-theory", "seats": 99}
    refused = players[0].post("/api/matches", json=draft, headers={"Accept-Language": "ru"})
    assert "нельзя" in refused.json()["message"]


@pytest.mark.usefixtures("russian_refusals")
def test_refusals_over_the_live_connection_come_in_the_language_of_the_connection(house: House) -> None:
    match, players = house.begun("set-theory")
    with players[1].live(match, lang="ru") as live:
        until(live, "snapshot")
        live.send('{"type": "act", "action": {"type": "place", "number": 12, "cell": "Z9"}}')
        assert "нельзя" in until(live, "refused")["message"]


def _view(house: House, match: str, seat: int) -> Any:
    session = house.service.sessions.in_memory()[match]
    return session.match.view(seat)


def test_refusals_of_the_service_dont_use_the_games_texts(house: House) -> None:
    for game in ("turing-machine", "addition-crypt", "set-theory", "sign-cook", "mixmath"):
        match, players = house.begun(game)
        early = players[0].post(
            f"/api/matches/{match}/act",
            json={"action": {"type": "pass"}, "last_item": 999},
            headers={"Accept-Language": "ru"},
        )
        assert (early.status_code, early.json()["code"]) == (409, "unknown-item"), game
        late = players[0].post(
            f"/api/matches/{match}/act",
            json={"action": {"type": "pass"}, "last_item": 0, "epoch": 5},
            headers={"Accept-Language": "ru"},
        )
        assert (late.status_code, late.json()["code"]) == (409, "late"), game
