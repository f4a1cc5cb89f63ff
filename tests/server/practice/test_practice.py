"""Practice over HTTP: daily and endless problems; each answer is rated once."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, insert, text
from sqlalchemy.exc import IntegrityError

from numberhouse.registry import InstalledGame
from numberhouse.server.practice.practice import PracticeProblems
from numberhouse.server.practice.solver_rating import START, expected_score, new_rating
from numberhouse.server.practice.today import Choice, choice_of
from numberhouse.server.storage.schema import attempts, problems
from numberhouse.server.workers.precompiler import Precompiler
from tests.server.conftest import Guest, House

SOLO = "/api/practice/turing-machine/solo"
TURN = "/api/practice/mixmath/best-turn"
INDUCTION = "/api/practice/set-theory/induction"
DAY = 24 * 60 * 60


def begin_problem(guest: Guest, path: str = SOLO, level: str = "easy", daily: bool = False) -> Any:
    answer = guest.post(path, json={"level": level, "daily": daily}, timeout=120)
    assert answer.status_code == 201, answer.text
    return answer.json()


def act_on(guest: Guest, attempt: Any, action: Any) -> Any:
    path = f"/api/practice/attempts/{attempt['id']}/act"
    answer = guest.post(path, json={"action": action, "moves": attempt["moves"]}, timeout=120)
    assert answer.status_code == 200, answer.text
    return answer.json()


def stored_problem(house: House, attempt: Any) -> Any:
    """The stored problem, which no response contains."""
    with create_engine(f"sqlite:///{house.settings.database}").connect() as connection:
        query = text(
            "SELECT first_position FROM problems p JOIN attempts a ON a.problem = p.id WHERE a.id = :id"
        )
        return json.loads(connection.execute(query, {"id": attempt["id"]}).scalar_one())["problem"]


def code_of(house: House, attempt: Any) -> str:
    import msgspec

    from numberhouse.games.turing_machine.problems.problem import Problem

    return msgspec.convert(stored_problem(house, attempt), Problem).code


def solve(house: House, guest: Guest, attempt: Any) -> Any:
    return act_on(
        guest, act_on(guest, attempt, {"type": "finish"}), {"type": "solve", "code": code_of(house, attempt)}
    )


def test_a_client_without_a_session_lists_drills_and_begins_none(house: House) -> None:
    stranger = house.guest("")
    overview = stranger.get("/api/practice").json()
    drills = {(drill["game"], drill["drill"]): drill for drill in overview["drills"]}
    assert {("turing-machine", "solo"), ("mixmath", "best-turn")} <= drills.keys()
    assert drills["turing-machine", "solo"]["levels"][0] == {
        "id": "easy",
        "title": "Easy, 4 verifiers",
        "today": None,
    }
    assert stranger.post(SOLO, json={"level": "easy"}).status_code == 401
    overview = stranger.get("/api/practice", headers={"Accept-Language": "ru"}).json()
    assert "Лучший ход" in {drill["title"] for drill in overview["drills"]}


def test_the_problem_of_the_day_is_shared_and_changes_daily(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    hers, his = begin_problem(ann, daily=True), begin_problem(bob, daily=True)
    assert hers["view"]["layout"] == his["view"]["layout"]
    assert hers["id"] != his["id"]
    assert begin_problem(ann, daily=True)["id"] == hers["id"]
    house.clock.time += DAY
    assert begin_problem(ann, daily=True)["day"] > hers["day"]


def test_a_problem_is_rated_once_and_moves_the_rating(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann)
    assert attempt["verdict"] is None
    finished = solve(house, ann, attempt)
    verdict = finished["verdict"]
    assert verdict["solved"]
    assert verdict["score"] == 1.0
    assert verdict["explanation"][0] == f"The code is {code_of(house, attempt)}."
    assert verdict["rating"] == new_rating(START, attempt["rating"], 1.0, 0)
    again = ann.post(
        f"/api/practice/attempts/{attempt['id']}/act",
        json={"action": {"type": "finish"}, "moves": finished["moves"]},
    )
    assert (again.status_code, again.json()["code"]) == (409, "already-answered")
    solo = next(drill for drill in ann.get("/api/practice").json()["drills"] if drill["drill"] == "solo")
    assert (solo["attempted"], solo["solved"], solo["rating"]) == (1, 1, verdict["rating"])
    (listed,) = ann.get("/api/practice/attempts").json()
    assert (listed["attempt"], listed["day"], listed["rating_change"]) == (
        attempt["id"],
        None,
        verdict["rating_change"],
    )


def test_a_wrong_code_and_giving_up_count_as_not_solved(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann)
    wrong = next(code for code in ("111", "222") if code != code_of(house, attempt))
    lost = act_on(ann, act_on(ann, attempt, {"type": "finish"}), {"type": "solve", "code": wrong})
    assert (lost["verdict"]["score"], lost["verdict"]["solved"]) == (0.0, False)
    other = begin_problem(ann)
    assert other["id"] != attempt["id"]
    answer = ann.post(f"/api/practice/attempts/{other['id']}/give-up", json={"moves": 0}, timeout=120)
    assert answer.json()["verdict"]["explanation"][0] == f"The code is {code_of(house, other)}."
    assert not answer.json()["verdict"]["solved"]


def test_an_endless_problem_stays_until_it_is_answered(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann)
    act_on(ann, attempt, {"type": "propose", "code": "123"})
    again = begin_problem(ann)
    assert (again["id"], again["moves"]) == (attempt["id"], 1)
    late = {"action": {"type": "finish"}, "moves": 0}
    answer = ann.post(f"/api/practice/attempts/{attempt['id']}/act", json=late)
    assert (answer.status_code, answer.json()["code"]) == (409, "late")


def test_hidden_facts_of_a_problem_stay_hidden_until_it_is_answered(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    attempt = begin_problem(ann)
    laws = json.dumps(stored_problem(house, attempt)["laws"], separators=(",", ":"))
    path = f"/api/practice/attempts/{attempt['id']}"
    everything = [ann.get(path).text, ann.post("/api/me/export", json={}).text]
    assert all("laws" not in text and laws not in text for text in everything)
    assert bob.get(path).status_code == 404
    assert "laws" in json.dumps(solve(house, ann, attempt)["view"]["end"]["problem"])


def test_in_best_turn_tiles_can_be_taken_back_and_the_final_turn_is_rated(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann, TURN, "early", daily=True)
    assert attempt["actions"] == []  # finding them is the drill
    refused = ann.post(
        f"/api/practice/attempts/{attempt['id']}/act", json={"action": {"type": "pass"}, "moves": 0}
    )
    assert refused.json()["code"] == "lay-something"
    place = _legal_place(attempt)
    laid = act_on(ann, attempt, place)
    assert len(laid["view"]["turn"]["laid"]) == 1
    back = ann.post(f"/api/practice/attempts/{attempt['id']}/retract", json={"moves": 1}).json()
    assert back["view"] == attempt["view"]
    finished = act_on(ann, act_on(ann, back, place), {"type": "end"})
    assert 0 <= finished["verdict"]["score"] <= 1  # the first legal tile may be worth nothing
    assert finished["verdict"]["best"]["turn"]["laid"]
    assert finished["verdict"]["rating"] == new_rating(
        START, attempt["rating"], finished["verdict"]["score"], 0
    )


def _legal_place(attempt: Any) -> Any:
    import msgspec

    from numberhouse.games.mixmath.rules.legal import placements
    from numberhouse.games.mixmath.rules.model import View

    view = msgspec.convert(attempt["view"], View)
    assert view.hand is not None
    return msgspec.to_builtins(next(placements(view.board, view.hand.rack, draws=False)))


def test_days_in_a_row_make_a_streak(house: House) -> None:
    ann = house.guest("Ann")
    for streak in (1, 2):
        solve(house, ann, begin_problem(ann, daily=True))
        assert ann.get("/api/practice").json()["streak"] == streak
        house.clock.time += DAY
    assert ann.get("/api/practice").json()["streak"] == 2
    house.clock.time += DAY
    assert ann.get("/api/practice").json()["streak"] == 0


def test_attempts_survive_a_registration_and_are_deleted_with_the_account(house: House) -> None:
    ann = house.guest("Ann")
    solve(house, ann, begin_problem(ann))
    ann.post("/api/register", json={"name": "Anna", "password": "correct horse"}).raise_for_status()
    assert len(ann.get("/api/practice/attempts").json()) == 1
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
def test_unknown_drills_and_levels_are_refused(house: House, path: str, level: str, code: str) -> None:
    answer = house.guest("Ann").post(path, json={"level": level})
    assert (answer.status_code, answer.json()["code"]) == (404, code)


def rows(house: House, query: str) -> list[Any]:
    with create_engine(f"sqlite:///{house.settings.database}").connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def execute(house: House, query: str) -> None:
    with create_engine(f"sqlite:///{house.settings.database}").begin() as connection:
        connection.execute(text(query))


def call_concurrently(*calls: Callable[[], httpx.Response]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


@pytest.mark.parametrize("daily", [False, True])
def test_two_pages_that_begin_at_once_begin_one_problem(house: House, daily: bool) -> None:
    ann = house.guest("Ann")
    wanted = {"level": "easy", "daily": daily}
    responses = call_concurrently(*[lambda: ann.post(INDUCTION, json=wanted, timeout=120)] * 4)
    assert {response.status_code for response in responses} == {201}
    assert len({response.json()["id"] for response in responses}) == 1
    assert rows(house, "SELECT count(*) FROM attempts") == [(1,)]
    assert rows(house, "SELECT count(*) FROM problems") == [(1,)]


def test_two_processes_that_begin_at_once_begin_one_problem(house: House) -> None:
    """The processes don't know of each other; the database's key decides."""
    ann = house.guest("Ann")
    begin_problem(ann, INDUCTION)
    columns = "person, problem, started, position, moves, explanations, running"
    same = "game, drill, level, day, first_position, difficulty, created"
    execute(house, f"INSERT INTO problems SELECT 'other', {same} FROM problems")
    twice = columns.replace("problem", "'other'")
    with pytest.raises(IntegrityError):
        execute(house, f"INSERT INTO attempts (id, {columns}) SELECT 'other', {twice} FROM attempts")


def test_two_pages_that_answer_at_once_answer_once(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann, INDUCTION)
    path = f"/api/practice/attempts/{attempt['id']}"
    action = {"type": "choose", "chosen": [attempt["view"]["choices"][0]["id"]]}
    responses = call_concurrently(
        lambda: ann.post(path + "/act", json={"action": action, "moves": 0}, timeout=120),
        lambda: ann.post(path + "/give-up", json={"moves": 0}, timeout=120),
    )
    assert sorted(response.status_code for response in responses) == [200, 409]
    refused = next(response for response in responses if response.status_code == 409).json()
    assert refused["code"] in ("late", "already-answered")
    (finished,) = ann.get("/api/practice/attempts").json()
    assert finished["attempt"] == attempt["id"]
    assert begin_problem(ann, INDUCTION)["id"] != attempt["id"]


def test_obsolete_problems_are_deleted(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    begin_problem(ann, INDUCTION, daily=True)
    begin_problem(ann, INDUCTION)
    running = begin_problem(bob, INDUCTION)
    ann.post("/api/register", json={"name": "Anna", "password": "correct horse"}).raise_for_status()
    ann.post("/api/me/delete", json={"password": "correct horse"}).raise_for_status()
    house.clock.time += 2 * DAY
    begin_problem(bob, INDUCTION, daily=True)
    left = rows(house, "SELECT p.day IS NULL, a.id FROM problems p LEFT JOIN attempts a ON a.problem = p.id")
    assert len(left) == 2
    assert (1, running["id"]) in left
    assert all(attempt for _, attempt in left)


def test_a_problem_of_an_older_version_is_replaced(house: House) -> None:
    ann = house.guest("Ann")
    old = begin_problem(ann, INDUCTION)
    execute(house, 'UPDATE problems SET first_position = \'{"of": "old"}\'')
    execute(house, 'UPDATE attempts SET position = \'{"of": "old"}\'')
    assert ann.get(f"/api/practice/attempts/{old['id']}").json()["code"] == "outdated"
    assert begin_problem(ann, INDUCTION)["id"] != old["id"]


def test_each_round_of_a_match_is_explained_and_the_last_by_the_verdict(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann, "/api/practice/addition-crypt/six-rounds", "mixed")
    assert attempt["explanations"] == []
    for number in range(1, 7):
        free = [node for node in range(7) if node not in attempt["view"]["barred"]][:2]
        submitted = {"type": "submit", "first": free[0], "second": free[1], "scoring": free[0]}
        attempt = act_on(ann, attempt, submitted)
        assert len(attempt["explanations"]) == number - 1
        attempt = act_on(ann, attempt, {"type": "lock"})
        if number < 6:
            assert attempt["explanations"][-1][0].startswith(f"Round {number}: your ")
            assert attempt["verdict"] is None
    assert len(attempt["explanations"]) == 5
    assert any(line.startswith("Round 6: your ") for line in attempt["verdict"]["explanation"])


def test_ready_says_whether_a_problem_comes_at_once(house: House) -> None:
    ann = house.guest("Ann")

    def ready() -> bool:
        drills = ann.get("/api/practice").json()["drills"]
        return bool(next(drill["ready"] for drill in drills if drill["drill"] == "induction"))

    assert not ready()
    begin_problem(ann, INDUCTION)
    assert ready()


def test_a_problem_that_takes_long_is_posed_while_the_client_asks_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.guest("Ann")
    practice = house.service.practice
    posed, gate = practice._poser.problem_id, threading.Event()
    calls = []

    async def slowly(*arguments: Any) -> str:
        calls.append(arguments)
        await asyncio.to_thread(gate.wait)
        return await posed(*arguments)

    monkeypatch.setattr(practice._poser, "problem_id", slowly)
    request = {"level": "easy", "wait": 0.01}
    for _ in range(2):
        answer = ann.post(INDUCTION, json=request, timeout=120)
        assert (answer.status_code, answer.json()["code"]) == (503, "being-posed")
        assert answer.json()["values"]["retry_after"] == 1
    gate.set()
    attempt = ann.post(INDUCTION, json={"level": "easy", "wait": 25}, timeout=120)
    assert attempt.status_code == 201
    assert len(calls) == 1
    assert ann.post(INDUCTION, json={"level": "easy", "wait": 26}).status_code == 400


def test_the_best_answer_is_apart_from_the_explanation(house: House) -> None:
    ann = house.guest("Ann")
    attempt = begin_problem(ann, TURN, "early")
    answer = ann.post(f"/api/practice/attempts/{attempt['id']}/give-up", json={"moves": 0}, timeout=120)
    verdict = answer.json()["verdict"]
    assert [line.startswith("Best: ") for line in verdict["answer"]] == [True]
    assert not any("Best: " in line for line in verdict["explanation"])


def test_todays_problem_is_posed_before_anybody_asks(house: House) -> None:
    posed: list[tuple[str, str, str, str | None]] = []

    async def run() -> None:
        done = asyncio.Event()
        precompiler = Precompiler(list, enabled=True)
        practice = PracticeProblems(house.service.database, house.service.matches, house.clock, precompiler)

        async def problem_id(installed: InstalledGame, *rest: Any) -> str:
            posed.append((installed.id, *rest))
            done.set()
            return ""

        practice._poser.problem_id = problem_id  # type: ignore[method-assign, assignment]
        await practice.start()
        async with asyncio.timeout(60):
            await done.wait()
        await practice.close()
        piece = practice.todays_piece()
        assert piece is not None
        assert (piece.game, piece.name) == posed[0][:2]

    asyncio.run(run())
    today = house.guest("").get("/api/practice").json()
    chosen = [today["today"][name] for name in ("game", "drill", "level")]
    assert posed == [(*chosen, today["day"])]


def test_ratings_are_elos() -> None:
    assert expected_score(1200, 1200) == 0.5
    assert expected_score(1600, 1200) == pytest.approx(10 / 11)
    assert new_rating(1200, 1200, 1.0, 0) == 1220
    assert new_rating(1200, 1200, 1.0, 20) == 1210
    assert new_rating(1200, 1200, 0.5, 0) == 1200


def test_todays_problem_is_the_same_for_everybody_and_games_take_turns() -> None:
    drills = {
        "ludo": {"home": ["easy"]},
        "nim": {"first": ["easy", "hard"], "last": ["easy", "hard"]},
        "x": {},
    }
    days = [f"2026-11-{day:02}" for day in range(1, 31)]
    chosen = [choice_of(drills, day) for day in days]
    assert chosen == [choice_of(dict(reversed(drills.items())), day) for day in days]
    assert [one.game for one in chosen if one] in (["ludo", "nim"] * 15, ["nim", "ludo"] * 15)
    assert {one for one in chosen if one} == {
        (game, drill, level) for game in drills for drill, levels in drills[game].items() for level in levels
    }
    assert choice_of({"x": {}}, days[0]) is None


def test_todays_problem_counts_the_answers_of_everybody_to_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "numberhouse.server.practice.today.choice_of",
        lambda drills, day: Choice("turing-machine", "solo", "easy"),  # noqa: ARG005
    )
    people = [house.guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")]

    def today(guest: Guest) -> Any:
        return guest.get("/api/practice").json()["today"]

    assert today(people[0])["results"] == {"answered": 0, "solved": 0, "scores": [0, 0, 0, 0, 0]}
    assert today(people[0])["progress"] is None
    day = people[0].get("/api/practice").json()["day"]
    ids = [guest.get("/api/me").json()["id"] for guest in people]
    answers = [(ids[0], "p", 1.0), (ids[1], "p", 0.5), (ids[2], "p", None), (ids[3], "yesterday", 1.0)]
    with create_engine(f"sqlite:///{house.settings.database}").begin() as connection:
        for problem, its_day in (("p", day), ("yesterday", "2026-01-01")):
            connection.execute(
                insert(problems).values(
                    id=problem, game="turing-machine", drill="solo", level="easy", day=its_day,
                    first_position="{}", created=1.0,
                )
            )  # fmt: skip
        for number, (person, problem, score) in enumerate(answers):
            ended = {"ended": 142.0, "score": score, "solved": score == 1.0} if score is not None else {}
            connection.execute(
                insert(attempts).values(
                    id=f"a{number}", person=person, problem=problem, started=100.0,
                    position="{}", moves=1, explanations="[]", **ended,
                )
            )  # fmt: skip
    assert today(people[3])["results"] == {"answered": 2, "solved": 1, "scores": [0, 0, 1, 0, 1]}
    assert today(people[3])["progress"] is None
    assert today(people[0])["progress"]["seconds"] == 42
    assert today(people[2])["progress"] == {
        "attempt": "a2", "ended": False, "score": None, "solved": False, "seconds": None,
    }  # fmt: skip
