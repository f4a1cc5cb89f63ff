"""The account of the client's person: name, password, sessions, tokens, notifications, data export,
deletion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from numberhouse.client.wire import Wire, path_part, query_string
from numberhouse.protocol.people import (
    DEFAULT_SCOPES,
    NOTIFICATION_KINDS,
    Address,
    AuditLog,
    Confirmation,
    MailAddress,
    NotificationKind,
    Person,
    PreferencesInfo,
    Scope,
    SignInInfo,
    TokenInfo,
)
from numberhouse.protocol.statistics import GameStatistics, OpponentTally

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
        """Change the name, in every place at once; a member signs in by the new one."""
        return self._wire.send("PUT", "/api/me/name", Person, {"name": name})

    def change_password(self, old: str, new: str) -> Person:
        """Change the password. This ends all other sessions and revokes all tokens."""
        return self._wire.send("PUT", "/api/me/password", Person, {"old": old, "new": new})

    def mail(self) -> MailAddress:
        """A member's mail address for forgotten passwords, as a hint."""
        return self._wire.get("/api/me/mail", MailAddress)

    def change_mail(self, address: str, password: str) -> MailAddress:
        """Have a code sent to a new mail address; the earlier one stays until `confirm_mail`."""
        request = {"address": address, "password": password}
        return self._wire.send("PUT", "/api/me/mail", MailAddress, request)

    def confirm_mail(self, code: str) -> MailAddress:
        """Confirm the mail address by the code that was sent to it."""
        return self._wire.send("POST", "/api/me/mail/confirm", MailAddress, {"code": code})

    def remove_mail(self, password: str) -> MailAddress:
        """Remove the mail address."""
        return self._wire.send("POST", "/api/me/mail/remove", MailAddress, {"password": password})

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

    def make_token(self, name: str, scopes: Sequence[Scope] = DEFAULT_SCOPES, days: int = 90) -> str:
        """A new bearer token for a program of that name, which ends after so many days, 365 at most. The
        service never shows it again. `host` is the scope for programs that host matches."""
        request = {"name": name, "scopes": scopes, "days": days}
        return self._wire.send("POST", "/api/me/tokens", _Token, request).token

    def revoke_token(self, token: str) -> None:
        """Revoke the token with this id."""
        self._wire.send("DELETE", f"/api/me/tokens/{path_part(token)}", NOTHING)

    def confirm(self, password: str) -> float:
        """Open the powers of an administrator in this session. Returns the time at which they close."""
        request = {"password": password}
        return self._wire.send("POST", "/api/me/confirm", Confirmation, request).until

    def audit_log(self, before: int | None = None) -> AuditLog:
        """A page of the audit log, newest entries first, for administrators with open powers; `before` is
        that of the page before."""
        return self._wire.get(f"/api/admin/audit{query_string(before=before)}", AuditLog)

    def statistics(self) -> tuple[GameStatistics, ...]:
        """The person's statistics by game, against people and against bots apart."""
        return self._wire.get("/api/me/statistics", tuple[GameStatistics, ...])

    def opponents(self, name: str = "") -> list[OpponentTally]:
        """At most 20 people with whom the person has finished matches, and whose names have that part."""
        return self._wire.get(f"/api/me/opponents{query_string(name=name)}", list[OpponentTally])

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
