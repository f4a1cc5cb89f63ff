"""Practice over HTTP: problems of the day and endless ones, answers that are judged once, ratings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from numberhouse.server.solver_rating import START, expected, rated
from tests.server.conftest import Guest, House

SOLO = "/api/practice/turing-machine/solo"
TURN = "/api/practice/mixmath/best-turn"
DAY = 24 * 60 * 60


def begun(guest: Guest, path: str = SOLO, level: str = "easy", daily: bool = False) -> Any:
    answer = guest.post(path, json={"level": level, "daily": daily}, timeout=120)
    assert answer.status_code == 201, answer.text
    return answer.json()


def acted(guest: Guest, attempt: Any, action: Any) -> Any:
    path = f"/api/practice/attempts/{attempt['id']}/act"
    answer = guest.post(path, json={"action": action, "moves": attempt["moves"]}, timeout=120)
    assert answer.status_code == 200, answer.text
    return answer.json()


def hidden(house: House, attempt: Any) -> Any:
    """The problem as it is stored, which nobody is told."""
    with create_engine(f"sqlite:///{house.settings.database}").connect() as connection:
        query = text("SELECT posed FROM problems p JOIN attempts a ON a.problem = p.id WHERE a.id = :id")
        return json.loads(connection.execute(query, {"id": attempt["id"]}).scalar_one())["problem"]


def code_of(house: House, attempt: Any) -> str:
    import msgspec

    from numberhouse.games.turing_machine.problem import Problem

    return msgspec.convert(hidden(house, attempt), Problem).code


def solved(house: House, guest: Guest, attempt: Any) -> Any:
    return acted(
        guest, acted(guest, attempt, {"type": "finish"}), {"type": "solve", "code": code_of(house, attempt)}
    )


def test_whoever_is_nobody_sees_what_there_is_and_begins_nothing(house: House) -> None:
    stranger = house.guest("")
    told = stranger.get("/api/practice").json()
    drills = {(one["game"], one["drill"]): one for one in told["drills"]}
    assert {("turing-machine", "solo"), ("mixmath", "best-turn")} <= drills.keys()
    assert drills["turing-machine", "solo"]["levels"][0] == {
        "id": "easy",
        "title": "Easy, 4 verifiers",
        "today": None,
    }
    assert stranger.post(SOLO, json={"level": "easy"}).status_code == 401
    told = stranger.get("/api/practice", headers={"Accept-Language": "ru"}).json()
    assert "Лучший ход" in {one["title"] for one in told["drills"]}


def test_the_problem_of_the_day_is_everybodys_and_another_one_tomorrow(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    hers, his = begun(ann, daily=True), begun(bob, daily=True)
    assert hers["view"]["layout"] == his["view"]["layout"]
    assert hers["id"] != his["id"]
    assert begun(ann, daily=True)["id"] == hers["id"]
    house.clock.time += DAY
    assert begun(ann, daily=True)["day"] > hers["day"]


def test_a_problem_is_answered_once_and_moves_the_rating(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begun(ann)
    assert attempt["verdict"] is None
    done = solved(house, ann, attempt)
    verdict = done["verdict"]
    assert verdict["solved"]
    assert verdict["score"] == 1.0
    assert verdict["told"][0] == f"The code is {code_of(house, attempt)}."
    assert verdict["rating"] == rated(START, attempt["rating"], 1.0, 0)
    again = ann.post(
        f"/api/practice/attempts/{attempt['id']}/act",
        json={"action": {"type": "finish"}, "moves": done["moves"]},
    )
    assert (again.status_code, again.json()["code"]) == (409, "judged")
    told = next(one for one in ann.get("/api/practice").json()["drills"] if one["drill"] == "solo")
    assert (told["tried"], told["solved"], told["rating"]) == (1, 1, verdict["rating"])
    (listed,) = ann.get("/api/practice/done").json()
    assert (listed["attempt"], listed["day"], listed["gained"]) == (attempt["id"], None, verdict["gained"])


def test_a_wrong_code_and_giving_up_count_as_not_solved(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begun(ann)
    wrong = next(code for code in ("111", "222") if code != code_of(house, attempt))
    lost = acted(ann, acted(ann, attempt, {"type": "finish"}), {"type": "solve", "code": wrong})
    assert (lost["verdict"]["score"], lost["verdict"]["solved"]) == (0.0, False)
    other = begun(ann)
    assert other["id"] != attempt["id"]
    answer = ann.post(f"/api/practice/attempts/{other['id']}/give-up", json={"moves": 0}, timeout=120)
    assert answer.json()["verdict"]["told"][0] == f"The code is {code_of(house, other)}."
    assert not answer.json()["verdict"]["solved"]


def test_an_endless_problem_goes_on_until_it_is_answered(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begun(ann)
    acted(ann, attempt, {"type": "propose", "code": "123"})
    again = begun(ann)
    assert (again["id"], again["moves"]) == (attempt["id"], 1)
    late = {"action": {"type": "finish"}, "moves": 0}
    answer = ann.post(f"/api/practice/attempts/{attempt['id']}/act", json=late)
    assert (answer.status_code, answer.json()["code"]) == (409, "late")


def test_what_a_problem_hides_stays_hidden_until_it_is_answered(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    attempt = begun(ann)
    laws = json.dumps(hidden(house, attempt)["laws"], separators=(",", ":"))
    path = f"/api/practice/attempts/{attempt['id']}"
    everything = [ann.get(path).text, ann.post("/api/me/export", json={}).text]
    assert all("laws" not in text and laws not in text for text in everything)
    assert bob.get(path).status_code == 404
    assert "laws" in json.dumps(solved(house, ann, attempt)["view"]["end"]["problem"])


def test_in_the_best_turn_tiles_are_taken_back_and_the_end_is_judged(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begun(ann, TURN, "early", daily=True)
    assert attempt["actions"] == []  # finding them is the drill
    refused = ann.post(
        f"/api/practice/attempts/{attempt['id']}/act", json={"action": {"type": "pass"}, "moves": 0}
    )
    assert refused.json()["code"] == "lay-something"
    place = _a_place(attempt)
    laid = acted(ann, attempt, place)
    assert len(laid["view"]["turn"]["laid"]) == 1
    back = ann.post(f"/api/practice/attempts/{attempt['id']}/retract", json={"moves": 1}).json()
    assert back["view"] == attempt["view"]
    done = acted(ann, acted(ann, back, place), {"type": "end"})
    assert 0 < done["verdict"]["score"] <= 1
    assert done["verdict"]["best"]["turn"]["laid"]
    assert done["verdict"]["rating"] is None


def _a_place(attempt: Any) -> Any:
    import msgspec

    from numberhouse.games.mixmath.menu import placements
    from numberhouse.games.mixmath.table import View

    view = msgspec.convert(attempt["view"], View)
    assert view.hand is not None
    return msgspec.to_builtins(next(placements(view.board, view.hand.rack, draws=False)))


def test_days_in_a_row_make_a_streak(house: House) -> None:
    ann = house.guest("Ann")
    for streak in (1, 2):
        solved(house, ann, begun(ann, daily=True))
        assert ann.get("/api/practice").json()["streak"] == streak
        house.clock.time += DAY
    assert ann.get("/api/practice").json()["streak"] == 2
    house.clock.time += DAY
    assert ann.get("/api/practice").json()["streak"] == 0


def test_a_guest_who_registers_keeps_what_was_done_and_who_leaves_takes_it_away(house: House) -> None:
    ann = house.guest("Ann")
    solved(house, ann, begun(ann))
    ann.post("/api/register", json={"name": "Anna", "password": "correct horse"}).raise_for_status()
    assert len(ann.get("/api/practice/done").json()) == 1
    ann.post("/api/me/delete", json={"password": "correct horse"}).raise_for_status()
    with create_engine(f"sqlite:///{house.settings.database}").connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM attempts")).scalar_one() == 0


@pytest.mark.parametrize(
    ("path", "level", "code"),
    [
        ("/api/practice/turing-machine/solo", "silly", "unknown-level"),
        ("/api/practice/turing-machine/best-turn", "easy", "unknown-drill"),
        ("/api/practice/chess/solo", "easy", "unknown-game"),
    ],
)
def test_what_there_is_not_is_refused(house: House, path: str, level: str, code: str) -> None:
    answer = house.guest("Ann").post(path, json={"level": level})
    assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_ratings_are_elos() -> None:
    assert expected(1200, 1200) == 0.5
    assert expected(1600, 1200) == pytest.approx(10 / 11)
    assert rated(1200, 1200, 1.0, 0) == 1220
    assert rated(1200, 1200, 1.0, 20) == 1210
    assert rated(1200, 1200, 0.5, 0) == 1200
