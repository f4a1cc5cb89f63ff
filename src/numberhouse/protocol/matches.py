"""A match, its seats, and the requests before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.protocol.terms import Status, Terms
from numberhouse.seeding import check_contribution

__all__ = [
    "AcceptRequest",
    "AssistanceRequest",
    "CodeRequest",
    "Contributing",
    "ContributionRequest",
    "Draft",
    "FoundMatch",
    "InvitationInfo",
    "InvitationSecret",
    "JoinRequest",
    "ListedStatus",
    "MatchCode",
    "MatchInfo",
    "MatchSummary",
    "MemberName",
    "OwnResult",
    "RematchRequest",
    "Role",
    "SeatChoice",
    "SeatCount",
    "SeatInfo",
    "SeatPlayer",
]

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]

Role: TypeAlias = Literal[
    "administrator",
    "host",
    "playing host",
    "former playing host",
    "seat",
    "invited",
    "offered",
    "spectator",
    "stranger",
]
"""`former playing host` is a host who has played this match and lost the seat; `offered` is a person to whom
a seat, or hosting, is offered, and who hasn't answered yet; `spectator` is a person to
whom the match is visible; `stranger` one to whom it isn't."""


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
    contributed: bool = False
    """Whether the seat's player has contributed to the seed."""
    hosts: bool = False
    """Whether the player hosts the match too."""
    offered_to: str | None = None
    """Name of the person to whom the seat is offered, and who hasn't answered yet: for the hosts, the players
    and that person; empty for others. None where it isn't offered."""
    score: float | None = None
    """Points at the end of the match; None before it, for a match that was stopped or that a forfeit has
    decided, and for one that ended before the service stored results."""
    place: int | None = None
    """1 is best, equal places are shared; None as for `score`, but for a forfeit."""


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
    seed_digest: str | None
    """SHA-256 of the seed, which is made at the start; None before."""
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
    commitment: str | None = None
    """The digest of the secret from which the seed is made; `numberhouse.seeding` says how. None for a match
    that was drafted before there were commitments."""
    contributions: tuple[str, ...] | None = None
    """The seats' contributions to the seed, empty for a seat that gave none. None before the start."""
    secret: str | None = None
    """The secret of the commitment. None before the end."""
    handed_in: Mapping[str, str] = {}
    """By option that hands in the content of the match (a problem, sets, a mine), the name of the person who
    chose it, who can't play; empty for a person who has closed the account."""
    knows_secrets: tuple[str, ...] = ()
    """Why the person who asks can't sit down: the content options whose present values the person knows, and
    `everything` for one who has seen the match with all its secrets."""
    left_out: tuple[str, ...] = ()
    """Such options of the earlier match, which a copy doesn't take along; only in the answer to the request
    that copies, or asks for a rematch."""
    takes_over: Seat | None = None
    """The seat of a running match whose player the invitation replaces; only in the answer to a look at an
    invitation. None for one from before the start, which is of no use after it."""


class MatchSummary(msgspec.Struct, frozen=True):
    """A row of a list of matches: a few hundred bytes, however large the match is."""

    id: str
    game: str
    rules_version: int
    seats: tuple[SeatInfo, ...]
    hosts: tuple[str, ...]
    """Names of the hosts."""
    clock: Clock
    terms: Terms
    status: Status
    created: float
    started: float | None
    ended: float | None
    due: float | None
    opens: float | None = None
    starts: float | None = None
    roles: tuple[Role, ...] = ()
    """Roles of the person who asks."""
    seat: Seat | None = None
    """Seat of the person who asks."""
    options: dict[str, Any] = {}
    """The options, without the secret ones, where all of them are small; `GET /api/matches/ID` has them
    all."""
    all_options: bool = True
    """Whether `options` is complete; empty and false for a match with word lists, for instance."""
    handed_in: Mapping[str, str] = {}
    """As in `MatchInfo`; empty too where the options are left out."""
    knows_secrets: tuple[str, ...] = ()
    """As in `MatchInfo`; without options that are left out."""


ListedStatus: TypeAlias = Literal["waiting", "running", "finished"]
"""`waiting` are matches before their start, `finished` all that are over."""

OwnResult: TypeAlias = Literal["won", "lost", "drawn"]
"""The result of a match against others: `won` alone on the first place, `drawn` on a first place that is
shared."""


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
    """The new player of a seat before the start: a bot, a member to whom the seat is offered, or nobody."""

    bot: str | None = None
    member: str | None = None
    """A member's name. The seat is free until the member accepts."""


class SeatCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new number of seats of a match that hasn't begun."""

    seats: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class AssistanceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one's seat agrees to assistance."""

    assistance: bool


class MemberName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member, by name."""

    name: str


class Contributing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request that may contribute to the seed of a match."""

    contribution: str | None = None
    """16 to 64 random bytes of the player's client, in hex; see `numberhouse.seeding`."""

    def __post_init__(self) -> None:
        if self.contribution is not None:
            check_contribution(self.contribution)


class ContributionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contribution to the seed of a match in which one has a seat, before its start."""

    contribution: str
    """16 to 64 random bytes of the player's client, in hex; see `numberhouse.seeding`."""

    def __post_init__(self) -> None:
        check_contribution(self.contribution)


class JoinRequest(Contributing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat to take; None: any free one."""

    seat: SeatNumber | None = None


class AcceptRequest(Contributing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The invitation to accept. A contribution counts only before the start."""

    secret: Annotated[str, msgspec.Meta(max_length=100)]


class RematchRequest(Contributing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A wish for a rematch."""


class InvitationSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret at the end of an invitation's link."""

    secret: Annotated[str, msgspec.Meta(max_length=100)]


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


class MatchCode(msgspec.Struct, frozen=True):
    """The code of a match that hasn't begun."""

    code: str
    """Six letters."""
    until: float | None
    """When it ends unless a host asks for it again, in seconds since the epoch; None: when the match
    begins."""


class CodeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code as a person has typed it."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class FoundMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Where a code leads: to a match, or to an invitation to a private match."""

    match: str | None = None
    invitation: str | None = None
    """The secret of a new invitation for one person."""
