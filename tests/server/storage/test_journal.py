"""The journal in SQLite and PostgreSQL: many entries in one commit, one that can't be stored."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import EntryExists, Journal, JournalFailed, RowChange
from numberhouse.server.storage.journal_entry import Act, Announce, JournalEntry
from numberhouse.server.storage.sqlite.journal import connect

CHANGE = RowChange("running", 12.5)
INSERT_MATCH = (
    "INSERT INTO matches (id, game, rules_version, options, seats, seed, clock, terms, status, created) "
    "VALUES ('{0}', 'mixmath', 1, '{{}}', 2, 'seed', '{{}}', '{{}}', 'open', 1.0)"
)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return str(request.getfixturevalue("postgres"))


def execute(location: str, statement: str) -> list[Any]:
    """Read the entries with a separate connection."""
    connection: Any = psycopg.connect(location) if "://" in location else sqlite3.connect(location)
    with contextlib.closing(connection), connection:
        cursor = connection.execute(statement)
        return list(cursor.fetchall()) if cursor.description else []


@contextlib.asynccontextmanager
async def open_journal(
    location: str, on_append: Callable[[str | None], None] = lambda _: None
) -> AsyncIterator[Journal]:
    """A database with the matches `a`, `b` and `c`."""
    database = Database(Settings(database=location))
    await database.prepare(migrate=True)
    if not execute(location, "SELECT id FROM matches"):
        for match in "abc":
            execute(location, INSERT_MATCH.format(match))
    journal = database.journal()
    await journal.start(on_append)
    try:
        yield journal
    finally:
        await journal.close()
        await database.close()


def make_entry(match: str, number: int, key: str | None = None, text: str = "") -> JournalEntry:
    return JournalEntry(match, number, 0, Announce(text), 1.0, key)


async def append_together(journal: Journal, *entries: JournalEntry) -> list[Any]:
    """The results of entries that are appended concurrently."""
    return await asyncio.gather(*(journal.append(entry, CHANGE) for entry in entries), return_exceptions=True)


def test_a_batch_may_be_larger_than_one_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite refuses a statement with more than 32,766 parameters, unless it is built otherwise."""

    def limited(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 32_766)
        return connection

    monkeypatch.setattr("numberhouse.server.storage.sqlite.journal.connect", limited)
    unchanged = RowChange("running", 12.5, changed=False)
    act = Act(msgspec.Raw(b'{"type":"pass"}'))

    async def story() -> None:
        async with open_journal(str(tmp_path / "house.sqlite")) as journal:
            entries = [JournalEntry("a", number, 0, act, 1.0, None) for number in range(1, 5001)]
            await asyncio.gather(*(journal.append(entry, unchanged) for entry in entries))
            assert len(await journal.read("a")) == 5000

    asyncio.run(story())


def kinds(results: list[Any]) -> list[Any]:
    return [None if result is None else type(result) for result in results]


def test_entries_are_read_in_order_with_their_changes(database: str) -> None:
    async def story() -> None:
        async with open_journal(database) as journal:
            results = await append_together(
                journal, make_entry("a", 1, "x"), make_entry("b", 1), make_entry("c", 1)
            )
            assert results == [None] * 3
            await journal.append(make_entry("a", 2, text="ʼ\u2028\u0000 1"), CHANGE)
            assert [entry.number for entry in await journal.read("a")] == [1, 2]
            assert [entry.body for entry in await journal.read("a", 1)] == [Announce("ʼ\u2028\u0000 1")]
        assert execute(database, "SELECT status, due FROM matches WHERE id = 'a'") == [("running", 12.5)]

    asyncio.run(story())


def test_of_two_entries_with_one_number_one_is_stored(database: str) -> None:
    async def story() -> None:
        async with open_journal(database) as journal:
            results = await append_together(
                journal, *(make_entry("a", 1, f"k{number}") for number in range(8))
            )
            assert kinds(results).count(None) == 1
            assert kinds(results).count(EntryExists) == 7
            (stored,) = await journal.read("a")
            assert stored.key == f"k{results.index(None)}"

    asyncio.run(story())


def test_an_entry_that_cant_be_stored_fails_alone(database: str) -> None:
    """Its match has been deleted, or PostgreSQL can't hold its key."""

    async def story() -> None:
        async with open_journal(database) as journal:
            results = await append_together(
                journal,
                make_entry("a", 1),
                make_entry("gone", 1),
                make_entry("b", 1),
                make_entry("c", 1, "\0"),
            )
            assert kinds(results)[:3] == [None, JournalFailed, None]
            assert [entry.number for entry in await journal.read("a")] == [1]
            assert [entry.number for entry in await journal.read("b")] == [1]
            await journal.append(make_entry("a", 2), CHANGE)

    asyncio.run(story())


def test_a_stored_key_isnt_stored_again(database: str) -> None:
    async def story() -> None:
        async with open_journal(database) as journal:
            assert kinds(await append_together(journal, make_entry("a", 1, "x"))) == [None]
            assert kinds(await append_together(journal, make_entry("a", 2, "x"))) == [EntryExists]
            assert len(await journal.read("a")) == 1

    asyncio.run(story())


def test_pending_entries_are_stored_at_the_close_and_none_after(database: str) -> None:
    async def story() -> None:
        async with open_journal(database) as journal:
            tasks = [
                asyncio.create_task(journal.append(make_entry("a", number), CHANGE)) for number in range(1, 4)
            ]
            await asyncio.sleep(0)
            await journal.close()
            await asyncio.gather(*tasks)
            with pytest.raises(JournalFailed):
                await journal.append(make_entry("a", 4), CHANGE)
        assert execute(database, "SELECT count(*) FROM journal_entries") == [(3,)]

    asyncio.run(story())


def test_a_process_is_informed_of_entries_of_other_processes_only(postgres: str) -> None:
    async def story() -> None:
        notified: list[str | None] = []
        own_notifications: list[str | None] = []
        async with (
            open_journal(postgres, own_notifications.append) as writer,
            open_journal(postgres, notified.append),
        ):
            async with asyncio.timeout(10):
                while not (notified and own_notifications):  # both listen
                    await asyncio.sleep(0.01)
            await append_together(writer, make_entry("a", 1), make_entry("b", 1))
            async with asyncio.timeout(10):
                while len(notified) < 3:
                    await asyncio.sleep(0.01)
            assert sorted(match for match in notified if match) == ["a", "b"]
            assert own_notifications == [None]

    asyncio.run(story())


def test_two_processes_write_the_same_matches_without_deadlock(postgres: str) -> None:
    async def story() -> None:
        async with open_journal(postgres) as first, open_journal(postgres) as second:
            for number in range(1, 30):
                forward = [make_entry(match, number) for match in "abc"]
                results = await asyncio.gather(
                    append_together(first, *forward), append_together(second, *forward[::-1])
                )
                first_results, second_results = kinds(results[0]), kinds(results[1])[::-1]
                assert all(
                    {first_result, second_result} == {None, EntryExists}
                    for first_result, second_result in zip(first_results, second_results, strict=True)
                )

    asyncio.run(story())
