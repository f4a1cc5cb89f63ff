"""What a person has chosen: the language, and where notices go. Nobody else ever sees it."""

from __future__ import annotations

import hashlib
import re
from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.server.refusal import Refused

__all__ = ["NOTICES", "Address", "Notice", "Preferences", "Shown", "checked_address", "shown"]

Notice: TypeAlias = Literal["your-turn", "deadline", "round", "invitation"]

NOTICES: Final[tuple[Notice, ...]] = ("your-turn", "deadline", "round", "invitation")

MOST_ADDRESSES: Final = 5
LONGEST_ADDRESS: Final = 500
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]{0,30}://[^\s\x00-\x1f\x7f]+")


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """As it is stored."""

    language: Literal["en", "ru"] = "en"
    about: tuple[Notice, ...] = NOTICES
    """What one wants to be told."""
    addresses: tuple[str, ...] = ()
    """Where to: Apprise URLs, which hold passwords of other services."""


class Address(msgspec.Struct, frozen=True):
    """A place where notices go, without what must stay secret."""

    id: str
    kind: str
    """`discord`, `tgram`, `mailto` …"""


class Shown(msgspec.Struct, frozen=True):
    """Preferences as their owner is shown them."""

    language: Literal["en", "ru"]
    about: tuple[Notice, ...]
    addresses: tuple[Address, ...]


def shown(preferences: Preferences) -> Shown:
    """Without the addresses themselves: who has stolen a session doesn't get them."""
    addresses = tuple(Address(address_id(one), one.partition("://")[0]) for one in preferences.addresses)
    return Shown(preferences.language, preferences.about, addresses)


def address_id(address: str) -> str:
    """By which one asks to have it removed."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def checked_address(address: str, had: tuple[str, ...]) -> str:
    """The address. Raises `Refused` for what is none, and for one too many."""
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Refused(
            400,
            "address",
            f"not an address for notices: kind://… of at most {LONGEST_ADDRESS} characters is possible",
        )
    if len(had) >= MOST_ADDRESSES:
        raise Refused(409, "too-many", f"{MOST_ADDRESSES} addresses; remove one before the next")
    return address
