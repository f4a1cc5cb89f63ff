"""An entry of a match's journal: one numbered change, which is durable before anybody sees its effect.

Entries of the kinds `act`, `expire` and `rule`, and those of `resign` that end the match, become entries of
the match that `numberhouse.match` plays. All other kinds change clocks, seats or the past, never the
position; most of them come from the host or the service.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from numberhouse.contract.forfeit import Forfeit
from numberhouse.contract.game import Seat

__all__ = [
    "EXPIRY",
    "Act",
    "Amend",
    "Announce",
    "Body",
    "ByHost",
    "Consent",
    "Expire",
    "Extend",
    "HostProposal",
    "JournalEntry",
    "Looked",
    "Pause",
    "Release",
    "Resign",
    "Resume",
    "Rule",
    "Seated",
    "Start",
    "Stop",
    "body_digest",
    "check_whole",
    "is_played",
]


class _ByHost(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry that a host may cause, among others."""

    by: str | None = None
    """Id of the host or administrator who caused it; None: the service, or the player of the seat. It is
    stored, and hosts see the name."""
    proposal: int | None = None
    """Number of the proposal that the entry carries out; None for an entry that nobody had to consent to."""


class Start(_ByHost, frozen=True, tag="start"):
    """The match begins. Always entry 1."""

    unseen: tuple[Seat, ...] = ()
    """The seats whose first turn begins when their players have looked at the match (`Looked`)."""
    look: float = 0.0
    """Seconds after which it begins without that."""


class Act(msgspec.Struct, frozen=True, tag="act", omit_defaults=True):
    """A seat takes an action of its game."""

    action: msgspec.Raw
    replaced: int | None = None
    """For a free action, the number of the seat's earlier ones in whose place it stands: their entries are
    gone. None for every other action, and in journals of earlier versions of the service."""


class Looked(msgspec.Struct, frozen=True, tag="looked"):
    """The player of the seat has looked at the match for the first time, so that its first turn begins."""


class Expire(_ByHost, frozen=True, tag="expire"):
    """The time of a seat ran out, or nobody sits there any more."""

    reason: str = "time"
    """`time`, `resigned`, `host`, or `bot` for one that failed."""


class Rule(_ByHost, frozen=True, tag="rule"):
    """The host decides what the rules leave to the host (`numberhouse.contract.game.Refereed`)."""

    ruling: msgspec.Raw
    reason: str = ""
    announced: str = ""
    """The announcement of it to everybody; empty for none."""


class Resign(_ByHost, frozen=True, tag="resign"):
    """A seat resigns. In a match of more than two it expires from now on whenever the match waits for it."""

    ends: Forfeit | None = None
    """Why the match ends with this entry as a loss for the seat; None where it goes on, and in journals of
    earlier versions of the service."""


class Pause(_ByHost, frozen=True, tag="pause"):
    """The host stops the clocks; nobody can act."""


class Resume(_ByHost, frozen=True, tag="resume"):
    """The clocks go on."""


class Extend(_ByHost, frozen=True, tag="extend"):
    """The running turns or round end later by `seconds`, or earlier if it is negative."""

    seconds: float
    seats: tuple[Seat, ...] | None = None
    """None: all of them."""
    reason: str = ""


class Seated(_ByHost, frozen=True, tag="seated"):
    """Another player takes the seat of this entry: a person, or a bot."""

    name: str
    bot: str | None = None
    person: str | None = None
    """Id; stored, shown to nobody."""


EXPIRY: Final = msgspec.Raw(b"null")
"""Takes the place of an action in an amendment. Not a union of `Raw` with None: msgspec would decode nothing
but null into it."""


class Amend(_ByHost, frozen=True, tag="amend"):
    """The host corrects action `number` of the match, which is replayed with another action, or with an
    expiry if none is given."""

    number: int
    action: msgspec.Raw = EXPIRY
    reason: str = ""
    announced: str = ""
    """The announcement of it to everybody; empty for none."""


class Announce(_ByHost, frozen=True, tag="announce"):
    """The host makes an announcement to everybody."""

    text: str


class Release(_ByHost, frozen=True, tag="release"):
    """From now on spectators see the match without delay."""


class Stop(_ByHost, frozen=True, tag="stop"):
    """The match is abandoned."""

    reason: str = ""
    cause: str = "host"
    """`host`; `resigned` where every seat has resigned; `length` where the match has become too long; `gone`
    where a player called it off because the opponent had left."""


class HostProposal(_ByHost, frozen=True, tag="propose"):
    """A host who plays, or has played, proposes what such a host can't do alone. The seat of the entry is the
    host's."""

    kind: str
    """See `numberhouse.protocol.proposals`."""
    request: msgspec.Raw
    """The request to the desk that carries it out."""
    turn: int
    """Number of the entry of the match with which the running turn or round began."""
    target: Seat | None = None
    """The seat that it is about."""


class Consent(_ByHost, frozen=True, tag="consent"):
    """The seat of this entry answers a proposal; `by` is the proposer, who takes it back, or None."""

    answered: int
    """Number of the proposal."""
    agrees: bool


ByHost: TypeAlias = (
    Start
    | Expire
    | Rule
    | Resign
    | Pause
    | Resume
    | Extend
    | Seated
    | Amend
    | Announce
    | Release
    | Stop
    | HostProposal
    | Consent
)
"""The bodies of the entries that a host may cause, among others."""

Body: TypeAlias = Act | Looked | ByHost


def is_played(body: Body) -> bool:
    """Whether an entry of that body is an entry of the match itself, so that it has a number there."""
    return isinstance(body, Act | Expire | Rule) or (isinstance(body, Resign) and body.ends is not None)


class JournalEntry(msgspec.Struct, frozen=True):
    """One entry."""

    match: str
    number: int
    """1…; a gap is the place of a free action that a later one has replaced (`Act.replaced`)."""
    seat: Seat | None
    """The seat that caused it; None: the host or the service."""
    body: Body
    at: float
    """When the service received it; seconds since the epoch."""
    key: str | None = None
    """The key of the request, chosen by its sender: two requests with one key are the same request."""

    @property
    def kind(self) -> str:
        """The tag of the body."""
        return str(self.body.__struct_config__.tag)

    @property
    def by(self) -> str | None:
        """Id of the host or administrator who caused it; None for what players do, and the service."""
        return None if isinstance(self.body, Act | Looked) else self.body.by


def check_whole(entries: Sequence[JournalEntry]) -> None:
    """Raises `ValueError` where a whole journal lacks entries that no free action has replaced."""
    replaced = sum(entry.body.replaced or 0 for entry in entries if isinstance(entry.body, Act))
    last = entries[-1].number if entries else 0
    if last != len(entries) + replaced:
        raise ValueError(f"{last - len(entries) - replaced} of the entries 1 to {last} are missing")


def body_digest(body: Body) -> bytes:
    """A digest of a body that is independent of the order of JSON keys, of white space, and of what the
    action has replaced."""
    document = msgspec.json.decode(msgspec.json.encode(body))
    document.pop("replaced", None)
    return hashlib.blake2b(msgspec.json.encode(document, order="sorted"), digest_size=8).digest()
