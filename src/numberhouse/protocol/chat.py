"""Rooms where people write, and what they write."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from numberhouse.contract.game import Seat

__all__ = ["ChatMessages", "Message", "MessageEdit", "NewMessage", "RoomInfo"]


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


class ChatMessages(msgspec.Struct, frozen=True):
    """Messages in the order of their changes."""

    messages: list[Message]
    more: bool
    """Whether there are more of them."""


class RoomInfo(msgspec.Struct, frozen=True):
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


class MessageEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another text of a message of one's own."""

    room: str
    number: int
    text: str


class NewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message."""

    room: str
    text: str
    key: str | None = None
    """Chosen by the sender, at most 64 characters: repeated, it is the same request."""

    def __post_init__(self) -> None:
        if self.key is not None and not (1 <= len(self.key) <= 64 and self.key.isprintable()):
            raise ValueError("key: 1 to 64 visible characters are possible")
