"""What is kept about whoever asks: name, sessions, tokens, notices; to take along, or to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from numberhouse.client.wire import Wire, part
from numberhouse.protocol.people import (
    NOTIFICATION_KINDS,
    Address,
    NotificationKind,
    Person,
    PreferencesInfo,
    SignInInfo,
    TokenInfo,
)

__all__ = ["Account"]

NOTHING: Final[Any] = None
EVERYTHING: Final[Any] = dict[str, Any]


class _Token(msgspec.Struct):
    token: str


class Account:
    """Of whoever asks. Every method raises `ClientError`; most need a session and not a token."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def rename(self, name: str) -> Person:
        """Call oneself something else, as a guest."""
        return self._wire.sent("PUT", "/api/me/name", Person, {"name": name})

    def change_password(self, old: str, new: str) -> Person:
        """Which signs out everywhere else and makes all tokens worthless."""
        return self._wire.sent("PUT", "/api/me/password", Person, {"old": old, "new": new})

    def sign_out_everywhere(self) -> None:
        """End all sessions, and make all tokens worthless."""
        self._wire.sent("POST", "/api/sign-out-everywhere", NOTHING)

    def sessions(self) -> list[SignInInfo]:
        """Where one is signed in."""
        return self._wire.get("/api/me/sessions", list[SignInInfo])

    def revoke_session(self, session: str) -> None:
        """Sign out there."""
        self._wire.sent("DELETE", f"/api/me/sessions/{part(session)}", NOTHING)

    def tokens(self) -> list[TokenInfo]:
        """The programs that play in one's name."""
        return self._wire.get("/api/me/tokens", list[TokenInfo])

    def make_token(self, name: str) -> str:
        """A bearer token for a program of that name; told this once."""
        return self._wire.sent("POST", "/api/me/tokens", _Token, {"name": name}).token

    def revoke_token(self, token: str) -> None:
        """Make the token with this id worthless."""
        self._wire.sent("DELETE", f"/api/me/tokens/{part(token)}", NOTHING)

    def notices(self) -> PreferencesInfo:
        """What one wants to be told, in which language, and where to."""
        return self._wire.get("/api/me/settings", PreferencesInfo)

    def choose_notices(
        self, about: Sequence[NotificationKind] = NOTIFICATION_KINDS, language: Literal["en", "ru"] = "en"
    ) -> PreferencesInfo:
        """What one wants to be told, and in which language; the addresses stay."""
        asked = {"about": about, "language": language}
        return self._wire.sent("PUT", "/api/me/settings", PreferencesInfo, asked)

    def add_address(self, address: str) -> tuple[Address, ...]:
        """Send notices to this Apprise URL too; it is never shown again."""
        asked = {"address": address}
        return self._wire.sent("POST", "/api/me/addresses", tuple[Address, ...], asked)

    def remove_address(self, address: str) -> None:
        """Send nothing any more to the address with this id."""
        self._wire.sent("DELETE", f"/api/me/addresses/{part(address)}", NOTHING)

    def export(self, password: str = "") -> dict[str, Any]:
        """Everything that is stored about one. Guests have no password."""
        found: dict[str, Any] = self._wire.sent("POST", "/api/me/export", EVERYTHING, {"password": password})
        return found

    def delete(self, password: str = "") -> None:
        """Be forgotten."""
        self._wire.sent("POST", "/api/me/delete", NOTHING, {"password": password})
