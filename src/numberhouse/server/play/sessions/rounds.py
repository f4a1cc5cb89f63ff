"""The running round of any game: the seats that were asked, and how far each has come.

Nothing here depends on a particular game. A round, or a turn, begins with the entry of the journal after
which the match awaits a seat that it didn't await before; clocks count the same rounds. *Submitted*,
*confirmed* and *defaulted* are three different things: a seat that has acted and is still awaited has
submitted, and may replace its submission; a seat that has acted and isn't awaited any more has confirmed; a
seat whose time ran out before it acted has defaulted.
"""

from __future__ import annotations

from typing import Any

from numberhouse.contract.game import Chance, Event, Seat
from numberhouse.protocol.desk import SubmissionStatus
from numberhouse.server.play.sessions.session import Session

__all__ = ["entries_of", "last_round", "public_events", "round_began", "standings"]


def round_began(session: Session, before: int | None = None) -> int:
    """The length of the journal when the running round began, or the round that was running when the journal
    had `before` entries."""
    states, to_act = session.states, session.match.game.to_act
    last = len(states) - 1 if before is None else before
    awaited = to_act(states[last])
    for entries in range(last, 0, -1):
        earlier = to_act(states[entries - 1])
        if awaited - earlier:
            return entries
        awaited = earlier
    return 0


def standings(session: Session, *, playing: bool = False) -> tuple[SubmissionStatus, ...]:
    """The standing of every seat, by seat.

    A viewer who is `playing` learns only which seats are awaited, which is public: anything more would reveal
    when others act in secret."""
    first = round_began(session)
    asked_seats = session.match.game.to_act(session.states[first])
    awaited = session.match.to_act
    result: list[SubmissionStatus] = []
    for seat in range(session.row.seats):
        standing = _standing(session, seat, seat in awaited, first)
        if playing:
            standing = "asked" if seat in awaited else "settled" if seat in asked_seats else "idle"
        result.append(standing)
    return tuple(result)


def entries_of(session: Session, seat: Seat, first: int) -> list[Any]:
    """The seat's entries after the journal's first `first` entries, without private ones such as notes."""
    entries = [entry for entry in session.match.log[first:] if entry.seat == seat and not entry.forfeit]
    return [entry for entry in entries if entry.action is None or _matters(session, entry)]


def last_round(session: Session) -> tuple[int, int]:
    """The last completed round or turn, as lengths of the journal at its begin and end; equal for none."""
    log = session.match.log
    end = len(log) if session.over else round_began(session)
    return (round_began(session, end - 1) if end else 0), end


def public_events(session: Session) -> list[Event]:
    """The public events of the last round.

    Of a sealed round only the events of its end: those that were repeated on the way there, such as that a
    seat is ready, aren't news."""
    begin, end = last_round(session)
    steps = [[event for event in step if event.audience is None] for step in session.match.events[begin:end]]
    if not session.match.game.card.simultaneous or not steps:
        return [event for step in steps for event in step]
    codes_on_the_way = {event.code for step in steps[:-1] for event in step}
    return [event for event in steps[-1] if event.code not in codes_on_the_way]


def _standing(session: Session, seat: Seat, awaited: bool, first: int) -> SubmissionStatus:
    entries = entries_of(session, seat, first)
    acted = any(entry.action is not None for entry in entries)
    if entries and entries[-1].action is None:
        return "ran-out" if acted else "defaulted"
    if awaited:
        return "submitted" if acted else "asked"
    return "confirmed" if acted else "idle"


def _matters(session: Session, entry: Any) -> bool:
    """Whether an action was more than a note.

    Both notes and sealed submissions that may be replaced are free actions, but only a submission changes
    what happens when the time runs out."""
    game, seat = session.match.game, entry.seat
    before, after = session.states[entry.number - 1], session.states[entry.number]
    config = getattr(type(entry.action), "__struct_config__", None)
    tag = getattr(config, "tag", None)
    parts = game.legal(game.view(before, seat), seat).parts
    if not any(part.free and part.name == tag for part in parts):
        return True
    if seat not in game.to_act(before) or seat not in game.to_act(after):
        return True
    expiry_events = [
        game.expire(state, seat, Chance(session.row.seed, 0)).events for state in (before, after)
    ]
    return expiry_events[0] != expiry_events[1]
