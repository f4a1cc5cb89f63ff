"""A running match in memory: its rules, its clocks, and the stream of every viewer.

A session is built from a match's row and its journal, and from nothing else: any process can build the same
one at any time. It decides nothing about durability: `accept.py` stores an entry between `prepare` and
`commit`."""

from __future__ import annotations

from typing import Final

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.match import HOST
from numberhouse.server.play.sessions.free_actions import ReplacedAction
from numberhouse.server.play.sessions.preparation import Preparation
from numberhouse.server.play.sessions.session_parts import (
    AmendedMatch,
    Occupant,
    PreparedEntry,
    Proposal,
    Row,
)
from numberhouse.server.storage.journal_entry import (
    Act,
    Amend,
    Announce,
    Consent,
    Expire,
    HostProposal,
    JournalEntry,
    Release,
    Resign,
    Rule,
    Seated,
    Stop,
)

__all__ = ["Occupant", "PreparedEntry", "Proposal", "Row", "Session"]

REPLACED_KEYS: Final = 100
"""Keys of replaced free actions that a session remembers, so that a repeated request isn't a new action."""


class Session(Preparation):
    """One match."""

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
            case Stop(cause=cause):
                self.stopped = cause
            case Release():
                self.released = True
            case HostProposal():
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

    def apply_stored(self, entry: JournalEntry) -> None:
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

    def _drop(self, replacement: ReplacedAction) -> None:
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
