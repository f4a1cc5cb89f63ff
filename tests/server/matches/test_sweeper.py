"""The sweep: what nobody needs is removed, and nothing else."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from numberhouse.server.base.settings import Settings
from tests.server.conftest import House, MockClock
from tests.server.support.hosting import hosted_match, run_in_loop

DAY = 86_400.0


@pytest.fixture
def clock() -> MockClock:
    return MockClock()


@pytest.fixture
def swept_house(settings: Settings, clock: MockClock) -> Iterator[House]:
    with House(settings, clock) as house:
        yield house


def sweep(house: House) -> dict[str, int]:
    return run_in_loop(house, house.service.sweeper.sweep())


def names(house: House) -> set[str]:
    path = Path(house.settings.database)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM people")}


def drafted(guest: Any, **more: Any) -> str:
    answer = guest.post("/api/matches", json={"game": "mixmath", **more})
    return str(answer.raise_for_status().json()["id"])


def test_drafts_open_matches_and_their_guests_go_when_they_are_old(
    swept_house: House, clock: MockClock
) -> None:
    house = swept_house
    ann, bob = house.guest("Ann"), house.guest("Bob")
    draft, opened = drafted(ann), house.drafted(bob, "mixmath")
    house.guest("Carl")
    bob.post(f"/api/matches/{opened}/join", json={"seat": 0}).raise_for_status()
    clock.time += 29 * DAY
    assert set(sweep(house).values()) == {0}
    clock.time += 2 * DAY
    assert sweep(house) == {
        "sessions": 0, "drafts": 1, "open_matches": 1, "invitations": 0, "exercises": 0, "guests": 3
    }  # fmt: skip
    assert names(house) == set()
    for match in (draft, opened):
        unknown = house.guest("").get("/api/matches/never")
        gone = house.guest("").get(f"/api/matches/{match}")
        assert (gone.status_code, gone.json()) == (404, unknown.json())


def test_matches_that_have_begun_and_their_people_stay(swept_house: House, clock: MockClock) -> None:
    house = swept_house
    running, _ = house.begun("mixmath")
    abandoned, (carl, _) = house.begun("mixmath", "Carl Dora")
    carl.post(f"/api/matches/{abandoned}/desk/stop", json={})
    clock.time += 400 * DAY
    assert sweep(house)["sessions"] == 4
    assert names(house) == {"Ann", "Bob", "Carl", "Dora"}
    for match in (running, abandoned):
        assert house.guest("").get(f"/api/matches/{match}").status_code == 200


def test_a_match_that_starts_later_by_itself_stays(swept_house: House, clock: MockClock) -> None:
    house = swept_house
    ann = house.guest("Ann")
    draft = drafted(ann)
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        connection.execute("UPDATE matches SET starts = ?", (clock.time + 60 * DAY,))
    clock.time += 40 * DAY
    assert sweep(house)["drafts"] == 0
    assert ann.get(f"/api/matches/{draft}").status_code == 200


def test_guests_who_can_come_back_to_their_practice_stay(swept_house: House, clock: MockClock) -> None:
    house = swept_house
    ann = house.guest("Ann")
    drill = next(iter(ann.get("/api/practice").json()), None)
    assert drill is not None
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        person = connection.execute("SELECT id FROM people").fetchone()[0]
        connection.execute(
            "INSERT INTO problems (id, game, drill, level, first_position, created) VALUES "
            "('p', 'mixmath', 'd', 'l', '{}', 0)"
        )
        connection.execute(
            "INSERT INTO attempts (id, person, problem, started, ended, position, moves, explanations) "
            "VALUES ('a', ?, 'p', ?, ?, '{}', 0, '[]')",
            (person, clock.time, clock.time),
        )
    clock.time += 40 * DAY
    assert sweep(house)["guests"] == 0
    clock.time += 60 * DAY  # the session has ended: nobody can be this guest again
    assert sweep(house)["guests"] == 1


def test_unused_invitations_and_unanswered_exercises_go(swept_house: House, clock: MockClock) -> None:
    house = swept_house
    match, host, _ = hosted_match(house, "mixmath")
    host.post(f"/api/matches/{match}/invitations", json={"seat": 1}).raise_for_status()
    clock.time += 89 * DAY
    assert sweep(house)["invitations"] == 0
    clock.time += 2 * DAY
    assert sweep(house)["invitations"] == 1


def test_zero_keeps_for_ever(settings: Settings, clock: MockClock) -> None:
    kept = msgspec.structs.replace(
        settings, draft_days=0, open_days=0, guest_days=0, invitation_days=0, exercise_days=0
    )
    with House(kept, clock) as house:
        drafted(house.guest("Ann"))
        clock.time += 4000 * DAY
        assert sweep(house) == {"sessions": 1}
        assert names(house) == {"Ann"}


def test_one_process_sweeps_once_a_day(swept_house: House, clock: MockClock) -> None:
    house = swept_house
    hour = house.settings.sweep_hour
    clock.time = 1_800_000_000 // DAY * DAY + DAY + hour * 3600
    times = []
    for _ in range(4 * 24 * 2):
        if run_in_loop(house, house.service.sweeper.sweep_if_due()):
            times.append(clock.time)
        clock.time += 1800
    assert [(at - times[0]) / DAY for at in times] == [0, 1, 2, 3]
    assert b"numberhouse_swept_total" in house.service.metrics.exposition()
