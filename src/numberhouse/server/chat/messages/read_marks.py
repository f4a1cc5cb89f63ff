"""How far each person has read in each room, the same on all devices of the person; nobody else sees it.

A person has at most one mark in each room that the person may read.
"""

from __future__ import annotations

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import UnreadMember
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.blocks import block_id
from numberhouse.server.storage.schema import blocks, read_marks, seats

__all__ = ["marks_of", "move_mark", "unread_members"]


async def marks_of(connection: AsyncConnection, match: str, person: Person) -> dict[str, int]:
    """By room, the number of the last message that the person has read."""
    query = select(read_marks.c.room, read_marks.c.number)
    query = query.where(read_marks.c.match == match, read_marks.c.person == person.id)
    return {row.room: row.number for row in (await connection.execute(query)).all()}


async def move_mark(
    connection: AsyncConnection, match: str, person: Person, room_id: str, number: int
) -> bool:
    """Move the mark to the message with this number, never back. Returns whether it has moved. Raises
    `IntegrityError` when another request has set the first mark meanwhile."""
    own = (read_marks.c.match == match) & (read_marks.c.person == person.id) & (read_marks.c.room == room_id)
    last = (await connection.execute(select(read_marks.c.number).where(own))).scalar()
    if last is None:
        row = {"match": match, "person": person.id, "room": room_id, "number": number}
        await connection.execute(insert(read_marks).values(row))
        return True
    later = own & (read_marks.c.number < number)
    return bool((await connection.execute(update(read_marks).where(later).values(number=number))).rowcount)


async def unread_members(connection: AsyncConnection, match: str, person: Person) -> tuple[UnreadMember, ...]:
    """The players of the match whom the person has muted or blocked."""
    query = (
        select(seats.c.seat, blocks.c.kind, blocks.c.other)
        .join(blocks, blocks.c.other == seats.c.person)
        .where(seats.c.match == match, blocks.c.person == person.id)
        .order_by(seats.c.seat, blocks.c.kind)
    )
    rows = (await connection.execute(query)).all()
    return tuple(UnreadMember(row.seat, row.kind, block_id(person.id, row.other)) for row in rows)
