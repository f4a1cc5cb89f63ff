"""What a session is made of: the terms of its match, its players, its proposals, and entries that can be
committed."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat, Step
from numberhouse.contract.timekeeping import Times
from numberhouse.match import Entry, Match
from numberhouse.protocol.terms import Status, Terms
from numberhouse.seeding import Seeding
from numberhouse.server.play.sessions.free_actions import FreeAction, ReplacedAction
from numberhouse.server.storage.journal import RowChange
from numberhouse.server.storage.journal_entry import HostProposal, JournalEntry

__all__ = ["AmendedMatch", "Occupant", "PreparedEntry", "Proposal", "Row"]


class Row(msgspec.Struct, frozen=True):
    """The terms of a match as they stand at its start."""

    id: str
    options: Any
    """The game's options struct."""
    seats: int
    seed: str
    """Empty before the start: nothing that a session shows then can depend on the seed."""
    clock: Clock
    terms: Terms
    created: float
    seeding: Seeding | None = None
    """What the seed is made of; None for a match without a commitment."""


class Occupant(msgspec.Struct, frozen=True):
    """The player on a seat, or nobody."""

    name: str
    bot: str | None = None
    person: str | None = None
    """Id; never shown to anybody."""


class Proposal(msgspec.Struct):
    """A proposal of a host who plays, with the answers so far."""

    number: int
    """1…, among the proposals of the match."""
    body: HostProposal
    by: Seat | None
    """The proposer's seat."""
    at: float
    epoch: int
    answers: dict[Seat, bool]
    closed: bool = False
    """Whether it was refused, taken back or carried out."""


class AmendedMatch(msgspec.Struct, frozen=True):
    """The match, replayed after a correction of its past."""

    match: Match[Any, Any, Any, Any]
    states: list[Any]
    """Before the first entry and after each."""


class PreparedEntry(msgspec.Struct, frozen=True):
    """An entry that can be committed, with everything that it changes."""

    entry: JournalEntry
    change: RowChange
    times: Times | None
    status: Status
    match_entry: Entry[Any] | None = None
    step: Step[Any] | None = None
    amended: AmendedMatch | None = None
    awaited_before: frozenset[Seat] = frozenset()
    awaited: frozenset[Seat] = frozenset()
    """The seats that the match waits for before and after an action or expiry."""
    free: FreeAction | None = None
    """The action, if a later one may replace it."""
    replacement: ReplacedAction | None = None
    """The earlier free action that this one replaces."""
