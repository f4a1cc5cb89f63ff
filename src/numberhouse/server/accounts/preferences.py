"""What a person has chosen: the language, and where notices go. Nobody else ever sees it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from numberhouse.protocol.people import NOTIFICATION_KINDS, Address, NotificationKind, PreferencesInfo
from numberhouse.server.base.refusals import Refused

__all__ = ["Preferences", "address_id", "checked_address", "preferences_info"]


MOST_ADDRESSES: Final = 5
LONGEST_ADDRESS: Final = 500
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]{0,30}://[^\s\x00-\x1f\x7f]+")


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """As it is stored."""

    language: Literal["en", "ru"] = "en"
    about: tuple[NotificationKind, ...] = NOTIFICATION_KINDS
    """What one wants to be told."""
    addresses: tuple[str, ...] = ()
    """Where to: Apprise URLs, which hold passwords of other services."""


def preferences_info(preferences: Preferences, failures: Mapping[str, tuple[float, bool]]) -> PreferencesInfo:
    """Without the addresses themselves: who has stolen a session doesn't get them. `failing` has, by id, when
    an address failed and whether it is off."""
    addresses = tuple(
        Address(name, address.partition("://")[0], *failures.get(name, ()))
        for address in preferences.addresses
        for name in (address_id(address),)
    )
    return PreferencesInfo(preferences.language, preferences.about, addresses)


def address_id(address: str) -> str:
    """By which one asks to have it removed."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def checked_address(address: str, existing: tuple[str, ...]) -> str:
    """The address. Raises `Refused` for what is none, and for one too many."""
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Refused(
            400,
            "address",
            f"not an address for notices: kind://… of at most {LONGEST_ADDRESS} characters is possible",
        )
    if len(existing) >= MOST_ADDRESSES:
        raise Refused(409, "too-many", f"{MOST_ADDRESSES} addresses; remove one before the next")
    return address
