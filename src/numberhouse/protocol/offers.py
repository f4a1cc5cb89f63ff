"""Offers: a host offers a person a seat, or to host; the person accepts or declines."""

from __future__ import annotations

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import SeatRequest

__all__ = ["AcceptOffer", "DeclineOffer", "OfferInfo", "ReceivedOffer"]


class ReceivedOffer(msgspec.Struct, frozen=True):
    """An offer that waits for one's own answer."""

    id: str
    match: str
    game: str
    title: str
    seat: Seat | None
    """None: to host the match."""
    by: str
    """Name of the person who makes the offer."""
    created: float
    rematch_of: str | None = None
    """The match that the person wants to play again."""
    running: bool = False
    """Whether the match has begun, so that one takes over the seat."""


class OfferInfo(msgspec.Struct, frozen=True):
    """An offer, as the hosts of the match see it."""

    id: str
    seat: Seat | None
    """None: to host the match."""
    name: str
    """Name of the person whose answer decides."""
    by: str
    created: float
    declined: float | None
    """When the person declined; None while the offer waits."""


class AcceptOffer(SeatRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The acceptance of an offer. A contribution counts only before the start."""


class DeclineOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The refusal of an offer."""

    all_from_host: bool = False
    """Whether to decline all open offers of the person who made this one."""
