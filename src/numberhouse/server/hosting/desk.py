"""The hosting desk: what a host sees of a match, and does to it besides playing.

Who has submitted is told to hosts who don't play; to one who does no more than to every other seat. What
happens goes into the log as a line like everything else, with the key of the request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from numberhouse.contract.clock import NoClock
from numberhouse.contract.game import Seat
from numberhouse.contract.names import Names
from numberhouse.contract.timekeeping import Times
from numberhouse.protocol.desk import Desk, DeskSeat, Extension, Submission
from numberhouse.protocol.matches import MatchInfo
from numberhouse.server.base.instants import FAR, instant
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.announcements import checked_reason
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.rounds import entries_of, round_began, standings
from numberhouse.server.play.session import Session
from numberhouse.server.storage.journal_entry import Extend

__all__ = ["check_seat", "desk", "extensions"]


def desk(session: Session, info: MatchInfo, presence: Presence, now: float, *, everything: bool) -> Desk:
    """The desk for somebody who may see the match as `info`; `everything` for who may, and asks for it."""
    times = session.times
    begun = times is not None
    first = times.next_due() if times is not None and session.running else None
    secret = session.match.game.card.secret_options
    usual = session.match.game.options_type()
    return Desk(
        id=info.id,
        status=info.status,
        seats=tuple(_overseen(session, info, presence, now)),
        due=first[0] if first is not None else None,
        began=_round_began_at(session) if session.running else None,
        stopped=times.stopped if times is not None else None,
        opens=info.opens,
        starts=info.starts,
        released=session.released,
        spectators=presence.spectators(info.id),
        announcements=tuple(session.announcements),
        handed_in=tuple(
            name for name in secret if getattr(session.row.options, name) != getattr(usual, name)
        ),
        actions=len(session.match.log) if everything else None,
        submissions=tuple(_submissions(session)) if everything and begun else None,
    )


def extensions(session: Session, wanted: Extension, now: float) -> list[Extend]:
    """The lines that give the time. Raises `Refused` where there is none to give, or it would be over
    already."""
    times = session.times
    if times is None or isinstance(times.clock, NoClock):
        raise Refused(409, "no-clock", "no time runs in this match; set a clock before the start")
    checked_reason(wanted.reason)
    shifts = _shifts(times, _chosen(session, times, wanted.seats), wanted)
    base = now if times.stopped is None else times.stopped
    display_names = Names(session.names("en"), "en")
    for seat, seconds in shifts.items():
        due = _due(times, seat)
        if due + seconds <= base:
            raise Refused(
                409,
                "past",
                f"the time of {display_names.of(seat)} would be over already; give more, or let it run out",
                seat=seat,
            )
    if wanted.seats is None and len(set(shifts.values())) == 1:
        return [Extend(next(iter(shifts.values())), None, wanted.reason)]
    groups: dict[float, list[Seat]] = {}
    for seat, seconds in shifts.items():
        groups.setdefault(seconds, []).append(seat)
    return [Extend(seconds, tuple(seats), wanted.reason) for seconds, seats in groups.items()]


def check_seat(info: MatchInfo, seat: Seat) -> None:
    """Raises `Refused` for a seat that isn't there."""
    if not 0 <= seat < len(info.seats):
        raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {len(info.seats) - 1}")


# Below


def _overseen(session: Session, info: MatchInfo, presence: Presence, now: float) -> list[DeskSeat]:
    times, present = session.times, presence.present(info.id)
    awaited = session.match.to_act if session.status in ("running", "paused") else frozenset()
    playing = info.seat is not None and not session.over
    known = standings(session, playing=playing) if times is not None else ()
    named = session.display_names()
    missed = Counter(entry.seat for entry in session.match.log if entry.action is None)
    found = []
    for chair in info.seats:
        seat, sitting = chair.seat, session.occupants[chair.seat]
        found.append(
            DeskSeat(
                seat=seat,
                name=named[seat].name,
                translated=named[seat].translated,
                bot=sitting.bot,
                present=sitting.bot is not None or seat in present,
                awaited=seat in awaited,
                standing=known[seat] if known else "idle",
                since=times.began[seat] if times is not None else None,
                due=times.due(seat) if times is not None else None,
                reserves=times.periods(seat, now) if times is not None else None,
                usable=times.usable(seat) if times is not None else None,
                resigned=seat in session.resigned,
                missed=None if playing else missed[seat],
            )
        )
    return found


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


def _chosen(session: Session, times: Times, seats: tuple[Seat, ...] | None) -> list[Seat]:
    waited = [seat for seat, since in enumerate(times.began) if since is not None]
    if not waited:
        raise Refused(409, "not-awaited", "the match waits for nobody, so no time runs")
    if seats is None:
        return waited
    if not seats or len(seats) > session.row.seats:
        raise Refused(400, "seats", "name the seats, or leave them out for all")
    display_names = Names(session.names("en"), "en")
    for seat in seats:
        if seat not in waited:
            raise Refused(
                409,
                "not-awaited",
                f"no time runs for {display_names.of(seat)}; it runs for: {display_names.listed(waited)}",
                seat=seat,
                awaited=waited,
            )
    return sorted(set(seats))


def _shifts(times: Times, seats: Sequence[Seat], wanted: Extension) -> dict[Seat, float]:
    """By seat, the seconds."""
    if (wanted.seconds is None) == (wanted.until is None):
        raise Refused(400, "extension", "give either seconds or a moment (until)")
    if wanted.seconds is not None:
        if not 0 < abs(wanted.seconds) <= FAR:
            raise Refused(
                400, "extension", f"{wanted.seconds} seconds; up to {FAR:.0f}, more or less, but not 0"
            )
        return dict.fromkeys(seats, wanted.seconds)
    if times.stopped is not None:
        raise Refused(
            409, "paused", "the clocks stand still; resume first, or give seconds instead of a moment"
        )
    assert wanted.until is not None
    try:
        until = instant(wanted.until)
    except ValueError as error:
        raise Refused(400, "until", f"until: {error}") from error
    shifts = {seat: round(until - _due(times, seat), 6) for seat in seats}
    if any(abs(seconds) > FAR for seconds in shifts.values()):
        raise Refused(400, "until", f"until: more than {FAR:.0f} seconds from the deadline as it is")
    return shifts


def _due(times: Times, seat: Seat) -> float:
    """When the time of the seat runs out, or would if the clocks ran."""
    due = msgspec.structs.replace(times, stopped=None).due(seat)
    assert due is not None
    return due
