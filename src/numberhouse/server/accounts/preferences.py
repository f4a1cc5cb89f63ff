"""A person's preferences: the language, and the notifications with their addresses. They must never be shown
to anybody else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Final

import msgspec

from numberhouse.protocol.people import NOTIFICATION_KINDS, Address, NotificationKind, PreferencesInfo
from numberhouse.server.base.refusals import Refused

__all__ = ["Preferences", "address_id", "checked_address", "preferences_info"]


MOST_ADDRESSES: Final = 5
LONGEST_ADDRESS: Final = 500
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]{0,30}://[^\s\x00-\x1f\x7f]+")


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """The preferences as they are stored, in the column `preferences` of `people`."""

    language: str = "en"
    notification_kinds: tuple[NotificationKind, ...] = NOTIFICATION_KINDS
    """The kinds of notification that the person wants."""
    addresses: tuple[str, ...] = ()
    """The addresses that they go to: Apprise URLs, which hold passwords of other services."""


def preferences_info(preferences: Preferences, failures: Mapping[str, tuple[float, bool]]) -> PreferencesInfo:
    """The preferences without the addresses themselves, so that a stolen login doesn't give them away.
    `failures` has, by id, when an address failed and whether it is disabled."""
    addresses = tuple(
        Address(name, address.partition("://")[0], *failures.get(name, ()))
        for address in preferences.addresses
        for name in (address_id(address),)
    )
    return PreferencesInfo(preferences.language, preferences.notification_kinds, addresses)


def address_id(address: str) -> str:
    """The id of an address, by which its owner asks to remove it."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def checked_address(address: str, existing: tuple[str, ...]) -> str:
    """The address. Raises `Refused` for an invalid one, and for one too many."""
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Refused(
            400,
            "address",
            f"not an address for notifications: kind://… of at most {LONGEST_ADDRESS} characters is possible",
        )
    if len(existing) >= MOST_ADDRESSES:
        raise Refused(409, "too-many", f"{MOST_ADDRESSES} addresses; remove one before the next")
    return address
