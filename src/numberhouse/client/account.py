"""The account of the client's person: name, password, sessions, tokens, notices, data export, deletion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from numberhouse.client.wire import Wire, path_part
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
    """The account of the client's person. Every method raises `ClientError`; most need a session, not a
    token."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def rename(self, name: str) -> Person:
        """Change the name of a guest."""
        return self._wire.send("PUT", "/api/me/name", Person, {"name": name})

    def change_password(self, old: str, new: str) -> Person:
        """Change the password. This ends all other sessions and revokes all tokens."""
        return self._wire.send("PUT", "/api/me/password", Person, {"old": old, "new": new})

    def sign_out_everywhere(self) -> None:
        """End all sessions, and revoke all tokens."""
        self._wire.send("POST", "/api/sign-out-everywhere", NOTHING)

    def sessions(self) -> list[SignInInfo]:
        """The account's sessions."""
        return self._wire.get("/api/me/sessions", list[SignInInfo])

    def revoke_session(self, session: str) -> None:
        """End the session with this id."""
        self._wire.send("DELETE", f"/api/me/sessions/{path_part(session)}", NOTHING)

    def tokens(self) -> list[TokenInfo]:
        """The tokens of programs that play in this person's name."""
        return self._wire.get("/api/me/tokens", list[TokenInfo])

    def make_token(self, name: str) -> str:
        """A new bearer token for a program of that name. The service never shows it again."""
        return self._wire.send("POST", "/api/me/tokens", _Token, {"name": name}).token

    def revoke_token(self, token: str) -> None:
        """Revoke the token with this id."""
        self._wire.send("DELETE", f"/api/me/tokens/{path_part(token)}", NOTHING)

    def notices(self) -> PreferencesInfo:
        """The person's choice of notices, their language and their addresses."""
        return self._wire.get("/api/me/settings", PreferencesInfo)

    def choose_notices(
        self, about: Sequence[NotificationKind] = NOTIFICATION_KINDS, language: str = "en"
    ) -> PreferencesInfo:
        """Choose the notices and their language; the addresses stay."""
        request = {"about": about, "language": language}
        return self._wire.send("PUT", "/api/me/settings", PreferencesInfo, request)

    def add_address(self, address: str) -> tuple[Address, ...]:
        """Send notices to this Apprise URL too. The service never shows it again."""
        request = {"address": address}
        return self._wire.send("POST", "/api/me/addresses", tuple[Address, ...], request)

    def remove_address(self, address: str) -> None:
        """Stop sending notices to the address with this id."""
        self._wire.send("DELETE", f"/api/me/addresses/{path_part(address)}", NOTHING)

    def export(self, password: str = "") -> dict[str, Any]:
        """All data that the service stores about the person. Guests have no password."""
        export: dict[str, Any] = self._wire.send("POST", "/api/me/export", EVERYTHING, {"password": password})
        return export

    def delete(self, password: str = "") -> None:
        """Delete the account."""
        self._wire.send("POST", "/api/me/delete", NOTHING, {"password": password})
