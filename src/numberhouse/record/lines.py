"""The lines of a record: header, entries, closing line."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat

__all__ = [
    "FORMAT",
    "LINES",
    "UNREADABLE",
    "ActionLine",
    "Closing",
    "EntryLine",
    "ExpiryLine",
    "Header",
    "Line",
    "RulingLine",
    "decode",
    "encode",
]

FORMAT = 1


class Header(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="header"
):
    """The first line: everything that defines a match, except the log."""

    format: int
    game: str
    rules: int
    """The version of the game's rules when the match began."""
    options: msgspec.Raw
    """The options as JSON, without the secret options in a sealed record."""
    players: tuple[str, ...]
    """The players' names, by seat."""
    seed_digest: str
    seed: str | None = None
    """The seed. None in a sealed record."""


class ActionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="action"):
    """An action of a seat; `notation` and `action` mean the same."""

    number: int
    seat: Seat
    at: float | None
    notation: str
    action: msgspec.Raw


class ExpiryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="expiry"):
    """The time of a seat ran out."""

    number: int
    seat: Seat
    at: float | None


class RulingLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ruling"):
    """A ruling of the host on a question that the rules leave open."""

    number: int
    at: float | None
    ruling: msgspec.Raw
    reason: str = ""


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="closing"):
    """The last line."""

    status: Literal["finished", "running"]
    outcome: Outcome | None
    actions: int
    """Number of entries in this file."""
    lines: str
    """SHA-256, in hex, of all lines before this one, including their line feeds."""
    state: str | None
    """`numberhouse.match.state_digest`; None in a sealed record."""


EntryLine: TypeAlias = ActionLine | ExpiryLine | RulingLine
"""A line that is an entry of the match's log."""

Line: TypeAlias = Header | EntryLine | Closing

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""Errors that a decoder raises for a file from an untrusted source."""

LINES: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def encode(line: Line) -> str:
    """The line as JSON, with its line feed."""
    return msgspec.json.encode(line, order="deterministic").decode() + "\n"


def decode(text: bytes) -> Line | None:
    """The line, or None where the text is no line of a record."""
    try:
        return LINES.decode(text)
    except UNREADABLE:
        return None
