"""The log, in SQLite and in PostgreSQL: many lines in one commit, one that can't be stored, the end."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import EntryExists, Journal, JournalFailed, RowChange
from numberhouse.server.storage.journal_entry import Announce, JournalEntry

HEAD = RowChange("running", 12.5)
ROW = (
    "INSERT INTO matches (id, game, rules, options, seats, seed, clock, terms, status, created) "
    "VALUES ('{0}', 'mixmath', 1, '{{}}', 2, 'seed', '{{}}', '{{}}', 'open', 1.0)"
)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return str(request.getfixturevalue("postgres"))


def asked(where: str, statement: str) -> list[Any]:
    """By a connection of our own."""
    connection: Any = psycopg.connect(where) if "://" in where else sqlite3.connect(where)
    with contextlib.closing(connection), connection:
        cursor = connection.execute(statement)
        return list(cursor.fetchall()) if cursor.description else []


@contextlib.asynccontextmanager
async def opened(where: str, heard: Callable[[str | None], None] = lambda _: None) -> AsyncIterator[Journal]:
    """With the matches `a`, `b` and `c`."""
    database = Database(Settings(database=where))
    await database.prepare(migrate=True)
    if not asked(where, "SELECT id FROM matches"):
        for match in "abc":
            asked(where, ROW.format(match))
    log = database.journal()
    await log.start(heard)
    try:
        yield log
    finally:
        await log.close()
        await database.close()


def line(match: str, number: int, key: str | None = None, text: str = "") -> JournalEntry:
    return JournalEntry(match, number, 0, Announce(text), 1.0, key)


async def together(log: Journal, *lines: JournalEntry) -> list[Any]:
    """What becomes of lines that are handed over at once."""
    return await asyncio.gather(*(log.append(one, HEAD) for one in lines), return_exceptions=True)


def kinds(results: list[Any]) -> list[Any]:
    return [None if result is None else type(result) for result in results]


def test_lines_come_back_in_order_with_what_they_change(database: str) -> None:
    async def story() -> None:
        async with opened(database) as log:
            results = await together(log, line("a", 1, "x"), line("b", 1), line("c", 1))
            assert results == [None] * 3
            await log.append(line("a", 2, text="ʼ\u2028\u0000 1"), HEAD)
            assert [one.number for one in await log.read("a")] == [1, 2]
            assert [one.body for one in await log.read("a", 1)] == [Announce("ʼ\u2028\u0000 1")]
        assert asked(database, "SELECT status, due FROM matches WHERE id = 'a'") == [("running", 12.5)]

    asyncio.run(story())


def test_of_two_lines_with_one_number_exactly_one_is_stored_and_told_so(database: str) -> None:
    async def story() -> None:
        async with opened(database) as log:
            results = await together(log, *(line("a", 1, f"k{number}") for number in range(8)))
            assert kinds(results).count(None) == 1
            assert kinds(results).count(EntryExists) == 7
            (stored,) = await log.read("a")
            assert stored.key == f"k{results.index(None)}"

    asyncio.run(story())


def test_a_line_that_cant_be_stored_fails_alone(database: str) -> None:
    """Its match has been deleted, or PostgreSQL can't hold its key."""

    async def story() -> None:
        async with opened(database) as log:
            results = await together(log, line("a", 1), line("gone", 1), line("b", 1), line("c", 1, "\0"))
            assert kinds(results)[:3] == [None, JournalFailed, None]
            assert [one.number for one in await log.read("a")] == [1]
            assert [one.number for one in await log.read("b")] == [1]
            await log.append(line("a", 2), HEAD)

    asyncio.run(story())


def test_a_key_that_is_there_isnt_stored_again(database: str) -> None:
    async def story() -> None:
        async with opened(database) as log:
            assert kinds(await together(log, line("a", 1, "x"))) == [None]
            assert kinds(await together(log, line("a", 2, "x"))) == [EntryExists]
            assert len(await log.read("a")) == 1

    asyncio.run(story())


def test_what_was_handed_over_is_stored_before_the_end_and_nothing_after(database: str) -> None:
    async def story() -> None:
        async with opened(database) as log:
            storing = [asyncio.create_task(log.append(line("a", number), HEAD)) for number in range(1, 4)]
            await asyncio.sleep(0)
            await log.close()
            await asyncio.gather(*storing)
            with pytest.raises(JournalFailed):
                await log.append(line("a", 4), HEAD)
        assert asked(database, "SELECT count(*) FROM lines") == [(3,)]

    asyncio.run(story())


def test_a_process_hears_of_the_others_lines_and_not_of_its_own(postgres: str) -> None:
    async def story() -> None:
        heard: list[str | None] = []
        own: list[str | None] = []
        async with opened(postgres, own.append) as one, opened(postgres, heard.append):
            async with asyncio.timeout(10):
                while not (heard and own):  # both listen
                    await asyncio.sleep(0.01)
            await together(one, line("a", 1), line("b", 1))
            async with asyncio.timeout(10):
                while len(heard) < 3:
                    await asyncio.sleep(0.01)
            assert sorted(one for one in heard if one) == ["a", "b"]
            assert own == [None]

    asyncio.run(story())


def test_two_processes_that_write_the_same_matches_dont_get_in_each_others_way(postgres: str) -> None:
    async def story() -> None:
        async with opened(postgres) as one, opened(postgres) as other:
            for number in range(1, 30):
                forward = [line(match, number) for match in "abc"]
                results = await asyncio.gather(together(one, *forward), together(other, *forward[::-1]))
                ours, theirs = kinds(results[0]), kinds(results[1])[::-1]
                assert all({mine, its} == {None, EntryExists} for mine, its in zip(ours, theirs, strict=True))

    asyncio.run(story())
