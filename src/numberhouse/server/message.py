"""Rooms and what is said in them, as somebody who may know of it is told."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from numberhouse.game import Seat

__all__ = ["Heard", "Message", "RoomTold"]


class RoomTold(msgspec.Struct, frozen=True):
    """A room as somebody who may know of it is told."""

    id: str
    name: str
    seats: tuple[Seat, ...]
    open: bool
    """Whether it is there; one that has gone can be read."""
    writable: bool
    """Whether whoever asks may write in it."""
    titles: Mapping[str, str] = {}
    """What it is called, by language, as the game says; the lobby is the house's."""


class Message(msgspec.Struct, frozen=True):
    """Something that somebody has said."""

    room: str
    number: int
    """In its room, 1…"""
    change: int
    """When it was last written or edited, in its room: whoever has had change n wants those that are
    greater."""
    seat: Seat | None
    """Of the author; none is the host's."""
    name: str
    text: str
    at: float
    edited: float | None
    mine: bool


class Heard(msgspec.Struct, frozen=True):
    """Messages in the order of their changes."""

    messages: list[Message]
    more: bool
    """Whether there are more of them."""
