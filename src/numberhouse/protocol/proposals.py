"""Proposals: what a host who plays asks of the other seats, and their answers."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Key

__all__ = [
    "ConsentRequest",
    "ProposalInfo",
    "ProposalKind",
    "ProposalRequest",
    "ProposalResponse",
    "Proposals",
]

ProposalKind: TypeAlias = Literal[
    "pause", "resume", "extend", "stop", "expire", "resign", "replace", "invite", "amend"
]


class ProposalInfo(msgspec.Struct, frozen=True):
    """An open proposal, as everybody at the table sees it."""

    number: int
    kind: ProposalKind
    by: Seat | None
    """The proposer's seat; None for a host who has left the seat."""
    seat: Seat | None
    """The seat that it is about; None for the whole match."""
    request: Any
    """The request to the desk that it asks consent for, without its key."""
    at: float
    agreed: tuple[Seat, ...]
    waits_for: tuple[Seat, ...]
    """The seats that haven't answered yet. Only people are asked: bots agree."""


class Proposals(msgspec.Struct, frozen=True):
    """The open proposals of a match."""

    proposals: tuple[ProposalInfo, ...]


class ProposalRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to propose something."""

    kind: ProposalKind
    seat: int | None = None
    """The seat that it is about, for `expire`, `resign`, `replace` and `invite`."""
    request: dict[str, Any] = {}
    """The request to the desk of that kind, without its key."""
    key: Key | None = None


class ProposalResponse(msgspec.Struct, frozen=True):
    """The proposals after a request."""

    proposals: tuple[ProposalInfo, ...]
    carried_out: bool
    """Whether everybody concerned has agreed, so that this request carried it out."""
    invitation: str | None = None
    """The secret of the invitation, shown this once; it is good from the moment when all have agreed."""
    number: int | None = None
    """The number of the proposal that the request has made, or answered."""


class ConsentRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a proposal. The proposer takes it back by not agreeing."""

    agrees: bool
    key: Key | None = None
