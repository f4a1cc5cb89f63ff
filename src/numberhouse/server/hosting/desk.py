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
from numberhouse.protocol.desk import Desk, Extension, Overseen, Submission
from numberhouse.protocol.matches import Told
from numberhouse.server.base.instants import FAR, instant
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.announcements import checked_reason
from numberhouse.server.play.presence import Hub
from numberhouse.server.play.rounds import entries_of, round_began, standings
from numberhouse.server.play.session import Table
from numberhouse.server.storage.journal_entry import Extend

__all__ = ["check_seat", "desk", "extensions"]


def desk(table: Table, told: Told, hub: Hub, now: float, *, everything: bool) -> Desk:
    """The desk for somebody who may see the match as `told`; `everything` for who may, and asks for it."""
    times = table.times
    begun = times is not None
    first = times.next_due() if times is not None and table.running else None
    secret = table.match.game.card.secret_options
    usual = table.match.game.options_type()
    return Desk(
        id=told.id,
        status=told.status,
        seats=tuple(_overseen(table, told, hub, now)),
        due=first[0] if first is not None else None,
        began=_round_began_at(table) if table.running else None,
        stopped=times.stopped if times is not None else None,
        opens=told.opens,
        starts=told.starts,
        released=table.released,
        spectators=hub.spectators(told.id),
        announcements=tuple(table.announcements),
        handed_in=tuple(name for name in secret if getattr(table.row.options, name) != getattr(usual, name)),
        actions=len(table.match.log) if everything else None,
        submissions=tuple(_submissions(table)) if everything and begun else None,
    )


def extensions(table: Table, wanted: Extension, now: float) -> list[Extend]:
    """The lines that give the time. Raises `Refused` where there is none to give, or it would be over
    already."""
    times = table.times
    if times is None or isinstance(times.clock, NoClock):
        raise Refused(409, "no-clock", "no time runs in this match; set a clock before the start")
    checked_reason(wanted.reason)
    shifts = _shifts(times, _chosen(table, times, wanted.seats), wanted)
    base = now if times.stopped is None else times.stopped
    called = Names(table.names("en"), "en")
    for seat, seconds in shifts.items():
        due = _due(times, seat)
        if due + seconds <= base:
            raise Refused(
                409,
                "past",
                f"the time of {called.of(seat)} would be over already; give more, or let it run out",
                seat=seat,
            )
    if wanted.seats is None and len(set(shifts.values())) == 1:
        return [Extend(next(iter(shifts.values())), None, wanted.reason)]
    groups: dict[float, list[Seat]] = {}
    for seat, seconds in shifts.items():
        groups.setdefault(seconds, []).append(seat)
    return [Extend(seconds, tuple(seats), wanted.reason) for seconds, seats in groups.items()]


def check_seat(told: Told, seat: Seat) -> None:
    """Raises `Refused` for a seat that isn't there."""
    if not 0 <= seat < len(told.seats):
        raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {len(told.seats) - 1}")


# Below


def _overseen(table: Table, told: Told, hub: Hub, now: float) -> list[Overseen]:
    times, present = table.times, hub.present(told.id)
    awaited = table.match.to_act if table.status in ("running", "paused") else frozenset()
    playing = told.seat is not None and not table.over
    known = standings(table, playing=playing) if times is not None else ()
    named = table.called()
    missed = Counter(entry.seat for entry in table.match.log if entry.action is None)
    found = []
    for chair in told.seats:
        seat, sitting = chair.seat, table.sittings[chair.seat]
        found.append(
            Overseen(
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
                resigned=seat in table.resigned,
                missed=None if playing else missed[seat],
            )
        )
    return found


def _round_began_at(table: Table) -> float | None:
    entries = round_began(table)
    return table.moments[entries - 1] if entries else table.started


def _submissions(table: Table) -> list[Submission]:
    first = round_began(table)
    entries = [entry for seat in range(table.row.seats) for entry in entries_of(table, seat, first)]
    return [
        Submission(
            number=entry.number,
            seat=entry.seat,
            at=entry.at,
            notation=None if entry.action is None else table.folder.write(entry.action),
            action=msgspec.to_builtins(entry.action),
        )
        for entry in sorted(entries, key=lambda entry: entry.number)
    ]


def _chosen(table: Table, times: Times, seats: tuple[Seat, ...] | None) -> list[Seat]:
    waited = [seat for seat, since in enumerate(times.began) if since is not None]
    if not waited:
        raise Refused(409, "not-awaited", "the match waits for nobody, so no time runs")
    if seats is None:
        return waited
    if not seats or len(seats) > table.row.seats:
        raise Refused(400, "seats", "name the seats, or leave them out for all")
    called = Names(table.names("en"), "en")
    for seat in seats:
        if seat not in waited:
            raise Refused(
                409,
                "not-awaited",
                f"no time runs for {called.of(seat)}; it runs for: {called.listed(waited)}",
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
