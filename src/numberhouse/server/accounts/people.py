"""People: guests who play at once, members with a name and a password, and their logins and tokens.

A login is a signed-in browser, identified by the secret in its cookie; the table of logins is called
`sign_ins`. A secret (of a login, a token or an invitation) must never be stored: the database holds its
digest alone. A guest who becomes a member stays the same person and so keeps the seats.
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

from numberhouse.protocol.people import DEFAULT_SCOPES, SCOPES, Person, Scope, SignInInfo, TokenInfo
from numberhouse.server.accounts.administration.bans import check_not_banned
from numberhouse.server.accounts.names import (
    check_free,
    check_tables_of,
    look_columns,
    name_taken,
    new_name,
    store_name,
)
from numberhouse.server.accounts.passwords.password_strength import check_strength
from numberhouse.server.accounts.preferences import Preferences
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import label
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import password_resets, people, sign_ins, tokens

__all__ = ["LOGIN_DAYS", "People", "digest", "end_logins", "name_key", "new_secret", "short_id", "with_key"]

LOGIN_DAYS: Final = 90
MOST_LOGINS: Final = 50
"""Logins of one person; the oldest ones end when there are more."""

MOST_TOKENS: Final = 20
TOKEN_DAYS: Final = 90
MOST_TOKEN_DAYS: Final = 365
LONGEST_KEY: Final = 80
PASSWORD_LENGTH: Final = (8, 200)
"""Fewest and most characters."""

HASHING_AT_ONCE: Final = 2
"""Passwords that are hashed at the same time; each takes 64 MiB."""


# Built once: every request looks its person up by one of these queries.
PERSON_OF_LOGIN: Final = (
    select(people, sign_ins.c.confirmed_until)
    .join(sign_ins, sign_ins.c.person == people.c.id)
    .where(sign_ins.c.digest == bindparam("digest"), sign_ins.c.expires > bindparam("now"))
)
PERSON_OF_TOKEN: Final = (
    select(people, tokens.c.scopes)
    .join(tokens, tokens.c.person == people.c.id)
    .where(tokens.c.digest == bindparam("digest"), tokens.c.expires > bindparam("now"))
)

NO_VALUES: Final[Mapping[str, Any]] = MappingProxyType({})


def new_secret(size: int = 24) -> str:
    """A secret that can't be guessed."""
    return secrets.token_urlsafe(size)


def digest(secret: str) -> str:
    """The SHA-256 of a secret: the only form in which it is stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def short_id(stored: str) -> str:
    """The id by which the owner names a secret, from its stored digest. It reveals nothing of the secret."""
    return stored[:16]


def tidy(name: str) -> str:
    """The name in NFC, with single spaces inside and none around it, so that names with the same look are
    equal."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", name)).strip()


def name_key(name: str) -> str:
    """The key of a name: names that differ only in case or in the form of their letters have the same key."""
    return unicodedata.normalize("NFKC", tidy(name)).casefold()


class People:
    """All people of the service."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self.database = database
        self.now = now
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._decoy = _decoy()

    # Guests and members

    async def guest(self, name: str = "") -> Person:
        """A new guest. Raises `Refused` for the name of a member."""
        number = secrets.randbelow(9000) + 1000
        person = Person(new_secret(12), "guest", new_name(name) if name else f"Guest {number}")
        async with self.database.begin() as connection:
            await check_free(connection, person.name)
            await connection.execute(insert(people).values(**_person_values(person), created=self.now()))
        return person

    async def register(self, name: str, password: str, guest: Person | None = None) -> Person:
        """A new member; a `guest` becomes one and keeps everything but its logins and tokens: a stranger who
        has one of them must not own the member's account. Raises `Refused` for a name that is taken or
        invalid, and for a password that is too short, too long or easily guessed."""
        name = with_key(new_name(name))
        password_hash = await self.hash_new(password, name)
        person = Person(guest.id if guest else new_secret(12), "member", name)
        values = {
            "kind": "member",
            "name": name,
            "name_key": name_key(name),
            "password_hash": password_hash,
            **look_columns(name),
        }
        try:
            async with self.database.begin() as connection:
                await check_free(connection, name)
                if guest is None:
                    row = {**_person_values(person), **values, "created": self.now()}
                    await connection.execute(insert(people).values(row))
                else:
                    own_row = (people.c.id == guest.id) & (people.c.kind == "guest")
                    await check_tables_of(connection, guest.id, name)
                    await connection.execute(update(people).where(own_row).values(**values))
                    await store_name(connection, guest.id, name)
                    await end_logins(connection, person)
        except IntegrityError as error:
            raise name_taken(name) from error
        return person

    async def sign_in(self, name: str, password: str) -> Person:
        """The member of that name. Raises `Refused`, in the same words and after the same time whether the
        name or the password is wrong: the answer must not reveal which names exist."""
        key = name_key(name[:LONGEST_KEY]).replace("\x00", "")
        async with self.database.read() as connection:
            row = (await connection.execute(select(people).where(_signs_in_by(key)))).first()
        password_hash = row.password_hash if row is not None and row.password_hash else self._decoy
        is_right = await self._verify(password_hash, password)
        if row is None or not is_right:
            raise Refused(403, "wrong-password", "no member has this name and this password")
        return _person(row)

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Change the password and sign out everywhere. Raises `Refused` where the old one is wrong."""
        await self.check_password(person, old)
        await self.set_password(person, await self.hash_new(new, person.name))

    async def set_password(self, person: Person, password_hash: str) -> None:
        """Store the hash of a new password, and sign out everywhere."""
        async with self.database.begin() as connection:
            own_row = people.c.id == person.id
            await connection.execute(update(people).where(own_row).values(password_hash=password_hash))
            await end_logins(connection, person)

    async def hash_new(self, password: str, name: str) -> str:
        """The hash of a new password. Raises `Refused` for one that is too short, too long or easily
        guessed."""
        await check_strength(_validate_password(password), name)
        return await self._hash(password)

    async def check_password(self, person: Person, password: str) -> None:
        """Raise `Refused` unless this is the member's password."""
        async with self.database.read() as connection:
            query = select(people.c.password_hash).where(people.c.id == person.id)
            password_hash = (await connection.execute(query)).scalar()
        if not await self._verify(password_hash or self._decoy, password):
            raise Refused(403, "wrong-password", "this isn't the password")

    # Logins and tokens

    async def begin_login(self, person: Person) -> str:
        """Begin a login. Returns its secret."""
        secret, now = new_secret(), self.now()
        row = {
            "digest": digest(secret),
            "person": person.id,
            "created": now,
            "expires": now + LOGIN_DAYS * 86_400,
        }
        own = sign_ins.c.person == person.id
        async with self.database.begin() as connection:
            await check_not_banned(connection, person.id, now)
            await connection.execute(delete(sign_ins).where(own, sign_ins.c.expires <= now))
            query = select(sign_ins.c.digest).where(own).order_by(sign_ins.c.created.desc())
            old = (await connection.execute(query.offset(MOST_LOGINS - 1))).scalars().all()
            if old:
                await connection.execute(delete(sign_ins).where(sign_ins.c.digest.in_(old)))
            await connection.execute(insert(sign_ins).values(row))
        return secret

    async def of_login(self, secret: str) -> Person | None:
        """The person whose login has this secret; None for one that has ended."""
        now = self.now()
        row = await self._row(PERSON_OF_LOGIN, {"digest": digest(secret), "now": now})
        if row is None:
            return None
        is_open = row.administrator and (row.confirmed_until or 0.0) > now
        return msgspec.structs.replace(_person(row), confirmed_until=row.confirmed_until if is_open else None)

    async def logins(self, person: Person, current: str) -> list[SignInInfo]:
        """The person's logins, newest first; `current` is the secret of the login that asks."""
        query = select(sign_ins).where(sign_ins.c.person == person.id, sign_ins.c.expires > self.now())
        async with self.database.read() as connection:
            rows = (await connection.execute(query.order_by(sign_ins.c.created.desc()))).all()
        own = digest(current)
        return [SignInInfo(short_id(row.digest), row.created, row.expires, row.digest == own) for row in rows]

    async def end_login(self, secret: str) -> None:
        """End the login with this secret."""
        async with self.database.begin() as connection:
            await connection.execute(delete(sign_ins).where(sign_ins.c.digest == digest(secret)))

    async def revoke_login(self, person: Person, login: str) -> None:
        """End the login with this id. Raises `Refused` for a login that isn't this person's."""
        await self._revoke(sign_ins, person, login, "sign-in")

    async def end_all_logins(self, person: Person) -> None:
        """End all logins of the person and revoke all tokens."""
        async with self.database.begin() as connection:
            await end_logins(connection, person)

    async def make_token(
        self,
        person: Person,
        name: str,
        scopes: tuple[Scope, ...] = DEFAULT_SCOPES,
        days: int = TOKEN_DAYS,
    ) -> str:
        """A new bearer token, with which a program acts for this person. Raises `Refused` for one too many,
        for one without a scope, and for one that would end too late."""
        secret, now = new_secret(32), self.now()
        if not scopes:
            raise Refused(400, "scopes", f"a token without a scope; there are: {', '.join(SCOPES)}")
        if not 1 <= days <= MOST_TOKEN_DAYS:
            raise Refused(
                400, "token-days", f"a token for {days} days; 1 to {MOST_TOKEN_DAYS} are possible",
                most=MOST_TOKEN_DAYS,
            )  # fmt: skip
        row = {
            "digest": digest(secret),
            "person": person.id,
            "name": label(name),
            "created": now,
            "scopes": " ".join(scope for scope in SCOPES if scope in scopes),
            "expires": now + days * 86_400,
        }
        if len(await self.tokens(person)) >= MOST_TOKENS:
            raise Refused(409, "too-many", f"{MOST_TOKENS} tokens; revoke one before the next")
        ended = (tokens.c.person == person.id) & (tokens.c.expires <= now)
        async with self.database.begin() as connection:
            await connection.execute(delete(tokens).where(ended))
            await connection.execute(insert(tokens).values(row))
        return secret

    async def of_token(self, secret: str) -> Person | None:
        """The person whose token this is, with its scopes and without an administrator's powers; None for a
        token that isn't valid, or has ended."""
        row = await self._row(PERSON_OF_TOKEN, {"digest": digest(secret), "now": self.now()})
        if row is None:
            return None
        scopes = tuple(scope for scope in SCOPES if scope in row.scopes.split())
        return msgspec.structs.replace(_person(row), administrator=False, scopes=scopes)

    async def tokens(self, person: Person) -> list[TokenInfo]:
        """The tokens of the programs that play in the person's name, newest first."""
        own = (tokens.c.person == person.id) & (tokens.c.expires > self.now())
        query = select(tokens).where(own).order_by(tokens.c.created.desc())
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [
            TokenInfo(short_id(row.digest), row.name, row.created, row.expires, tuple(row.scopes.split()))
            for row in rows
        ]

    async def revoke_token(self, person: Person, token: str) -> None:
        """Revoke the token with this id. Raises `Refused` for a token that isn't this person's."""
        await self._revoke(tokens, person, token, "token")

    # Preferences

    async def preferences(self, person: str) -> Preferences:
        """The preferences of the person with this id; the defaults for a person who doesn't exist any
        more."""
        async with self.database.read() as connection:
            query = select(people.c.preferences).where(people.c.id == person)
            stored = (await connection.execute(query)).scalar()
        return msgspec.json.decode(stored or "{}", type=Preferences)

    async def set_preferences(self, person: Person, preferences: Preferences) -> None:
        """Store the person's preferences."""
        stored = msgspec.json.encode(preferences).decode()
        async with self.database.begin() as connection:
            own_row = people.c.id == person.id
            await connection.execute(update(people).where(own_row).values(preferences=stored))

    async def find(self, person: str) -> Person | None:
        """The person with this id; None if there is none, or the account is closed."""
        return await self._find(select(people).where(people.c.id == person))

    async def member(self, name: str) -> Person:
        """The member of this name. Raises `Refused` where there is none."""
        key = name_key(name[:LONGEST_KEY]).replace("\x00", "")
        person = await self._find(select(people).where(people.c.name_key == key))
        if person is None:
            raise Refused(404, "no-member", "no member has this name")
        return person

    async def named(self, name: str) -> Person | None:
        """The member who signs in by this name; None where there is none."""
        key = name_key(name[:LONGEST_KEY]).replace("\x00", "")
        return await self._find(select(people).where(_signs_in_by(key)))

    # Queries and password hashes

    async def _find(self, query: Any, values: Mapping[str, Any] = NO_VALUES) -> Person | None:
        row = await self._row(query, values)
        return None if row is None else _person(row)

    async def _row(self, query: Any, values: Mapping[str, Any]) -> Any:
        """The row of a person, None for a closed account."""
        row = await self.database.look_up(lambda connection: connection.execute(query, values).first())
        return None if row is None or row.kind == "closed" else row

    async def _revoke(self, table: Table, person: Person, id_: str, kind: str) -> None:
        async with self.database.begin() as connection:
            query = select(table.c.digest).where(table.c.person == person.id)
            digests = [
                stored for stored in (await connection.execute(query)).scalars() if short_id(stored) == id_
            ]
            if not digests:
                raise Refused(404, f"no-{kind}", f"you have no {kind} with this id")
            await connection.execute(delete(table).where(table.c.digest.in_(digests)))

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, password_hash: str, password: str) -> bool:
        """Whether the password is right, found in the same time for any password. One that is longer than any
        stored password is wrong."""
        short_enough = len(password) <= PASSWORD_LENGTH[1]
        async with self._hashing:
            is_right = await asyncio.to_thread(self._matches, password_hash, password[: PASSWORD_LENGTH[1]])
        return is_right and short_enough

    def _matches(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, password)
        except Argon2Error:
            return False


@lru_cache(maxsize=1)
def _decoy() -> str:
    """The hash that a password is compared with where no member has the name: the refusal then takes as long
    as for a wrong password. Computed once, since computing it takes that long too."""
    return PasswordHasher().hash(new_secret())


def with_key(name: str) -> str:
    """The name. Raises `Refused` for one that becomes too long where capital letters are written out."""
    if len(name_key(name)) > LONGEST_KEY:
        raise Refused(
            400, "name", f"a name of {len(name_key(name))} characters in small letters; {LONGEST_KEY} at most"
        )
    return name


def _validate_password(password: str) -> str:
    fewest, most = PASSWORD_LENGTH
    if not fewest <= len(password) <= most:
        raise Refused(
            400, "password", f"a password of {len(password)} characters; {fewest} to {most} are possible"
        )
    return password


async def end_logins(connection: AsyncConnection, person: Person) -> None:
    """End all logins of the person, revoke all tokens, and make all links to reset the password worthless."""
    for table in (sign_ins, tokens, password_resets):
        await connection.execute(delete(table).where(table.c.person == person.id))


def _signs_in_by(key: str) -> Any:
    """The member with this key, or with this one before an operator changed the name."""
    return (people.c.name_key == key) | (people.c.former_key == key)


def _person_values(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "kind": person.kind,
        "name": person.name,
        "administrator": person.administrator,
        "preferences": "{}",
    }


def _person(row: Any) -> Person:
    return Person(row.id, row.kind, row.name, row.administrator)
