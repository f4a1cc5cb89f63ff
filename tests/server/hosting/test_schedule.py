"""Schedules of matches: all or nothing, and each match at its time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import text as sql

from numberhouse.server.base.instants import instant
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.hosting.schedule import Schedule, rows_of
from tests.server.conftest import BEGAN, Guest, House
from tests.server.support.hosting import CRYPT, member, refusal, run_in_loop

SOON = "2027-01-15T10:00:00+02:00"
"""At the beginning of the mock clock's hour: BEGAN."""

OPENS = BEGAN + 3600
STARTS = BEGAN + 7200


def post_schedule(host: Guest, **body: Any) -> httpx.Response:
    return host.post("/api/schedule", json=body)


def problems(answer: httpx.Response) -> list[tuple[int, str]]:
    assert refusal(answer) == (400, "schedule")
    return [(problem["row"], problem["column"]) for problem in answer.json()["values"].get("problems", [])]


def entries_count(house: House) -> float | None:
    """Let the timetable process the present time."""
    return run_in_loop(house, house.service.timetable.run_due())


def status(guest: Guest, match: str) -> str:
    return str(guest.get(f"/api/matches/{match}").json()["status"])


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for many refused schedules."""
    database = tmp_path_factory.mktemp("shared") / "house.sqlite"
    with House(Settings(database=str(database), bots=0)) as running:
        member(running, "Ann")
        yield running


# Reading


def test_times_need_a_zone_and_are_stored_in_utc() -> None:
    assert instant(SOON) == instant("2027-01-15T08:00:00Z") == BEGAN
    assert instant(BEGAN) == BEGAN
    for invalid in ("2027-01-15T10:00:00", "soon", "", "2027-13-01T00:00Z", float("nan"), 1e300, -5.0):
        with pytest.raises(ValueError, match=r"moment|zone|away"):
            instant(invalid)


def test_csv_is_read_cell_by_cell_and_numbered_as_spreadsheets_do() -> None:
    csv = 'title,game,options,players,bots\nOne,mixmath,"{""blanks"": 2}",Ann;*,\n\nTwo,mixmath,,,;random\n'
    rows = list(rows_of(Schedule(csv="\ufeff" + csv)))
    assert [number for number, _ in rows] == [2, 4]
    assert rows[0][1] == {"title": "One", "game": "mixmath", "options": '{"blanks": 2}', "players": "Ann;*"}
    assert rows[1][1] == {"title": "Two", "game": "mixmath", "bots": ";random"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"csv": "game\nmixmath\n", "rows": [{"game": "mixmath"}]},
        {"csv": ""},
        {"csv": "game\n"},
        {"rows": []},
        {"csv": "title\nOne\n"},
        {"csv": "game,game\nmixmath,mixmath\n"},
        {"csv": "game,password\nmixmath,x\n"},
        {"csv": 'game\n"mixmath\n'},
        {"csv": "game\n" + "mixmath\n" * 201},
        {"csv": "game\n" + "x" * (600 * 1024)},
        {"rows": [{"game": "mixmath"}] * 201},
    ],
)
def test_a_schedule_that_isnt_a_table_is_refused(shared_house: House, body: dict[str, Any]) -> None:
    host = shared_house.guest("Hanna")
    assert refusal(post_schedule(host, **body)) == (400, "schedule")
    assert host.get("/api/matches", params={"which": "mine"}).json() == []


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ({"game": "chess"}, "game"),
        ({"title": "x"}, "game"),
        ({"game": 5}, "game"),
        ({"game": "mixmath", "title": "x" * 101}, "title"),
        ({"game": "mixmath", "options": {"blanks": 1}}, "options"),
        ({"game": "mixmath", "options": {"colour": 1}}, "options"),
        ({"game": "mixmath", "options": []}, "options"),
        ({"game": "mixmath", "seats": 9}, "seats"),
        ({"game": "mixmath", "seats": "two"}, "seats"),
        ({"game": "mixmath", "clock": {"type": "turn"}}, "clock"),
        ({"game": "mixmath", "clock": {"type": "turn", "seconds": -1}}, "clock"),
        ({"game": "mixmath", "opens": "2027-01-15T10:00:00"}, "opens"),
        ({"game": "mixmath", "opens": "2027-01-15T07:59:59Z"}, "opens"),
        ({"game": "mixmath", "starts": "2099-01-15T07:59:59Z"}, "starts"),
        ({"game": "mixmath", "opens": "2027-01-16T08:00:00Z", "starts": "2027-01-16T07:00:00Z"}, "starts"),
        ({"game": "mixmath", "players": ["Nobody"]}, "players"),
        ({"game": "mixmath", "players": ["Ann", "ann"]}, "players"),
        ({"game": "mixmath", "players": ["Ann", None, "*"]}, "players"),
        ({"game": "mixmath", "players": ["Ann"], "bots": ["random"]}, "players"),
        ({"game": "mixmath", "bots": ["clever"]}, "bots"),
        ({"game": "mixmath", "bots": [None, None, "random"]}, "bots"),
        ({"game": "mixmath", "visibility": "secret"}, "visibility"),
        ({"game": "mixmath", "language": "fr"}, "language"),
        ({"game": "mixmath", "seed": "mine"}, "seed"),
    ],
)
def test_every_refusal_names_the_row_and_the_column_and_nothing_is_drafted(
    shared_house: House, row: dict[str, Any], column: str
) -> None:
    host = shared_house.guest("Hanna")
    good = {"game": "mixmath", "title": "Good", "players": ["Ann"]}
    assert problems(post_schedule(host, rows=[good, row, good])) == [(2, column)]
    assert host.get("/api/matches", params={"which": "mine"}).json() == []


def test_a_refused_schedule_lists_all_errors(house: House) -> None:
    csv = "game,seats,opens\nmixmath,two,\nchess,,\nmixmath,2,\nmixmath,2,soon\nmixmath,2,,more\n"
    answer = post_schedule(house.guest("Hanna"), csv=csv)
    assert problems(answer) == [(2, "seats"), (3, "game"), (5, "opens"), (6, "beyond the last")]
    assert "row 2, column seats" in answer.json()["message"]


# Storage


def test_a_schedule_drafts_the_matches_of_its_rows(house: House) -> None:
    host, ann = house.guest("Hanna"), member(house, "Ann")
    csv = (
        "title,game,options,seats,clock,opens,starts,players,bots,visibility\n"
        'One,mixmath,"{""blanks"": 2}",3,"{""type"": ""round"", ""seconds"": 60}",2027-01-15T09:00:00Z,'
        "2027-01-15T12:00:00+02:00,Ann;*,;;random,public\n"
        "Two,addition-crypt,,2,,,,,,private\n"
    )
    first, second = post_schedule(host, csv=csv).raise_for_status().json()
    info = host.get(f"/api/matches/{first['id']}").json()
    assert (info["status"], info["opens"], info["starts"]) == ("draft", OPENS, STARTS)
    assert [seat["name"] for seat in info["seats"]] == ["", "", "Random"]
    assert [seat["offered_to"] for seat in info["seats"]] == ["Ann", None, None]
    assert ann.accept_offers() == [first["id"]]
    assert (info["options"]["blanks"], info["clock"]["seconds"]) == (2, 60)
    assert ann.get(f"/api/matches/{first['id']}").json()["seat"] == 0
    assert list(first["invitations"]) == ["1"]
    info = host.get(f"/api/matches/{second['id']}").json()
    assert (info["status"], info["opens"], info["terms"]["visibility"]) == ("open", None, "private")


def test_a_dry_run_gives_the_same_answer_and_stores_nothing(house: House) -> None:
    host = house.guest("Hanna")
    rows = [{"game": "mixmath", "players": ["*"]}] * 3
    scheduled = post_schedule(host, rows=rows, dry_run=True).raise_for_status().json()
    assert [(row["row"], row["id"], row["invitations"]) for row in scheduled] == [
        (n, None, {}) for n in (1, 2, 3)
    ]
    assert host.get("/api/matches", params={"which": "mine"}).json() == []

    async def count() -> list[int]:
        async with house.service.database.read() as connection:
            return [
                int((await connection.execute(sql(f"SELECT count(*) FROM {table}"))).scalar() or 0)
                for table in ("matches", "seats", "hosts", "invitations")
            ]

    assert run_in_loop(house, count()) == [0, 0, 0, 0]


def test_a_schedule_beyond_the_hosts_limit_drafts_nothing(settings: Settings) -> None:
    few = Settings(database=settings.database, bots=0, max_matches_per_host=3)
    with House(few) as house:
        host = house.guest("Hanna")
        refused = post_schedule(host, rows=[{"game": "mixmath"}] * 4)
        assert refusal(refused) == (429, "too-many-matches")
        assert host.get("/api/matches", params={"which": "mine"}).json() == []
        assert len(post_schedule(host, rows=[{"game": "mixmath"}] * 3).raise_for_status().json()) == 3


def test_a_schedule_needs_a_session(house: House) -> None:
    assert refusal(post_schedule(house.guest(""), rows=[{"game": "mixmath"}])) == (401, "not-signed-in")


# Time


def scheduled_match(host: Guest, **more: Any) -> str:
    row = {"game": CRYPT, "seats": 2, "bots": ["random", "random"], "opens": "2027-01-15T09:00:00Z"}
    row |= {"starts": "2027-01-15T10:00:00Z"} | more
    return str(post_schedule(host, rows=[row]).raise_for_status().json()[0]["id"])


def test_a_match_opens_and_starts_at_its_time_and_not_before(house: House) -> None:
    host = house.guest("Hanna")
    match = scheduled_match(host)
    for moment, expected in (
        (OPENS - 0.001, "draft"),
        (OPENS, "open"),
        (STARTS - 0.001, "open"),
        (STARTS, "running"),
    ):
        house.clock.time = moment
        entries_count(house)
        assert status(host, match) == expected, moment
    info = host.get(f"/api/matches/{match}").json()
    assert info["started"] == STARTS


def test_the_timetable_knows_its_next_due_time(house: House) -> None:
    host = house.guest("Hanna")
    assert entries_count(house) is None
    scheduled_match(host)
    assert entries_count(house) == OPENS
    house.clock.time = OPENS
    assert entries_count(house) == STARTS
    house.clock.time = STARTS
    assert entries_count(house) is None


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_a_timetable_survives_a_restart(
    settings: Settings, where: str, request: pytest.FixtureRequest
) -> None:
    if where == "postgresql":
        settings = Settings(database=request.getfixturevalue("postgres"), bots=0)
    with House(settings) as house:
        host = house.guest("Hanna")
        match, clock, cookies = scheduled_match(host), house.clock, dict(host.cookies)
    clock.time = STARTS + 5
    with House(settings, clock) as house:
        entries_count(house)
        host = house.guest("")
        host.cookies.update(cookies)
        assert status(host, match) == "running"


def test_a_match_that_lacks_players_starts_when_they_have_come(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = scheduled_match(host, bots=["random"])
    house.clock.time = STARTS + 100
    entries_count(house)
    entries_count(house)
    assert status(host, match) == "open"
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    entries_count(house)
    assert status(host, match) == "running"


def test_a_host_sets_and_changes_the_times_of_a_match(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, CRYPT, seats=2, bots=["random", "random"])
    url = f"/api/matches/{match}/desk/schedule"
    assert host.put(url, json={"starts": STARTS}).raise_for_status().json()["starts"] == STARTS
    assert refusal(ann.put(url, json={"starts": STARTS})) == (403, "not-allowed")
    for invalid in (
        {"starts": BEGAN},
        {"starts": "noon"},
        {"opens": STARTS, "starts": OPENS},
        {"starts": 1e11},
    ):
        assert refusal(host.put(url, json=invalid)) == (400, "schedule")
    host.put(url, json={}).raise_for_status()
    house.clock.time = STARTS
    entries_count(house)
    assert status(host, match) == "open"


def test_two_timetables_start_a_match_once(house: House) -> None:
    host = house.guest("Hanna")
    match = scheduled_match(host)
    house.clock.time = STARTS

    async def open_both() -> None:
        await asyncio.gather(*(house.service.timetable.run_due() for _ in range(4)))

    run_in_loop(house, open_both())
    lines = run_in_loop(house, house.service.journal.read(match))
    assert [line.kind for line in lines][:1] == ["start"]
    assert [line.kind for line in lines].count("start") == 1


def test_rows_are_refused_before_they_are_read() -> None:
    with pytest.raises(Refused, match="more than 200 rows"):
        list(rows_of(Schedule(rows=({},) * 300)))
