"""Forgotten passwords, where mail is set up: a link to the member's confirmed mail address.

The answer to the request must not tell, by its words or its time, whether a member has the name or an
address: everything is looked up after the answer.
"""

from __future__ import annotations

from typing import Final

from numberhouse.server.accounts.passwords.mail_addresses import MailAddresses
from numberhouse.server.accounts.passwords.password_resets import PasswordResets
from numberhouse.server.accounts.people import People
from numberhouse.server.mail.letters import Letter
from numberhouse.server.mail.mailer import Mailer

__all__ = ["ForgottenPasswords"]

LINK_HOURS: Final = 1

MOST_LINKS: Final = 3
"""Links of one member that are valid at the same time, and so the most mails an hour: strangers may ask."""


class ForgottenPasswords:
    """The requests of all members."""

    def __init__(
        self, people: People, addresses: MailAddresses, resets: PasswordResets, mailer: Mailer
    ) -> None:
        self.people = people
        self.addresses = addresses
        self.resets = resets
        self.mailer = mailer

    def ask(self, name: str) -> None:
        """Send a link to the member of that name, if there is one with an address. Raises `Refused` where no
        mail is sent, or too many letters wait."""

        async def compose() -> Letter | None:
            return await self._letter(name)

        self.mailer.send(compose)

    async def _letter(self, name: str) -> Letter | None:
        person = await self.people.named(name)
        address = None if person is None else await self.addresses.of(person)
        if person is None or address is None:
            return None
        # Earlier links stay valid: a stranger who asks must not make the member's own link worthless.
        secret = await self.resets.add(person, LINK_HOURS, MOST_LINKS)
        if secret is None:
            return None
        preferences = await self.people.preferences(person.id)
        link = self.mailer.link(f"/reset-password#{secret}")
        return Letter("reset", address, person.name, link, preferences.language)
