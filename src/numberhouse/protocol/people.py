"""Accounts, sessions, tokens and preferences."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

__all__ = [
    "NOTIFICATION_KINDS",
    "Address",
    "Credentials",
    "Guest",
    "NewAddress",
    "NewName",
    "NewPassword",
    "NotificationKind",
    "Password",
    "Person",
    "PreferencesInfo",
    "PreferencesRequest",
    "SignInInfo",
    "Token",
    "TokenInfo",
]


class Person(msgspec.Struct, frozen=True):
    """A person: a guest, a member, a bot, or a closed account (`closed`)."""

    id: str
    kind: Literal["guest", "member", "bot", "closed"]
    name: str
    administrator: bool = False


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


NOTIFICATION_KINDS: Final[tuple[NotificationKind, ...]] = (
    "your-turn",
    "deadline",
    "round",
    "invitation",
    "over",
)


NotificationKind: TypeAlias = Literal["your-turn", "deadline", "round", "invitation", "over"]


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

    name: str = ""


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new address for notifications: an Apprise URL."""

    address: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a guest or a program."""

    name: str


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


class PreferencesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to change the preferences."""

    language: str = "en"
    """Language of notifications: a code, such as `ru`."""
    notification_kinds: tuple[NotificationKind, ...] = NOTIFICATION_KINDS
    """The kinds of notifications that the person wants."""
