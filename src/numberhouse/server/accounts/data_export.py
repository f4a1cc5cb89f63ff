"""The export of a person's data: everything that is stored about the person, for that person only. It must
never contain secret facts of a match or ids of other people."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Select, Table, and_, or_, select

from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import METADATA, journal_entries, matches, people, seats

__all__ = ["everything_about", "personal_tables"]

WITHHELD: Final = frozenset(
    {"digest", "password_hash", "readers", "mentions", "offered", "position", "serial"}
)
"""Columns that are left out, because only a thief could use them or because they concern others: digests of
secrets, the ids of a message's readers, of the people whom it names and of those to whom a promise was
offered, the hidden facts of an unanswered problem, the number of messages in other rooms."""

JSON: Final = frozenset(
    {"answers", "earlier", "preferences", "details", "promised", "terms", "options", "clock", "verdict"}
)
"""Columns whose text is JSON."""


def personal_tables() -> list[Table]:
    """The tables that hold data about a person: all whose rows refer to one. A new table with such a
    reference is exported without further work."""
    return [table for table in METADATA.sorted_tables if _owner_columns(table)]


async def everything_about(database: Database, person: str) -> dict[str, Any]:
    """By table, the rows that refer to the person; under `actions` the entries of the person's seats, under
    `hosting` the person's entries as a host, and under `games` the game of each of these matches."""
    export: dict[str, Any] = {}
    async with database.read() as connection:
        person_row = (await connection.execute(select(people).where(people.c.id == person))).one()
        export["people"] = _exported_row(people, person_row)
        for table in personal_tables():
            own = or_(*(column == person for column in _owner_columns(table)))
            rows = (await connection.execute(select(table).where(own))).all()
            export[table.name] = [_exported_row(table, row, person) for row in rows]
        own_seats = (await connection.execute(select(seats).where(seats.c.person == person))).all()
        actions: list[Any] = []
        for conditions in _batches(
            [
                and_(journal_entries.c.match == row.match, journal_entries.c.seat == row.seat)
                for row in own_seats
            ]
        ):
            actions += (await connection.execute(_entries_query(or_(*conditions)))).all()
        by_person = and_(
            journal_entries.c.kind != "act",
            journal_entries.c.body.contains(f'"by":"{person}"', autoescape=True),
        )
        hosting = list((await connection.execute(_entries_query(by_person))).all())
        ids = {row.match for row in [*own_seats, *hosting]}
        games = select(matches.c.id, matches.c.game, matches.c.status).where(matches.c.id.in_(ids))
        match_rows = (await connection.execute(games)).all()
        export["games"] = {row.id: row.game for row in match_rows}
        finished = {row.id for row in match_rows if row.status in ("finished", "abandoned")}
        export["actions"] = [_exported_entry(row, person, finished) for row in actions]
        export["hosting"] = [_exported_entry(row, person, finished) for row in hosting]
    return export


def _person_columns(table: Table) -> list[Any]:
    """The columns that refer to a person."""
    return [column for column in table.columns if any(key.references(people) for key in column.foreign_keys)]


def _owner_columns(table: Table) -> list[Any]:
    """The columns that refer to a person who may know of the row."""
    return [column for column in _person_columns(table) if not column.info.get("concerned")]


def _entries_query(condition: Any) -> Select[Any]:
    return (
        select(journal_entries).where(condition).order_by(journal_entries.c.match, journal_entries.c.number)
    )


def _exported_entry(row: Any, person: str, finished: set[str]) -> dict[str, Any]:
    """An entry without the ids of others. Before the end it has no number either, because the number would
    reveal how often others have acted in secret."""
    body: dict[str, Any] = msgspec.json.decode(row.body)
    exported = _exported_row(journal_entries, row)
    exported["body"] = {
        name: value for name, value in body.items() if name not in PERSON_FIELDS or value == person
    }
    if row.match not in finished:
        del exported["number"]
    return exported


NAME_KEYS: Final = ("name_key", "look", "folded_look", "former_key")
"""Columns of `people` that are made from names."""

PERSON_FIELDS: Final = ("by", "person")


def _exported_row(table: Table, row: Any, person: str | None = None) -> dict[str, Any]:
    """The row without what is withheld, and without the ids of people other than `person`."""
    others = {column.name for column in _person_columns(table)} if person is not None else set()
    exported = {}
    for column, value in zip(table.columns, row, strict=True):
        if column.name in others and value != person:
            continue
        if column.name not in WITHHELD and not (table is people and column.name in NAME_KEYS):
            is_json = column.name in JSON and value is not None
            exported[column.name] = msgspec.json.decode(value) if is_json else value
    return exported


def _batches(items: list[Any], size: int = 200) -> list[list[Any]]:
    return [items[first : first + size] for first in range(0, len(items), size)]
