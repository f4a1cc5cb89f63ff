"""A running match in memory: its rules, its clocks, and the stream of every viewer.

A session is built from a match's row and its journal, and from nothing else: any process can build the same
one at any time. It decides nothing about durability: `accept.py` stores an entry between `prepare` and
`commit`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.contract.forfeit import Forfeit
from numberhouse.contract.game import IllegalAction, Outcome, Refereed, Seat, Step
from numberhouse.contract.names import Names
from numberhouse.contract.timekeeping import Times
from numberhouse.match import HOST, Entry, Match
from numberhouse.protocol.play import LegalActions, Viewer
from numberhouse.protocol.terms import Status, Terms
from numberhouse.registry import InstalledGame
from numberhouse.seeding import Seeding
from numberhouse.server.base.refusals import NotNow, choice_of
from numberhouse.server.play.display_names import SeatName, display_names, names_in
from numberhouse.server.play.free_actions import (
    FreeAction,
    Replacement,
    is_free,
    kind_of,
    replacement_of,
)
from numberhouse.server.play.stream import Stream
from numberhouse.server.storage.journal import Result, RowChange
from numberhouse.server.storage.journal_entry import (
    EXPIRY,
    Act,
    Amend,
    Announce,
    Body,
    Consent,
    Expire,
    Extend,
    JournalEntry,
    Looked,
    Pause,
    Propose,
    Release,
    Resign,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
    body_digest,
)
from numberhouse.words import HOUSE, literal, message

__all__ = ["Occupant", "PreparedEntry", "Proposal", "Row", "Session"]

POSSIBLE: Final[Mapping[type[Body], tuple[Status, ...]]] = {
    Start: ("open",),
    Act: ("running",),
    Expire: ("running",),
    Resign: ("running",),
    Pause: ("running",),
    Resume: ("paused",),
    Amend: ("running", "paused", "finished"),
    Rule: ("running", "paused", "finished"),
    Announce: ("open", "running", "paused", "finished", "abandoned"),
    Release: ("open", "running", "paused", "finished", "abandoned"),
    Seated: ("open", "running", "paused", "finished", "abandoned"),
    Extend: ("running", "paused"),
    Looked: ("running", "paused"),
    Stop: ("open", "running", "paused"),
    Propose: ("running", "paused", "finished"),
    Consent: ("running", "paused", "finished"),
}
"""By kind of entry, the statuses of a match in which it is possible."""

MOST_ENTRIES: Final = 20_000
"""Entries of a match besides the actions of the longest match of its game: some rules, and all hosts, could
add to a match for ever."""

ENDING: Final = (Start, Expire, Resign, Stop)
"""Entries that are possible in a full match, because they end it."""

REPLACED_KEYS: Final = 100
"""Keys of replaced free actions that a session remembers, so that a repeated request isn't a new action."""

decoder_of = cache(msgspec.json.Decoder)
"""The decoder of a type. Making one takes longer than decoding an action."""


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
    body: Propose
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
    replacement: Replacement | None = None
    """The earlier free action that this one replaces."""


class Session:
    """One match."""

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
        return None if outcome is None or self.status != "finished" else _result_of(self.match, outcome)

    # Entries

    def prepare(self, entry: JournalEntry, *, stored: bool = False) -> PreparedEntry:
        """Work out what an entry changes, and change nothing. Raises `IllegalAction` if it isn't possible
        now.

        An entry that isn't `stored` yet may be replaced by one that says which free actions it replaces."""
        body, at = entry.body, entry.at
        if self.status not in POSSIBLE[type(body)]:
            raise self._wrong_status(POSSIBLE[type(body)])
        if not stored and self.stored >= MOST_ENTRIES and self.full and not isinstance(body, ENDING):
            raise NotNow(
                "match-full",
                f"the match has {self.stored} entries, and no match of this game may have more; "
                "its players can resign, and its host can stop it",
                {"entries": self.stored},
            )
        match body:
            case Act(action=raw):
                assert entry.seat is not None
                action = self._decode_action(raw)
                if stored and body.replaced is not None:
                    return self._prepare_free(entry, entry.seat, action, None, body.replaced)
                step = self.match.prepare(entry.seat, action)
                is_public = bool(step.events) and step.events[0].audience is None  # most are, without a call
                if not (stored or is_public) and is_free(self.match, entry.seat, action, step):
                    return self._prepare_free(entry, entry.seat, action, step, None)
                return self._prepare_entry(entry, entry.seat, action, step)
            case Expire():
                assert entry.seat is not None
                return self._prepare_entry(entry, entry.seat, None, self.match.prepare(entry.seat, None))
            case Rule():
                return self._prepare_ruling(entry, body)
            case Amend():
                return self._prepare_amendment(entry, body)
            case Start(unseen=unseen, look=look):
                match = self.match
                clock, seats = self.row.clock, self.row.seats
                times = Times.start(
                    clock,
                    seats,
                    match.to_act,
                    at,
                    opening=match.opening,
                    unseen=frozenset(unseen) & match.to_act,
                    look=look,
                )
                return self._prepared_entry(entry, times, "running", started=at)
            case Pause():
                return self._prepared_entry(entry, self._running_times.paused(at), "paused")
            case Resume():
                return self._prepared_entry(entry, self._running_times.resumed(at), "running")
            case Extend(seconds=seconds, seats=seats):
                chosen = None if seats is None else frozenset(seats)
                return self._prepared_entry(entry, self._running_times.extended(seconds, chosen), self.status)
            case Looked():
                assert entry.seat is not None
                return self._prepared_entry(entry, self._running_times.seen(entry.seat, at), self.status)
            case Stop():
                return self._prepared_entry(entry, self.times, "abandoned", ended=at)
            case Resign(ends=why) if why is not None:
                assert entry.seat is not None
                return self._prepare_forfeit(entry, entry.seat, why)
            case Seated(person=person):
                self._check_has_no_seat(entry.seat, person)
                return self._prepared_entry(entry, self.times, self.status)
            case Resign() | Announce() | Release() | Propose() | Consent():
                return self._prepared_entry(entry, self.times, self.status)

    def commit(self, prepared: PreparedEntry) -> None:
        """Apply an entry that was prepared on the present session, and advance every stream."""
        entry = prepared.entry
        times = self.times
        if self.row.terms.spectator_delay:
            self.entries.append(entry)
        self.number = entry.number
        self.last_at = max(self.last_at, entry.at)
        self.stored += 1
        self.status = prepared.status
        self.times = prepared.times
        self.due = prepared.change.due
        self.started = self.started if self.started is not None else prepared.change.started
        self.ended = self.ended if self.ended is not None else prepared.change.ended
        if entry.key is not None:
            self.keys[entry.seat, entry.key] = entry.body
        match entry.body:
            case Act():
                pass
            case Expire() if entry.seat is not None and times is not None:
                due = times.due(entry.seat)
                if due is not None and due <= entry.at:
                    self.missed_deadlines[entry.seat] = due
            case Resign() if entry.seat is not None:
                self.resigned.add(entry.seat)
            case Seated(name=name, bot=bot, person=person) if entry.seat is not None:
                self.occupants[entry.seat] = Occupant(name, bot, person)
                self.resigned.discard(entry.seat)
                for proposal in self.proposals:
                    proposal.answers.pop(entry.seat, None)  # they were another player's
            case Amend(announced=text) | Rule(announced=text) if text:
                self.announcements.append((entry.at, text))
            case Announce(text=text, proposal=proposal_number):
                self.announcements.append((entry.at, text))
                if proposal_number is not None:
                    self.proposals[proposal_number - 1].closed = True
            case Release():
                self.released = True
            case Propose():
                number = len(self.proposals) + 1
                self.proposals.append(Proposal(number, entry.body, entry.seat, entry.at, self.epoch, {}))
            case Consent(answered=answered, agrees=agrees):
                self._answer(self.proposals[answered - 1], entry.seat, agrees)
        if prepared.amended is not None:
            self._replace(prepared.amended)
            return
        if prepared.match_entry is None or prepared.step is None:
            return
        if prepared.replacement is not None:
            self._drop(prepared.replacement)
            earlier = prepared.replacement.earlier.number
            self.entries = [other for other in self.entries if other.number != earlier]
        events = self.match.commit(prepared.match_entry, prepared.step)
        if prepared.free is None:
            self.free_actions.clear()
        else:
            self.free_actions.append(prepared.free)
        replaced = 0 if prepared.free is None else prepared.free.replaced
        self.gaps += replaced
        self.replaced.append(replaced)
        if prepared.match_entry.seat != HOST:
            # A new question begins for the seat that acted and for every seat that is newly awaited.
            now = len(self.match.log)
            self.question_starts[prepared.match_entry.seat] = now
            for other in prepared.awaited - prepared.awaited_before:
                self.question_starts[other] = now
        state = self.match.state
        self.states.append(state)
        self.moments.append(entry.at)
        view = self.match.game.view
        for viewer, stream in self.streams.items():
            stream.advance(view(state, viewer), events, entry.at, replaced if viewer == entry.seat else 0)

    def _answer(self, proposal: Proposal, seat: Seat | None, agrees: bool) -> None:
        if not agrees:
            proposal.closed = True
        elif seat is not None:
            proposal.answers[seat] = True

    def enter(self, entry: JournalEntry) -> None:
        """Commit an entry that is stored already. Raises `ValueError` if it isn't a later one. After the last
        entry the caller must ask whether the journal is complete (`check_complete`)."""
        if entry.number <= self.number:
            raise ValueError(f"entry {entry.number} where an entry after {self.number} was expected")
        self.commit(self.prepare(entry, stored=True))

    def check_complete(self) -> None:
        """Raises `ValueError` where entries are missing that no free action has replaced."""
        missing = self.number - self.stored - self.gaps
        if missing:
            raise ValueError(f"{missing} of the entries 1 to {self.number} are missing")

    # Views and names

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

    # Preparing

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

    def _wrong_status(self, possible: tuple[Status, ...]) -> NotNow:
        return NotNow(
            "wrong-status",
            f"the match is {self.status}; this can be done while it is {' or '.join(possible)}",
            {"status": self.status, "possible": list(possible)},
        )

    def _check_has_no_seat(self, seat: Seat | None, person: str | None) -> None:
        for other, occupant in enumerate(self.occupants):
            if person is not None and other != seat and occupant.person == person:
                raise NotNow("has-a-seat", "this person has a seat in the match already", {"seat": other})

    def _prepare_free(
        self, entry: JournalEntry, seat: Seat, action: Any, step: Step[Any] | None, replaced: int | None
    ) -> PreparedEntry:
        """A free action, which replaces the seat's earlier one of its kind.

        `replaced` is what the journal says of a stored action; None for an action that isn't stored yet. The
        journal decides, so that all processes build the same match."""
        match, kind, new = self.match, kind_of(action), replaced is None
        own = (free for free in reversed(self.free_actions) if (free.seat, free.kind) == (seat, kind))
        earlier = None if replaced == 0 else next(own, None)
        replacement = None
        if earlier is not None:
            replacement = replacement_of(match, self.states, earlier, seat, action)
            step = replacement.step
        if replaced is None:
            replaced = 0 if earlier is None else earlier.replaced + 1
            entry = msgspec.structs.replace(
                entry, body=msgspec.structs.replace(entry.body, replaced=replaced)
            )
        length = len(match.log) + (replacement is None)
        prepared = self._prepared_entry(
            entry,
            self.times,
            self.status,
            match_entry=Entry(length, seat, action, entry.at),
            step=match.prepare(seat, action) if step is None else step,
        )
        free = FreeAction(seat, kind, length, entry.number, entry.key, replaced)
        change = prepared.change
        if new and earlier is not None:
            change = msgspec.structs.replace(change, replaces=earlier.number)
        return msgspec.structs.replace(prepared, change=change, free=free, replacement=replacement)

    def _drop(self, replacement: Replacement) -> None:
        """Take the replaced free action out of the match, as if it had never been done."""
        match, earlier = self.match, replacement.earlier
        first = earlier.length - 1
        moments, replaced = self.moments[earlier.length :], self.replaced[earlier.length :]
        del match.log[first:], match.events[first:], self.states[earlier.length :]
        del self.moments[first:], self.replaced[first:]
        match.state = self.states[-1]
        own = None
        for viewer, stream in self.streams.items():
            if viewer == earlier.seat:
                own = stream
                own.rewind(first, self._view(match.state, viewer))
            else:
                stream.drop(earlier.length)
        for (entry, step), at, count in zip(replacement.rest, moments, replaced, strict=True):
            match.commit(entry, step)
            self.states.append(step.state)
            self.moments.append(at)
            self.replaced.append(count)
            if own is not None:
                count_seen = count if entry.seat == earlier.seat else 0
                own.advance(self._view(step.state, own.viewer), step.events, at, count_seen)
        self.stored -= 1
        self.gaps -= earlier.replaced
        self.free_actions = [
            free if free.length < earlier.length else msgspec.structs.replace(free, length=free.length - 1)
            for free in self.free_actions
            if free is not earlier
        ]
        if earlier.key is not None:
            self.replaced_keys.append((earlier.seat, earlier.key))
        if len(self.replaced_keys) > REPLACED_KEYS:
            self.keys.pop(self.replaced_keys.popleft(), None)

    def _prepare_entry(self, entry: JournalEntry, seat: Seat, action: Any, step: Step[Any]) -> PreparedEntry:
        match, game, times = self.match, self.match.game, self._running_times
        before = match.to_act
        awaited = match.to_act_in(step.state)
        match_entry = Entry(len(match.log) + 1, seat, action, entry.at)
        over = game.outcome(step.state) is not None
        moves = action is None or seat not in before or awaited != before or self._shows_action(step)
        if moves:
            times = times.moved(seat, awaited, entry.at, opening=match.opening_in(step.state))
        return self._prepared_entry(
            entry,
            times,
            "finished" if over else "running",
            match_entry=match_entry,
            step=step,
            ended=entry.at if over else None,
            awaited_before=before,
            awaited=awaited,
        )

    def _prepare_forfeit(self, entry: JournalEntry, seat: Seat, why: Forfeit) -> PreparedEntry:
        """The end of the match as a loss of the seat. The clocks stay as they are."""
        return self._prepared_entry(
            entry,
            self.times,
            "finished",
            match_entry=Entry(len(self.match.log) + 1, seat, None, entry.at, forfeit=why),
            step=self.match.prepare_forfeit(seat, why),
            ended=entry.at,
            awaited_before=self.match.to_act,
        )

    def _prepare_ruling(self, entry: JournalEntry, body: Rule) -> PreparedEntry:
        """A ruling is nobody's turn, so the clocks run on unchanged."""
        game = self.match.game
        ruling_type = game.ruling_type if isinstance(game, Refereed) else Any
        ruling = self._decode(body.ruling, ruling_type, "ruling")
        step = self.match.prepare_ruling(ruling)
        match_entry = Entry(len(self.match.log) + 1, HOST, ruling, entry.at, body.reason)
        return self._prepared_entry(entry, self.times, self.status, match_entry=match_entry, step=step)

    def _shows_action(self, step: Step[Any]) -> bool:
        """Whether everybody can see that an awaited seat has acted, although the same seats are awaited.

        A secret action (a note, a submission that may be replaced) leaves the clocks alone: a clock would
        reveal it, and a seat could keep its time from running out."""
        game = self.match.game
        return any(event.visible_to(None) for event in step.events) or (
            game.view(step.state, None) != game.view(self.match.state, None)
        )

    def _prepare_amendment(self, entry: JournalEntry, amend: Amend) -> PreparedEntry:
        log = self.match.log
        if not 1 <= amend.number <= len(log):
            raise NotNow("no-such-action", f"there is no action {amend.number}; {choice_of(1, len(log))}")
        corrected_entry = log[amend.number - 1]
        if corrected_entry.forfeit is not None:
            raise NotNow(
                "amendment", f"entry {amend.number} ends the match by resigning; no action takes its place"
            )
        if corrected_entry.seat == HOST:
            raise NotNow(
                "amendment",
                f"entry {amend.number} is a ruling; rule again, and the later ruling counts",
                {"number": amend.number},
            )
        action = None if amend.action == EXPIRY else self._decode_action(amend.action)
        replay = self.after(amend.number - 1)
        replay.enter(Entry(corrected_entry.number, corrected_entry.seat, action, corrected_entry.at))
        states = [*self.states[: amend.number], replay.state]
        for later in log[amend.number :]:
            try:
                replay.enter(later)
            except IllegalAction as refused:
                raise self._refuse_correction(later, refused) from refused
            states.append(replay.state)
        over = replay.outcome is not None
        status: Status = "finished" if over else "running" if self.status == "finished" else self.status
        before = self._running_times
        times = Times.start(self.row.clock, self.row.seats, replay.to_act, entry.at)
        times = Times(times.clock, times.began, before.reserves, before.stopped, replay.opening)
        amended = AmendedMatch(replay, states)
        return self._prepared_entry(entry, times, status, amended=amended, ended=entry.at if over else None)

    def _refuse_correction(self, entry: Entry[Any], refused: IllegalAction) -> NotNow:
        """The refusal of a correction that makes this later entry impossible."""

        template = message("with that correction action {number} of {name} would be refused: {why}")
        if entry.seat == HOST:
            template = message(
                "with that correction the host's ruling, entry {number}, would be refused: {why}"
            )

        def text(lang: str) -> str:
            names = self.names(lang)
            why = self.installed.refuse(refused, lang, names)
            name = "" if entry.seat == HOST else Names(names, lang).of(entry.seat)
            return HOUSE.t(template, lang, number=entry.number, name=name, why=why)

        values = {"number": entry.number, "seat": entry.seat}
        return NotNow(
            "amendment", literal(text("en")), values, {lang: text(lang) for lang in HOUSE.languages[1:]}
        )

    def _prepared_entry(
        self,
        entry: JournalEntry,
        times: Times | None,
        status: Status,
        *,
        started: float | None = None,
        ended: float | None = None,
        match_entry: Entry[Any] | None = None,
        step: Step[Any] | None = None,
        amended: AmendedMatch | None = None,
        awaited_before: frozenset[Seat] = frozenset(),
        awaited: frozenset[Seat] = frozenset(),
    ) -> PreparedEntry:
        next_due = times.next_due() if times is not None and status == "running" else None
        due = next_due[0] if next_due else None
        same = (status, due, started, ended) == (self.status, self.due, None, None)
        if match_entry is not None and match_entry.forfeit is not None:
            # No points: those on the board aren't what decided.
            result: Result | None = tuple(
                (None, place) for place in self.match.outcome_of(match_entry).places
            )
        else:
            result = self._changed_result(status, step, amended)
        change = RowChange(status, due, started, ended, changed=not same, result=result)
        return PreparedEntry(
            entry, change, times, status, match_entry, step, amended, awaited_before, awaited
        )

    def _changed_result(
        self, status: Status, step: Step[Any] | None, amended: AmendedMatch | None
    ) -> Result | None:
        """The result as the seats' rows get it; None where it stays as it is."""
        if status != "finished":
            return () if (status == "abandoned") != self.over else None
        match = self.match if amended is None else amended.match
        outcome = match.outcome if step is None else match.game.outcome(step.state)
        if outcome is None or (self.status == "finished" and outcome == self.match.outcome):
            return None
        return _result_of(match, outcome)

    def _replace(self, amended: AmendedMatch) -> None:
        """Replace the past of the match; all streams begin anew."""
        match = self.match = amended.match
        self.states = amended.states
        self.replaced = [0] * len(match.log)  # corrected streams number their items anew
        self.free_actions.clear()
        self.epoch += 1
        self.moments = [entry.at or 0.0 for entry in match.log]
        self.question_starts = dict.fromkeys(range(match.seats), len(match.log))
        viewers = list(self.streams)
        self.streams = {}
        for viewer in viewers:
            self.stream(viewer)


def _result_of(match: Match[Any, Any, Any, Any], outcome: Outcome) -> Result:
    """What a seat's row gets of an outcome: a forfeit decides without points."""
    if match.forfeited is not None:
        return tuple((None, place) for place in outcome.places)
    return tuple(zip(outcome.scores, outcome.places, strict=True))


def _renamed(occupant: Occupant, person: str, name: str) -> Occupant:
    if occupant.person != person:
        return occupant
    return Occupant(name, None, person) if name else Occupant("")
