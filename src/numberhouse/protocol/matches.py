"""A match, its seats, and the requests before it begins."""

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
    "InvitationSecret",
    "MatchInfo",
    "MemberName",
    "Role",
    "SeatChoice",
    "SeatInfo",
    "SeatPlayer",
]

Role: TypeAlias = Literal["administrator", "host", "playing host", "seat", "invited", "spectator", "stranger"]
"""`spectator` is a person to whom the match is visible; `stranger` one to whom it isn't."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat of a match."""

    seat: Seat
    name: str
    """The player's name, or the bot's title; empty for a free seat."""
    bot: str | None = None
    assistance: bool = False
    """Whether the seat agrees to assistance; assistance is on where all seats agree."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it differs."""


class MatchInfo(msgspec.Struct, frozen=True):
    """A match for a person who may see it."""

    id: str
    game: str
    rules_version: int
    """The version of the game's rules in this match."""
    options: dict[str, Any]
    """Before the end without the secret ones."""
    seats: tuple[SeatInfo, ...]
    hosts: tuple[str, ...]
    """Names of the hosts."""
    clock: Clock
    terms: Terms
    status: Status
    seed_digest: str
    created: float
    started: float | None
    ended: float | None
    due: float | None
    opens: float | None = None
    """When a draft opens by itself."""
    starts: float | None = None
    """When the match starts by itself, if all seats are taken."""
    roles: tuple[Role, ...] = ()
    """Roles of the person who asks."""
    seat: Seat | None = None
    """Seat of the person who asks."""
    seed: str | None = None
    """None before the end."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for a new match, or for the change of a draft."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    """None: the usual number."""
    clock: Clock | None = None
    """None: the game's own."""
    terms: Terms = Terms()
    bots: tuple[str | None, ...] = ()
    """By seat, a bot's name. Seats with None, and those after the last entry, are for people."""


class SeatPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new player of a seat before the start: a bot, or nobody."""

    bot: str | None = None


class AssistanceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one's seat agrees to assistance."""

    assistance: bool


class MemberName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member, by name."""

    name: str


class InvitationSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret at the end of an invitation's link."""

    secret: Annotated[str, msgspec.Meta(max_length=100)]


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class SeatChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take; None: any free one."""

    seat: SeatNumber | None = None


class InvitationInfo(msgspec.Struct, frozen=True):
    """An invitation, without its secret."""

    id: str
    seat: Seat | None
    created: float
    revoked: float | None
    used: float | None
    name: str | None
    """Name of the person who has used it."""
