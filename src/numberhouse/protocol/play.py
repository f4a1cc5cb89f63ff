"""Messages while a match runs: snapshots, updates, actions, and the match in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Outcome, Seat
from numberhouse.protocol.proposals import ProposalInfo
from numberhouse.protocol.terms import Status

__all__ = [
    "Act",
    "ActMessage",
    "ActionResponse",
    "AdviceRequest",
    "AdviceResponse",
    "ClaimKind",
    "ClaimRequest",
    "Description",
    "FarewellResponse",
    "HeartbeatMessage",
    "Item",
    "ItemText",
    "LegalActions",
    "LegalPart",
    "Lobby",
    "PlayerNews",
    "PublicMatch",
    "PublicSeat",
    "RematchAnswer",
    "RematchState",
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
    """A step of a stream. It changes the previous view: the fields in `set` are replaced, and the lists in
    `add` are appended to those of the view."""

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
    """Whether its player is connected to the match."""
    awaited: bool
    due: float | None
    """When its time runs out."""
    reserves: int | None
    """Reserve periods at the beginning of its turn."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it differs."""


class PublicMatch(msgspec.Struct, frozen=True):
    """A match as everybody sees it, besides the view."""

    status: str
    seats: Sequence[PublicSeat]
    resigned: tuple[Seat, ...]
    announcements: Sequence[tuple[float, str]]
    spectators: int
    hosts: int = 0
    """Number of watching hosts; `spectators` doesn't include them."""
    outcome: Outcome | None = None
    proposals: tuple[ProposalInfo, ...] = ()
    """The open proposals of a host who plays. Delayed spectators don't see them."""
    stopped: str = ""
    """Why an abandoned match ended without a result: `host` stopped it, all have `resigned`, its `length`
    became too long, or a player called it off whose opponent was `gone`."""
    setup: str = ""
    """Before the start a digest of what `MatchInfo` says of options, clock, terms and the agreement to
    assistance: a page that shows them asks for the match again when it changes. Empty after the start."""


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """A match that hasn't begun, with its seats."""

    seat: Seat | None
    """Seat of the recipient."""
    public_match: PublicMatch


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """The whole view after item `number` of the stream."""

    epoch: int
    number: int
    seat: Viewer
    """The seat whose view it is; None for the spectators'."""
    view: msgspec.Raw
    public_match: PublicMatch


class Update(msgspec.Struct, frozen=True, tag="update", omit_defaults=True):
    """The items since the previous message."""

    epoch: int
    items: list[msgspec.Raw] = []
    public_match: PublicMatch | None = None


class ActionResponse(msgspec.Struct, frozen=True):
    """The response to an action."""

    number: int
    """Number of the last item of the seat's own stream."""
    epoch: int
    repeated: bool = False
    """Whether a request with the same key had been accepted before; then this one changed nothing."""


class ItemText(msgspec.Struct, frozen=True):
    """An item of the viewer's stream, in words."""

    number: int
    at: float
    lines: list[str]
    part: int | None = None
    """The part of the log to which the item belongs, by the number of the item that ended the part before;
    None where the game's log has no parts."""
    summary: list[str] = []
    """The part so far in fewer lines, at its last item in this answer. It replaces every earlier summary of
    the part."""


class TextView(msgspec.Struct, frozen=True):
    """The match in words: the position and the items."""

    epoch: int
    number: int
    """Number of the last item."""
    text: str
    """The board as the terminal shows it, at most 80 columns."""
    log: list[ItemText]
    """At most 500 items."""
    more: bool = False
    """Whether later items follow: the next request names the last one of `log` as `after`."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of one's seat."""

    action: Any
    last_item: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Number of the last item that the action takes into account. The action is refused as late if a later
    item matters."""
    epoch: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Epoch of the stream in which `last_item` counts; 0 until the first correction."""
    key: str | None = msgspec.field(default=None)
    """Chosen by the sender, at most 64 characters. A request with the same key is carried out once."""

    def __post_init__(self) -> None:
        if self.key is not None and not 1 <= len(self.key) <= 64:
            raise ValueError("key: 1 to 64 characters are possible")
        if self.key is not None and self.key.startswith("bot-"):
            raise ValueError("key: what begins with bot- is the service's own")


class LegalPart(msgspec.Struct, frozen=True):
    """A kind of action that is built up from values."""

    name: str
    schema: dict[str, Any]
    """JSON Schema."""
    free: bool
    remaining: int | None = None
    """How often a free action with a limit may still be done; None without a limit."""


class LegalActions(msgspec.Struct, frozen=True):
    """The legal actions of a seat."""

    actions: list[Any]
    parts: list[LegalPart]
    complete: bool
    """Whether `actions` lists all legal actions."""
    waits: bool = False
    """Whether the match waits for the seat's time alone: no action of it moves the match on."""


class StateResponse(msgspec.Struct, frozen=True):
    """The whole state, every secret included."""

    epoch: int
    entry: int
    """Number of entries before this state."""
    entries: int
    """Number of all entries of the match."""
    state: msgspec.Raw


class Turn(msgspec.Struct, frozen=True):
    """A match that waits for the person."""

    match: str
    game: str
    title: str
    seat: Seat
    """The person's seat."""
    due: float | None
    """When the seat's time runs out."""


class AdviceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft: an action that the player has begun and not sent."""

    draft: Any
    """Of the adviser's `draft_type`. At most 16 KiB."""


class AdviceResponse(msgspec.Struct, frozen=True):
    """The result that a draft would have, in the position that the seat saw."""

    epoch: int
    number: int
    """Number of the last item of the seat's stream."""
    result: dict[str, Any]
    """Of the adviser's `result_type`."""
    lines: list[str]
    """The result in words."""


class FarewellResponse(msgspec.Struct, frozen=True):
    """The game's words when a match is over."""

    text: str
    """Lines of at most 80 characters; empty where the game has none."""


ClaimKind: TypeAlias = Literal["win", "call off"]
"""What a player may do whose opponent has left: win the match, or end it without a result."""


class ClaimRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim because the opponent has left."""

    kind: ClaimKind


class RematchAnswer(msgspec.Struct, frozen=True):
    """What a player says to the rematch."""

    name: str
    answer: Literal["accepted", "offered", "declined"]
    """`offered`: there is no answer yet. Who asks for the rematch has accepted it."""


class RematchState(msgspec.Struct, frozen=True):
    """The rematch of a match that is over, for one of its players."""

    match: str
    status: Status
    """Of the rematch; it is `open` until the last player accepts."""
    answers: tuple[RematchAnswer, ...]
    """By seat of the rematch, without bots."""
    offer: str | None
    """The offer that waits for this player's answer."""
    accepted: bool
    """Whether this player has a seat in it."""


class PlayerNews(msgspec.Struct, frozen=True, tag="player"):
    """What only a player of the match is sent, again after every change."""

    claim_at: float | None = None
    """When the player may claim the win or call the match off, if the opponent stays away; None: not now."""
    rematch: RematchState | None = None


class ActMessage(Act, frozen=True, forbid_unknown_fields=True, tag="act"):
    """An action of one's seat."""


class Description(msgspec.Struct, frozen=True, tag="description"):
    """The position in words and the seat's legal actions, sent after an update to clients that want it."""

    epoch: int
    number: int
    """Number of the last item that it covers."""
    text: str
    """The board as the terminal shows it, at most 80 columns."""
    log: list[ItemText]
    """The items since the previous description."""
    legal: LegalActions | None
    """None for spectators, after the end, and where finding legal actions is part of the game."""


class HeartbeatMessage(msgspec.Struct, frozen=True, tag="heartbeat"):
    """The client is alive."""


class SubscribeMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="subscribe"):
    """A subscription to the chat rooms."""

    received: dict[str, int] = {}
    """By room, the last change that the client has received."""
