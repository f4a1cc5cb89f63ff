"""People: guests who play at once, members with a name and a password, and their sessions and tokens.

A secret (a session's, a token's, an invitation's) is stored as its digest alone. A guest who becomes a member
stays the same person and so keeps the seats.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.people import Person, SignInInfo, TokenInfo
from numberhouse.server.accounts.preferences import Preferences
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import matches, people, seats, sessions, tokens

__all__ = ["SESSION_DAYS", "People", "digest", "fresh", "short"]

SESSION_DAYS: Final = 90
MOST_SESSIONS: Final = 50
"""Of one person; the oldest end when there are more."""

MOST_TOKENS: Final = 20
LONGEST_NAME: Final = 40
LONGEST_KEY: Final = 80
PASSWORD: Final = (8, 200)
"""Fewest and most characters."""

HASHING_AT_ONCE: Final = 2
"""Each takes 64 MiB."""


# Made once: with every request somebody is looked up by one of them.
OF_SESSION: Final = (
    select(people)
    .join(sessions, sessions.c.person == people.c.id)
    .where(sessions.c.digest == bindparam("digest"), sessions.c.expires > bindparam("now"))
)
OF_TOKEN: Final = (
    select(people).join(tokens, tokens.c.person == people.c.id).where(tokens.c.digest == bindparam("digest"))
)

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def fresh(size: int = 24) -> str:
    """A secret that can't be guessed."""
    return secrets.token_urlsafe(size)


def digest(secret: str) -> str:
    """What is stored of it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def short(stored: str) -> str:
    """By which the owner names it: nothing of the secret can be told from it."""
    return stored[:16]


def tidied(name: str) -> str:
    """Without what can't be seen about spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", name)).strip()


def folded(name: str) -> str:
    """Names that differ in case or in the form of their letters alone are the same name."""
    return unicodedata.normalize("NFKC", tidied(name)).casefold()


class People:
    """All of them."""

    def __init__(
        self, database: Database, now: Callable[[], float], administrators: tuple[str, ...] = ()
    ) -> None:
        self.database = database
        self.now = now
        self.administrators = frozenset(folded(name) for name in administrators)
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._decoy = _decoy()

    # Becoming somebody

    async def guest(self, name: str = "") -> Person:
        """A new guest. Raises `Refused` for the name of a member."""
        number = secrets.randbelow(9000) + 1000
        person = Person(fresh(12), "guest", checked_name(name) if name else f"Guest {number}")
        async with self.database.begin() as connection:
            await _check_free(connection, person.name)
            await connection.execute(insert(people).values(**_row(person), created=self.now()))
        return person

    async def register(self, name: str, password: str, guest: Person | None = None) -> Person:
        """A new member; a guest becomes one and keeps everything. Raises `Refused` for a name that is taken
        or no name, and a password that is too short or long."""
        name = checked_name(name)
        hashed = await self._hashed(_checked_password(password))
        administrator = folded(name) in self.administrators
        person = Person(guest.id if guest else fresh(12), "member", name, administrator)
        values = {
            "kind": "member",
            "name": name,
            "name_key": folded(name),
            "password": hashed,
            "administrator": administrator,
        }
        try:
            async with self.database.begin() as connection:
                if guest is None:
                    row = {**_row(person), **values, "created": self.now()}
                    await connection.execute(insert(people).values(row))
                else:
                    mine = (people.c.id == guest.id) & (people.c.kind == "guest")
                    await connection.execute(update(people).where(mine).values(**values))
                    await _rename_seats(connection, person)
        except IntegrityError as error:
            raise _taken(name) from error
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """A guest calls itself something else. Raises `Refused`."""
        if person.kind != "guest":
            raise Refused(409, "not-a-guest", "only guests change their names")
        renamed = msgspec.structs.replace(person, name=checked_name(name))
        async with self.database.begin() as connection:
            await _check_free(connection, renamed.name)
            mine = people.c.id == person.id
            await connection.execute(update(people).where(mine).values(name=renamed.name))
            await _rename_seats(connection, renamed)
        return renamed

    async def sign_in(self, name: str, password: str) -> Person:
        """The member of that name. Raises `Refused`, in the same words and time whether the name or the
        password is wrong."""
        key = folded(name[:LONGEST_KEY]).replace("\x00", "")
        async with self.database.read() as connection:
            found = (await connection.execute(select(people).where(people.c.name_key == key))).first()
        hashed = found.password if found is not None and found.password else self._decoy
        right = await self._verified(hashed, password)
        if found is None or not right:
            raise Refused(403, "wrong-password", "no member has this name and this password")
        return _person(found)

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Signs out everywhere. Raises `Refused` where the old one isn't right."""
        await self.check_password(person, old)
        hashed = await self._hashed(_checked_password(new))
        async with self.database.begin() as connection:
            mine = people.c.id == person.id
            await connection.execute(update(people).where(mine).values(password=hashed))
        await self.end_all_sessions(person)

    async def check_password(self, person: Person, password: str) -> None:
        """Raises `Refused` where it isn't this member's."""
        async with self.database.read() as connection:
            query = select(people.c.password).where(people.c.id == person.id)
            hashed = (await connection.execute(query)).scalar()
        if not await self._verified(hashed or self._decoy, password):
            raise Refused(403, "wrong-password", "this isn't the password")

    # Sessions and tokens

    async def begin_session(self, person: Person) -> str:
        """The secret of a new session."""
        secret, now = fresh(), self.now()
        row = {
            "digest": digest(secret),
            "person": person.id,
            "created": now,
            "expires": now + SESSION_DAYS * 86_400,
        }
        theirs = sessions.c.person == person.id
        async with self.database.begin() as connection:
            await connection.execute(delete(sessions).where(theirs, sessions.c.expires <= now))
            query = select(sessions.c.digest).where(theirs).order_by(sessions.c.created.desc())
            old = (await connection.execute(query.offset(MOST_SESSIONS - 1))).scalars().all()
            if old:
                await connection.execute(delete(sessions).where(sessions.c.digest.in_(old)))
            await connection.execute(insert(sessions).values(row))
        return secret

    async def of_session(self, secret: str) -> Person | None:
        """Whose session it is; None for one that has ended."""
        return await self._one(OF_SESSION, {"digest": digest(secret), "now": self.now()})

    async def sessions(self, person: Person, current: str) -> list[SignInInfo]:
        """Where the person is signed in, newest first; `current` is the secret of the session that asks."""
        query = select(sessions).where(sessions.c.person == person.id, sessions.c.expires > self.now())
        async with self.database.read() as connection:
            rows = (await connection.execute(query.order_by(sessions.c.created.desc()))).all()
        own = digest(current)
        return [SignInInfo(short(row.digest), row.created, row.expires, row.digest == own) for row in rows]

    async def end_session(self, secret: str) -> None:
        """Sign out here."""
        async with self.database.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.digest == digest(secret)))

    async def revoke_session(self, person: Person, session: str) -> None:
        """Sign out there. Raises `Refused` for a session that isn't this person's."""
        await self._revoke(sessions, person, session, "session")

    async def end_all_sessions(self, person: Person) -> None:
        """Sign out everywhere, programs with tokens included."""
        async with self.database.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.person == person.id))
            await connection.execute(delete(tokens).where(tokens.c.person == person.id))

    async def make_token(self, person: Person, name: str) -> str:
        """A bearer token, with which a program acts for this person. Raises `Refused` for one too many."""
        secret = fresh(32)
        row = {
            "digest": digest(secret),
            "person": person.id,
            "name": checked_name(name),
            "created": self.now(),
        }
        if len(await self.tokens(person)) >= MOST_TOKENS:
            raise Refused(409, "too-many", f"{MOST_TOKENS} tokens; revoke one before the next")
        async with self.database.begin() as connection:
            await connection.execute(insert(tokens).values(row))
        return secret

    async def of_token(self, secret: str) -> Person | None:
        """Whose token it is."""
        return await self._one(OF_TOKEN, {"digest": digest(secret)})

    async def tokens(self, person: Person) -> list[TokenInfo]:
        """The programs that play in the person's name, newest first."""
        query = select(tokens).where(tokens.c.person == person.id).order_by(tokens.c.created.desc())
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [TokenInfo(short(row.digest), row.name, row.created) for row in rows]

    async def revoke_token(self, person: Person, token: str) -> None:
        """Make it worthless. Raises `Refused` for a token that isn't this person's."""
        await self._revoke(tokens, person, token, "token")

    # What they have chosen

    async def preferences(self, person: str) -> Preferences:
        """Of the person with this id; the usual ones of somebody who has gone."""
        async with self.database.read() as connection:
            query = select(people.c.settings).where(people.c.id == person)
            stored = (await connection.execute(query)).scalar()
        return msgspec.json.decode(stored or "{}", type=Preferences)

    async def prefer(self, person: Person, preferences: Preferences) -> None:
        """From now on."""
        stored = msgspec.json.encode(preferences).decode()
        async with self.database.begin() as connection:
            mine = people.c.id == person.id
            await connection.execute(update(people).where(mine).values(settings=stored))

    async def find(self, person: str) -> Person | None:
        """By id."""
        return await self._one(select(people).where(people.c.id == person))

    async def member(self, name: str) -> Person:
        """By name. Raises `Refused`."""
        key = folded(name[:LONGEST_KEY]).replace("\x00", "")
        found = await self._one(select(people).where(people.c.name_key == key))
        if found is None:
            raise Refused(404, "no-member", "no member has this name")
        return found

    # Below

    async def _one(self, query: Any, values: Mapping[str, Any] = NOTHING) -> Person | None:
        found = await self.database.look_up(lambda connection: connection.execute(query, values).first())
        return None if found is None or found.kind == "gone" else _person(found)

    async def _revoke(self, table: Table, person: Person, stored: str, thing: str) -> None:
        async with self.database.begin() as connection:
            query = select(table.c.digest).where(table.c.person == person.id)
            found = [one for one in (await connection.execute(query)).scalars() if short(one) == stored]
            if not found:
                raise Refused(404, f"no-{thing}", f"you have no {thing} with this id")
            await connection.execute(delete(table).where(table.c.digest.in_(found)))

    async def _hashed(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verified(self, hashed: str, password: str) -> bool:
        """In the same time for any password; one that is too long to be anybody's is wrong."""
        short_enough = len(password) <= PASSWORD[1]
        async with self._hashing:
            right = await asyncio.to_thread(self._compared, hashed, password[: PASSWORD[1]])
        return right and short_enough

    def _compared(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except Argon2Error:
            return False


@lru_cache(maxsize=1)
def _decoy() -> str:
    """What the passwords of nobody are compared with; made once, since it takes as long as it is to take."""
    return PasswordHasher().hash(fresh())


def checked_name(name: str) -> str:
    """The name, tidied. Raises `Refused` for none, one that is too long, or one with signs that no name
    has."""
    name = tidied(name)
    if not 1 <= len(name) <= LONGEST_NAME or len(folded(name)) > LONGEST_KEY:
        raise Refused(400, "name", f"a name of {len(name)} characters; 1 to {LONGEST_NAME} are possible")
    wrong = [sign for sign in name if unicodedata.category(sign)[0] not in "LMNPSZ"]
    if wrong or not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Refused(
            400, "name", "a name with invisible signs; letters, digits and usual signs are possible"
        )
    return name


def _checked_password(password: str) -> str:
    fewest, most = PASSWORD
    if not fewest <= len(password) <= most:
        raise Refused(
            400, "password", f"a password of {len(password)} characters; {fewest} to {most} are possible"
        )
    return password


async def _check_free(connection: AsyncConnection, name: str) -> None:
    """Guests don't go by the names of members."""
    query = select(people.c.id).where(people.c.name_key == folded(name))
    if (await connection.execute(query)).first() is not None:
        raise _taken(name)


async def _rename_seats(connection: AsyncConnection, person: Person) -> None:
    """Where nothing has begun yet; what has been played stays played under the name of then."""
    waiting = select(matches.c.id).where(matches.c.status.in_(("draft", "open")))
    mine = (seats.c.person == person.id) & seats.c.match.in_(waiting)
    await connection.execute(update(seats).where(mine).values(name=person.name))


def _taken(name: str) -> Refused:
    return Refused(409, "name-taken", f"the name {name} is taken; choose another one")


def _row(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "kind": person.kind,
        "name": person.name,
        "administrator": person.administrator,
        "settings": "{}",
    }


def _person(row: Any) -> Person:
    return Person(row.id, row.kind, row.name, row.administrator)
