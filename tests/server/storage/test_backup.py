"""Backups: taken while the service runs, restored into an empty database, checked."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import select

from numberhouse.server.base.settings import Settings
from numberhouse.server.matches.matches import Matches
from numberhouse.server.ops.check import CheckResult, check, check_file
from numberhouse.server.storage.backups.backup import BadBackup, back_up, restore
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.migrations import head
from numberhouse.server.storage.schema import METADATA
from tests.server.conftest import Guest, House, MockClock
from tests.server.storage.test_migrations import engine_of
from tests.server.support.listening import exchange

Where = Callable[[str], str]


@pytest.fixture
def sqlite(tmp_path: Path) -> Where:
    """The place of a new database of that name."""
    return lambda name: str(tmp_path / f"{name}.sqlite")


@pytest.fixture(params=["sqlite", "postgresql"])
def location_of(request: pytest.FixtureRequest, sqlite: Where) -> Where:
    """The place of a new database, in SQLite and in PostgreSQL."""
    if request.param == "sqlite":
        return sqlite
    new = request.getfixturevalue("new_database")
    return lambda _: new()


def backed_up(location: str, to: Path) -> int:
    return int(asyncio.run(_with(location, lambda database: back_up(database, to))))


def restored(location: str, backup: Path) -> int:
    return int(asyncio.run(_with(location, lambda database: restore(database, backup))))


def checked(location: str) -> list[CheckResult]:
    async def all_of(database: Database) -> list[CheckResult]:
        await database.prepare(migrate=False)
        assert list(await check_file(database)) == []
        return [result async for result in check(database, Matches(database, lambda: 0.0))]

    return asyncio.run(_with(location, all_of))


async def _with(location: str, action: Callable[[Database], Any]) -> Any:
    database = Database(Settings(database=location))
    try:
        return await action(database)
    finally:
        await database.close()


def rows(location: str) -> dict[str, list[tuple[Any, ...]]]:
    """All stored rows except the sign of life."""
    with engine_of(location).connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in METADATA.sorted_tables
            if table.name != "service_heartbeat"
        }


def played_match(house: House, moves: int = 3) -> str:
    """A match with some entries; one of its players is a member."""
    match, players = house.begun("mixmath")
    players[0].post("/api/register", json={"name": "Ann", "password": "correct horse"}).raise_for_status()
    for _ in range(moves):
        mover = players[players[0].view(match)["view"]["turn"]["seat"]]
        assert mover.act(match, exchange(match, mover)).status_code == 200
    return match


def write_messages(guest: Guest, match: str) -> None:
    response = guest.post(f"/api/matches/{match}/messages", json={"room": "table:0-1", "text": "Hi"})
    assert response.status_code < 300, response.text


def test_a_restored_backup_equals_the_original(location_of: Where, tmp_path: Path) -> None:
    first, second, file = location_of("first"), location_of("second"), tmp_path / "backup"
    with House(Settings(database=first, bots=0)) as house:
        played_match(house)
        size = backed_up(first, file)
    original = rows(first)
    assert (size, len(original["journal_entries"])) == (file.stat().st_size, 4)
    assert restored(second, file) > 4
    assert rows(second) == original
    assert [(result.entries, result.problems) for result in checked(second)] == [(4, ())]
    with House(Settings(database=second, bots=0)) as house:
        ann = house.guest("")
        ann.post("/api/sign-in", json={"name": "ann", "password": "correct horse"}).raise_for_status()
        match = original["matches"][0][0]
        assert ann.view(match)["number"] == 3
        played_on = house.begun("mixmath", "Cyd Dan")[0]
        assert ann.get(f"/api/matches/{played_on}").status_code == 200


@pytest.mark.parametrize("to_postgres", [True, False])
def test_a_backup_moves_between_sqlite_and_postgresql(
    sqlite: Where, new_database: Callable[[], str], tmp_path: Path, to_postgres: bool
) -> None:
    first, second = (sqlite("a"), new_database()) if to_postgres else (new_database(), sqlite("a"))
    with House(Settings(database=first, bots=0)) as house:
        match, (ann, _) = house.begun("mixmath")
        ann.post(
            f"/api/matches/{match}/messages", json={"room": "table:0-1", "text": "Hi"}
        ).raise_for_status()
    backed_up(first, tmp_path / "backup")
    restored(second, tmp_path / "backup")
    assert rows(second) == rows(first)
    with House(Settings(database=second, bots=0)) as house:  # numbers that the database gives go on
        match, (ann, _) = house.begun("mixmath")
        ann.post(
            f"/api/matches/{match}/messages", json={"room": "table:0-1", "text": "Ho"}
        ).raise_for_status()


def test_a_backup_under_load_is_of_one_moment(location_of: Where, tmp_path: Path) -> None:
    first = location_of("first")
    with House(Settings(database=first, bots=0)) as house:
        match, players = house.begun("mixmath")
        stop = threading.Event()

        def play() -> None:
            while not stop.is_set():
                for player in players:
                    player.act(match, {"type": "pass"})

        thread = threading.Thread(target=play)
        thread.start()
        try:
            files = [tmp_path / str(number) for number in range(4)]
            for file in files:
                backed_up(first, file)
        finally:
            stop.set()
            thread.join()
    for file in files:
        restored_location = location_of(f"again {file.name}")
        restored(restored_location, file)
        assert [result.problems for result in checked(restored_location)] == [()]


def test_a_backup_is_for_its_owner_and_overwrites_nothing(location_of: Where, tmp_path: Path) -> None:
    first, file = location_of("first"), tmp_path / "backup"
    with House(Settings(database=first, bots=0)):
        backed_up(first, file)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        before = file.read_bytes()
        with pytest.raises(BadBackup, match="is there already; name a file that isn't"):
            backed_up(first, file)
        assert file.read_bytes() == before
    assert [name for name in os.listdir(tmp_path) if name.endswith(".part")] == []


def test_restore_refuses_a_database_that_isnt_empty(location_of: Where, tmp_path: Path) -> None:
    first, second, file = location_of("first"), location_of("second"), tmp_path / "backup"
    with House(Settings(database=first, bots=0)):
        backed_up(first, file)
    with House(Settings(database=second, bots=0)) as house:
        played_match(house, 1)
    original = rows(second)
    with pytest.raises(BadBackup, match=r"the database has tables .* put back into an empty one"):
        restored(second, file)
    assert rows(second) == original


@pytest.fixture(scope="module")
def lines(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """A backup of PostgreSQL."""
    location, file = new_database(), tmp_path_factory.mktemp("backup") / "backup"
    with House(Settings(database=location, bots=0)) as house:
        house.begun("mixmath")
        backed_up(location, file)
    return file.read_bytes().splitlines(keepends=True)


def with_end(*lines: bytes) -> list[bytes]:
    """The backup with a correct end."""
    end = {"rows": len(lines) - 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    return [*lines, json.dumps(end).encode()]


@pytest.mark.parametrize(
    ("harm", "problem"),
    [
        (lambda lines: lines[:-1], r"is cut off after \d+ rows"),
        (lambda lines: [*lines[:2], *lines[3:]], "has been changed"),
        (lambda lines: [line.replace(b"Ann", b"Eve") for line in lines], "has been changed"),
        (lambda lines: with_end(lines[0], b'["people",{}]\n'), "row 1: not one of table 'people'"),
        (lambda lines: with_end(lines[0], b'["hats",{}]\n'), "row 1: not one of table 'hats'"),
        (lambda lines: with_end(lines[0], b"[1]\n"), "line 2: not a row"),
        (
            lambda lines: with_end(*[line for line in lines[:-1] if b"people" not in line]),
            "contradict each other",
        ),
        (lambda lines: with_end(lines[0].replace(b'"backup":1', b'"backup":2')), "newer Numberhouse"),
        (
            lambda lines: with_end(lines[0].replace(head().encode(), b"9999")),
            "step 9999 of a newer Numberhouse",
        ),
        (lambda _: [b"hello\n"], "is no backup: it doesn't begin like one"),
        (lambda _: [], "is no backup: it doesn't begin like one"),
        (lambda lines: [gzip.compress(b"".join(lines))], "is no backup: it doesn't begin like one"),
    ],
)
def test_an_incomplete_backup_is_refused_and_restores_nothing(
    lines: list[bytes], sqlite: Where, tmp_path: Path, harm: Any, problem: str
) -> None:
    file = tmp_path / "backup"
    file.write_bytes(b"".join(harm(lines)))
    with pytest.raises(BadBackup, match=problem):
        restored(sqlite("again"), file)
    if Path(sqlite("again")).exists():
        with contextlib.closing(sqlite3.connect(sqlite("again"))) as connection, connection:
            assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_restore_refuses_a_foreign_sqlite_file(sqlite: Where, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as connection, connection:
        connection.execute("CREATE TABLE hats (size)")
    with pytest.raises(BadBackup, match="is no backup of ours: no such table: alembic_version"):
        restored(sqlite("again"), tmp_path / "other")


@pytest.fixture(scope="module")
def backup_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of SQLite with a match that has some entries."""
    folder = tmp_path_factory.mktemp("kept")
    with House(Settings(database=str(folder / "house.sqlite"), bots=0)) as house:
        played_match(house)
        backed_up(str(folder / "house.sqlite"), folder / "backup")
    return folder / "backup"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE matches SET status = 'finished'", "status is finished, and the journal says running"),
        ("UPDATE matches SET due = 5.0", "due is 5.0, and the journal says None"),
        ("UPDATE matches SET started = 5.0", "started is 5.0, and the journal says 1800000000.0"),
        (
            "DELETE FROM journal_entries WHERE number = 3",
            "not a match's journal: 1 of the entries 1 to ",
        ),
        (
            "UPDATE journal_entries SET seat = 1 - seat WHERE number = 2",
            "entry 2 is refused: it is the turn of seat",
        ),
        (
            "UPDATE journal_entries SET body = '{}' WHERE number = 2",
            "not a match's journal: Object missing required",
        ),
        ("DELETE FROM journal_entries", "status is running, and there are no entries"),
        ("UPDATE matches SET game = 'chess'", "can't be replayed here: There is no game"),
        (
            "UPDATE matches SET rules_version = 99",
            "can't be replayed here: match {match} began by version 99 of the",
        ),
    ],
)
def test_a_check_finds_every_kind_of_false_entry(
    location_of: Where, backup_file: Path, change: str, problem: str
) -> None:
    first = location_of("first")
    restored(first, backup_file)
    assert [result.problems for result in checked(first)] == [()]
    with engine_of(first).begin() as connection:
        connection.execute(sqlalchemy.text(change))
    (result,) = checked(first)
    (problem,) = result.problems
    assert problem.format(match=result.match).lower() in problem.lower()


class Ticking(MockClock):
    """A clock that advances between two readings, as real ones do."""

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


def test_a_check_finds_no_error_in_matches_with_a_real_clock(location_of: Where) -> None:
    """The row has the time of the start, a moment before the first entry."""
    database = location_of("played")
    with House(Settings(database=database, bots=0), Ticking()) as house:
        match, players = house.begun("mixmath", clock={"type": "turn", "seconds": 60})
        turn = players[0].view(match)["view"]["turn"]["seat"]
        players[turn].act(match, {"type": "pass"}).raise_for_status()
        over, (cyd, _) = house.begun("mixmath", "Cyd Dan")
        cyd.post(f"/api/matches/{over}/resign").raise_for_status()
    assert [result.problems for result in checked(database)] == [(), ()]


def test_a_dump_is_json_lines(lines: list[bytes]) -> None:
    header, *rows, end = map(json.loads, lines)
    assert header["backup"] == 1
    assert end["rows"] == len(rows)
    assert {table for table, _ in rows} >= {
        "people",
        "sign_ins",
        "matches",
        "seats",
        "hosts",
        "journal_entries",
    }
