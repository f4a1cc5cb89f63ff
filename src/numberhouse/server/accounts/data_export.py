"""Everything that is stored about a person, for the person."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Select, Table, and_, or_, select

from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import METADATA, lines, matches, people, seats

__all__ = ["everything_about", "personal"]

WITHHELD: Final = frozenset({"digest", "password", "readers", "position", "serial"})
"""Columns that are of use to thieves alone, or name others: digests of secrets, the ids of who may read a
message, what a problem that isn't answered hides, how many messages there are in other rooms."""

JSON: Final = frozenset({"settings", "details", "terms", "options", "clock", "verdict"})
"""Columns whose text is JSON."""


def personal() -> list[Table]:
    """The tables that hold something about a person: all whose rows name one. A new table that does is among
    them without anybody's doing."""
    return [table for table in METADATA.sorted_tables if _naming(table) is not None]


async def everything_about(database: Database, person: str) -> dict[str, Any]:
    """By table, the rows that name the person; under `actions` what the person's seats
    have done, and under `hosting` what the person has done as a host."""
    found: dict[str, Any] = {}
    async with database.read() as connection:
        mine = (await connection.execute(select(people).where(people.c.id == person))).one()
        found["people"] = _told(people, mine)
        for table in personal():
            rows = (await connection.execute(select(table).where(_naming(table) == person))).all()
            found[table.name] = [_told(table, row) for row in rows]
        sat = (await connection.execute(select(seats).where(seats.c.person == person))).all()
        actions: list[Any] = []
        for places in _in_parts([and_(lines.c.match == one.match, lines.c.seat == one.seat) for one in sat]):
            actions += (await connection.execute(_lines(or_(*places)))).all()
        named = and_(lines.c.kind != "act", lines.c.body.contains(f'"by":"{person}"', autoescape=True))
        hosting = list((await connection.execute(_lines(named))).all())
        ids = {one.match for one in [*sat, *hosting]}
        games = select(matches.c.id, matches.c.game, matches.c.status).where(matches.c.id.in_(ids))
        known = (await connection.execute(games)).all()
        found["games"] = {row.id: row.game for row in known}
        over = {row.id for row in known if row.status in ("finished", "abandoned")}
        found["actions"] = [_done(row, person, over) for row in actions]
        found["hosting"] = [_done(row, person, over) for row in hosting]
    return found


def _naming(table: Table) -> Any:
    """The column that names a person; None where there is none."""
    for column in table.columns:
        if any(key.references(people) for key in column.foreign_keys):
            return column
    return None


def _lines(which: Any) -> Select[Any]:
    return select(lines).where(which).order_by(lines.c.match, lines.c.number)


def _done(row: Any, person: str, over: set[str]) -> dict[str, Any]:
    """A line without the ids of others; before the end without its number, which would tell how often others
    have done something in secret."""
    said: dict[str, Any] = msgspec.json.decode(row.body)
    info = _told(lines, row)
    info["body"] = {name: value for name, value in said.items() if name not in IDS or value == person}
    if row.match not in over:
        del info["number"]
    return info


IDS: Final = ("by", "person")


def _told(table: Table, row: Any) -> dict[str, Any]:
    info = {}
    for column, value in zip(table.columns, row, strict=True):
        if column.name not in WITHHELD and not (table is people and column.name == "name_key"):
            text = column.name in JSON and value is not None
            info[column.name] = msgspec.json.decode(value) if text else value
    return info


def _in_parts(things: list[Any], size: int = 200) -> list[list[Any]]:
    return [things[first : first + size] for first in range(0, len(things), size)]
