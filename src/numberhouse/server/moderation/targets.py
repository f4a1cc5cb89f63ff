"""The people and things at a match that somebody blocks or reports.

A target must be visible to the person who names it. A refusal for one that isn't says the same as for one
that doesn't exist.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from numberhouse.protocol.moderation import ReportKind, Target
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.chat import Chat
from numberhouse.server.matches.matches import Matches
from numberhouse.server.storage.schema import hosts, people

__all__ = ["FoundTarget", "find_target"]


class FoundTarget(msgspec.Struct, frozen=True):
    """A target as it is now."""

    kind: ReportKind
    person: str | None
    """Id of the person concerned: the author, the player, or a match's first host."""
    name: str
    reported: str
    """The message, the name or the title."""


async def find_target(chat: Chat, matches: Matches, person: Person, target: Target) -> FoundTarget:
    """The target, if the person can see it. Raises `Refused`."""
    info = await matches.info(target.match, person)
    if target.room is not None and target.number is not None:
        row = await chat.history.readable_row(target.match, person, target.room, target.number)
        if row.hidden is not None:
            raise Refused(409, "message-hidden", "an operator has hidden this message already")
        return FoundTarget("message", row.person, row.name, row.text)
    if target.seat is not None:
        return await _player(matches, info.seats, target)
    host_rows = await _hosts(matches, target.match)
    if target.host is not None:
        found = next((row for row in host_rows if row.name == target.host), None)
        if found is None or target.host not in info.hosts:
            raise Refused(404, "no-host", "no host of this match has this name")
        return FoundTarget("name", found.id, found.name, found.name)
    first = host_rows[0] if host_rows else None
    return FoundTarget("match", first and first.id, first.name if first else "", info.terms.title)


async def _player(matches: Matches, visible: Any, target: Target) -> FoundTarget:
    chairs = await matches.chairs(target.match)
    seat = target.seat
    # A spectator with a delay sees an earlier player: nobody is named whom the person doesn't see.
    if seat is None or not seat < len(chairs) or chairs[seat].person is None:
        raise Refused(404, "no-player", "no person sits there")
    if visible[seat].name != chairs[seat].name:
        raise Refused(404, "no-player", "no person sits there")
    return FoundTarget("name", chairs[seat].person, chairs[seat].name, chairs[seat].name)


async def _hosts(matches: Matches, match: str) -> list[Any]:
    query = select(people.c.id, people.c.name).join(hosts, hosts.c.person == people.c.id)
    async with matches.database.read() as connection:
        return list(
            (await connection.execute(query.where(hosts.c.match == match).order_by(people.c.created))).all()
        )
