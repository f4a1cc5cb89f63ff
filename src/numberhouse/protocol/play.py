"""What is sent while a match runs: snapshots, updates, actions, the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat

__all__ = [
    "Act",
    "ActMessage",
    "ActionResponse",
    "AdviceRequest",
    "AdviceResponse",
    "Description",
    "FarewellResponse",
    "HeartbeatMessage",
    "Item",
    "ItemText",
    "LegalActions",
    "LegalPart",
    "Lobby",
    "Position",
    "PublicSeat",
    "Snapshot",
    "StateResponse",
    "SubscribeMessage",
    "TextView",
    "Turn",
    "Update",
    "Viewer",
]

Viewer: TypeAlias = Seat | None
"""A seat; None is a spectator."""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a stream, as it is sent. A view is made from the one before it: fields in `set` are
    replaced, those in `add` are lists that got longer by this."""

    number: int
    at: float
    events: tuple[msgspec.Raw, ...] = ()
    set: dict[str, msgspec.Raw] = {}
    add: dict[str, msgspec.Raw] = {}


class PublicSeat(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    bot: str | None
    present: bool
    """Whether its player is looking."""
    awaited: bool
    due: float | None
    """When its time runs out."""
    reserves: int | None
    """Reserve periods that it began its turn with."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it isn't the same."""


class Position(msgspec.Struct, frozen=True):
    """What everybody who sees the match sees of it besides the view."""

    status: str
    seats: Sequence[PublicSeat]
    resigned: tuple[Seat, ...]
    announcements: Sequence[tuple[float, str]]
    spectators: int
    hosts: int = 0
    """How many hosts look on; they aren't counted among the spectators."""
    outcome: Outcome | None = None


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """The match hasn't begun: who sits where."""

    seat: Seat | None
    """Where whoever is told this sits."""
    position: Position


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """The whole view as it is after item `number` of the stream."""

    epoch: int
    number: int
    seat: Viewer
    """Whose view it is; none is the spectators'."""
    view: msgspec.Raw
    position: Position


class Update(msgspec.Struct, frozen=True, tag="update", omit_defaults=True):
    """What has happened since."""

    epoch: int
    items: list[msgspec.Raw] = []
    position: Position | None = None


class ActionResponse(msgspec.Struct, frozen=True):
    """What whoever did something is told."""

    number: int
    """Of the last item of the seat's own stream."""
    epoch: int
    repeated: bool = False
    """Whether a request with the same key had been accepted before; nothing has happened twice."""


class ItemText(msgspec.Struct, frozen=True):
    """An item of the viewer's stream."""

    number: int
    at: float
    lines: list[str]


class TextView(msgspec.Struct, frozen=True):
    """The position, and what has happened."""

    epoch: int
    number: int
    """Of the last item."""
    text: str
    """The board as the terminal shows it, at most 80 columns."""
    log: list[ItemText]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of one's seat."""

    action: Any
    answers: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The item of the stream that it answers: if more has happened that matters, it is refused as late."""
    epoch: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Of the stream that `answers` counts in; 0 until the first correction."""
    key: str | None = msgspec.field(default=None)
    """Chosen by the sender, at most 64 characters: repeated, it is the same request."""

    def __post_init__(self) -> None:
        if self.key is not None and not 1 <= len(self.key) <= 64:
            raise ValueError("key: 1 to 64 characters are possible")
        if self.key is not None and self.key.startswith("bot-"):
            raise ValueError("key: what begins with bot- is the service's own")


class LegalPart(msgspec.Struct, frozen=True):
    """A kind of action that is built up."""

    name: str
    describe: dict[str, Any]
    free: bool
    left: int | None = None
    """Of a free one that isn't open as often as one likes: how often it still is."""


class LegalActions(msgspec.Struct, frozen=True):
    """What a seat may do."""

    actions: list[Any]
    parts: list[LegalPart]
    complete: bool
    """Whether the list of actions has all that there are."""
    waits: bool = False
    """Whether the match waits for the seat's time alone: nothing that it could do moves the match on."""


class StateResponse(msgspec.Struct, frozen=True):
    """The whole state, every secret included."""

    epoch: int
    entry: int
    """How many actions had happened."""
    entries: int
    """How many have happened."""
    state: msgspec.Raw


class Turn(msgspec.Struct, frozen=True):
    """A match that waits for one."""

    match: str
    game: str
    title: str
    seat: Seat
    """One's own."""
    due: float | None
    """When one's time runs out."""


class AdviceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has put together and not sent."""

    draft: Any
    """As the game has it: `draft_type` of its `advice.py`. At most 16 KiB."""


class AdviceResponse(msgspec.Struct, frozen=True):
    """What a draft would come to, for the position that the seat saw."""

    epoch: int
    number: int
    """Of the last item of the seat's stream."""
    found: dict[str, Any]
    """As the game has it: `found_type` of its `advice.py`."""
    lines: list[str]
    """The same in words."""


class FarewellResponse(msgspec.Struct, frozen=True):
    """What the game has to say when a match is over."""

    text: str
    """Lines of at most 80 characters; empty where it has nothing to say."""


class ActMessage(Act, frozen=True, forbid_unknown_fields=True, tag="act"):
    """An action of one's seat."""


class Description(msgspec.Struct, frozen=True, tag="description"):
    """The position in words and what one's seat may do, sent after an update to those who asked for it."""

    epoch: int
    number: int
    """Of the last item that it covers."""
    text: str
    """The board as the terminal shows it, at most 80 columns."""
    log: list[ItemText]
    """What has happened since the last description."""
    legal: LegalActions | None
    """None for spectators, after the end, and where finding it is part of the game."""


class HeartbeatMessage(msgspec.Struct, frozen=True, tag="heartbeat"):
    """The client is alive."""


class SubscribeMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="subscribe"):
    """Begin to listen."""

    had: dict[str, int] = {}
    """By room, the last change that one has had."""
