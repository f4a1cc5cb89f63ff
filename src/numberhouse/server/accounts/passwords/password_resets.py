"""Password resets: links for members who have forgotten the password. The operator makes one that works for a
day; one that goes by mail works for an hour (`forgotten_passwords.py`).

A link works once. Its secret stands behind the `#`, so that no server and no log gets it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import delete, func, insert, select

from numberhouse.protocol.people import Person
from numberhouse.server.accounts.administration.audit import audit
from numberhouse.server.accounts.administration.bans import check_not_banned
from numberhouse.server.accounts.people import People, digest, end_logins, new_secret
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import devices, password_resets, people

__all__ = ["RESET_HOURS", "PasswordResets", "reset_link"]

RESET_HOURS: Final = 24


class PasswordResets:
    """The links of all members."""

    def __init__(self, database: Database, people: People, now: Callable[[], float]) -> None:
        self.database = database
        self.people = people
        self.now = now

    async def begin(self, name: str) -> str:
        """A new secret for the member of that name; earlier ones stop working. Raises `Refused` where there
        is no such member."""
        member = await self.people.member(name)
        secret, now = new_secret(32), self.now()
        row = {"digest": digest(secret), "person": member.id, "expires": now + RESET_HOURS * 3600}
        old = (password_resets.c.person == member.id) | (password_resets.c.expires <= now)
        async with self.database.begin() as connection:
            await connection.execute(delete(password_resets).where(old))
            await connection.execute(insert(password_resets).values(row))
            await audit(connection, now, None, "reset-password", about=member.id)
        return secret

    async def add(self, person: Person, hours: float, most: int) -> str | None:
        """A new secret beside the earlier ones, valid for so long; None for a member who has `most` links
        that are valid, or is banned."""
        secret, now = new_secret(32), self.now()
        row = {"digest": digest(secret), "person": person.id, "expires": now + hours * 3600}
        own = password_resets.c.person == person.id
        async with self.database.begin() as connection:
            try:
                await check_not_banned(connection, person.id, now)  # locks the member, for the count too
            except Refused:
                return None
            await connection.execute(delete(password_resets).where(own, password_resets.c.expires <= now))
            count = select(func.count()).select_from(password_resets).where(own)
            if (await connection.execute(count)).scalar_one() >= most:
                return None
            await connection.execute(insert(password_resets).values(row))
        return secret

    async def finish(self, secret: str, password: str) -> Person:
        """Set the password of the member to whom the secret was given. All logins, tokens and links end, and
        the member's known devices are told at the next visit. Raises `Refused` for a secret that isn't valid
        any more, and for a password that is refused; the link then still works."""
        valid = (password_resets.c.digest == digest(secret)) & (password_resets.c.expires > self.now())
        query = (
            select(people.c.id).join(password_resets, password_resets.c.person == people.c.id).where(valid)
        )
        async with self.database.read() as connection:
            id_ = (await connection.execute(query)).scalar()
        person = await self.people.find(id_) if id_ is not None else None
        if person is None:
            raise unknown_link()
        password_hash = await self.people.hash_new(password, person.name)
        async with self.database.begin() as connection:
            # Of two requests at once, the one whose row is gone is refused.
            if not (await connection.execute(delete(password_resets).where(valid))).rowcount:
                raise unknown_link()
            own_row = people.c.id == person.id
            await connection.execute(people.update().where(own_row).values(password_hash=password_hash))
            own_devices = devices.c.person == person.id
            await connection.execute(devices.update().where(own_devices).values(password_reset=self.now()))
            await end_logins(connection, person)
        return person


def reset_link(origin: str, secret: str) -> str:
    """The link to the page where the member sets a new password."""
    return f"{origin.rstrip('/')}/reset-password#{secret}"


def unknown_link() -> Refused:
    """The refusal of a secret that isn't valid."""
    return Refused(
        404,
        "no-reset",
        "this link doesn't work any more: it works once and for a limited time; ask for another one",
    )
