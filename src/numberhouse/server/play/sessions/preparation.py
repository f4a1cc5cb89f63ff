"""What an entry of the journal would change, worked out before anything changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from numberhouse.contract.forfeit import Forfeit
from numberhouse.contract.game import IllegalAction, Refereed, Seat, Step
from numberhouse.contract.names import Names
from numberhouse.contract.timekeeping import Times
from numberhouse.match import HOST, Entry
from numberhouse.protocol.terms import Status
from numberhouse.server.base.refusals import NotNow, choice_of
from numberhouse.server.play.sessions.free_actions import (
    FreeAction,
    is_free,
    kind_of,
    replacement_of,
)
from numberhouse.server.play.sessions.session_parts import AmendedMatch, PreparedEntry
from numberhouse.server.play.sessions.session_state import MOST_ENTRIES, SessionState, result_of
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
    HostProposal,
    JournalEntry,
    Looked,
    Pause,
    Release,
    Resign,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
)
from numberhouse.words import HOUSE, literal, message

__all__ = ["Preparation"]

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
    HostProposal: ("running", "paused", "finished"),
    Consent: ("running", "paused", "finished"),
}
"""By kind of entry, the statuses of a match in which it is possible."""


ENDING: Final = (Start, Expire, Resign, Stop)
"""Entries that are possible in a full match, because they end it."""


class Preparation(SessionState):
    """Prepares entries of a match."""

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
            case Resign() | Announce() | Release() | HostProposal() | Consent():
                return self._prepared_entry(entry, self.times, self.status)

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
        replay.apply(Entry(corrected_entry.number, corrected_entry.seat, action, corrected_entry.at))
        states = [*self.states[: amend.number], replay.state]
        for later in log[amend.number :]:
            try:
                replay.apply(later)
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
        return result_of(match, outcome)
