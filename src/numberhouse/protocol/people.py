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
    """Somebody."""

    id: str
    kind: Literal["guest", "member", "bot", "gone"]
    name: str
    administrator: bool = False


class SignInInfo(msgspec.Struct, frozen=True):
    """Where one is signed in."""

    id: str
    created: float
    expires: float
    current: bool
    """Whether it is the one that asks."""


class TokenInfo(msgspec.Struct, frozen=True):
    """A program that plays in one's name."""

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
    """A place where notices go, without what must stay secret."""

    id: str
    kind: str
    """`discord`, `tgram`, `mailto` …"""
    failed: float | None = None
    """Since the last success, when sending there failed last; None where it works, or wasn't tried."""
    off: bool = False
    """Whether it has failed so often that nothing is sent there any more; add it anew to try again."""


class PreferencesInfo(msgspec.Struct, frozen=True):
    """Preferences as their owner is shown them."""

    language: Literal["en", "ru"]
    about: tuple[NotificationKind, ...]
    addresses: tuple[Address, ...]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's name and password."""

    name: str
    password: str


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play at once."""

    name: str = ""


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where notices are to go: an Apprise URL."""

    address: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest or a program is called."""

    name: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Instead of the old one."""

    old: str
    new: str


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Said again, so that a session that was left open isn't enough; guests have none."""

    password: str = ""


class Token(msgspec.Struct, frozen=True):
    """Shown once."""

    token: str


class PreferencesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen."""

    language: Literal["en", "ru"] = "en"
    about: tuple[NotificationKind, ...] = NOTIFICATION_KINDS
    """What one wants notices of."""
