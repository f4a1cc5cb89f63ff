"""Promises between the players of a room, and the notes that a player keeps about the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.texts import NoteText

__all__ = [
    "NewPromise",
    "Promise",
    "PromiseAnswer",
    "PromiseAnswerRequest",
    "PromiseChoice",
    "PromiseForm",
    "TrustMark",
    "TrustNote",
    "TrustNoteRequest",
]

RoomId: TypeAlias = Annotated[str, msgspec.Meta(max_length=400)]
SmallNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]

TrustMark: TypeAlias = Literal["none", "trust", "doubt"]
"""What a player thinks of another one."""


class PromiseAnswer(msgspec.Struct, frozen=True):
    """The answer of a player to whom a promise was offered. It is final."""

    seat: Seat
    accepted: bool
    at: float


class Promise(msgspec.Struct, frozen=True):
    """A promise that stands in a message. Nothing of it can be changed; it can be answered, and withdrawn as
    long as nobody has accepted it."""

    round: int
    """The round of the match that it is about, counted from 1."""
    action: Any
    """What its author promises to do in that round; JSON of the game's action."""
    words: Mapping[str, str]
    """The action in words, by language."""
    to: tuple[Seat, ...]
    """The seats to whose players it was offered."""
    answers: tuple[PromiseAnswer, ...] = ()
    """In the order in which they were given."""
    withdrawn: float | None = None
    """When its author withdrew it."""
    may_answer: bool = False
    """Whether the reader is one of those to whom it was offered, and hasn't answered yet."""
    kept: bool | None = None
    """Whether it was kept. Only its author and those who have accepted it are told, and only as far as the
    reader's own view of the match shows it; None otherwise."""


class NewPromise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A promise to offer in a room."""

    room: RoomId
    round: SmallNumber
    action: Any
    """One of the choices of this round (`PromiseForm`)."""
    to: Annotated[tuple[SmallNumber, ...], msgspec.Meta(max_length=100)] = ()
    """Seats in the room; empty for all others who are in it."""
    key: str | None = None
    """Chosen by the sender, at most 64 characters. A request with the same key is stored once."""

    def __post_init__(self) -> None:
        if self.key is not None and not (1 <= len(self.key) <= 64 and self.key.isprintable()):
            raise ValueError("key: 1 to 64 visible characters are possible")


class PromiseAnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a promise."""

    room: RoomId
    number: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    """Number of the message in which it stands."""
    accepted: bool
    """False declines it."""


class PromiseChoice(msgspec.Struct, frozen=True):
    """An action that may be promised."""

    action: Any
    words: str
    parts: tuple[str, ...]
    """Among the choices of a round no other one has just these parts."""


class PromiseForm(msgspec.Struct, frozen=True):
    """What the person may promise now."""

    rounds: tuple[int, ...]
    """Empty where nothing can be promised."""
    round: int | None
    """The round of the choices."""
    choices: tuple[PromiseChoice, ...]


class TrustNote(msgspec.Struct, frozen=True):
    """What a player thinks of another player of the match. Nobody else is ever shown it."""

    seat: Seat
    """The other player's seat."""
    mark: TrustMark
    text: str


class TrustNoteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new note about another player, in place of the earlier one. An empty one removes it."""

    seat: SmallNumber
    mark: TrustMark = "none"
    text: NoteText = ""
