"""Blocks and mutes: whom a person doesn't want to meet, or to read. Nobody learns who has blocked them.

A mute hides what somebody writes in the chat. A block hides it too, and keeps that person away from the
tables of the one who blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.moderation import BlockInfo, BlockKind
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import blocks, people

__all__ = ["Blocks", "block_id", "blockers", "unread"]

MOST: Final = 500
"""Blocks, and as many mutes, of one person."""


@dataclass(frozen=True)
class Blocks:
    """The blocks and mutes of all people."""

    database: Database
    now: Callable[[], float]

    async def list_all(self, person: Person, kind: BlockKind) -> list[BlockInfo]:
        """The person's blocks or mutes, newest first."""
        query = (
            select(blocks.c.other, blocks.c.at, people.c.name)
            .join(people, people.c.id == blocks.c.other)
            .where(blocks.c.person == person.id, blocks.c.kind == kind)
            .order_by(blocks.c.at.desc(), people.c.name)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [BlockInfo(block_id(person.id, row.other), row.name, row.at) for row in rows]

    async def add(self, person: Person, other: str, kind: BlockKind) -> None:
        """Block or mute the person with the id `other`; a second time changes nothing. Raises `Refused` for
        oneself, and for one too many."""
        if other == person.id:
            raise Refused(409, "own-name", "this is you; other people can be blocked and muted")
        own = (blocks.c.person == person.id) & (blocks.c.kind == kind)
        async with self.database.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
            if (await connection.execute(select(blocks.c.at).where(own, blocks.c.other == other))).first():
                return
            count = (await connection.execute(select(func.count()).where(own))).scalar() or 0
            if count >= MOST:
                raise Refused(409, "too-many", f"{MOST} of them; remove one before the next")
            row = {"person": person.id, "other": other, "kind": kind, "at": self.now()}
            await connection.execute(insert(blocks).values(row))

    async def remove(self, person: Person, block: str, kind: BlockKind) -> None:
        """Remove the block or mute with this id. Raises `Refused` where there is none."""
        own = (blocks.c.person == person.id) & (blocks.c.kind == kind)
        async with self.database.begin() as connection:
            others = (await connection.execute(select(blocks.c.other).where(own))).scalars()
            other = next((other for other in others if block_id(person.id, other) == block), None)
            if other is None:
                raise Refused(404, f"no-{kind}", f"you have no {kind} with this id")
            await connection.execute(delete(blocks).where(own, blocks.c.other == other))


async def blockers(connection: AsyncConnection, person: str, among: Select[Any]) -> bool:
    """Whether one of the people whose ids `among` selects has blocked the person."""
    query = select(blocks.c.at).where(
        blocks.c.other == person, blocks.c.kind == "block", blocks.c.person.in_(among)
    )
    return (await connection.execute(query.limit(1))).first() is not None


def unread(person: str) -> Select[Any]:
    """The ids of the people whose messages the person doesn't read."""
    return select(blocks.c.other).where(blocks.c.person == person)


def block_id(person: str, other: str) -> str:
    """The id by which the owner names a block. It depends on both, so that it reveals nobody's id."""
    return hashlib.sha256(f"{person} {other}".encode()).hexdigest()[:16]
