"""Notifications of new messages in the rooms of a match: at most one for each room until it is read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.server.accounts.blocks import unread
from numberhouse.server.chat.messages.rows import readable_by_id
from numberhouse.server.notifications.triggers import Trigger
from numberhouse.server.storage.schema import messages, read_marks, seats

__all__ = ["has_unread_message", "message_triggers"]


async def message_triggers(
    connection: AsyncConnection, match: str, room: str, author: str, readers: Iterable[str]
) -> list[Trigger]:
    """The triggers of a new message for its readers on seats. A reader's triggers of a room have the same
    mark until the reader reads on, so that only the first of them is sent."""
    mark = and_(read_marks.c.match == match, read_marks.c.room == room, read_marks.c.person == seats.c.person)
    others = set(readers) - {author}
    query = (
        select(seats.c.seat, seats.c.person, read_marks.c.number)
        .outerjoin(read_marks, mark)
        .where(seats.c.match == match, seats.c.person.in_(others))
    )
    rows = (await connection.execute(query)).all()
    return [
        Trigger(row.person, match, "message", f"{_digest(room)} {row.number or 0}", row.seat) for row in rows
    ]


async def has_unread_message(connection: AsyncConnection, row: Any) -> bool:
    """Whether the person of this notification still has an unread message in its room, of somebody whom the
    person reads."""
    digest, _, read = row.subject.partition(" ")
    later = (messages.c.match == row.match) & (messages.c.number > int(read))
    shown = messages.c.hidden.is_(None) & messages.c.deleted.is_(None) & readable_by_id(row.person)
    others = (messages.c.person != row.person) & messages.c.person.not_in(unread(row.person))
    query = select(messages.c.room).distinct().where(later, shown, others)
    rooms = [room for room in (await connection.execute(query)).scalars() if _digest(room) == digest]
    if not rooms:
        return False
    own = (read_marks.c.match == row.match) & (read_marks.c.person == row.person)
    query = select(read_marks.c.number).where(own, read_marks.c.room == rooms[0])
    return ((await connection.execute(query)).scalar() or 0) == int(read)


def _digest(room: str) -> str:
    """A short name for the room: an id of a room is longer than a subject may be."""
    return hashlib.sha256(room.encode()).hexdigest()[:24]
