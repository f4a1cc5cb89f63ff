"""A first match over HTTP: its prompts, its answers to wrong actions, and its end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Guest, House

PATH = "/api/practice/turing-machine/first-match"


@pytest.fixture
def ada(house: House) -> Guest:
    return house.guest("Ada")


def begin(guest: Guest, path: str = PATH) -> Any:
    answer = guest.post(path, json={"level": "first"})
    assert answer.status_code == 201, answer.text
    return answer.json()


def act(guest: Guest, attempt: Any, action: Any, lang: str = "en") -> Any:
    path = f"/api/practice/attempts/{attempt['id']}/act"
    body = {"action": action, "moves": attempt["moves"]}
    return guest.post(path, json=body, headers={"Accept-Language": lang})


def play(guest: Guest, attempt: Any) -> Any:
    while attempt["lesson"] and attempt["lesson"]["example"] is not None:
        answer = act(guest, attempt, attempt["lesson"]["example"])
        assert answer.status_code == 200, answer.text
        attempt = answer.json()
    return attempt


def test_a_wrong_action_is_refused_in_the_words_of_the_lesson_and_changes_nothing(ada: Guest) -> None:
    attempt = begin(ada)
    assert attempt["lesson"]["step"] == 0
    assert "propose 342" in attempt["lesson"]["prompt"][0]
    refused = act(ada, attempt, {"type": "propose", "code": "111"})
    assert refused.status_code == 409
    assert refused.json()["code"] == "not-this-step"
    assert "then propose 342" in refused.json()["message"]
    assert "предложите 342" in act(ada, attempt, {"type": "propose", "code": "111"}, "ru").json()["message"]
    assert begin(ada) == attempt


def test_the_right_actions_lead_to_the_end_and_it_is_remembered(ada: Guest) -> None:
    def learned() -> dict[str, bool]:
        practice = ada.get("/api/practice").json()
        return {first["game"]: first["ended"] for first in practice["first_matches"]}

    assert not any(learned().values())
    attempt = play(ada, begin(ada))
    assert attempt["lesson"] is None
    assert attempt["verdict"]["solved"]
    assert attempt["view"]["end"]["winners"] == [0]
    assert [game for game, ended in learned().items() if ended] == ["turing-machine"]
    assert ada.get("/api/practice/attempts").json() == []


def test_a_first_match_can_be_begun_anew_midway_and_after_its_end(ada: Guest) -> None:
    attempt = begin(ada)
    later = act(ada, attempt, attempt["lesson"]["example"]).json()
    assert later["lesson"]["step"] == 1
    path = f"/api/practice/attempts/{attempt['id']}/retract"
    assert ada.post(path, json={"moves": later["moves"]}).json()["lesson"]["step"] == 0
    play(ada, begin(ada))
    assert begin(ada)["id"] != attempt["id"]


def test_the_learner_plays_on_without_prompts(ada: Guest) -> None:
    attempt = play(ada, begin(ada, "/api/practice/addition-crypt/first-match"))
    assert attempt["lesson"]["step"] == attempt["lesson"]["steps"]
    attempt = act(ada, attempt, attempt["actions"][0]).json()
    attempt = act(ada, attempt, {"type": "lock"}).json()
    assert attempt["verdict"]["solved"]
    assert len(attempt["view"]["end"]["scores"]) == 4


def test_a_first_match_is_no_drill_of_the_list(ada: Guest) -> None:
    assert "first-match" not in {drill["drill"] for drill in ada.get("/api/practice").json()["drills"]}
    assert ada.post("/api/practice/mixmath/first-match", json={"level": "easy"}).status_code == 404
