"""Reactions: readers answer a message by one of a few signs. Everybody who reads the message sees whose they
are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import delete, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import REACTION_SIGNS, Reaction, ReactionRequest
from numberhouse.protocol.people import Person
from numberhouse.server.storage.schema import reactions

__all__ = ["change_reaction", "reactions_by_message"]

MessageKey = tuple[str, int]
"""The room and the number of a message."""


async def reactions_by_message(
    connection: AsyncConnection,
    match: str,
    rows: Sequence[Any],
    person: Person | None,
    unread: Collection[str] = (),
) -> dict[MessageKey, tuple[Reaction, ...]]:
    """The reactions to the messages with these rows. Those of the people in `unread`, whom the reader has
    muted, are left out."""
    if not rows:
        return {}
    keys = [(row.room, row.number) for row in rows]
    wanted = (reactions.c.match == match) & tuple_(reactions.c.room, reactions.c.number).in_(keys)
    query = select(reactions).where(wanted).order_by(reactions.c.at, reactions.c.name)
    by_sign: dict[MessageKey, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for row in (await connection.execute(query)).all():
        if row.person not in unread:
            by_sign[row.room, row.number][row.sign].append(row)
    return {key: tuple(_reactions(signs, person)) for key, signs in by_sign.items()}


def _reactions(signs: dict[str, list[Any]], person: Person | None) -> list[Reaction]:
    own = None if person is None else person.id
    return [
        Reaction(sign, tuple(row.name for row in signs[sign]), any(row.person == own for row in signs[sign]))
        for sign in REACTION_SIGNS
        if sign in signs
    ]


async def change_reaction(
    connection: AsyncConnection, match: str, person: Person, request: ReactionRequest, at: float
) -> bool:
    """Store or remove the reaction. Returns whether anything has changed."""
    key = {"match": match, "room": request.room, "number": request.number, "person": person.id}
    own = (reactions.c.match == match) & (reactions.c.room == request.room)
    own &= (reactions.c.number == request.number) & (reactions.c.person == person.id)
    own &= reactions.c.sign == request.sign
    is_given = (await connection.execute(select(reactions.c.at).where(own))).first() is not None
    if is_given == request.given:
        return False
    if request.given:
        row = {**key, "sign": request.sign, "name": person.name, "at": at}
        await connection.execute(insert(reactions).values(row))
    else:
        await connection.execute(delete(reactions).where(own))
    return True
