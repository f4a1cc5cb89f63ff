"""The description of a match for a person, and the roles of that person in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, bindparam, select

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.match import seed_digest
from numberhouse.protocol.matches import MatchInfo, Role, SeatInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Status, Terms
from numberhouse.registry import InstalledGame
from numberhouse.server.matches.permissions import may
from numberhouse.server.play.display_names import display_names
from numberhouse.server.storage.schema import hosts, matches, people, seats

__all__ = ["SeatOccupant", "chairs_of", "hosts_of", "match_info", "roles_of", "rows_of"]


IDS: Final[Any] = bindparam("ids", expanding=True)

# Built once: every request uses these queries, and building one takes longer than executing it.
MATCHES: Final = select(matches).where(matches.c.id.in_(IDS)).order_by(matches.c.created.desc())
CHAIRS: Final = select(seats).where(seats.c.match.in_(IDS)).order_by(seats.c.match, seats.c.seat)
HOSTS: Final = (
    select(hosts.c.match, hosts.c.person, people.c.name)
    .join(people, people.c.id == hosts.c.person)
    .where(hosts.c.match.in_(IDS))
)


class SeatOccupant(SeatInfo, frozen=True):
    """A seat with the id of its player, for the service only: no client ever gets the id of a person."""

    person: str | None = None


def roles_of(
    person: Person | None,
    chairs: Sequence[SeatOccupant],
    host_ids: Collection[str],
    terms: Terms,
    status: Status,
    invited: bool,
) -> list[Role]:
    """The roles of a person; `host_ids` are the ids of the hosts, and `invited` says whether the person has
    an invitation."""
    roles: list[Role] = []
    if person is not None:
        if person.administrator:
            roles.append("administrator")
        if person.id in host_ids:
            roles.append("host")
        if any(chair.person == person.id for chair in chairs):
            roles.append("seat")
    if invited:
        roles.append("invited")
    hidden = status == "draft" or terms.visibility == "private"
    if not hidden and (terms.spectators or status in ("open", "finished", "abandoned")):
        roles.append("spectator")
    return roles or ["stranger"]


def match_info(
    row: Any,
    chairs: Sequence[SeatOccupant],
    hosts: Mapping[str, str],
    terms: Terms,
    roles: tuple[Role, ...],
    seat: Seat | None,
    installed: InstalledGame,
) -> MatchInfo:
    """The match for a person with these roles, who sits on that seat, if any; `hosts` are names by id."""
    options = msgspec.json.decode(row.options, type=dict[str, Any])
    sees_everything = may(roles, "see everything", row.status)
    if not sees_everything:
        options = {
            name: value for name, value in options.items() if name not in installed.game.card.secret_options
        }
    delayed = terms.spectator_delay > 0 and set(roles) <= {"spectator", "invited"}
    return MatchInfo(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=options,
        seats=tuple(
            SeatInfo(chair.seat, name.name, chair.bot, chair.assistance, name.translated)
            for chair, name in zip(chairs, display_names(installed, chairs), strict=True)
        ),
        hosts=tuple(hosts.values()),
        clock=msgspec.json.decode(row.clock, type=Clock),
        terms=terms,
        status=row.status,
        seed_digest=seed_digest(row.seed),
        created=row.created,
        started=row.started,
        ended=row.ended,
        due=None if delayed else row.due,
        opens=row.opens,
        starts=row.starts,
        roles=roles,
        seat=seat,
        seed=row.seed if row.status in ("finished", "abandoned") else None,
    )


Rows: TypeAlias = tuple[Sequence[Any], dict[str, list[SeatOccupant]], dict[str, dict[str, str]]]


def rows_of(connection: Connection, ids: Sequence[str]) -> Rows:
    """The rows of these matches, the newest first; then by match their seats and their hosts."""
    rows = connection.execute(MATCHES, {"ids": ids}).all()
    return rows, chairs_of(connection, ids), hosts_of(connection, ids)


def chairs_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatOccupant]]:
    """By match, its seats with their players."""
    result: dict[str, list[SeatOccupant]] = {}
    for row in connection.execute(CHAIRS, {"ids": ids}):
        chair = SeatOccupant(row.seat, row.name, row.bot, row.assistance, person=row.person)
        result.setdefault(row.match, []).append(chair)
    return result


def hosts_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, str]]:
    """By match, the names of its hosts by id."""
    result: dict[str, dict[str, str]] = {}
    for row in connection.execute(HOSTS, {"ids": ids}):
        result.setdefault(row.match, {})[row.person] = row.name
    return result
