"""Who may sit down with whom: names that look alike, and blocks."""

from __future__ import annotations

from sqlalchemy import select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.server.accounts.blocks import blockers
from numberhouse.server.accounts.names import check_table
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.schema import blocks, hosts, seats

__all__ = ["check_host", "check_welcome", "not_welcome"]


async def check_welcome(
    connection: AsyncConnection, match: str, person: str, name: str, *, own: bool
) -> None:
    """Raise `Refused` for a person who can't sit at the match: somebody who sits there or hosts it has
    blocked this person, or has a name that looks the same. Where a host seats the person (not `own`), also if
    the person has blocked a host: a seat is an offer."""
    sitting = select(seats.c.person).where(seats.c.match == match, seats.c.person.is_not(None))
    hosting = select(hosts.c.person).where(hosts.c.match == match)
    if await blockers(connection, person, union_all(sitting, hosting).subquery().select()):
        raise not_welcome()
    if not own:
        await check_host(connection, match, person)
    await check_table(connection, match, person, name)


async def check_host(connection: AsyncConnection, match: str, person: str) -> None:
    """Raise `Refused` if the person has blocked a host of the match: then nothing is offered from there."""
    query = (
        select(blocks.c.at)
        .join(hosts, hosts.c.person == blocks.c.other)
        .where(hosts.c.match == match, blocks.c.person == person, blocks.c.kind == "block")
    )
    if (await connection.execute(query.limit(1))).first() is not None:
        raise not_welcome()


def not_welcome() -> Refused:
    """The refusal for a block. It doesn't say whose: there may be several hosts and players."""
    return Refused(409, "not-welcome", "somebody at this table doesn't want to meet; choose another table")
