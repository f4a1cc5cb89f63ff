"""Everything that is stored about a person, for the person."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Table, and_, or_, select

from numberhouse.server.database import Database
from numberhouse.server.schema import METADATA, lines, matches, people, seats

__all__ = ["everything_about", "personal"]

WITHHELD: Final = frozenset({"digest", "password", "readers", "position"})
"""Columns that are of use to thieves alone, or name others: digests of secrets, the ids of who may read a
message, what a problem that isn't answered hides."""

JSON: Final = frozenset({"settings", "details", "terms", "options", "clock", "verdict"})
"""Columns whose text is JSON."""


def personal() -> list[Table]:
    """The tables that hold something about a person: all whose rows name one. A new table that does is among
    them without anybody's doing."""
    return [table for table in METADATA.sorted_tables if _naming(table) is not None]


async def everything_about(database: Database, person: str) -> dict[str, Any]:
    """By table, the rows that name the person; and under `actions` what the person's seats have done."""
    found: dict[str, Any] = {}
    async with database.read() as connection:
        mine = (await connection.execute(select(people).where(people.c.id == person))).one()
        found["people"] = _told(people, mine)
        for table in personal():
            rows = (await connection.execute(select(table).where(_naming(table) == person))).all()
            found[table.name] = [_told(table, row) for row in rows]
        sat = (await connection.execute(select(seats).where(seats.c.person == person))).all()
        actions = []
        for places in _in_parts([and_(lines.c.match == one.match, lines.c.seat == one.seat) for one in sat]):
            query = select(lines).where(or_(*places)).order_by(lines.c.match, lines.c.number)
            rows = (await connection.execute(query)).all()
            actions += [_told(lines, row) | {"body": msgspec.json.decode(row.body)} for row in rows]
        found["actions"] = actions
        games = select(matches.c.id, matches.c.game).where(matches.c.id.in_({one.match for one in sat}))
        found["games"] = {row.id: row.game for row in (await connection.execute(games)).all()}
    return found


def _naming(table: Table) -> Any:
    """The column that names a person; None where there is none."""
    for column in table.columns:
        if any(key.references(people) for key in column.foreign_keys):
            return column
    return None


def _told(table: Table, row: Any) -> dict[str, Any]:
    told = {}
    for column, value in zip(table.columns, row, strict=True):
        if column.name not in WITHHELD and not (table is people and column.name == "name_key"):
            text = column.name in JSON and value is not None
            told[column.name] = msgspec.json.decode(value) if text else value
    return told


def _in_parts(things: list[Any], size: int = 200) -> list[list[Any]]:
    return [things[first : first + size] for first in range(0, len(things), size)]
