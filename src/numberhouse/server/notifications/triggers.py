"""What happens in a match that somebody may want a notice of, and whether it still is so a while later.

Everything is told by the match itself, in the same way in every process: the same thing has the same mark.
What a seat does in secret is no occasion for anybody.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.people import Notice
from numberhouse.server.play.session import Table
from numberhouse.server.storage.journal_entry import (
    Act,
    Amend,
    Expire,
    Extend,
    Line,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
)

__all__ = ["Occasion", "due_of", "occasions", "standing_occasions", "still"]


class Occasion(msgspec.Struct, frozen=True):
    """Something to tell one person."""

    person: str
    match: str
    kind: Notice
    mark: str
    seat: Seat
    at: float | None = None
    """When to tell it; None for now."""


def occasions(table: Table, line: Line) -> list[Occasion]:
    """What comes of a line that was just entered."""
    body = line.body
    if isinstance(body, Seated):
        return _of_seating(table, line, body)
    if table.over:
        ends = isinstance(body, (Act, Expire, Amend, Rule, Stop))
        return _to(table, "over", range(table.row.seats)) if ends else []
    if not table.running:
        return []
    awaited = table.match.to_act
    match body:
        case Start() | Amend():
            return [*_to(table, "your-turn", awaited), *_to(table, "deadline", awaited)]
        case Resume() | Extend():
            return _to(table, "deadline", awaited)
        case Act() | Expire() | Rule():
            return _of_entry(table, line)
    return []


def standing_occasions(table: Table) -> list[Occasion]:
    """What somebody should have been told by now, or will have to be, as the match stands."""
    if not table.running:
        return []
    awaited = table.match.to_act
    return [*_to(table, "your-turn", awaited), *_to(table, "deadline", awaited)]


def still(table: Table, one: Occasion) -> bool:
    """Whether it is worth telling now."""
    if not 0 <= one.seat < table.row.seats or table.sittings[one.seat].person != one.person:
        return False
    if one.kind in ("your-turn", "deadline"):
        awaited = table.running and one.seat in table.match.to_act and not table.match.waits(one.seat)
        return awaited and one.mark == _mark(table, one.kind, one.seat)
    if one.kind == "over":
        return table.over
    return not table.over


def due_of(table: Table, seat: Seat) -> float | None:
    """When the time of the seat runs out."""
    return table.times.due(seat) if table.running and table.times is not None else None


# Below


def _of_entry(table: Table, line: Line) -> list[Occasion]:
    awaited, before = table.match.to_act, table.match.to_act_in(table.states[-2])
    asked = awaited - before
    if isinstance(line.body, Expire) and line.seat in awaited:
        asked |= {line.seat}
    found = _to(table, "your-turn", asked)
    if asked or line.seat in awaited:
        found += _to(table, "deadline", awaited)
    if table.match.game.card.simultaneous and awaited - before:
        # Whoever has brought the end of the round about was there.
        others = [
            seat for seat in range(table.row.seats) if seat != line.seat or not isinstance(line.body, Act)
        ]
        found += _to(table, "round", others)
    return found


def _of_seating(table: Table, line: Line, body: Seated) -> list[Occasion]:
    if body.person is None or line.seat is None or table.over:
        return []
    found = [Occasion(body.person, table.row.id, "invitation", f"line {line.number}", line.seat)]
    return found + [one for one in standing_occasions(table) if one.seat == line.seat]


def _to(table: Table, kind: Notice, seats: Iterable[Seat]) -> list[Occasion]:
    found = []
    for seat in sorted(seats):
        person = table.sittings[seat].person
        if person is None or seat in table.resigned:
            continue
        at = None
        if kind == "deadline":
            at = _reminder(table, seat)
            if at is None:
                continue
        found.append(Occasion(person, table.row.id, kind, _mark(table, kind, seat), seat, at))
    return found


def _reminder(table: Table, seat: Seat) -> float | None:
    """When the seat is to be reminded; None where its time is so short that being told of the turn is
    enough."""
    due, ahead = due_of(table, seat), table.row.terms.reminder
    if due is None or table.times is None or not ahead > 0:
        return None
    since = table.times.began[seat]
    return due - ahead if since is not None and due - ahead > since else None


def _mark(table: Table, kind: Notice, seat: Seat) -> str:
    if kind in ("round", "over"):
        return f"{table.epoch}.{len(table.match.log)}"
    asked = f"{table.epoch}.{_asked(table, seat)}"
    return asked if kind == "your-turn" else f"{asked}.{due_of(table, seat) or 0:.0f}"


def _asked(table: Table, seat: Seat) -> int:
    """How many entries there were when the running turn of the seat began."""
    to_act = table.match.game.to_act
    for entries in range(len(table.states) - 1, 0, -1):
        last = table.match.log[entries - 1]
        if (last.seat == seat and last.action is None) or seat not in to_act(table.states[entries - 1]):
            return entries
    return 0
