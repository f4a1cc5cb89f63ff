"""A member's mail address, to which links for a forgotten password go. It must never be shown to others, and
its owner sees a hint of it only.

The owner confirms the address by a code, because a misspelt one would give the account to a stranger. Until
then an earlier address stays. A change needs the password, and the earlier address is told of it.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.people import MailAddress, Person
from numberhouse.server.accounts.people import People, digest
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import MAIL_ADDRESS
from numberhouse.server.mail.letters import Letter, LetterKind
from numberhouse.server.mail.mailer import Mailer
from numberhouse.server.storage.database import Database, insert_into
from numberhouse.server.storage.schema import mail_addresses

__all__ = ["MailAddresses"]

CODE_SECONDS: Final = 3600

SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody confuses: no I, O, 0, 1."""

CODE_LENGTH: Final = 10
"""50 random bits; attempts are counted like those of a password."""

LONGEST_ADDRESS: Final = 254


class MailAddresses:
    """The mail addresses of all members."""

    def __init__(self, database: Database, people: People, mailer: Mailer, now: Callable[[], float]) -> None:
        self.database = database
        self.people = people
        self.mailer = mailer
        self.now = now

    async def info(self, person: Person) -> MailAddress:
        """What the owner sees."""
        row = await self._row(person)
        if row is None:
            return MailAddress(self.mailer.is_set_up)
        is_pending = row.pending is not None and row.expires > self.now()
        return MailAddress(
            self.mailer.is_set_up,
            _hint(row.address) if row.address else None,
            _hint(row.pending) if is_pending else None,
        )

    async def begin(self, person: Person, address: str) -> None:
        """Send a code to the address. Raises `Refused` for what isn't an address."""
        self.mailer.check_set_up()
        if len(address) > LONGEST_ADDRESS or not MAIL_ADDRESS.fullmatch(address):
            raise Refused(400, "mail-address", "not a mail address; one like ann@example.org is possible")
        code = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
        values = {"pending": address, "digest": digest(code), "expires": self.now() + CODE_SECONDS}
        async with self.database.begin() as connection:
            statement = insert_into(connection, mail_addresses).values(person=person.id, **values)
            await connection.execute(
                statement.on_conflict_do_update(index_elements=[mail_addresses.c.person], set_=values)
            )
        preferences = await self.people.preferences(person.id)
        letter = Letter(
            "confirm", address, "", self.mailer.link("/settings"), preferences.language, secret=code
        )
        self.mailer.send(_ready(letter))

    async def confirm(self, person: Person, code: str) -> None:
        """Make the address that waits the person's. Raises `Refused` for a code that isn't valid."""
        plain = "".join(code.split()).upper()
        async with self.database.begin() as connection:
            row = await _locked_row(connection, person)
            is_valid = (
                row is not None
                and row.digest is not None
                and row.expires > self.now()
                and secrets.compare_digest(row.digest, digest(plain))
            )
            if row is None or not is_valid:
                raise Refused(
                    404, "mail-code", "this isn't the code of the last mail, or it is older than an hour"
                )
            values = {
                "address": row.pending, "confirmed": self.now(),
                "pending": None, "digest": None, "expires": None,
            }  # fmt: skip
            own = mail_addresses.c.person == person.id
            await connection.execute(update(mail_addresses).where(own).values(values))
        if row.address is not None and row.address != row.pending:
            await self._tell(person, row.address, "changed")

    async def remove(self, person: Person) -> None:
        """Forget the address, and one that waits."""
        row = await self._row(person)
        async with self.database.begin() as connection:
            await connection.execute(delete(mail_addresses).where(mail_addresses.c.person == person.id))
        if row is not None and row.address is not None:
            await self._tell(person, row.address, "changed")

    async def of(self, person: Person) -> str | None:
        """The confirmed address; None where there is none."""
        row = await self._row(person)
        return None if row is None else row.address

    async def tell_of_reset(self, person: Person) -> None:
        """Tell the member that a link has set a new password, where there is an address."""
        address = await self.of(person) if self.mailer.is_set_up else None
        if address is not None:
            await self._tell(person, address, "was_reset")

    async def _tell(self, person: Person, address: str, kind: LetterKind) -> None:
        """Send a letter that must not hinder what it tells of."""
        preferences = await self.people.preferences(person.id)
        letter = Letter(kind, address, person.name, self.mailer.link("/"), preferences.language)
        with contextlib.suppress(Refused):  # mail isn't set up any more, or too many letters wait
            self.mailer.send(_ready(letter))

    async def _row(self, person: Person) -> Any:
        query = select(mail_addresses).where(mail_addresses.c.person == person.id)
        async with self.database.read() as connection:
            return (await connection.execute(query)).first()


async def _locked_row(connection: AsyncConnection, person: Person) -> Any:
    query = select(mail_addresses).where(mail_addresses.c.person == person.id).with_for_update()
    return (await connection.execute(query)).first()


def _ready(letter: Letter) -> Any:
    async def compose() -> Letter:
        return letter

    return compose


def _hint(address: str) -> str:
    """The address as its owner recognises it; a stolen session must not give it away."""
    name, _, host = address.rpartition("@")
    return f"{name[:1]}…@{host}"
