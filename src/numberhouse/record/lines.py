"""The lines of a record: header, entries, closing line."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from numberhouse.contract.forfeit import Forfeit
from numberhouse.contract.game import Outcome, Seat
from numberhouse.seeding import Seeding

__all__ = [
    "FORMAT",
    "LINES",
    "UNREADABLE",
    "ActionLine",
    "Closing",
    "EntryLine",
    "ExpiryLine",
    "ForfeitLine",
    "Header",
    "Line",
    "RulingLine",
    "decode",
    "encode",
]

FORMAT = 3
"""The newest format. Format 2 has the `seeding`, and format 3 the `forfeit`. A record is written in the
oldest format that can hold it, so that earlier versions of the house read it."""


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
    seeding: Seeding | UnsetType = UNSET
    """What the seed was made of, without the secret in a sealed record. Unset where nobody had committed to
    the seed, for example in a match on the command line."""


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


class ForfeitLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="forfeit"):
    """A seat has lost the match at once."""

    number: int
    seat: Seat
    at: float | None
    reason: Forfeit


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


EntryLine: TypeAlias = ActionLine | ExpiryLine | RulingLine | ForfeitLine
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
