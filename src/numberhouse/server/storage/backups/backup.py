"""Backups: all data of the service at one moment, copied while it runs, and restored.

A backup of SQLite is a SQLite file. A backup of PostgreSQL is JSON Lines: a header (`backup`, `revision`,
`made`), a line `[table, row]` for each row, and an end with the number of rows and the SHA-256 of the lines
before. Either can be restored into either database, so a community can move from one to the other. A backup
holds seeds of running matches and digests of passwords: only its owner may read it.
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

from numberhouse.server.base.logs import safe_message
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.migrations import NewerDatabase, check_known, revision_of, upgrade

__all__ = ["BadBackup", "back_up", "restore"]

FORMAT: Final = 1
STEPS_TABLE: Final = "alembic_version"
ROWS_TOGETHER: Final = 500
"""Rows that are restored by one statement."""

SQLITE: Final = b"SQLite format 3\x00"

Progress = Callable[[int], None]
"""Called again and again with the number of rows so far."""


class BadBackup(Exception):  # noqa: N818
    """The database can't be backed up or restored; the text says why, and what would be accepted."""


async def back_up(database: Database, target: Path, progress: Progress = lambda _: None) -> int:
    """Write all data to a new file, and return its size in bytes. Raises `BadBackup`, `NoDatabase` and
    `OSError`."""
    if target.exists():
        raise BadBackup(f"{target} is there already; name a file that isn't")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # Created by us and readable by us alone, before any secret is written into it.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with database.errors_as_no_database():
            if database.path is not None:
                _copy_sqlite(database.path, part)
            else:
                await _dump_postgres(database, part, progress)
        size = part.stat().st_size
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        # A link and not a rename, which would overwrite a file that was created there meanwhile.
        os.link(part, target)
    except FileExistsError as error:
        raise BadBackup(f"{target} is there already; name a file that isn't") from error
    finally:
        part.unlink(missing_ok=True)
    return size


async def restore(database: Database, backup: Path, progress: Progress = lambda _: None) -> int:
    """Restore everything into a database without tables, migrate it, and return the number of rows. All or
    nothing. Raises `BadBackup`, `NoDatabase` and `OSError`."""
    with contextlib.closing(_Reader(backup)) as reader, database.errors_as_no_database():
        try:
            check_known(reader.revision)
        except NewerDatabase as error:
            raise BadBackup(f"{backup}: {error}") from error
        try:
            async with database.begin() as connection:
                return await connection.run_sync(_restore_rows, reader, progress)
        except IntegrityError as error:
            raise BadBackup(f"{backup}: its rows contradict each other: {safe_message(error)}") from error


def _copy_sqlite(path: Path, copy_path: Path) -> None:
    """Copy by SQLite's own online backup, in one step: it holds up nobody, and no writer makes it start
    again."""
    with (
        contextlib.closing(sqlite3.connect(path, timeout=10)) as source,
        contextlib.closing(sqlite3.connect(copy_path)) as target,
    ):
        source.backup(target, pages=-1)
        target.execute("PRAGMA journal_mode = DELETE")  # a single file, without a WAL file beside it
        result = target.execute("PRAGMA quick_check").fetchone()[0]
    if result != "ok":
        raise BadBackup(f"the copy isn't sound: {result}; run `numberhouse admin check`")


async def _dump_postgres(database: Database, path: Path, progress: Progress) -> None:
    engine = database.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    digest = hashlib.sha256()
    count = 0
    with path.open("wb") as file:

        def write(document: Any) -> None:
            line = msgspec.json.encode(document) + b"\n"
            digest.update(line)
            file.write(line)

        async with engine.connect() as connection:
            revision = await connection.run_sync(revision_of)
            if revision is None:
                raise BadBackup(f"the database {database.label} has no tables; there is nothing to back up")
            write(_Header(FORMAT, revision, time.time()))
            for table in await connection.run_sync(_tables):
                names = [str(column.name) for column in table.columns]
                async for row in await connection.stream(select(table)):
                    write([str(table.name), dict(zip(names, row, strict=True))])
                    count += 1
                    if count % ROWS_TOGETHER == 0:
                        progress(count)
        file.write(msgspec.json.encode(_Footer(count, digest.hexdigest())) + b"\n")


def _tables(connection: Connection) -> Sequence[Table]:
    """The tables of the database, each one after those that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != STEPS_TABLE]


def _restore_rows(connection: Connection, reader: _Reader, progress: Progress) -> int:
    names = inspect(connection).get_table_names()
    if names:
        raise BadBackup(
            f"the database has tables ({', '.join(sorted(names)[:4])} …); a backup is put back into an empty "
            "one: name a new file, or make a new database with createdb"
        )
    upgrade(connection, reader.revision)
    tables = {table.name: table for table in _tables(connection)}
    batch: list[dict[str, Any]] = []
    current = ""
    count = 0

    def flush() -> None:
        if batch:
            connection.execute(insert(tables[current]), batch)
            batch.clear()

    for name, row in reader.rows(list(tables)):
        if name not in tables or set(row) != set(tables[name].columns.keys()):
            where = f"{reader.path}, row {count + 1}"
            raise BadBackup(f"{where}: not one of table {name!r} as of step {reader.revision}")
        if name != current or len(batch) == ROWS_TOGETHER:
            flush()
            current = name
            progress(count)
        batch.append(row)
        count += 1
    flush()
    if connection.dialect.name == "postgresql":
        _advance_sequences(connection, tables.values())
    upgrade(connection)
    return count


def _advance_sequences(connection: Connection, tables: Iterable[Table]) -> None:
    """Set the sequences of numbered tables so that the next row gets an unused number."""
    for column in (column for table in tables for column in table.primary_key):
        sequence = connection.scalar(select(func.pg_get_serial_sequence(column.table.name, column.name)))
        greatest = connection.scalar(select(func.max(column))) if sequence else None
        if greatest is not None:
            connection.execute(select(func.setval(sequence, greatest)))


class _Header(msgspec.Struct):
    backup: int
    revision: str
    made: float


class _Footer(msgspec.Struct):
    rows: int
    sha256: str


class _Reader:
    """The rows of a backup of either kind."""

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
        """Close the file."""
        if self.copy is not None:
            self.copy.close()

    def rows(self, tables: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """All rows, each with its table. Raises `BadBackup` for a line that isn't a row."""
        return self._rows_of_lines() if self.copy is None else self._rows_of_copy(self.copy, tables)

    def _revision_of_copy(self, copy: sqlite3.Connection) -> str:
        try:
            return str(copy.execute(f"SELECT version_num FROM {STEPS_TABLE}").fetchone()[0])
        except (sqlite3.Error, TypeError) as error:
            self.close()
            raise BadBackup(f"{self.path} is no backup of ours: {error}") from error

    def _revision_of_lines(self) -> str:
        """Check that the whole file is unchanged before any row of it is restored."""
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
            footer = msgspec.json.decode(last, type=_Footer)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadBackup(f"{self.path} is cut off after {count + 1} rows") from error
        if (footer.rows, footer.sha256) != (count, digest.hexdigest()):
            raise BadBackup(f"{self.path} has been changed since it was written")
        return revision

    def _revision(self, line: bytes) -> str:
        try:
            header = msgspec.json.decode(line, type=_Header)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadBackup(f"{self.path} is no backup: it doesn't begin like one") from error
        if header.backup > FORMAT:
            raise BadBackup(f"{self.path} was made by a newer Numberhouse; install that one")
        return header.revision

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
