"""An entry of a match's journal: one thing that happened, numbered, durable before anybody sees its effect.

Entries of the kind `act`, `expire` and `rule` are those of the match that `numberhouse.match` plays; the
others are the host's and the service's: they change clocks, seats or the past, never the position.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

import msgspec

from numberhouse.contract.game import Seat

__all__ = [
    "EXPIRY",
    "Act",
    "Amend",
    "Announce",
    "Body",
    "ByHost",
    "Expire",
    "Extend",
    "JournalEntry",
    "Pause",
    "Release",
    "Resign",
    "Resume",
    "Rule",
    "Seated",
    "Start",
    "Stop",
    "body_digest",
]


class _ByHost(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What hosts do, among others."""

    by: str | None = None
    """Id of the host, or administrator, who has done it; None: the service, or the player of the seat. It is
    stored, and hosts are told the name."""


class Start(_ByHost, frozen=True, tag="start"):
    """The match begins. Always entry 1."""


class Act(msgspec.Struct, frozen=True, tag="act"):
    """A seat does something."""

    action: msgspec.Raw


class Expire(_ByHost, frozen=True, tag="expire"):
    """The time of a seat ran out, or nobody sits there any more."""

    reason: str = "time"
    """`time`, `resigned`, `host`, or `bot` for one that failed."""


class Rule(_ByHost, frozen=True, tag="rule"):
    """The host decides what the rules leave to the host (`numberhouse.contract.game.Refereed`)."""

    ruling: msgspec.Raw
    reason: str = ""
    announced: str = ""
    """What everybody is told of it."""


class Resign(_ByHost, frozen=True, tag="resign"):
    """A seat gives up: from now on it does what `expire` does whenever the match waits for it."""


class Pause(_ByHost, frozen=True, tag="pause"):
    """The host stops the clocks; nobody can act."""


class Resume(_ByHost, frozen=True, tag="resume"):
    """The clocks go on."""


class Extend(_ByHost, frozen=True, tag="extend"):
    """The running turns or round end so much later, or earlier."""

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
"""Stands for an action in an amendment. No union with None: msgspec would read nothing but null into it."""


class Amend(_ByHost, frozen=True, tag="amend"):
    """The host corrects action `number` of the match: it is replayed with another action, or with an expiry
    where there is none."""

    number: int
    action: msgspec.Raw = EXPIRY
    reason: str = ""
    announced: str = ""
    """What everybody is told of it."""


class Announce(_ByHost, frozen=True, tag="announce"):
    """The host says something to everybody."""

    text: str


class Release(_ByHost, frozen=True, tag="release"):
    """From now on spectators see the match without delay."""


class Stop(_ByHost, frozen=True, tag="stop"):
    """The match is abandoned."""

    reason: str = ""
    cause: str = "host"
    """`host`, or `resigned` where nobody is left who plays."""


ByHost: TypeAlias = (
    Start | Expire | Rule | Resign | Pause | Resume | Extend | Seated | Amend | Announce | Release | Stop
)
"""What hosts may do, among others."""

Body: TypeAlias = Act | ByHost


class JournalEntry(msgspec.Struct, frozen=True):
    """One entry."""

    match: str
    number: int
    """1…, without gaps."""
    seat: Seat | None
    """Whose doing it is; None: the host's or the service's."""
    body: Body
    at: float
    """When the service had it."""
    key: str | None = None
    """Of the request, chosen by who sent it: the same key again is the same request."""

    @property
    def kind(self) -> str:
        """The tag of the body."""
        return str(self.body.__struct_config__.tag)


def body_digest(body: Body) -> bytes:
    """The same for bodies that say the same, in whatever order and with whatever spaces; else another one."""
    said = msgspec.json.decode(msgspec.json.encode(body))
    return hashlib.blake2b(msgspec.json.encode(said, order="sorted"), digest_size=8).digest()
