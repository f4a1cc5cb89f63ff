"""The state of a running match in memory, and what is read from it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Outcome, Seat
from numberhouse.contract.timekeeping import Times
from numberhouse.match import Match
from numberhouse.protocol.play import LegalActions, Viewer
from numberhouse.protocol.terms import Status
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import NotNow
from numberhouse.server.play.sessions.display_names import SeatName, display_names, names_in
from numberhouse.server.play.sessions.free_actions import FreeAction
from numberhouse.server.play.sessions.session_parts import Occupant, Proposal, Row
from numberhouse.server.play.sessions.stream import Stream
from numberhouse.server.storage.journal import Result
from numberhouse.server.storage.journal_entry import (
    Act,
    Body,
    JournalEntry,
    Seated,
    body_digest,
)
from numberhouse.words import literal

__all__ = ["SessionState", "result_of"]

MOST_ENTRIES: Final = 20_000
"""Entries of a match besides the actions of the longest match of its game: some rules, and all hosts, could
add to a match for ever."""


decoder_of = cache(msgspec.json.Decoder)
"""The decoder of a type. Making one takes longer than decoding an action."""


class SessionState:
    """The rules, the clocks and the streams of a match, as its journal has led to them."""

    def __init__(
        self,
        installed: InstalledGame,
        row: Row,
        occupants: Sequence[Occupant],
        match: Match[Any, Any, Any, Any] | None = None,
    ) -> None:
        """`match` is the match before its first entry, where it has been set up already."""
        self.installed = installed
        self.row = row
        self.match: Match[Any, Any, Any, Any] = match or Match(
            installed.game, row.seed, row.options, row.seats
        )
        self.occupants = list(occupants)
        self.first_occupants = tuple(occupants)
        """The occupants before the first entry."""
        self.entries: list[JournalEntry] = []
        """The entries of the journal, where spectators see the match with a delay; else empty
        (`delayed.py`)."""
        self.status: Status = "open"
        self.number = 0
        """Number of the last entry of the journal."""
        self.last_at = 0.0
        """The moment of the last entry; no later entry has an earlier one."""
        self.times: Times | None = None
        """None before the start."""
        self.due: float | None = None
        """The next deadline, as the match's row has it; seconds since the epoch."""
        self.started: float | None = None
        self.ended: float | None = None
        self.stopped = ""
        """Why the match was abandoned, as in `Stop.cause`."""
        self.resigned: set[Seat] = set()
        self.released = False
        """Whether the host has let spectators see the match without delay."""
        self.announcements: list[tuple[float, str]] = []
        self.proposals: list[Proposal] = []
        """All proposals in order; `play/proposals.py` says which are open."""
        self.keys: dict[tuple[Seat | None, str], Body] = {}
        """By seat and key of an accepted request, its body."""
        self.missed_deadlines: dict[Seat, float] = {}
        """By seat, the last deadline that it missed."""
        self.epoch = 0
        """Number of corrections of the past; all streams begin anew with each."""
        self.streams: dict[Viewer, Stream] = {}
        self.moments: list[float] = []
        """By entry of the match's log, its time."""
        self.states: list[Any] = [self.match.state]
        """Before the first entry and after each."""
        self.replaced: list[int] = []
        """By entry of the match's log, the number of earlier free actions that it has replaced."""
        self.free_actions: list[FreeAction] = []
        """The free actions at the end of the match, which later ones may replace."""
        self.stored = 0
        """Number of entries of the journal."""
        self.gaps = 0
        """Number of entries that were replaced by later free actions; their numbers are gaps."""
        self.replaced_keys: deque[tuple[Seat | None, str]] = deque()
        self.question_starts: dict[Seat, int] = {}
        """By seat, the length of the match's journal when its present question was put."""
        self._name_cache: tuple[tuple[Occupant, ...], tuple[SeatName, ...]] = ((), ())
        """The occupants that the displayed names were computed for, and those names."""
        self.public_match: tuple[Any, Any] | None = None
        """The public facts last sent to every viewer, after what they were computed from (`presence.py`)."""
        self.texts: dict[tuple[Viewer, str], tuple[Any, str]] = {}
        """By viewer and language, the last text of the view, after what it was drawn from
        (`text_view.py`)."""
        self.legal: dict[Seat, tuple[Any, asyncio.Task[LegalActions]]] = {}
        """By seat, a state and the legal actions in it: computed once for all connections."""
        self.lock = asyncio.Lock()
        self.needs_recovery = False
        """Whether the journal may hold entries that the session lacks, because storing one has failed."""
        self.stale = False
        """Whether the session must not be used any more: another one is loaded from the journal."""
        self.busy = 0
        """Number of users. A session is evicted only at zero."""

    @property
    def running(self) -> bool:
        """Whether seats may act."""
        return self.status == "running"

    @property
    def begun(self) -> bool:
        """Whether the terms of the match are final."""
        return self.times is not None

    @property
    def most_entries(self) -> int:
        """Number of entries from which on nobody can add to the match."""
        return MOST_ENTRIES + self.match.game.card.longest

    @property
    def full(self) -> bool:
        """Whether the match has as many entries as any may have."""
        return self.stored >= self.most_entries

    @property
    def over(self) -> bool:
        """Whether the match has ended, so that everything is open."""
        return self.status in ("finished", "abandoned")

    def result(self) -> Result | None:
        """By seat score and place, as the seats' rows have them; None for a match that isn't finished."""
        outcome = self.match.outcome
        return None if outcome is None or self.status != "finished" else result_of(self.match, outcome)

    def stream(self, viewer: Viewer) -> Stream:
        """The stream of a viewer. From the first call on, the session keeps it up to date."""
        stream = self.streams.get(viewer)
        if stream is None:
            stream = self.streams[viewer] = Stream(viewer, self._view(self.states[0], viewer))
            past = zip(
                self.states[1:], self.match.events, self.moments, self.match.log, self.replaced, strict=True
            )
            for state, events, at, entry, replaced in past:
                own_replaced = replaced if viewer == entry.seat else 0
                stream.advance(self._view(state, viewer), events, at, own_replaced)
        return stream

    def after(self, entries: int) -> Match[Any, Any, Any, Any]:
        """The match after its first `entries` entries."""
        return self.match.rewound(entries, self.states[entries])

    def display_names(self) -> tuple[SeatName, ...]:
        """The displayed names, by seat."""
        occupants_before, names = self._name_cache
        occupants = tuple(self.occupants)
        if occupants_before != occupants:
            names = display_names(self.installed, occupants)
            self._name_cache = occupants, names
        return names

    def names(self, lang: str) -> list[str]:
        """The names displayed to readers of a language; empty for a seat without a name."""
        return names_in(lang, self.display_names())

    def is_late(self, seat: Seat, last_item: int) -> bool:
        """Whether the question to which an action responds has passed.

        `last_item` is the item of the seat's stream that the action's sender had seen last."""
        question = self.question_starts.get(seat, 0)
        stream = self.stream(seat)
        return last_item > stream.number or stream.entries_seen(last_item) < question

    def is_same(self, body: Body, other: Body) -> bool:
        """Whether two requests ask for the same, however their JSON is written: a field that is left out has
        its default."""
        if not (isinstance(body, Act) and isinstance(other, Act)):
            return body_digest(body) == body_digest(other)
        try:
            return bool(self._decode_action(body.action) == self._decode_action(other.action))
        except NotNow:  # the accepted one is an action, so the other one isn't
            return False

    def rename_person(self, person: str, name: str) -> bool:
        """Show this name of the person from now on. Returns whether there was another one."""
        before = self.occupants, self.first_occupants, self.entries
        self.occupants = [_renamed(occupant, person, name) for occupant in self.occupants]
        self.first_occupants = tuple(_renamed(occupant, person, name) for occupant in self.first_occupants)
        self.entries = [
            msgspec.structs.replace(entry, body=msgspec.structs.replace(entry.body, name=name))
            if isinstance(entry.body, Seated) and entry.body.person == person
            else entry
            for entry in self.entries
        ]
        return before != (self.occupants, self.first_occupants, self.entries)

    @property
    def _running_times(self) -> Times:
        assert self.times is not None
        return self.times

    def _view(self, state: Any, viewer: Viewer) -> Any:
        return self.match.game.view(state, viewer)

    def _decode_action(self, raw: msgspec.Raw) -> Any:
        return self._decode(raw, self.match.game.action_type, "action")

    def _decode(self, raw: msgspec.Raw, wanted: Any, kind: str) -> Any:
        try:
            return decoder_of(wanted).decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            text = literal(f"no {kind} of {self.match.game.card.title}: {error}")
            raise NotNow(kind, text, {"problem": str(error)}) from error


def result_of(match: Match[Any, Any, Any, Any], outcome: Outcome) -> Result:
    """What a seat's row gets of an outcome: a forfeit decides without points."""
    if match.forfeited is not None:
        return tuple((None, place) for place in outcome.places)
    return tuple(zip(outcome.scores, outcome.places, strict=True))


def _renamed(occupant: Occupant, person: str, name: str) -> Occupant:
    if occupant.person != person:
        return occupant
    return Occupant(name, None, person) if name else Occupant("")
