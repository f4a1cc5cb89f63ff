"""The hosting desk: the host's view of a match, and extensions of time.

A host who doesn't play sees which seats have submitted. A host who plays must see no more of the submissions
than every other seat. Every action of a host is a journal entry with the key of its request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from numberhouse.contract.clock import NoClock
from numberhouse.contract.game import Seat
from numberhouse.contract.names import Names
from numberhouse.contract.timekeeping import Times
from numberhouse.protocol.desk import Desk, DeskSeat, Extension, Submission
from numberhouse.protocol.matches import MatchInfo
from numberhouse.server.base.instants import FAR, instant
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import reason_text
from numberhouse.server.matches.access.insights import GrantedPerspective
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions.rounds import entries_of, round_began, standings
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import Extend

__all__ = ["MOST_PREPARED", "desk", "extensions", "unchanged_since"]

MOST_PREPARED: Final = 5
"""How often a correction or ruling is prepared because an entry of a player came first."""


def desk(
    session: Session,
    info: MatchInfo,
    granted: GrantedPerspective,
    presence: Presence,
    now: float,
    *,
    everything: bool,
) -> Desk:
    """The desk for the person who sees the match as `info`, now with the session's status. With `everything`
    it includes the submissions. Only a person who is granted everything sees who has submitted."""
    everything = everything and granted.everything
    times = session.times
    has_begun = times is not None
    first = times.next_due() if times is not None and session.running else None
    secret = session.match.game.card.secret_options
    defaults = session.match.game.options_type()
    return Desk(
        id=info.id,
        status=info.status,
        seats=tuple(_desk_seats(session, info, granted, presence, now)),
        due=first[0] if first is not None else None,
        round_started=_round_began_at(session) if session.running else None,
        paused_at=times.stopped if times is not None else None,
        opens=info.opens,
        starts=info.starts,
        released=session.released,
        spectators=presence.spectators(info.id),
        announcements=tuple(session.announcements),
        secrets_set=tuple(
            name for name in secret if getattr(session.row.options, name) != getattr(defaults, name)
        ),
        actions=len(session.match.log) if everything else None,
        submissions=tuple(_submissions(session)) if everything and has_begun else None,
    )


def extensions(session: Session, extension: Extension, now: float) -> list[Extend]:
    """The bodies of the entries that extend (or shorten) the time. Raises `Refused` where no time runs, and
    where a seat's time would be over already."""
    times = session.times
    if times is None or isinstance(times.clock, NoClock):
        raise Refused(409, "no-clock", "no time runs in this match; set a clock before the start")
    reason_text(extension.reason)
    shifts = _shifts(times, _seats_to_extend(session, times, extension.seats), extension)
    base = now if times.stopped is None else times.stopped
    display_names = Names(session.names("en"), "en")
    for seat, seconds in shifts.items():
        due = _due(times, seat)
        if due + seconds <= base:
            raise Refused(
                409,
                "deadline-in-past",
                f"the time of {display_names.of(seat)} would be over already; give more, or let it run out",
                seat=seat,
            )
    if extension.seats is None and len(set(shifts.values())) == 1:
        return [Extend(next(iter(shifts.values())), None, extension.reason)]
    groups: dict[float, list[Seat]] = {}
    for seat, seconds in shifts.items():
        groups.setdefault(seconds, []).append(seat)
    return [Extend(seconds, tuple(seats), extension.reason) for seconds, seats in groups.items()]


def unchanged_since(number: int) -> Callable[[Session], bool]:
    """Whether the entry of that number is still the last one: the announcement of a correction or ruling is
    stored with it, and must fit it."""
    return lambda session: session.number == number


def _desk_seats(
    session: Session, info: MatchInfo, granted: GrantedPerspective, presence: Presence, now: float
) -> list[DeskSeat]:
    times, present = session.times, presence.present(info.id)
    awaited = session.match.to_act if session.status in ("running", "paused") else frozenset()
    playing = not granted.everything and not session.over
    current_standings = standings(session, playing=playing) if times is not None else ()
    display_names = session.display_names()
    missed = Counter(entry.seat for entry in session.match.log if entry.action is None and not entry.forfeit)
    desk_seats = []
    for seat_info in info.seats:
        seat, occupant = seat_info.seat, session.occupants[seat_info.seat]
        desk_seats.append(
            DeskSeat(
                seat=seat,
                name=display_names[seat].name,
                translated=display_names[seat].translated,
                bot=occupant.bot,
                present=occupant.bot is not None or seat in present,
                awaited=seat in awaited,
                submission_status=current_standings[seat] if current_standings else "idle",
                turn_started=times.began[seat] if times is not None else None,
                due=times.due(seat) if times is not None else None,
                reserves=times.periods(seat, now) if times is not None else None,
                usable_reserves=times.usable(seat) if times is not None else None,
                resigned=seat in session.resigned,
                timeouts=None if playing else missed[seat],
            )
        )
    return desk_seats


def _round_began_at(session: Session) -> float | None:
    entries = round_began(session)
    return session.moments[entries - 1] if entries else session.started


def _submissions(session: Session) -> list[Submission]:
    first = round_began(session)
    entries = [entry for seat in range(session.row.seats) for entry in entries_of(session, seat, first)]
    return [
        Submission(
            number=entry.number,
            seat=entry.seat,
            at=entry.at,
            notation=None if entry.action is None else session.installed.write(entry.action),
            action=msgspec.to_builtins(entry.action),
        )
        for entry in sorted(entries, key=lambda entry: entry.number)
    ]


def _seats_to_extend(session: Session, times: Times, seats: tuple[Seat, ...] | None) -> list[Seat]:
    awaited = [seat for seat, since in enumerate(times.began) if since is not None]
    if not awaited:
        raise Refused(409, "not-awaited", "the match waits for nobody, so no time runs")
    if seats is None:
        return awaited
    if not seats or len(seats) > session.row.seats:
        raise Refused(400, "seats", "name the seats, or leave them out for all")
    display_names = Names(session.names("en"), "en")
    for seat in seats:
        if seat not in awaited:
            raise Refused(
                409,
                "not-awaited",
                f"no time runs for {display_names.of(seat)}; it runs for: {display_names.listed(awaited)}",
                seat=seat,
                awaited=awaited,
            )
    return sorted(set(seats))


def _shifts(times: Times, seats: Sequence[Seat], extension: Extension) -> dict[Seat, float]:
    """By seat, the seconds to add; negative ones shorten."""
    if (extension.seconds is None) == (extension.until is None):
        raise Refused(400, "extension", "give either seconds or a moment (until)")
    if extension.seconds is not None:
        if not 0 < abs(extension.seconds) <= FAR:
            raise Refused(
                400, "extension", f"{extension.seconds} seconds; up to {FAR:.0f}, more or less, but not 0"
            )
        return dict.fromkeys(seats, extension.seconds)
    if times.stopped is not None:
        raise Refused(
            409, "paused", "the clocks stand still; resume first, or give seconds instead of a moment"
        )
    assert extension.until is not None
    try:
        until = instant(extension.until)
    except ValueError as error:
        raise Refused(400, "until", f"until: {error}") from error
    shifts = {seat: round(until - _due(times, seat), 6) for seat in seats}
    if any(abs(seconds) > FAR for seconds in shifts.values()):
        raise Refused(400, "until", f"until: more than {FAR:.0f} seconds from the deadline as it is")
    return shifts


def _due(times: Times, seat: Seat) -> float:
    """When the time of the seat runs out; where the clocks stand still, the time as if they ran."""
    due = msgspec.structs.replace(times, stopped=None).due(seat)
    assert due is not None
    return due
