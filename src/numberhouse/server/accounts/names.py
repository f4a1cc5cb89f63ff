"""Names of people: no member's name looks like another's, a bot's or one of the house's own words, and no two
people at one table look alike.

Names that were stored before these checks stay as they are.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Select, literal_column, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.registry import games
from numberhouse.server.base.look_alikes import Looks, alike, looks_of, without_number
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import person_name
from numberhouse.server.storage.journal_entry import Body, Seated
from numberhouse.server.storage.schema import hosts, journal_entries, matches, messages, people, seats
from numberhouse.words import HOUSE, message

__all__ = [
    "check_free",
    "check_table",
    "check_tables_of",
    "look_columns",
    "name_taken",
    "new_name",
    "store_name",
    "tables_of",
]

HOUSE_WORDS: Final = (
    message("Host"),
    message("Administrator"),
    message("Admin"),
    message("Moderator"),
    message("Operator"),
    message("Spectator"),
    message("System"),
    message("You"),
    message("Seat"),
    message("Owner"),
    "Numberhouse",
)
"""Words with which the house names roles, readers, seats and itself, in every language."""


def new_name(text: str) -> str:
    """The name as it is stored. Raises `Refused` for one that no person may take."""
    name = person_name(text)
    taken = {looks_of(name), looks_of(without_number(name))}
    for reserved, word in _reserved():
        if any(looks.is_like(reserved) for looks in taken):
            raise Refused(
                400,
                "name-reserved",
                f"the name {name} looks like {word}, which is a bot's name or a word of this house; choose "
                "another one",
                name=name,
                word=word,
            )
    return name


def look_columns(name: str) -> dict[str, str]:
    """The values of the columns of `people` by which look-alike names of members are found."""
    looks = looks_of(name)
    return {"look": looks.written, "folded_look": looks.folded}


async def check_free(connection: AsyncConnection, name: str, but: str | None = None) -> None:
    """Raise `Refused` for a name that looks like a member's, other than the person with the id `but`."""
    looks = looks_of(name)
    query = select(people.c.id).where(
        or_(people.c.look == looks.written, people.c.folded_look == looks.folded), people.c.id != (but or "")
    )
    if (await connection.execute(query)).first() is not None:
        raise name_taken(name)


async def check_table(connection: AsyncConnection, match: str, person: str, name: str) -> None:
    """Raise `Refused` if the name of this person looks like that of somebody else who sits at the match, or
    hosts it."""
    sitting = select(seats.c.name).where(
        seats.c.match == match, seats.c.person.is_not(None), seats.c.person != person
    )
    hosting = (
        select(people.c.name)
        .join(hosts, hosts.c.person == people.c.id)
        .where(hosts.c.match == match, hosts.c.person != person)
    )
    names = {row.name for query in (sitting, hosting) for row in (await connection.execute(query)).all()}
    other = alike(name, sorted(names))
    if other is not None:
        raise Refused(
            409,
            "same-name",
            f"the name {name} looks like that of {other} at this table; a guest can take another "
            "name; there are other tables too",
            name=name,
            other=other,
        )


async def check_tables_of(connection: AsyncConnection, person: str, name: str) -> None:
    """Raise `Refused` if a new name of this person looks like another one at a table where the person sits or
    that the person hosts, and whose match isn't over."""
    for match in (await connection.execute(tables_of(person))).scalars().all():
        await check_table(connection, match, person, name)


def tables_of(person: str) -> Select[Any]:
    """Selects the ids of the matches that aren't over and in which the person sits, or which the person
    hosts."""
    seated = select(seats.c.match).where(seats.c.person == person)
    hosted = select(hosts.c.match).where(hosts.c.person == person)
    return select(matches.c.id).where(
        matches.c.id.in_(seated.union(hosted)), matches.c.status.not_in(("finished", "abandoned"))
    )


async def store_name(connection: AsyncConnection, person: str, name: str) -> None:
    """Write the new name wherever the service shows the person's: on the seats of all matches, above the
    messages, and in the entries by which the person took over seats.

    What others have written stays: announcements, reasons, and the names in reports."""
    for table in (seats, messages):
        await connection.execute(update(table).where(table.c.person == person).values(name=name))
    # A literal, so that the databases use the index of these few entries.
    seating = journal_entries.c.kind == literal_column("'seated'")
    query = select(journal_entries.c.match, journal_entries.c.number, journal_entries.c.body)
    query = query.where(seating, journal_entries.c.body.contains(person, autoescape=True))
    for row in (await connection.execute(query)).all():
        entry = msgspec.json.decode(row.body, type=Body)
        if isinstance(entry, Seated) and entry.person == person:
            body = msgspec.json.encode(msgspec.structs.replace(entry, name=name)).decode()
            same = (journal_entries.c.match == row.match) & (journal_entries.c.number == row.number)
            await connection.execute(update(journal_entries).where(same).values(body=body))


def name_taken(name: str) -> Refused:
    """The refusal for the name of a member, and for one that looks like it."""
    return Refused(
        409, "name-taken", f"the name {name} is taken, or looks like one that is; choose another one"
    )


@cache
def _reserved() -> tuple[tuple[Looks, str], ...]:
    """The looks of the names that nobody may take, each with the name."""
    words = [translated for word in HOUSE_WORDS for translated in HOUSE.everywhere(word).values()]
    words += [
        installed.bot_title(bot, lang)
        for installed in games().values()
        for bot in installed.bots()
        for lang in installed.languages
    ]
    return tuple((looks_of(word), word) for word in dict.fromkeys(words) if word)
