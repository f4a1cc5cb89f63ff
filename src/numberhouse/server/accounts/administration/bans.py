"""Bans: accounts that may do nothing for a time, or for good.

A ban ends all sessions and tokens, and no session begins while it lasts; so nothing else has to ask whether a
person is banned.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.schema import bans, password_resets, people, sign_ins, tokens

__all__ = ["check_not_banned", "store_ban"]


async def store_ban(
    connection: AsyncConnection, person: str, at: float, until: float | None, reason: str
) -> None:
    """Ban the person with this id, in place of an earlier ban, and end all sessions and tokens."""
    await _lock(connection, person)
    await connection.execute(delete(bans).where(bans.c.person == person))
    await connection.execute(insert(bans).values(person=person, at=at, until=until, reason=reason))
    for table in (sign_ins, tokens, password_resets):
        await connection.execute(delete(table).where(table.c.person == person))


async def check_not_banned(connection: AsyncConnection, person: str, now: float) -> None:
    """Raise `Refused` for a person who is banned now."""
    await _lock(connection, person)
    ban = (await connection.execute(select(bans).where(bans.c.person == person))).first()
    if ban is None or (ban.until is not None and ban.until <= now):
        return
    until = "" if ban.until is None else f" until {datetime.fromtimestamp(ban.until, UTC):%Y-%m-%d %H:%M} UTC"
    reason = f": {ban.reason}" if ban.reason else ""
    raise Refused(
        403,
        "banned",
        f"an operator has closed this account{until}{reason}",
        until=ban.until,
        reason=ban.reason,
    )


async def _lock(connection: AsyncConnection, person: str) -> None:
    """Let a ban and the beginning of a session wait for each other, so that no session outlives the ban."""
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
