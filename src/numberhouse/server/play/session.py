"""A running match in memory: its rules, its clocks, and what every viewer is shown.

A session is made of a match's row and its journal, and of nothing else: any process can make the same one at
any time. It decides nothing about durability: `accept.py` stores an entry between `prepare` and `commit`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import IllegalAction, Refereed, Seat, Step
from numberhouse.contract.names import Names
from numberhouse.contract.timekeeping import Times
from numberhouse.match import HOST, Entry, Match
from numberhouse.protocol.play import LegalActions, Viewer
from numberhouse.protocol.terms import Status, Terms
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import NotNow
from numberhouse.server.play.display_names import SeatName, display_names, names_in
from numberhouse.server.play.stream import Stream
from numberhouse.server.storage.journal import RowChange
from numberhouse.server.storage.journal_entry import (
    EXPIRY,
    Act,
    Amend,
    Announce,
    Body,
    Expire,
    Extend,
    JournalEntry,
    Pause,
    Release,
    Resign,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
    mark,
)

__all__ = ["Occupant", "PreparedEntry", "Row", "Session"]


class Row(msgspec.Struct, frozen=True):
    """What was agreed before the match began."""

    id: str
    options: Any
    """The game's options struct."""
    seats: int
    seed: str
    clock: Clock
    terms: Terms
    created: float


class Occupant(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    name: str
    bot: str | None = None
    person: str | None = None
    """Id; not for anybody's eyes."""


class AmendedMatch(msgspec.Struct, frozen=True):
    """The match with another past."""

    match: Match[Any, Any, Any, Any]
    states: list[Any]
    """Before the first entry and after each."""


class PreparedEntry(msgspec.Struct, frozen=True):
    """An entry that can be committed, with everything that it does."""

    line: JournalEntry
    head: RowChange
    times: Times | None
    status: Status
    entry: Entry[Any] | None = None
    step: Step[Any] | None = None
    amended: AmendedMatch | None = None


class Session:
    """One match."""

    def __init__(self, installed: InstalledGame, row: Row, occupants: Sequence[Occupant]) -> None:
        self.installed = installed
        self.row = row
        self.match: Match[Any, Any, Any, Any] = Match(installed.game, row.seed, row.options, row.seats)
        self.occupants = list(occupants)
        self.status: Status = "open"
        self.number = 0
        """Of the last entry of the journal."""
        self.times: Times | None = None
        """None before the start."""
        self.due: float | None = None
        """When the next time runs out, as the match's row has it."""
        self.started: float | None = None
        self.ended: float | None = None
        self.resigned: set[Seat] = set()
        self.released = False
        """Whether spectators are let in without delay by the host's word."""
        self.announcements: list[tuple[float, str]] = []
        self.keys: dict[tuple[Seat | None, str], bytes] = {}
        """By seat and key of a request that was accepted, what marks its body."""
        self.missed_deadlines: dict[Seat, float] = {}
        """By seat, the last deadline that it missed."""
        self.epoch = 0
        """How often the past has been corrected; streams begin anew with each."""
        self.streams: dict[Viewer, Stream] = {}
        self.moments: list[float] = []
        """By entry of the match's log, when."""
        self.states: list[Any] = [self.match.state]
        """Before the first entry and after each."""
        self.answered: dict[Seat, int] = {}
        """By seat, how many entries there were when it was asked what it is asked now."""
        self._called: tuple[tuple[Occupant, ...], tuple[SeatName, ...]] = ((), ())
        """The names shown, and the occupants they were computed for."""
        self.position: tuple[Any, Any] | None = None
        """What every viewer was last sent besides the view, and what it was computed from (`updates.py`)."""
        self.texts: dict[tuple[Viewer, str], tuple[Any, str]] = {}
        """By viewer and language, the view last drawn as text and what it was drawn from (`text_view.py`)."""
        self.legal: dict[Seat, tuple[Any, asyncio.Task[LegalActions]]] = {}
        """By seat, a state and the legal actions in it: computed once, however many connections ask."""
        self.lock = asyncio.Lock()
        self.needs_recovery = False
        """Whether the journal may hold entries that the session doesn't know, because storing one has
        failed."""
        self.stale = False
        """Whether the session may no longer be used: another one is made of the journal."""
        self.busy = 0
        """Number of users. A session is evicted only at zero."""

    @property
    def running(self) -> bool:
        """Whether seats may act."""
        return self.status == "running"

    @property
    def begun(self) -> bool:
        """Whether what was agreed stays as it is."""
        return self.times is not None

    @property
    def over(self) -> bool:
        """Whether nothing will happen any more, so that everything is open."""
        return self.status in ("finished", "abandoned")

    # Entries

    def prepare(self, line: JournalEntry) -> PreparedEntry:
        """Work out what an entry does; nothing changes. Raises `IllegalAction` for what can't be done now."""
        body, at = line.body, line.at
        self._check_status(body)
        match body:
            case Act(action=raw):
                assert line.seat is not None
                return self._prepare_entry(line, line.seat, self._action(raw))
            case Expire():
                assert line.seat is not None
                return self._prepare_entry(line, line.seat, None)
            case Rule():
                return self._prepare_ruling(line, body)
            case Amend():
                return self._prepare_amendment(line, body)
            case Start():
                match = self.match
                clock, seats = self.row.clock, self.row.seats
                times = Times.start(clock, seats, match.to_act, at, opening=match.opening)
                return self._pending(line, times, "running", started=at)
            case Pause():
                return self._pending(line, self._times.paused(at), "paused")
            case Resume():
                return self._pending(line, self._times.resumed(at), "running")
            case Extend(seconds=seconds, seats=seats):
                chosen = None if seats is None else frozenset(seats)
                return self._pending(line, self._times.extended(seconds, chosen), self.status)
            case Stop():
                return self._pending(line, self.times, "abandoned", ended=at)
            case Seated(person=person):
                self._check_new_here(line.seat, person)
                return self._pending(line, self.times, self.status)
            case Resign() | Announce() | Release():
                return self._pending(line, self.times, self.status)

    def commit(self, pending: PreparedEntry) -> None:
        """Make an entry real that was prepared on the session as it is now, and advance every stream."""
        line = pending.line
        if isinstance(line.body, Expire) and line.seat is not None:
            due = self._times.due(line.seat)
            if due is not None and due <= line.at:
                self.missed_deadlines[line.seat] = due
        self.number = line.number
        self.status = pending.status
        self.times = pending.times
        self.due = pending.head.due
        self.started = self.started if self.started is not None else pending.head.started
        self.ended = self.ended if self.ended is not None else pending.head.ended
        if line.key is not None:
            self.keys[line.seat, line.key] = mark(line.body)
        match line.body:
            case Resign() if line.seat is not None:
                self.resigned.add(line.seat)
            case Seated(name=name, bot=bot, person=person) if line.seat is not None:
                self.occupants[line.seat] = Occupant(name, bot, person)
                self.resigned.discard(line.seat)
            case Amend(announced=text) | Rule(announced=text) if text:
                self.announcements.append((line.at, text))
            case Announce(text=text):
                self.announcements.append((line.at, text))
            case Release():
                self.released = True
        if pending.amended is not None:
            self._replace(pending.amended)
            return
        if pending.entry is None or pending.step is None:
            return
        before = self.match.to_act
        events = self.match.commit(pending.entry, pending.step)
        if pending.entry.seat != HOST:
            self._restart_questions(pending.entry.seat, before)
        state = self.match.state
        self.states.append(state)
        self.moments.append(line.at)
        view = self.match.game.view
        for viewer, stream in self.streams.items():
            stream.advance(view(state, viewer), events, line.at)

    def enter(self, line: JournalEntry) -> None:
        """Commit an entry that is stored already. Raises `ValueError` where it isn't the next."""
        if line.number != self.number + 1:
            raise ValueError(f"entry {line.number} where entry {self.number + 1} was expected")
        self.commit(self.prepare(line))

    # What viewers are shown

    def stream(self, viewer: Viewer) -> Stream:
        """The stream of a viewer; from the first call on it is kept up to date."""
        stream = self.streams.get(viewer)
        if stream is None:
            stream = self.streams[viewer] = Stream(viewer, self._view(self.states[0], viewer))
            for state, events, at in zip(self.states[1:], self.match.events, self.moments, strict=True):
                stream.advance(self._view(state, viewer), events, at)
        return stream

    def after(self, entries: int) -> Match[Any, Any, Any, Any]:
        """The match as it was after so many entries of its log."""
        return self.match.rewound(entries, self.states[entries])

    def display_names(self) -> tuple[SeatName, ...]:
        """The names shown, by seat."""
        known, names = self._called
        occupants = tuple(self.occupants)
        if known != occupants:
            names = display_names(self.installed, occupants)
            self._called = occupants, names
        return names

    def names(self, lang: str) -> list[str]:
        """The names shown to readers of a language; empty for a seat that goes by its number."""
        return names_in(lang, self.display_names())

    def is_late(self, seat: Seat, answers: int) -> bool:
        """Whether an action that answers item `answers` of the seat's stream answers a question that is no
        longer asked."""
        asked = self.answered.get(seat, 0)
        stream = self.stream(seat)
        return answers > stream.number or stream.entries_seen(answers) < asked

    # Below

    @property
    def _times(self) -> Times:
        assert self.times is not None
        return self.times

    def _view(self, state: Any, viewer: Viewer) -> Any:
        return self.match.game.view(state, viewer)

    def _restart_questions(self, seat: Seat, before: frozenset[Seat]) -> None:
        """Begin a new question for the seat that acted and for every seat that is newly awaited."""
        now = len(self.match.log)
        self.answered[seat] = now
        for other in self.match.to_act - before:
            self.answered[other] = now

    def _action(self, raw: msgspec.Raw) -> Any:
        return self._decoded(raw, self.match.game.action_type, "action")

    def _decoded(self, raw: msgspec.Raw, wanted: Any, kind: str) -> Any:
        try:
            return msgspec.json.decode(raw, type=wanted)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            title = self.match.game.card.title
            raise NotNow(kind, f"not a {kind} of {title}: {error}", {"problem": str(error)}) from error

    def _check_status(self, body: Body) -> None:
        allowed: tuple[Status, ...]
        match body:
            case Start():
                allowed = ("open",)
            case Act() | Expire() | Resign() | Pause():
                allowed = ("running",)
            case Resume():
                allowed = ("paused",)
            case Amend() | Rule():
                allowed = ("running", "paused", "finished")
            case Announce() | Release() | Seated():
                allowed = ("open", "running", "paused", "finished", "abandoned")
            case Extend():
                allowed = ("running", "paused")
            case Stop():
                allowed = ("open", "running", "paused")
        if self.status not in allowed:
            raise NotNow(
                "status",
                f"the match is {self.status}; this can be done while it is {' or '.join(allowed)}",
                {"status": self.status, "possible": list(allowed)},
            )

    def _check_new_here(self, seat: Seat | None, person: str | None) -> None:
        for other, sitting in enumerate(self.occupants):
            if person is not None and other != seat and sitting.person == person:
                raise NotNow("has-a-seat", "this person has a seat in the match already", {"seat": other})

    def _prepare_entry(self, line: JournalEntry, seat: Seat, action: Any) -> PreparedEntry:
        step = self.match.prepare(seat, action)
        entry = Entry(len(self.match.log) + 1, seat, action, line.at)
        game = self.match.game
        over = game.outcome(step.state) is not None
        moves = action is None or self._shows(seat, step)
        times = self._times
        if moves:
            awaited, opening = self.match.to_act_in(step.state), self.match.opening_in(step.state)
            times = times.moved(seat, awaited, line.at, opening=opening)
        status: Status = "finished" if over else "running"
        return self._pending(line, times, status, entry=entry, step=step, ended=line.at if over else None)

    def _prepare_ruling(self, line: JournalEntry, body: Rule) -> PreparedEntry:
        """Clocks go on as they were: a ruling is nobody's turn."""
        game = self.match.game
        ruling_type = game.ruling_type if isinstance(game, Refereed) else Any
        ruling = self._decoded(body.ruling, ruling_type, "ruling")
        step = self.match.prepare_ruling(ruling)
        entry = Entry(len(self.match.log) + 1, HOST, ruling, line.at, body.reason)
        return self._pending(line, self.times, self.status, entry=entry, step=step)

    def _shows(self, seat: Seat, step: Step[Any]) -> bool:
        """Whether everybody can see that the seat has done something. What is done in secret (a note, a
        submission that may be replaced) doesn't touch the clocks: they would tell, and never run out."""
        game, state = self.match.game, self.match.state
        if seat not in (before := self.match.to_act):
            return True
        return (
            self.match.to_act_in(step.state) != before
            or any(event.visible_to(None) for event in step.events)
            or game.view(step.state, None) != game.view(state, None)
        )

    def _prepare_amendment(self, line: JournalEntry, amend: Amend) -> PreparedEntry:
        log = self.match.log
        if not 1 <= amend.number <= len(log):
            raise NotNow("no-such-action", f"there is no action {amend.number}; there are 1 to {len(log)}")
        wrong = log[amend.number - 1]
        if wrong.seat == HOST:
            raise NotNow(
                "amendment",
                f"entry {amend.number} is a ruling; rule again, and the later ruling counts",
                {"number": amend.number},
            )
        action = None if amend.action == EXPIRY else self._action(amend.action)
        again = self.after(amend.number - 1)
        again.enter(Entry(wrong.number, wrong.seat, action, wrong.at))
        states = [*self.states[: amend.number], again.state]
        for entry in log[amend.number :]:
            try:
                again.enter(entry)
            except IllegalAction as refused:
                raise self._impossible(entry, refused) from refused
            states.append(again.state)
        over = again.outcome is not None
        status: Status = "finished" if over else "running" if self.status == "finished" else self.status
        before = self._times
        times = Times.start(self.row.clock, self.row.seats, again.to_act, line.at)
        times = Times(times.clock, times.began, before.reserves, before.stopped, again.opening)
        amended = AmendedMatch(again, states)
        return self._pending(line, times, status, amended=amended, ended=line.at if over else None)

    def _impossible(self, entry: Entry[Any], refused: IllegalAction) -> NotNow:
        """The refusal of a correction after which this entry couldn't be made."""

        def said(lang: str, words: str) -> str:
            names = self.names(lang)
            why = self.installed.refuse(refused, lang, names)
            name = "" if entry.seat == HOST else Names(names, lang).of(entry.seat)
            return words.format(number=entry.number, name=name, why=why)

        english = "with that correction action {number} of {name} would be refused: {why}"
        russian = "с этой поправкой невозможно действие {number} ({name}): {why}"
        if entry.seat == HOST:
            english = "with that correction the host's ruling, entry {number}, would be refused: {why}"
            russian = "с этой поправкой невозможно решение ведущего (запись {number}): {why}"
        return NotNow(
            "amendment",
            said("en", english),
            {"number": entry.number, "seat": entry.seat},
            {"ru": said("ru", russian)},
        )

    def _pending(
        self,
        line: JournalEntry,
        times: Times | None,
        status: Status,
        *,
        started: float | None = None,
        ended: float | None = None,
        entry: Entry[Any] | None = None,
        step: Step[Any] | None = None,
        amended: AmendedMatch | None = None,
    ) -> PreparedEntry:
        next_due = times.next_due() if times is not None and status == "running" else None
        due = next_due[0] if next_due else None
        same = (status, due, started, ended) == (self.status, self.due, None, None)
        head = RowChange(status, due, started, ended, changed=not same)
        return PreparedEntry(line, head, times, status, entry, step, amended)

    def _replace(self, amended: AmendedMatch) -> None:
        """The past is another one: all streams begin anew."""
        match = self.match = amended.match
        self.states = amended.states
        self.epoch += 1
        self.moments = [entry.at or 0.0 for entry in match.log]
        self.answered = dict.fromkeys(range(match.seats), len(match.log))
        viewers = list(self.streams)
        self.streams = {}
        for viewer in viewers:
            self.stream(viewer)
