"""Matches from a position of a review: they begin with what a seat saw, and count nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, text

from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.record import read
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from tests.server.conftest import Guest, House

LONG_ONE = {"mode": "extreme", "problem": "X50187FJP2HAFCD"}
"""Many codes are left after one answer."""

RECORDS = Path(__file__).resolve().parents[2] / "record" / "corpus"

NAMES = (
    "addition-crypt-13", "mixmath-greedy-2", "set-theory-collector", "sign-cook-cook", "turing-machine-race",
)  # fmt: skip
"""A record of each game."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests, so that each game's code is compiled once."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    with House(Settings(database=database, bots=1)) as shared:
        shared.service.limits.rates.clear()
        yield shared


def lost_match(house: House) -> tuple[str, Guest]:
    """A match of Turing Machine alone that is lost with a guess after one question."""
    match, (ann,) = house.begun("turing-machine", "Ann", options=LONG_ONE)
    for action in ({"type": "propose", "code": "345"}, {"type": "ask", "verifier": 0}, {"type": "finish"}):
        ann.act(match, action).raise_for_status()
    ann.act(match, {"type": "solve", "code": "555"}).raise_for_status()
    return match, ann


def play_on(guest: Guest, match: str, entry: int, seat: int = 0) -> Any:
    answer = guest.post(
        f"/api/matches/{match}/review/play-on", json={"entry": entry, "seat": seat}, timeout=120
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


def act_on(guest: Guest, attempt: Any, action: Any) -> Any:
    path = f"/api/practice/attempts/{attempt['id']}/act"
    answer = guest.post(path, json={"action": action, "moves": attempt["moves"]}, timeout=120)
    assert answer.status_code == 200, answer.text
    return answer.json()


def stored(house: House, attempt: Any) -> Any:
    """The stored match, which no response contains."""
    query = "SELECT first_position FROM problems p JOIN attempts a ON a.problem = p.id WHERE a.id = :id"
    with create_engine(f"sqlite:///{house.settings.database}").connect() as connection:
        return json.loads(connection.execute(text(query), {"id": attempt["id"]}).scalar_one())


def test_a_match_begins_with_what_the_seat_had_seen_and_is_played_to_its_end(house: House) -> None:
    match, ann = lost_match(house)
    before = ann.get(f"/api/matches/{match}/review", params={"perspective": 0}).json()["first"]
    attempt = play_on(ann, match, 2)
    assert (attempt["seat"], attempt["verdict"], attempt["moves"]) == (0, None, 0)
    turn = attempt["view"]["tracks"][0]["turns"][0]
    assert (turn["proposal"], len(turn["asked"])) == ("345", 1)
    assert attempt["view"]["layout"] == before["layout"]
    asked = act_on(ann, attempt, {"type": "ask", "verifier": 1})
    assert len(asked["view"]["tracks"][0]["turns"][0]["asked"]) == 2
    assert asked["explanations"][-1]  # what came of it, in words
    again = ann.get(f"/api/practice/attempts/{attempt['id']}", timeout=120).json()
    assert (again["view"], again["moves"], again["explanations"]) == (asked["view"], 1, asked["explanations"])
    finished = act_on(ann, asked, {"type": "finish"})
    code = msgspec.convert(stored(house, attempt)["start"]["problem"], Problem).code
    won = act_on(ann, finished, {"type": "solve", "code": code})
    assert won["verdict"]["solved"]
    assert won["verdict"]["explanation"] == ["The match is over. Your place: 1 of 1; your points: 1."]


def test_hidden_facts_are_drawn_anew(house: House) -> None:
    match, ann = lost_match(house)
    codes = {json.dumps(stored(house, play_on(ann, match, 2))["start"]["problem"]) for _ in range(6)}
    assert len(codes) > 1


def test_it_counts_nowhere(house: House) -> None:
    match, ann = lost_match(house)
    matches = ann.get("/api/matches").json()
    attempt = play_on(ann, match, 3)
    act_on(ann, attempt, {"type": "solve", "code": "111"})
    assert ann.get("/api/practice/attempts").json() == []
    assert ann.get("/api/practice").json()["streak"] == 0
    assert ann.get("/api/matches").json() == matches


def test_it_can_be_started_over_and_has_no_answer_to_see(house: House) -> None:
    match, ann = lost_match(house)
    attempt = play_on(ann, match, 2)
    asked = act_on(ann, attempt, {"type": "ask", "verifier": 1})
    path = f"/api/practice/attempts/{attempt['id']}"
    refused = ann.post(f"{path}/give-up", json={"moves": asked["moves"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "no-answer")
    back = ann.post(f"{path}/retract", json={"moves": asked["moves"]}, timeout=120).json()
    assert (back["view"], back["moves"]) == (attempt["view"], 2)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_every_game_is_played_on_from(house: House, name: str) -> None:
    ann = house.guest("Ann")
    record = (RECORDS / f"{name}.jsonl").read_text()
    match = read(record).replay()
    entry = next(entry.number - 1 for entry in match.log[3:] if entry.action is not None)
    seat = match.log[entry].seat
    answer = ann.post(
        "/api/review/play-on", json={"record": record, "entry": entry, "seat": seat}, timeout=180
    )
    assert answer.status_code == 201, answer.text
    attempt = answer.json()
    assert (attempt["seat"], attempt["seats"]) == (seat, match.seats)
    game = find(match.game.card.id).game
    action = msgspec.json.decode(msgspec.json.encode(match.log[entry].action))
    view = msgspec.convert(attempt["view"], game.view_type, strict=False)
    assert game.legal(view, seat)
    assert act_on(ann, attempt, action)["moves"] == 1


def test_a_running_match_and_the_last_step_are_refused(house: House) -> None:
    match, (ann,) = house.begun("turing-machine", "Ann", options=LONG_ONE)
    path = f"/api/matches/{match}/review/play-on"
    assert ann.post(path, json={"entry": 0, "seat": 0}).status_code == 403
    over, bob = lost_match(house)
    path = f"/api/matches/{over}/review/play-on"
    answers = [bob.post(path, json=body, timeout=120) for body in (
        {"entry": 4, "seat": 0}, {"entry": 5, "seat": 0}, {"entry": 0, "seat": 1},
    )]  # fmt: skip
    assert [answer.json()["code"] for answer in answers] == ["over", "no-entry", "no-seat"]


def test_nobody_else_sees_the_match(house: House) -> None:
    match, ann = lost_match(house)
    attempt = play_on(ann, match, 2)
    bob = house.guest("Bob")
    assert bob.get(f"/api/practice/attempts/{attempt['id']}").json()["code"] == "no-attempt"


def test_a_person_keeps_a_bounded_number_of_them(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.server.practice.play_on.MOST_KEPT", 2)
    match, ann = lost_match(house)
    ids = []
    for _ in range(3):
        house.clock.time += 1
        ids.append(play_on(ann, match, 2)["id"])
    answers = [ann.get(f"/api/practice/attempts/{one}", timeout=120).status_code for one in ids]
    assert answers == [404, 200, 200]
