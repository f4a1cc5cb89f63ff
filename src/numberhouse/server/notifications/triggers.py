"""What happens in a match that somebody may want a notice of, and whether it still is so a while later.

Everything is told by the match itself, in the same way in every process: the same thing has the same mark.
What a seat does in secret is no occasion for anybody.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.people import Notice
from numberhouse.server.play.session import Session
from numberhouse.server.storage.journal_entry import (
    Act,
    Amend,
    Expire,
    Extend,
    JournalEntry,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
)

__all__ = ["Trigger", "due_of", "standing_triggers", "still", "triggers"]


class Trigger(msgspec.Struct, frozen=True):
    """Something to tell one person."""

    person: str
    match: str
    kind: Notice
    mark: str
    seat: Seat
    at: float | None = None
    """When to tell it; None for now."""


def triggers(session: Session, line: JournalEntry) -> list[Trigger]:
    """What comes of an entry that was just entered."""
    body = line.body
    if isinstance(body, Seated):
        return _of_seating(session, line, body)
    if session.over:
        ends = isinstance(body, (Act, Expire, Amend, Rule, Stop))
        return _to(session, "over", range(session.row.seats)) if ends else []
    if not session.running:
        return []
    awaited = session.match.to_act
    match body:
        case Start() | Amend():
            return [*_to(session, "your-turn", awaited), *_to(session, "deadline", awaited)]
        case Resume() | Extend():
            return _to(session, "deadline", awaited)
        case Act() | Expire() | Rule():
            return _of_entry(session, line)
    return []


def standing_triggers(session: Session) -> list[Trigger]:
    """What somebody should have been told by now, or will have to be, as the match stands."""
    if not session.running:
        return []
    awaited = session.match.to_act
    return [*_to(session, "your-turn", awaited), *_to(session, "deadline", awaited)]


def still(session: Session, one: Trigger) -> bool:
    """Whether it is worth telling now."""
    if not 0 <= one.seat < session.row.seats or session.occupants[one.seat].person != one.person:
        return False
    if one.kind in ("your-turn", "deadline"):
        awaited = session.running and one.seat in session.match.to_act and not session.match.waits(one.seat)
        return awaited and one.mark == _mark(session, one.kind, one.seat)
    if one.kind == "over":
        return session.over
    return not session.over


def due_of(session: Session, seat: Seat) -> float | None:
    """When the time of the seat runs out."""
    return session.times.due(seat) if session.running and session.times is not None else None


# Below


def _of_entry(session: Session, line: JournalEntry) -> list[Trigger]:
    awaited, before = session.match.to_act, session.match.to_act_in(session.states[-2])
    asked = awaited - before
    if isinstance(line.body, Expire) and line.seat in awaited:
        asked |= {line.seat}
    found = _to(session, "your-turn", asked)
    if asked or line.seat in awaited:
        found += _to(session, "deadline", awaited)
    if session.match.game.card.simultaneous and awaited - before:
        # Whoever has brought the end of the round about was there.
        others = [
            seat for seat in range(session.row.seats) if seat != line.seat or not isinstance(line.body, Act)
        ]
        found += _to(session, "round", others)
    return found


def _of_seating(session: Session, line: JournalEntry, body: Seated) -> list[Trigger]:
    if body.person is None or line.seat is None or session.over:
        return []
    found = [Trigger(body.person, session.row.id, "invitation", f"line {line.number}", line.seat)]
    return found + [one for one in standing_triggers(session) if one.seat == line.seat]


def _to(session: Session, kind: Notice, seats: Iterable[Seat]) -> list[Trigger]:
    found = []
    for seat in sorted(seats):
        person = session.occupants[seat].person
        if person is None or seat in session.resigned:
            continue
        at = None
        if kind == "deadline":
            at = _reminder(session, seat)
            if at is None:
                continue
        found.append(Trigger(person, session.row.id, kind, _mark(session, kind, seat), seat, at))
    return found


def _reminder(session: Session, seat: Seat) -> float | None:
    """When the seat is to be reminded; None where its time is so short that being told of the turn is
    enough."""
    due, ahead = due_of(session, seat), session.row.terms.reminder
    if due is None or session.times is None or not ahead > 0:
        return None
    since = session.times.began[seat]
    return due - ahead if since is not None and due - ahead > since else None


def _mark(session: Session, kind: Notice, seat: Seat) -> str:
    if kind in ("round", "over"):
        return f"{session.epoch}.{len(session.match.log)}"
    asked = f"{session.epoch}.{_asked(session, seat)}"
    return asked if kind == "your-turn" else f"{asked}.{due_of(session, seat) or 0:.0f}"


def _asked(session: Session, seat: Seat) -> int:
    """How many entries there were when the running turn of the seat began."""
    to_act = session.match.game.to_act
    for entries in range(len(session.states) - 1, 0, -1):
        last = session.match.log[entries - 1]
        if (last.seat == seat and last.action is None) or seat not in to_act(session.states[entries - 1]):
            return entries
    return 0
