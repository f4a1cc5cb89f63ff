"""Chat rooms and their messages."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from numberhouse.contract.game import Seat

__all__ = ["ChatMessages", "Message", "MessageEdit", "NewMessage", "RoomInfo"]


class Message(msgspec.Struct, frozen=True):
    """A message in a room."""

    room: str
    number: int
    """Number of the message in its room, 1…"""
    change: int
    """Number of its last change, a new text or an edit, in the order of its room. A client that has received
    change n asks for greater ones."""
    seat: Seat | None
    """The author's seat; None for the host."""
    name: str
    text: str
    at: float
    edited: float | None
    mine: bool


class ChatMessages(msgspec.Struct, frozen=True):
    """Messages in the order of their changes."""

    messages: list[Message]
    more: bool
    """Whether further messages follow."""


class RoomInfo(msgspec.Struct, frozen=True):
    """A room that the person may know of."""

    id: str
    name: str
    seats: tuple[Seat, ...]
    open: bool
    """Whether the room still exists; a closed one can be read."""
    writable: bool
    """Whether the person may write in it."""
    titles: Mapping[str, str] = {}
    """The game's title of the room, by language; the lobby's title is the house's."""


class MessageEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new text for a message of one's own."""

    room: str
    number: int
    text: str


class NewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to send."""

    room: str
    text: str
    key: str | None = None
    """Chosen by the sender, at most 64 characters. A request with the same key is stored once."""

    def __post_init__(self) -> None:
        if self.key is not None and not (1 <= len(self.key) <= 64 and self.key.isprintable()):
            raise ValueError("key: 1 to 64 visible characters are possible")
