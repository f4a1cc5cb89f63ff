"""Accounts, sessions, tokens and preferences."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.protocol.texts import Label, PersonName

__all__ = [
    "DEFAULT_SCOPES",
    "NOTIFICATION_KINDS",
    "SCOPES",
    "Address",
    "AuditEntry",
    "AuditLog",
    "Confirmation",
    "Credentials",
    "ForgottenPassword",
    "Guest",
    "MailAddress",
    "MailCode",
    "NewAddress",
    "NewMailAddress",
    "NewName",
    "NewPassword",
    "NewToken",
    "NotificationKind",
    "Password",
    "Person",
    "PreferencesInfo",
    "PreferencesRequest",
    "ResetByMail",
    "ResetPassword",
    "Scope",
    "SignInInfo",
    "Token",
    "TokenInfo",
]


Scope: TypeAlias = Literal["read", "play", "host"]
"""What a token opens: `read` what its person may read as a player or a spectator, `play` actions and messages
of seats, `host` everything that hosts do."""

SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "host")

DEFAULT_SCOPES: Final[tuple[Scope, ...]] = ("read", "play")


class Person(msgspec.Struct, frozen=True):
    """A person: a guest, a member, a bot, or a closed account (`closed`)."""

    id: str
    kind: Literal["guest", "member", "bot", "closed"]
    name: str
    administrator: bool = False
    """Whether the account is an administrator's. Its powers are open only until `confirmed_until`."""
    confirmed_until: float | None = None
    """Time until which the powers of an administrator are open in this session; None: the password must be
    confirmed first."""
    scopes: tuple[Scope, ...] | None = None
    """The scopes of the token of this request; None for a session, which has all."""


class SignInInfo(msgspec.Struct, frozen=True):
    """A session of the person's account."""

    id: str
    created: float
    expires: float
    current: bool
    """Whether it is the session of this request."""


class TokenInfo(msgspec.Struct, frozen=True):
    """The token of a program that plays in the person's name."""

    id: str
    name: str
    created: float
    expires: float
    scopes: tuple[Scope, ...]


NOTIFICATION_KINDS: Final[tuple[NotificationKind, ...]] = (
    "your-turn",
    "deadline",
    "round",
    "invitation",
    "over",
)
"""The kinds of those who have chosen none: announcements and messages only come to people who want them."""


NotificationKind: TypeAlias = Literal[
    "your-turn", "deadline", "round", "invitation", "over", "announcement", "message"
]


class Address(msgspec.Struct, frozen=True):
    """An address for notifications, without its secret parts."""

    id: str
    kind: str
    """`discord`, `tgram`, `mailto` …"""
    last_failure: float | None = None
    """Time of the last failure since the last success; None where sending works, or wasn't tried."""
    disabled: bool = False
    """Whether sending has failed so often that the service has stopped; adding it again starts it again."""


class PreferencesInfo(msgspec.Struct, frozen=True):
    """Preferences, for their owner."""

    language: str
    """Language of notifications: a code, such as `ru`."""
    notification_kinds: tuple[NotificationKind, ...]
    addresses: tuple[Address, ...]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's name and password."""

    name: str
    password: str


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to sign in as a new guest."""

    name: PersonName = ""


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new address for notifications: an Apprise URL."""

    address: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new name of a guest."""

    name: PersonName


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a token."""

    name: Label
    """Name of the program."""
    scopes: tuple[Scope, ...] = DEFAULT_SCOPES
    days: int = 90
    """Days until the token ends; at most 365."""


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password in place of the old one."""

    old: str
    new: str


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password once more, so that a session left open isn't enough; guests have none."""

    password: str = ""


class Token(msgspec.Struct, frozen=True):
    """A new bearer token, which the service never shows again."""

    token: str


class ResetPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, by a link of the operator's or of a mail."""

    secret: str
    """The part of the link behind the `#`."""
    password: str


class ForgottenPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a link by mail."""

    name: str
    """The member's name."""


class ResetByMail(msgspec.Struct, frozen=True):
    """What the page to sign in says of forgotten passwords."""

    by_mail: bool
    """Whether the house sends links by mail; otherwise its operator makes them."""
    reset_at: float | None = None
    """Time at which a link set a new password for a member who hasn't signed in with this browser since."""


class MailAddress(msgspec.Struct, frozen=True):
    """A member's mail address for forgotten passwords, for its owner."""

    available: bool
    """Whether the house sends mail."""
    address: str | None = None
    """A hint of the confirmed address, such as `a…@example.org`; None where there is none."""
    pending: str | None = None
    """A hint of the address that waits for its code."""


class NewMailAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new mail address for forgotten passwords, with the password."""

    address: str
    password: str


class MailCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that was sent to a mail address."""

    code: str


class Confirmation(msgspec.Struct, frozen=True):
    """The powers of an administrator, opened in this session by the password."""

    until: float
    """Time at which they close."""


class AuditEntry(msgspec.Struct, frozen=True):
    """A use of an operator's or administrator's power."""

    number: int
    at: float
    person: str | None
    """Name of the administrator; empty for a closed account, None for the operator's command line."""
    action: str
    """Such as `stop` or `grant`."""
    subject: str
    """The thing concerned, such as `match x7Gd`; empty where it is a person."""
    about: str | None
    """Name of the person concerned; empty for a closed account, None where it is no person."""
    note: str


class AuditLog(msgspec.Struct, frozen=True):
    """A page of the audit log, newest entries first."""

    entries: tuple[AuditEntry, ...]
    before: int | None
    """The number to ask for the next page with; None on the last page."""


class PreferencesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to change the preferences."""

    language: str = "en"
    """Language of notifications: a code, such as `ru`."""
    notification_kinds: tuple[NotificationKind, ...] = NOTIFICATION_KINDS
    """The kinds of notifications that the person wants."""
