"""Chat rooms and their messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.moderation import BlockKind
from numberhouse.protocol.promises import Promise
from numberhouse.protocol.texts import MessageText

__all__ = [
    "REACTION_SIGNS",
    "ChatMessages",
    "EarlierText",
    "Message",
    "MessageEdit",
    "NewMessage",
    "Reaction",
    "ReactionRequest",
    "ReactionSign",
    "ReadMark",
    "RoomInfo",
    "UnreadMember",
]

ReactionSign: TypeAlias = Literal["agree", "disagree", "thanks", "laugh", "doubt"]
"""The signs with which a reader answers a message."""

REACTION_SIGNS: Final[tuple[ReactionSign, ...]] = get_args(ReactionSign)

RoomId: TypeAlias = Annotated[str, msgspec.Meta(max_length=400)]
MessageNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, lt=2**31)]


class EarlierText(msgspec.Struct, frozen=True):
    """A text that its author has replaced or deleted."""

    text: str
    at: float
    """When it was written."""


class Reaction(msgspec.Struct, frozen=True):
    """The people who answered a message with one sign."""

    sign: ReactionSign
    names: tuple[str, ...]
    """In the order in which they did."""
    mine: bool


class Message(msgspec.Struct, frozen=True):
    """A message in a room."""

    room: str
    number: int
    """Number of the message in its room, 1…"""
    change: int
    """Number of its last change (a new text, an edit, a deletion, a reaction) in the order of its room. A
    client that has received change n asks for greater ones."""
    seat: Seat | None
    """The author's seat; None for the host."""
    name: str
    text: str
    """Empty for a deleted and for a hidden message."""
    at: float
    edited: float | None
    mine: bool
    hidden: bool = False
    """Whether an operator has hidden the message; its earlier texts are hidden too."""
    deleted: float | None = None
    """When the author deleted it; its last text is the last one of `earlier`."""
    earlier: tuple[EarlierText, ...] = ()
    """The texts that it had before, oldest first: no reader can be shown another text unseen."""
    reactions: tuple[Reaction, ...] = ()
    mentioned: bool = False
    """Whether the text names the reader after an `@`."""
    promise: Promise | None = None
    """The promise that the message offers; the text says it in the author's language."""


class ChatMessages(msgspec.Struct, frozen=True):
    """Messages in the order of their changes."""

    messages: list[Message]
    more: bool
    """Whether further messages follow."""


class UnreadMember(msgspec.Struct, frozen=True):
    """A player whom the reader has muted or blocked, and so doesn't read."""

    seat: Seat
    kind: BlockKind
    id: str
    """The id of the mute or block, by which it is removed."""


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
    read: int = 0
    """Number of the last message that the person has read here, on any device."""
    unread_members: tuple[UnreadMember, ...] = ()
    """Players in the room whom the person has muted or blocked."""


class MessageEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new text for a message of one's own."""

    room: str
    number: int
    text: MessageText


class NewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to send."""

    room: str
    text: MessageText
    key: str | None = None
    """Chosen by the sender, at most 64 characters. A request with the same key is stored once."""

    def __post_init__(self) -> None:
        if self.key is not None and not (1 <= len(self.key) <= 64 and self.key.isprintable()):
            raise ValueError("key: 1 to 64 visible characters are possible")


class ReactionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a message by a sign, or its withdrawal."""

    room: RoomId
    number: MessageNumber
    sign: ReactionSign
    given: bool = True
    """False withdraws it."""


class ReadMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far the person has read in a room."""

    room: RoomId
    number: MessageNumber
    """Number of the last message read; a smaller one than before changes nothing."""
