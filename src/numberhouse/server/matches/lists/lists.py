"""Pages of the lists of matches: the ids, found without loading a match.

The lists of a person read the rows of the person's seats and of the matches that the person hosts, which have
an index in the order of the list: a page costs the same for ten matches and for ten thousand.
"""

from __future__ import annotations

from heapq import nlargest
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    Table,
    and_,
    exists,
    literal_column,
    not_,
    or_,
    select,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.matches import ListedStatus, OwnResult
from numberhouse.server.matches.offer_rows import IS_OPEN
from numberhouse.server.matches.seen_rows import WITHOUT_DELAY
from numberhouse.server.storage.schema import hosts, matches, offers, seats

__all__ = [
    "ANY",
    "MOST_LISTED",
    "Filters",
    "Place",
    "created_of",
    "ids_of_member",
    "own_ids",
    "public_at_once",
    "spellings",
]

MOST_LISTED: Final = 100

LONGEST_NAME: Final = 40
"""Characters of a part of a name that are searched for."""

Place: TypeAlias = tuple[float, str]
"""When a match was created, and its id: its place in the lists."""

STATUSES: Final[dict[ListedStatus, tuple[str, ...]]] = {
    "waiting": ("draft", "open"),
    "running": ("running", "paused"),
    "finished": ("finished", "abandoned"),
}


class Filters(msgspec.Struct, frozen=True):
    """The matches that a person asks for; None is any."""

    game: str | None = None
    status: ListedStatus | None = None
    opponent: str | None = None
    """A part of the name of another person at the table."""
    result: OwnResult | None = None


ANY: Final = Filters()
"""No filter."""


def created_of(match: str) -> ScalarSelect[Any]:
    """The moment at which the match was created, for a statement that writes it beside a person."""
    return select(matches.c.created).where(matches.c.id == match).scalar_subquery()


async def own_ids(
    connection: AsyncConnection, person: str, after: Place | None, filters: Filters
) -> list[str]:
    """The ids of the next matches in which the person sits, which the person hosts, or which wait for the
    person's answer; newest first."""
    places: set[Place] = set()
    by_seat = filters.opponent is not None or filters.result is not None
    for table in (seats,) if by_seat else (seats, hosts):
        own = _own(table, person, filters)
        listed = own.where(table.c.created.is_not(None))
        if after is not None:
            listed = listed.where(tuple_(table.c.created, table.c.match) < tuple_(*after))
        newest_first = (table.c.created.desc(), table.c.match.desc())
        places |= await _places(connection, listed.order_by(*newest_first))
        # An earlier version may serve beside this one; it writes rows without the moment.
        places |= await _places(connection, _unlisted(own.where(table.c.created.is_(None)), after))
    if not by_seat:
        offered = select(matches.c.created, matches.c.id).where(
            matches.c.id.in_(select(offers.c.match).where(offers.c.person == person, IS_OPEN)),
            *_conditions(matches.c.id, filters),
        )
        places |= await _places(connection, _before(offered, after))
    return [match for _, match in nlargest(MOST_LISTED, places)]


async def ids_of_member(
    connection: AsyncConnection, person: str, after: Place | None, filters: Filters
) -> list[str]:
    """The ids of the next matches of a member that are over and `public_at_once`, newest first."""
    own = _own(seats, person, msgspec.structs.replace(filters, status="finished"))
    public = exists().where(matches.c.id == seats.c.match, *public_at_once())
    own = own.where(public, seats.c.created.is_not(None))
    if after is not None:
        own = own.where(tuple_(seats.c.created, seats.c.match) < tuple_(*after))
    query = own.order_by(seats.c.created.desc(), seats.c.match.desc())
    return [match for _, match in sorted(await _places(connection, query), reverse=True)]


def public_at_once() -> tuple[ColumnElement[bool], ...]:
    """Conditions of a match that everybody may see without a delay. Lists and numbers about a member are made
    of these alone: with a delay they would say at once how a match ended."""
    return matches.c.terms.contains('"visibility":"public"'), matches.c.terms.contains(WITHOUT_DELAY)


def spellings(name: str) -> list[str]:
    """The spellings by which a part of a name is searched: SQLite folds the case of Latin letters alone."""
    part = name[:LONGEST_NAME].replace("\x00", "")
    return sorted({part, part.capitalize(), part.casefold()})


def _own(table: Table, person: str, filters: Filters) -> Select[Any]:
    """Places of the person's matches by this table, `seats` or `hosts`."""
    query = select(table.c.created, table.c.match).where(
        table.c.person == person, *_conditions(table.c.match, filters)
    )
    if filters.status in ("waiting", "running"):
        # As the indexes of unfinished matches have it: SQLAlchemy would write "over = 0".
        query = query.where(literal_column(f"NOT {table.name}.over"))
    if filters.status in (None, "waiting"):
        query = query.where(~_is_declined_rematch(table.c.match))
    if table is seats:
        query = query.where(*_seat_conditions(filters))
    return query


def _is_declined_rematch(match: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether somebody has declined the rematch: it never begins, and the sweeper removes it."""
    is_waiting = matches.c.status.in_(STATUSES["waiting"])
    declined = exists().where(offers.c.match == match, offers.c.declined.is_not(None))
    return exists().where(matches.c.id == match, matches.c.rematch_of.is_not(None), is_waiting) & declined


def _conditions(match: ColumnElement[str], filters: Filters) -> list[ColumnElement[bool]]:
    """Conditions on the match itself. They are asked for each row: a join would let the database begin with
    all running matches of the house."""
    one = matches.alias()  # also where the query itself reads `matches`: else any match would do
    conditions: list[ColumnElement[bool]] = []
    if filters.game is not None:
        conditions.append(one.c.game == filters.game)
    if filters.status is not None:
        conditions.append(one.c.status.in_(STATUSES[filters.status]))
    return [exists().where(one.c.id == match, *conditions)] if conditions else []


def _seat_conditions(filters: Filters) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    other = seats.alias("other")
    beside = and_(other.c.match == seats.c.match, other.c.seat != seats.c.seat)
    if filters.opponent is not None:
        named = (other.c.name.icontains(part, autoescape=True) for part in spellings(filters.opponent))
        is_named = or_(*named)
        conditions.append(exists().where(beside, other.c.person.is_not(None), is_named))
    if filters.result is not None:
        is_shared = exists().where(beside, other.c.place == 1)
        conditions.append(exists().where(beside))
        if filters.result == "lost":
            conditions.append(seats.c.place > 1)
        else:
            conditions += [seats.c.place == 1, is_shared if filters.result == "drawn" else not_(is_shared)]
    return conditions


def _unlisted(own: Select[Any], after: Place | None) -> Select[Any]:
    """The same with the moment of the match's row."""
    rows = own.subquery()
    query = select(matches.c.created, matches.c.id).join(rows, rows.c.match == matches.c.id)
    return _before(query, after)


def _before(query: Select[Any], after: Place | None) -> Select[Any]:
    if after is not None:
        query = query.where(tuple_(matches.c.created, matches.c.id) < tuple_(*after))
    return query.order_by(matches.c.created.desc(), matches.c.id.desc())


async def _places(connection: AsyncConnection, query: Select[Any]) -> set[Place]:
    rows = (await connection.execute(query.limit(MOST_LISTED))).all()
    return {(row[0], row[1]) for row in rows}
