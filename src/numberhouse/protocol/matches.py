"""A match, its seats, and what people do before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.protocol.terms import Status, Terms

__all__ = [
    "AssistanceRequest",
    "Draft",
    "InvitationInfo",
    "MatchInfo",
    "Member",
    "Role",
    "SeatChoice",
    "SeatInfo",
    "Secret",
    "Sitter",
]

Role: TypeAlias = Literal["administrator", "host", "playing host", "seat", "invited", "spectator", "stranger"]
"""`spectator` is anybody to whom the match is visible; `stranger` anybody to whom it isn't."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat of a match."""

    seat: Seat
    name: str
    """Of the player, or the bot's title; empty while nobody sits there."""
    bot: str | None = None
    assistance: bool = False
    """Whether the seat agrees to assistance; it is on where all do."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it isn't the same."""


class MatchInfo(msgspec.Struct, frozen=True):
    """A match as whoever may see it is told."""

    id: str
    game: str
    rules: int
    """The version of the rules that it is played by."""
    options: dict[str, Any]
    """Without the secret ones, before the end."""
    seats: tuple[SeatInfo, ...]
    hosts: tuple[str, ...]
    """Names."""
    clock: Clock
    terms: Terms
    status: Status
    seed_digest: str
    created: float
    started: float | None
    ended: float | None
    due: float | None
    opens: float | None = None
    """When a draft will be opened by itself."""
    starts: float | None = None
    """When it will be started by itself, if all seats are taken."""
    roles: tuple[Role, ...] = ()
    """Of whoever asks."""
    seat: Seat | None = None
    """Where whoever asks sits."""
    seed: str | None = None
    """After the end."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a match is made of."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    """None: as many as usual."""
    clock: Clock | None = None
    """None: the game's own."""
    terms: Terms = Terms()
    bots: tuple[str | None, ...] = ()
    """By seat, a bot's name; None, and all seats after the last one named, are for people."""


class Sitter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere: a bot, or nobody."""

    bot: str | None = None


class AssistanceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one's seat agrees to assistance."""

    assistance: bool


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member, by name."""

    name: str


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret end of an invitation's link."""

    secret: Annotated[str, msgspec.Meta(max_length=100)]


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class SeatChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat; none is any."""

    seat: SeatNumber | None = None


class InvitationInfo(msgspec.Struct, frozen=True):
    """An invitation, without its secret."""

    id: str
    seat: Seat | None
    created: float
    revoked: float | None
    used: float | None
    name: str | None
    """Of who has used it."""
