"""People: guests who play at once, members with a name and a password, and their sessions.

A secret (a session's, a token's, an invitation's) is stored as its digest alone. A guest who becomes a member
keeps the seats.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from numberhouse.server.database import Database
from numberhouse.server.refusal import Refused
from numberhouse.server.schema import people, seats, sessions, tokens

__all__ = ["People", "Person", "digest", "fresh"]

SESSION_DAYS: Final = 90
LONGEST_NAME: Final = 40
PASSWORD: Final = (8, 200)
"""Fewest and most characters."""


class Person(msgspec.Struct, frozen=True):
    """Somebody."""

    id: str
    kind: Literal["guest", "member", "bot", "gone"]
    name: str
    administrator: bool = False


def fresh(size: int = 24) -> str:
    """A secret that can't be guessed."""
    return secrets.token_urlsafe(size)


def digest(secret: str) -> str:
    """What is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def folded(name: str) -> str:
    """Names that look alike are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


class People:
    """All of them."""

    def __init__(
        self, database: Database, now: Callable[[], float], administrators: tuple[str, ...] = ()
    ) -> None:
        self.database = database
        self.now = now
        self.administrators = frozenset(folded(name) for name in administrators)
        self._hasher = PasswordHasher()
        self._decoy = self._hasher.hash("nobody's password")

    async def guest(self, name: str = "") -> Person:
        """A new guest."""
        number = secrets.randbelow(9000) + 1000
        person = Person(fresh(12), "guest", checked_name(name) if name else f"Guest {number}")
        async with self.database.begin() as connection:
            await connection.execute(insert(people).values(**_row(person), created=self.now()))
        return person

    async def register(self, name: str, password: str, guest: Person | None = None) -> Person:
        """A new member; a guest becomes one and keeps everything. Raises `Refused` for a name that is taken
        or no name, and a password that is too short or long."""
        name = checked_name(name)
        hashed = await asyncio.to_thread(self._hasher.hash, _checked_password(password))
        administrator = folded(name) in self.administrators
        person = Person(guest.id if guest else fresh(12), "member", name, administrator)
        values = {**_row(person), "name_key": folded(name), "password": hashed}
        try:
            async with self.database.begin() as connection:
                if guest is None:
                    await connection.execute(insert(people).values(**values, created=self.now()))
                else:
                    await connection.execute(update(people).where(people.c.id == guest.id).values(**values))
        except IntegrityError as error:
            raise Refused(409, "name-taken", f"the name {name} is taken; choose another one") from error
        return person

    async def sign_in(self, name: str, password: str) -> Person:
        """The member of that name. Raises `Refused`, in the same words and time whether the name or the
        password is wrong."""
        async with self.database.read() as connection:
            found = (
                await connection.execute(select(people).where(people.c.name_key == folded(name)))
            ).first()
        hashed = found.password if found is not None and found.password else self._decoy
        right = await asyncio.to_thread(self._verified, hashed, password)
        if found is None or not right:
            raise Refused(403, "wrong-password", "no member has this name and this password")
        return _person(found)

    async def begin_session(self, person: Person) -> str:
        """The secret of a new session."""
        secret = fresh()
        row = {
            "digest": digest(secret),
            "person": person.id,
            "created": self.now(),
            "expires": self.now() + SESSION_DAYS * 86_400,
        }
        async with self.database.begin() as connection:
            await connection.execute(insert(sessions).values(row))
        return secret

    async def of_session(self, secret: str) -> Person | None:
        """Whose session it is; None for one that has ended."""
        query = (
            select(people)
            .join(sessions, sessions.c.person == people.c.id)
            .where(sessions.c.digest == digest(secret), sessions.c.expires > self.now())
        )
        return await self._one(query)

    async def end_session(self, secret: str) -> None:
        """Sign out here."""
        async with self.database.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.digest == digest(secret)))

    async def end_all_sessions(self, person: Person) -> None:
        """Sign out everywhere, programs with tokens included."""
        async with self.database.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.person == person.id))
            await connection.execute(delete(tokens).where(tokens.c.person == person.id))

    async def make_token(self, person: Person, name: str) -> str:
        """A bearer token, with which a program acts for this person."""
        secret = fresh(32)
        row = {
            "digest": digest(secret),
            "person": person.id,
            "name": checked_name(name),
            "created": self.now(),
        }
        async with self.database.begin() as connection:
            await connection.execute(insert(tokens).values(row))
        return secret

    async def of_token(self, secret: str) -> Person | None:
        """Whose token it is."""
        joined = select(people).join(tokens, tokens.c.person == people.c.id)
        query = joined.where(tokens.c.digest == digest(secret))
        return await self._one(query)

    async def rename(self, person: Person, name: str) -> Person:
        """A guest calls itself something else."""
        if person.kind != "guest":
            raise Refused(409, "not-a-guest", "only guests change their names")
        name = checked_name(name)
        async with self.database.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(name=name))
        return msgspec.structs.replace(person, name=name)

    async def delete(self, person: Person) -> None:
        """Forget who it was: the seats stay played, by somebody without a name."""
        async with self.database.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.person == person.id))
            await connection.execute(delete(tokens).where(tokens.c.person == person.id))
            gone = {"kind": "gone", "name": "", "name_key": None, "password": None, "settings": "{}"}
            row = update(people).where(people.c.id == person.id)
            await connection.execute(row.values(**gone, administrator=False))
            await connection.execute(update(seats).where(seats.c.person == person.id).values(name=""))

    async def find(self, person: str) -> Person | None:
        """By id."""
        return await self._one(select(people).where(people.c.id == person))

    async def _one(self, query: Any) -> Person | None:
        async with self.database.read() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None or found.kind == "gone" else _person(found)

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password[: PASSWORD[1]])
        except Argon2Error:
            return False


def checked_name(name: str) -> str:
    """The name, tidied. Raises `Refused` for none, one that is too long, or one with signs that no name
    has."""
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFC", name)).strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(400, "name", f"a name of {len(name)} characters; 1 to {LONGEST_NAME} are possible")
    wrong = [sign for sign in name if unicodedata.category(sign)[0] not in "LMNPSZ"]
    if wrong:
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
