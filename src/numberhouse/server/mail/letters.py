"""The letters of the house, in the reader's language. Plain text; a link stands on a line of its own."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.words import HOUSE, message

__all__ = ["Letter", "LetterKind"]

LetterKind: TypeAlias = Literal["confirm", "reset", "was_reset", "changed"]

PHRASES: Final[Mapping[str, str]] = {
    "confirm_subject": message("Confirm this address"),
    "confirm": message(
        "Hello,\n\nthe code for your mail address in a house of number games is\n\n{secret}\n\n"
        "Enter it within an hour in the settings: {link}\n\n"
        "If you didn't ask for it, do nothing: without the code nothing is sent to this address."
    ),
    "reset_subject": message("A new password"),
    "reset": message(
        "Hello {name},\n\nby this link you set a new password:\n\n{link}\n\n"
        "It works once and for an hour. All sessions end then, and all tokens become worthless.\n\n"
        "If you didn't ask for it, do nothing: the password stays as it is."
    ),
    "was_reset_subject": message("Your password was set anew"),
    "was_reset": message(
        "Hello {name},\n\na link has just set a new password for your account; all sessions have ended. "
        "If that wasn't you, ask the operator of the house: {link}"
    ),
    "changed_subject": message("Your mail address was changed"),
    "changed": message(
        "Hello {name},\n\nthis address isn't that of your account any more: links for a forgotten password "
        "aren't sent here from now on. If that wasn't you, ask the operator of the house: {link}"
    ),
}

phrase: Final = HOUSE.phrases(PHRASES)


class Letter(msgspec.Struct, frozen=True):
    """A letter to one address."""

    kind: LetterKind
    to: str
    name: str
    """The member's name. A letter to an address that isn't confirmed doesn't show it: it would be a line of
    the sender's own choice to strangers."""
    link: str
    lang: str
    secret: str = ""
    """The code to confirm the address by."""

    def message(self, sender: str) -> EmailMessage:
        """The mail as it is sent."""
        mail = EmailMessage(policy=SMTP)
        mail["From"] = sender
        mail["To"] = self.to
        mail["Subject"] = f"Numberhouse: {phrase(f'{self.kind}_subject', self.lang)}"
        mail["Date"] = format_datetime(localtime())
        mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"  # no automatic answers to it
        text = phrase(self.kind, self.lang, name=self.name, link=self.link, secret=self.secret)
        mail.set_content(text, cte="quoted-printable")  # not every mail server takes 8 bits
        return mail
