"""The running round of any game: who was asked, and what has come of it.

Nothing here knows a game. A round, or a turn, begins with the entry of the log after which somebody is waited
for who wasn't before; it is the round that clocks go by. *Submitted*, *confirmed* and *defaulted* are three
different things: a seat that has acted and is still waited for has submitted and may think better of it; one
that is no longer waited for has confirmed; one whose time ran out with nothing done has defaulted.
"""

from __future__ import annotations

from typing import Any

from numberhouse.contract.game import Chance, Event, Seat
from numberhouse.protocol.desk import Standing
from numberhouse.server.play.session import Session

__all__ = ["entries_of", "last_round", "round_began", "standings", "told_publicly"]


def round_began(session: Session, before: int | None = None) -> int:
    """How many entries the log had when the running round began, or the one that ran when it had `before`."""
    states, to_act = session.states, session.match.game.to_act
    last = len(states) - 1 if before is None else before
    awaited = to_act(states[last])
    for entries in range(last, 0, -1):
        earlier = to_act(states[entries - 1])
        if awaited - earlier:
            return entries
        awaited = earlier
    return 0


def standings(session: Session, *, playing: bool = False) -> tuple[Standing, ...]:
    """By seat. To somebody who is `playing` it shows no more than who is waited for, which is open to all:
    what others have done in secret has no timing."""
    first = round_began(session)
    asked = session.match.game.to_act(session.states[first])
    awaited = session.match.to_act
    found: list[Standing] = []
    for seat in range(session.row.seats):
        standing = _standing(session, seat, seat in awaited, first)
        if playing:
            standing = "asked" if seat in awaited else "settled" if seat in asked else "idle"
        found.append(standing)
    return tuple(found)


def entries_of(session: Session, seat: Seat, first: int) -> list[Any]:
    """What the seat has done since the log had `first` entries, without what is nobody's business, such as
    notes."""
    entries = [entry for entry in session.match.log[first:] if entry.seat == seat]
    return [entry for entry in entries if entry.action is None or _matters(session, entry)]


def last_round(session: Session) -> tuple[int, int]:
    """Between which numbers of entries the last round or turn that is over lies; equal for none."""
    log = session.match.log
    end = len(log) if session.over else round_began(session)
    return (round_began(session, end - 1) if end else 0), end


def told_publicly(session: Session) -> list[Event]:
    """The events of the last round that everybody may know. Of a sealed round only its end: what was told
    again and again on the way there, such as that somebody is ready, isn't news."""
    begin, end = last_round(session)
    steps = [[event for event in step if event.audience is None] for step in session.match.events[begin:end]]
    if not session.match.game.card.simultaneous or not steps:
        return [event for step in steps for event in step]
    timeline = {event.code for step in steps[:-1] for event in step}
    return [event for event in steps[-1] if event.code not in timeline]


# Below


def _standing(session: Session, seat: Seat, awaited: bool, first: int) -> Standing:
    entries = entries_of(session, seat, first)
    acted = any(entry.action is not None for entry in entries)
    if entries and entries[-1].action is None:
        return "ran-out" if acted else "defaulted"
    if awaited:
        return "submitted" if acted else "asked"
    return "confirmed" if acted else "idle"


def _matters(session: Session, entry: Any) -> bool:
    """Whether an action was more than a note. Notes are among the actions that are free, and so are sealed
    submissions that may be replaced; but a submission changes what happens when the time runs out."""
    game, seat = session.match.game, entry.seat
    before, after = session.states[entry.number - 1], session.states[entry.number]
    config = getattr(type(entry.action), "__struct_config__", None)
    tag = getattr(config, "tag", None)
    parts = game.legal(game.view(before, seat), seat).parts
    if not any(part.free and part.name == tag for part in parts):
        return True
    if seat not in game.to_act(before) or seat not in game.to_act(after):
        return True
    then = [game.expire(state, seat, Chance(session.row.seed, 0)).events for state in (before, after)]
    return then[0] != then[1]
