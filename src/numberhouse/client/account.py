"""The account of the client's person: name, password, sessions, tokens, notifications, data export,
deletion."""

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

    def sign_ins(self) -> list[SignInInfo]:
        """The account's sessions."""
        return self._wire.get("/api/me/sign-ins", list[SignInInfo])

    def revoke_sign_in(self, sign_in: str) -> None:
        """End the session with this id."""
        self._wire.send("DELETE", f"/api/me/sign-ins/{path_part(sign_in)}", NOTHING)

    def tokens(self) -> list[TokenInfo]:
        """The tokens of programs that play in this person's name."""
        return self._wire.get("/api/me/tokens", list[TokenInfo])

    def make_token(self, name: str) -> str:
        """A new bearer token for a program of that name. The service never shows it again."""
        return self._wire.send("POST", "/api/me/tokens", _Token, {"name": name}).token

    def revoke_token(self, token: str) -> None:
        """Revoke the token with this id."""
        self._wire.send("DELETE", f"/api/me/tokens/{path_part(token)}", NOTHING)

    def preferences(self) -> PreferencesInfo:
        """The person's language, and the notifications with their addresses."""
        return self._wire.get("/api/me/preferences", PreferencesInfo)

    def change_preferences(
        self,
        notification_kinds: Sequence[NotificationKind] = NOTIFICATION_KINDS,
        language: str = "en",
    ) -> PreferencesInfo:
        """Choose the notifications and their language; the addresses stay."""
        request = {"notification_kinds": notification_kinds, "language": language}
        return self._wire.send("PUT", "/api/me/preferences", PreferencesInfo, request)

    def add_address(self, address: str) -> tuple[Address, ...]:
        """Send notifications to this Apprise URL too. The service never shows it again."""
        request = {"address": address}
        return self._wire.send("POST", "/api/me/addresses", tuple[Address, ...], request)

    def remove_address(self, address: str) -> None:
        """Stop sending notifications to the address with this id."""
        self._wire.send("DELETE", f"/api/me/addresses/{path_part(address)}", NOTHING)

    def export(self, password: str = "") -> dict[str, Any]:
        """All data that the service stores about the person. Guests have no password."""
        export: dict[str, Any] = self._wire.send("POST", "/api/me/export", EVERYTHING, {"password": password})
        return export

    def delete(self, password: str = "") -> None:
        """Delete the account."""
        self._wire.send("POST", "/api/me/delete", NOTHING, {"password": password})
