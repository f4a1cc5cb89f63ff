"""The events of a match that people may want a notification of, and whether they are still true later.

Triggers are computed from the match alone, so every process finds the same ones: the same event has the same
mark. An action that a seat does in secret must never trigger anything.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.people import NotificationKind
from numberhouse.server.notifications.offers import PROPOSAL, asks_for_answer
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import (
    Act,
    Amend,
    Announce,
    Expire,
    Extend,
    HostProposal,
    JournalEntry,
    Looked,
    Resign,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
)

__all__ = ["Trigger", "due_of", "is_current", "standing_triggers", "triggers"]


class Trigger(msgspec.Struct, frozen=True):
    """An event that one person is notified of."""

    person: str
    match: str
    kind: NotificationKind
    mark: str
    seat: Seat
    at: float | None = None
    """When to send the notification; None for now."""


def triggers(session: Session, entry: JournalEntry) -> list[Trigger]:
    """The triggers of an entry that the session has just entered."""
    body = entry.body
    if isinstance(body, Seated):
        return _seating_triggers(session, entry, body)
    if isinstance(body, Announce):
        mark = f"announced {entry.number}"
        return [
            msgspec.structs.replace(trigger, mark=mark)
            for trigger in _triggers_for(session, "announcement", range(session.row.seats))
        ]
    if isinstance(body, HostProposal):
        return _proposal_triggers(session, body)
    if session.over:
        ends = isinstance(body, (Act, Expire, Amend, Resign, Rule, Stop))
        return _triggers_for(session, "over", range(session.row.seats)) if ends else []
    if not session.running:
        return []
    awaited = session.match.to_act
    match body:
        case Start() | Amend():
            return [
                *_triggers_for(session, "your-turn", awaited),
                *_triggers_for(session, "deadline", awaited),
            ]
        case Resume() | Extend() | Looked():
            return _triggers_for(session, "deadline", awaited)
        case Act() | Expire() | Rule():
            return _entry_triggers(session, entry)
    return []


def standing_triggers(session: Session) -> list[Trigger]:
    """The triggers that are true of the match now, whenever they began."""
    if not session.running:
        return []
    awaited = session.match.to_act
    return [*_triggers_for(session, "your-turn", awaited), *_triggers_for(session, "deadline", awaited)]


def is_current(session: Session, trigger: Trigger) -> bool:
    """Whether the trigger is still true, so that its notification is worth sending."""
    if not 0 <= trigger.seat < session.row.seats or session.occupants[trigger.seat].person != trigger.person:
        return False
    if trigger.kind in ("your-turn", "deadline"):
        awaited = (
            session.running and trigger.seat in session.match.to_act and not session.match.waits(trigger.seat)
        )
        return awaited and trigger.mark == _mark(session, trigger.kind, trigger.seat)
    if trigger.kind == "over":
        return session.over
    if trigger.kind in ("announcement", "message"):
        return True  # the delivery knows whether a message is still unread
    return not session.over


def due_of(session: Session, seat: Seat) -> float | None:
    """When the time of the seat runs out; None where no time runs."""
    return session.times.due(seat) if session.running and session.times is not None else None


def _entry_triggers(session: Session, entry: JournalEntry) -> list[Trigger]:
    awaited, awaited_before = session.match.to_act, session.match.to_act_in(session.states[-2])
    newly_awaited = awaited - awaited_before
    if isinstance(entry.body, Expire) and entry.seat in awaited:
        newly_awaited |= {entry.seat}
    result = _triggers_for(session, "your-turn", newly_awaited)
    if newly_awaited or entry.seat in awaited:
        result += _triggers_for(session, "deadline", awaited)
    if session.match.game.card.simultaneous and awaited - awaited_before:
        # The player whose action ended the round knows of it.
        others = [
            seat for seat in range(session.row.seats) if seat != entry.seat or not isinstance(entry.body, Act)
        ]
        result += _triggers_for(session, "round", others)
    return result


def _seating_triggers(session: Session, entry: JournalEntry, body: Seated) -> list[Trigger]:
    if body.person is None or entry.seat is None or session.over:
        return []
    return [trigger for trigger in standing_triggers(session) if trigger.seat == entry.seat]


def _proposal_triggers(session: Session, body: HostProposal) -> list[Trigger]:
    """The triggers for the seats whose consent a proposal needs."""
    proposal = next((each for each in session.proposals if each.body is body), None)
    if proposal is None:
        return []
    mark, match = f"{PROPOSAL} {proposal.number}", session.row.id
    return [
        Trigger(person, match, "invitation", mark, seat)
        for seat in asks_for_answer(session, proposal)
        if (person := session.occupants[seat].person) is not None
    ]


def _triggers_for(session: Session, kind: NotificationKind, seats: Iterable[Seat]) -> list[Trigger]:
    result = []
    for seat in sorted(seats):
        person = session.occupants[seat].person
        if person is None or seat in session.resigned:
            continue
        due_at = None
        if kind == "deadline":
            due_at = _reminder_at(session, seat)
            if due_at is None:
                continue
        result.append(Trigger(person, session.row.id, kind, _mark(session, kind, seat), seat, due_at))
    return result


def _reminder_at(session: Session, seat: Seat) -> float | None:
    """When to remind the seat; None where its time is so short that the notification of the turn is
    enough."""
    due, lead = due_of(session, seat), session.row.terms.reminder
    if due is None or session.times is None or not lead > 0:
        return None
    began = session.times.began[seat]
    return due - lead if began is not None and due - lead > began else None


def _mark(session: Session, kind: NotificationKind, seat: Seat) -> str:
    if kind in ("round", "over"):
        return f"{session.epoch}.{len(session.match.log)}"
    turn = f"{session.epoch}.{_turn_start(session, seat)}"
    return turn if kind == "your-turn" else f"{turn}.{due_of(session, seat) or 0:.0f}"


def _turn_start(session: Session, seat: Seat) -> int:
    """The number of entries when the running turn of the seat began."""
    to_act = session.match.game.to_act
    for count in range(len(session.states) - 1, 0, -1):
        last = session.match.log[count - 1]
        if (last.seat == seat and last.action is None) or seat not in to_act(session.states[count - 1]):
            return count
    return 0
