"""The stored rows of messages: who may read one, its numbers, and what a reader is shown of it.

A row keeps every text that the message has had. An operator who hides a message hides all of them; its author
can replace or delete a text, and readers still see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.chat import EarlierText, Message, Reaction
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import Promise
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.rooms import LOBBY, Room
from numberhouse.server.matches.access.permissions import may
from numberhouse.server.storage.schema import hosts, messages, people, seats

__all__ = [
    "StoredRow",
    "earlier_texts",
    "encoded_ids",
    "encoded_texts",
    "latest_numbers",
    "mentioned_ids",
    "message_of",
    "no_message",
    "readable_by",
    "readable_by_id",
    "reader_ids",
    "row_filter",
]

TEXTS: Final = list[EarlierText]


class StoredRow:
    """Stored values, with the attributes of a row that is read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)


def message_of(
    row: Any,
    person: Person | None,
    reactions: tuple[Reaction, ...] = (),
    promise: Promise | None = None,
) -> Message:
    """The message as the person may see it."""
    earlier = earlier_texts(row)
    if row.deleted is not None:
        earlier.append(last_text(row))
    is_mentioned = person is not None and f'"{person.id}"' in row.mentions
    return Message(
        room=row.room,
        number=row.number,
        change=row.change,
        seat=row.seat,
        name=row.name,
        text="" if row.hidden is not None or row.deleted is not None else row.text,
        at=row.at,
        edited=row.edited,
        mine=person is not None and row.person == person.id,
        hidden=row.hidden is not None,
        deleted=row.deleted,
        earlier=() if row.hidden is not None else tuple(earlier),
        reactions=reactions if row.hidden is None else (),
        mentioned=is_mentioned and row.hidden is None and row.deleted is None,
        promise=promise if row.hidden is None else None,
    )


def earlier_texts(row: Any) -> list[EarlierText]:
    """The texts that its author has replaced, oldest first."""
    return msgspec.json.decode(row.earlier, type=TEXTS)


def last_text(row: Any) -> EarlierText:
    """The text that was written last, with its time."""
    return EarlierText(row.text, row.edited or row.at)


def encoded_texts(row: Any) -> str:
    """The earlier texts of a row whose present text is about to be replaced."""
    return msgspec.json.encode([*earlier_texts(row), last_text(row)]).decode()


# Readers


def no_message() -> Refused:
    """The refusal for a message that doesn't exist, and for one that the person may not read."""
    return Refused(404, "no-message", "there is no message with this number that you may read")


def row_filter(info: MatchInfo, person: Person | None) -> Callable[[Any], bool]:
    """A filter of the rows of `messages` that the person with this view of the match may read."""
    if may(info.roles, "see everything", info.status):
        return lambda row: True  # noqa: ARG005
    if person is None or not {"seat", "host"} & set(info.roles):
        return lambda row: False  # noqa: ARG005
    return lambda row: f'"{person.id}"' in row.readers


def readable_by(person: Person | None) -> Any:
    """The condition of the messages whose readers include the person."""
    return readable_by_id(person.id if person else "")


def readable_by_id(person: str) -> Any:
    """The condition of the messages whose readers include the person with this id."""
    return messages.c.readers.contains(f'"{person}"', autoescape=True)


async def reader_ids(connection: AsyncConnection, match: str, room: Room, author: Person) -> set[str]:
    """The ids of the people on the room's seats now, and of the author; for the lobby of the hosts too."""
    in_room = (seats.c.match == match) & seats.c.seat.in_(room.seats)
    query = select(seats.c.person).where(in_room, seats.c.person.is_not(None))
    ids = {row.person for row in (await connection.execute(query)).all()}
    if room.id == LOBBY:
        query = select(hosts.c.person).where(hosts.c.match == match)
        ids |= {row.person for row in (await connection.execute(query)).all()}
    return ids | {author.id}


def encoded_ids(ids: Sequence[str]) -> str:
    """People's ids as a row stores them."""
    return msgspec.json.encode(list(ids)).decode()


async def mentioned_ids(
    connection: AsyncConnection, readers: Iterable[str], author: Person, text: str
) -> list[str]:
    """The ids of the other readers whose names the text has after an `@`. Where one name begins with another,
    the longer one counts."""
    if "@" not in text:
        return []
    query = select(people.c.id, people.c.name).where(people.c.id.in_(set(readers) - {author.id}))
    named = sorted((await connection.execute(query)).all(), key=lambda row: -len(row.name))
    found, rest = [], text.casefold()
    for row in named:
        mention = f"@{row.name.casefold()}"
        if row.name and _has_mention(rest, mention):
            found.append(row.id)
            rest = rest.replace(mention, " ")
    return sorted(found)


def _has_mention(text: str, mention: str) -> bool:
    """Whether the mention stands in the text, and no letter or digit goes on with it."""
    place = text.find(mention)
    while place >= 0:
        following = text[place + len(mention) : place + len(mention) + 1]
        if not following.isalnum():
            return True
        place = text.find(mention, place + 1)
    return False


# Numbers


async def latest_numbers(connection: AsyncConnection, match: str, room_id: str) -> tuple[int, int, int]:
    """The greatest number and the greatest change in the room, and the greatest serial of the match; 0 for
    none."""
    query = select(func.max(messages.c.number), func.max(messages.c.change))
    inside = (messages.c.match == match) & (messages.c.room == room_id)
    number, change = (await connection.execute(query.where(inside))).one()
    serial = (
        await connection.execute(select(func.max(messages.c.serial)).where(messages.c.match == match))
    ).scalar()
    return number or 0, change or 0, serial or 0
