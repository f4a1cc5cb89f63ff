"""The migrations lead to the tables that the code expects."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, Connection, Float, Integer, String, inspect, select, text

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database, NoDatabase
from numberhouse.server.storage.migrations import head, revision_of, upgrade
from numberhouse.server.storage.schema import METADATA
from numberhouse.server.storage.sqlite.settings import enable_write_ahead_log


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The place of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return str(request.getfixturevalue("postgres"))


def engine_of(location: str) -> sqlalchemy.Engine:
    url = location.replace("://", "+psycopg://", 1) if "://" in location else f"sqlite:///{location}"
    return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)


def prepare(location: str, *, migrate: bool) -> None:
    async def prepared() -> None:
        database = Database(Settings(database=location))
        try:
            await database.prepare(migrate=migrate)
        finally:
            await database.close()

    asyncio.run(prepared())


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, METADATA))


def test_the_migrations_make_the_tables_of_the_schema(location: str) -> None:
    prepare(location, migrate=True)
    with engine_of(location).connect() as connection:
        assert differences(connection) == []
        assert revision_of(connection) == head()
        connection.execute(text("ALTER TABLE people ADD COLUMN hat INTEGER"))
        assert len(differences(connection)) == 1


def test_a_second_migration_changes_nothing(location: str) -> None:
    prepare(location, migrate=True)
    prepare(location, migrate=True)
    prepare(location, migrate=False)


def test_concurrent_starts_migrate_once(location: str) -> None:
    async def several() -> None:
        databases = [Database(Settings(database=location)) for _ in range(4)]
        await asyncio.gather(*(database.prepare(migrate=True) for database in databases))
        for database in databases:
            await database.close()

    asyncio.run(several())
    with engine_of(location).connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1


def test_concurrent_starts_on_a_new_file_all_succeed(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        for number in range(40):
            path = tmp_path / str(number)
            for future in [threads.submit(enable_write_ahead_log, path) for _ in range(8)]:
                future.result()
            with contextlib.closing(sqlite3.connect(path)) as connection:
                assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_without_migrate_an_empty_database_is_refused_with_the_remedy(location: str) -> None:
    with pytest.raises(
        NoDatabase, match=r"it has no tables, .* wants step \d+; run `numberhouse admin migrate`"
    ):
        prepare(location, migrate=False)
    with engine_of(location).connect() as connection:
        assert inspect(connection).get_table_names() == []


@pytest.mark.parametrize("migrate", [True, False])
def test_a_database_of_a_newer_version_is_refused_and_unchanged(location: str, migrate: bool) -> None:
    prepare(location, migrate=True)
    with engine_of(location).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NoDatabase, match="step 9999 of a newer Numberhouse; this one knows the steps up to"):
        prepare(location, migrate=migrate)
    with engine_of(location).connect() as connection:
        assert revision_of(connection) == "9999"


def test_a_failing_migration_leaves_nothing_behind(location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(connection: Connection) -> None:
        upgrade(connection)
        raise OSError("the light went out")

    monkeypatch.setattr("numberhouse.server.storage.database.upgrade", failing)
    with pytest.raises(NoDatabase, match="the light went out"):
        prepare(location, migrate=True)
    with engine_of(location).connect() as connection:
        assert inspect(connection).get_table_names() == []


def test_every_column_type_survives_a_json_backup() -> None:
    kinds = {type(column.type).__mro__ for table in METADATA.tables.values() for column in table.columns}
    assert all(set(mro) & {Boolean, Float, Integer, String} for mro in kinds)


def test_matches_from_before_commitments_keep_their_seeds(location: str) -> None:
    row = (
        "INSERT INTO matches (id, game, rules_version, options, seats, seed, clock, terms, status, created) "
    )
    values = "VALUES (:id, 'mixmath', 1, '{}', 2, :seed, '{}', '{}', :status, 0)"
    seeds = {"draft": "one", "open": "two", "running": "three", "finished": "four"}
    with engine_of(location).begin() as connection:
        upgrade(connection, "0003")
        for status, seed in seeds.items():
            connection.execute(text(row + values), {"id": status, "status": status, "seed": seed})
            connection.execute(
                text("INSERT INTO seats (match, seat, name, assistance) VALUES (:id, 0, '', :no)"),
                {"id": status, "no": False},
            )
    prepare(location, migrate=True)
    with engine_of(location).connect() as connection:
        rows = connection.execute(text("SELECT id, seed, secret, contributions FROM matches")).all()
        assert {tuple(each) for each in rows} == {(id, seed, None, None) for id, seed in seeds.items()}
        assert set(connection.execute(text("SELECT contribution FROM seats")).scalars()) == {None}


MATCH = """INSERT INTO matches (id, game, rules, options, seats, seed, clock, terms, status, created)
VALUES (:id, :game, :rules, :options, 2, 'seed', '{"type":"none"}', '{}', 'running', 0)"""


def test_matches_with_some_options_keep_the_defaults_of_their_start(location: str) -> None:
    examples = {
        "usual": ("mixmath", 1, '{"start":"пусто"}', {"start": "пусто", "idle_rounds": 2}),
        "named": ("mixmath", 1, '{"idle_rounds":5}', {"idle_rounds": 5}),
        "later": ("mixmath", 2, "{}", {}),
        "other": ("set-theory", 1, "{}", {}),
    }
    with engine_of(location).begin() as connection:
        upgrade(connection, "0001")
        for match, (game, rules, options, _) in examples.items():
            values = {"id": match, "game": game, "rules": rules, "options": options}
            connection.execute(text(MATCH), values)
    prepare(location, migrate=True)
    with engine_of(location).connect() as connection:
        rows = connection.execute(text("SELECT id, options FROM matches")).all()
    assert {row.id: json.loads(row.options) for row in rows} == {
        match: options for match, (*_, options) in examples.items()
    }


STORED = {
    "people": "('ann', 'gone', '', NULL, 'hash', false, '{\"about\":[\"round\"]}', 7.0, 1.0)",
    "matches": "('m', 'set-theory', 3, '{}', 2, 'seed', '{\"type\":\"none\"}', '{}', 'running', 5.0, 1.0)",
    "lines": "('m', 1, 'start', NULL, '{\"type\":\"start\"}', 2.0, 'k')",
    "notices": "('ann', 'm', 'over', 'end', 'abc', '{}', 3.0, 4.0, 2)",
    "receivers": "('ann', 'abc', 1, 3.0, NULL)",
    "sessions": "('digest', 'ann', 1.0, 9.0)",
    "pulse": "(1, 6.0)",
    "problems": "('p', 'set-theory', 'induction', 'easy', NULL, '{}', 900.0, 1.0)",
    "attempts": "('a', 'ann', 'p', 2.0, 3.0, '{}', 1, '[]', NULL, 1.0, true, "
    '\'{"score":1.0,"right":true,"told":{"en":"Yes"},"best":null}\', 1210.0, 10.0)',
}
"""Rows of step 2, by table; `matches` without its last columns."""


def test_stored_rows_are_found_under_the_standard_names(location: str) -> None:
    with engine_of(location).begin() as connection:
        upgrade(connection, "0002")
        for table, values in STORED.items():
            columns = [column["name"] for column in inspect(connection).get_columns(table)]
            named = ", ".join(columns[:11] if table == "matches" else columns)
            # A colon would begin a parameter.
            connection.execute(text(f"INSERT INTO {table} ({named}) VALUES {values}".replace(":", "\\:")))
    prepare(location, migrate=True)
    with engine_of(location).connect() as connection:
        found = {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in METADATA.sorted_tables
        }
    (person,) = found["people"]
    assert (person["kind"], person["password_hash"], person["last_digest"]) == ("closed", "hash", 7.0)
    assert json.loads(person["preferences"]) == {"notification_kinds": ["round"]}
    assert [(row["rules_version"], row["due"]) for row in found["matches"]] == [(3, 5.0)]
    assert [(row["number"], row["body"], row["key"]) for row in found["journal_entries"]] == [
        (1, '{"type":"start"}', "k")
    ]
    (notification,) = found["notifications"]
    assert list(notification.values()) == ["ann", "m", "over", "end", "abc", "{}", 3.0, 4.0, 2]
    assert [list(row.values()) for row in found["delivery_statuses"]] == [["ann", "abc", 1, 3.0, None]]
    assert [list(row.values()) for row in found["sign_ins"]] == [["digest", "ann", 1.0, 9.0, None]]
    assert found["service_heartbeat"] == [{"id": 1, "at": 6.0, "swept": None}]
    assert [(row["first_position"], row["created"]) for row in found["problems"]] == [("{}", 1.0)]
    (attempt,) = found["attempts"]
    assert (attempt["started"], attempt["explanations"], attempt["rating_change"]) == (2.0, "[]", 10.0)
    verdict = {"score": 1.0, "solved": True, "explanation": {"en": "Yes"}, "best": None}
    assert json.loads(attempt["verdict"]) == verdict


def test_tokens_and_administrators_of_before_stay_with_an_end(location: str) -> None:
    with engine_of(location).begin() as connection:
        upgrade(connection, "0003")
        connection.execute(
            text(
                "INSERT INTO people (id, kind, name, administrator, preferences, created) "
                "VALUES ('ann', 'member', 'Ann', true, '{}', 1.0)"
            )
        )
        connection.execute(text("INSERT INTO tokens VALUES ('digest', 'ann', 'my bot', 1.0)"))
    before = time.time()
    prepare(location, migrate=True)
    with engine_of(location).connect() as connection:
        (token,) = connection.execute(select(METADATA.tables["tokens"])).all()
        (person,) = connection.execute(select(METADATA.tables["people"])).all()
    assert token.scopes == "read play"
    assert before <= token.expires - 90 * 86_400 <= time.time()
    assert person.administrator is True
