"""Administrators: accounts to which the operator has granted powers, and the confirmation that opens these
powers in a session.

The powers belong to the id of an account, never to a name: a deleted account takes them with it, and whoever
registers its name later gets nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import select, update

from numberhouse.protocol.people import Person
from numberhouse.server.accounts.administration.audit import audit
from numberhouse.server.accounts.people import digest, name_key
from numberhouse.server.base.refusals import Refused
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import people, sign_ins

__all__ = ["CONFIRMED_SECONDS", "administrator_names", "check_confirmed", "confirm", "confirm_first", "grant"]

CONFIRMED_SECONDS: Final = 15 * 60
"""Time for which the password opens the powers of an administrator in one session."""


async def grant(database: Database, now: Callable[[], float], name: str, *, granted: bool) -> bool:
    """Grant the powers to the member of that name, or revoke them. Returns whether that changed anything.
    Raises `Refused` for a name that no member has."""
    member = (people.c.name_key == name_key(name)) & (people.c.kind == "member")
    async with database.begin() as connection:
        row = (await connection.execute(select(people.c.id, people.c.administrator).where(member))).first()
        if row is None:
            raise Refused(404, "no-member", f"no member has the name {name}; guests must register first")
        if row.administrator == granted:
            return False
        own_row = people.c.id == row.id
        await connection.execute(update(people).where(own_row).values(administrator=granted))
        # Powers that are open in a session close with the grant.
        logins = sign_ins.c.person == row.id
        await connection.execute(update(sign_ins).where(logins).values(confirmed_until=None))
        await audit(connection, now(), None, "grant" if granted else "revoke", about=row.id)
    return True


async def administrator_names(database: Database) -> list[str]:
    """The names of all administrators, in the order of their accounts."""
    query = select(people.c.name).where(people.c.administrator).order_by(people.c.created)
    async with database.read() as connection:
        return list((await connection.execute(query)).scalars())


async def confirm(database: Database, now: float, person: Person, secret: str) -> float:
    """Open the powers of an administrator, whose password has been checked, in the login with this secret.
    Returns the time at which they close. Raises `Refused` for a person who is no administrator."""
    if not person.administrator:
        raise not_an_administrator()
    until = now + CONFIRMED_SECONDS
    login = (sign_ins.c.digest == digest(secret)) & (sign_ins.c.person == person.id)
    async with database.begin() as connection:
        await connection.execute(update(sign_ins).where(login).values(confirmed_until=until))
        await audit(connection, now, person, "confirm")
    return until


def check_confirmed(person: Person) -> None:
    """Raise `Refused` unless the person is an administrator whose powers are open in this session."""
    if not person.administrator:
        raise not_an_administrator()
    if person.confirmed_until is None:
        raise confirm_first()


def confirm_first() -> Refused:
    """The refusal for an administrator who hasn't confirmed the password in this session."""
    return Refused(
        403,
        "confirm-password",
        f"an administrator's powers ask for the password again: confirm it (POST /api/me/confirm), and they "
        f"are open in this session for {CONFIRMED_SECONDS // 60} minutes",
        minutes=CONFIRMED_SECONDS // 60,
    )


def not_an_administrator() -> Refused:
    """The refusal for everybody else."""
    return Refused(
        403,
        "administrators-only",
        "only administrators do this; the operator grants the powers",
    )
