"""Backups: everything the service knows as it was at one moment, taken while it runs, and put back.

Of SQLite a backup is a SQLite file; of PostgreSQL it is JSON Lines: a header (`backup`, `revision`, `made`),
a line `[table, row]` for each row, and an end with the number of rows and the SHA-256 of the lines before.
Both can be put back into both, so that is how a community moves from one to the other. A backup holds seeds
of running matches and digests of passwords: only its owner may read it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select
from sqlalchemy.exc import IntegrityError

from numberhouse.server.base.logs import words_of
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.migrations import NewerDatabase, check_known, revision_of, upgrade

__all__ = ["BadBackup", "back_up", "restore"]

FORMAT: Final = 1
STEPS: Final = "alembic_version"
TOGETHER: Final = 500
"""Rows put back at a time."""

SQLITE: Final = b"SQLite format 3\x00"

Counted = Callable[[int], None]
"""Told again and again how many rows, or pages, are done."""


class BadBackup(Exception):  # noqa: N818
    """This can't be backed up, or put back; the text says why, and what would be accepted."""


async def back_up(database: Database, to: Path, counted: Counted = lambda _: None) -> int:
    """Write all there is to a new file; how many bytes. Raises `BadBackup`, `NoDatabase` and `OSError`."""
    if to.exists():
        raise BadBackup(f"{to} is there already; name a file that isn't")
    part = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        # Made by us and for us alone, before anything is in it.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with database.trouble():
            if database.path is not None:
                _copy(database.path, part)
            else:
                await _dump(database, part, counted)
        size = part.stat().st_size
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        # A link and not a rename, which would overwrite what has come to be there meanwhile.
        os.link(part, to)
    except FileExistsError as error:
        raise BadBackup(f"{to} is there already; name a file that isn't") from error
    finally:
        part.unlink(missing_ok=True)
    return size


async def restore(database: Database, backup: Path, counted: Counted = lambda _: None) -> int:
    """Put everything back into a database without tables, and bring it up to date; how many rows. All or
    nothing. Raises `BadBackup`, `NoDatabase` and `OSError`."""
    with contextlib.closing(_Reader(backup)) as reader, database.trouble():
        try:
            check_known(reader.revision)
        except NewerDatabase as error:
            raise BadBackup(f"{backup}: {error}") from error
        try:
            async with database.begin() as connection:
                return await connection.run_sync(_put_back, reader, counted)
        except IntegrityError as error:
            raise BadBackup(f"{backup}: its rows contradict each other: {words_of(error)}") from error


def _copy(path: Path, to: Path) -> None:
    """By SQLite's own online backup, in one go: it holds up nobody, and nobody's writing makes it begin
    anew."""
    with (
        contextlib.closing(sqlite3.connect(path, timeout=10)) as source,
        contextlib.closing(sqlite3.connect(to)) as target,
    ):
        source.backup(target, pages=-1)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without others beside it
        found = target.execute("PRAGMA quick_check").fetchone()[0]
    if found != "ok":
        raise BadBackup(f"the copy isn't sound: {found}; run `numberhouse admin check`")


async def _dump(database: Database, to: Path, counted: Counted) -> None:
    engine = database.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    digest = hashlib.sha256()
    count = 0
    with to.open("wb") as file:

        def write(thing: Any) -> None:
            line = msgspec.json.encode(thing) + b"\n"
            digest.update(line)
            file.write(line)

        async with engine.connect() as connection:
            revision = await connection.run_sync(revision_of)
            if revision is None:
                raise BadBackup(f"the database {database.shown} has no tables; there is nothing to back up")
            write(_Begin(FORMAT, revision, time.time()))
            for table in await connection.run_sync(_tables):
                names = [str(column.name) for column in table.columns]
                async for row in await connection.stream(select(table)):
                    write([str(table.name), dict(zip(names, row, strict=True))])
                    count += 1
                    if count % TOGETHER == 0:
                        counted(count)
        file.write(msgspec.json.encode(_End(count, digest.hexdigest())) + b"\n")


def _tables(connection: Connection) -> Sequence[Table]:
    """As they are there, those that others refer to first."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != STEPS]


def _put_back(connection: Connection, reader: _Reader, counted: Counted) -> int:
    there = inspect(connection).get_table_names()
    if there:
        raise BadBackup(
            f"the database has tables ({', '.join(sorted(there)[:4])} …); a backup is put back into an empty "
            "one: name a new file, or make a new database with createdb"
        )
    upgrade(connection, reader.revision)
    tables = {table.name: table for table in _tables(connection)}
    batch: list[dict[str, Any]] = []
    now = ""
    count = 0

    def flush() -> None:
        if batch:
            connection.execute(insert(tables[now]), batch)
            batch.clear()

    for name, row in reader.rows(list(tables)):
        if name not in tables or set(row) != set(tables[name].columns.keys()):
            where = f"{reader.path}, row {count + 1}"
            raise BadBackup(f"{where}: not one of table {name!r} as of step {reader.revision}")
        if name != now or len(batch) == TOGETHER:
            flush()
            now = name
            counted(count)
        batch.append(row)
        count += 1
    flush()
    if connection.dialect.name == "postgresql":
        _count_on(connection, tables.values())
    upgrade(connection)
    return count


def _count_on(connection: Connection, tables: Iterable[Table]) -> None:
    """The next row of a table that numbers its rows gets a number that none has."""
    for column in (column for table in tables for column in table.primary_key):
        counter = connection.scalar(select(func.pg_get_serial_sequence(column.table.name, column.name)))
        most = connection.scalar(select(func.max(column))) if counter else None
        if most is not None:
            connection.execute(select(func.setval(counter, most)))


class _Begin(msgspec.Struct):
    backup: int
    revision: str
    made: float


class _End(msgspec.Struct):
    rows: int
    sha256: str


class _Reader:
    """Rows of a backup, whichever kind it is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.copy: sqlite3.Connection | None = None
        with path.open("rb") as file:
            is_sqlite = file.read(len(SQLITE)) == SQLITE
        if is_sqlite:
            self.copy = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
            self.revision = self._revision_of_copy(self.copy)
        else:
            self.revision = self._revision_of_lines()

    def close(self) -> None:
        """Let go of the file."""
        if self.copy is not None:
            self.copy.close()

    def rows(self, tables: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Table and row. Raises `BadBackup` for what isn't one."""
        return self._rows_of_lines() if self.copy is None else self._rows_of_copy(self.copy, tables)

    def _revision_of_copy(self, copy: sqlite3.Connection) -> str:
        try:
            return str(copy.execute(f"SELECT version_num FROM {STEPS}").fetchone()[0])
        except (sqlite3.Error, TypeError) as error:
            self.close()
            raise BadBackup(f"{self.path} is no backup of ours: {error}") from error

    def _revision_of_lines(self) -> str:
        """See that all is as it was written, before any of it is put anywhere."""
        digest = hashlib.sha256()
        last = b""
        count = -2
        with self.path.open("rb") as file:
            revision = self._revision(file.readline(1000))
            file.seek(0)
            for line in file:
                digest.update(last)
                last = line
                count += 1
        try:
            end = msgspec.json.decode(last, type=_End)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadBackup(f"{self.path} is cut off after {count + 1} rows") from error
        if (end.rows, end.sha256) != (count, digest.hexdigest()):
            raise BadBackup(f"{self.path} has been changed since it was written")
        return revision

    def _revision(self, line: bytes) -> str:
        try:
            begin = msgspec.json.decode(line, type=_Begin)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadBackup(f"{self.path} is no backup: it doesn't begin like one") from error
        if begin.backup > FORMAT:
            raise BadBackup(f"{self.path} was made by a newer Numberhouse; install that one")
        return begin.revision

    def _rows_of_lines(self) -> Iterator[tuple[str, dict[str, Any]]]:
        with self.path.open("rb") as file:
            for number, line in enumerate(file):
                if number and line.startswith(b"["):
                    try:
                        yield msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
                    except (msgspec.MsgspecError, UnicodeError) as error:
                        raise BadBackup(f"{self.path}, line {number + 1}: not a row") from error

    def _rows_of_copy(
        self, copy: sqlite3.Connection, tables: Sequence[str]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        for table in tables:
            try:
                cursor = copy.execute(f'SELECT * FROM "{table}"')
                names = [column[0] for column in cursor.description]
                for row in cursor:
                    yield table, dict(zip(names, row, strict=True))
            except sqlite3.Error as error:
                raise BadBackup(f"{self.path} can't be read: {error}") from error
