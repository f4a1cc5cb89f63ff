"""What a viewer of a match is sent, over a WebSocket or by polling: the same things in the same numbers."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.play import Lobby, Position, PublicSeat, Snapshot, Update, Viewer
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Session
from numberhouse.server.play.stream import Stream

__all__ = ["ViewerState", "lobby", "position_of"]


def lobby(reached: MatchInfo, seat: Seat | None, session: Session, presence: Presence) -> Lobby:
    """Everything there is to see before the start."""
    present = presence.present(reached.id)
    places = [
        PublicSeat(
            chair.name,
            chair.bot,
            chair.bot is not None or chair.seat in present,
            awaited=False,
            due=None,
            reserves=None,
            translated=chair.translated,
        )
        for chair in reached.seats
    ]
    announcements = tuple(session.announcements)
    return Lobby(
        seat,
        Position(
            reached.status,
            places,
            (),
            announcements,
            presence.spectators(reached.id),
            presence.hosts(reached.id),
        ),
    )


def position_of(session: Session, presence: Presence, *, behind: bool) -> Position:
    """What every viewer may know besides the view; `behind` for one who sees the match with a delay."""
    present, spectators, hosts = presence.audience(session.row.id)
    known = (session.number, session.epoch, tuple(session.occupants), present, spectators, hosts, behind)
    if session.position is None or session.position[0] != known:
        session.position = known, _position(session, present, spectators, hosts, behind)
    found: Position = session.position[1]
    return found


class ViewerState:
    """What a viewer may be shown of a match at one moment: spectators may have to wait for the last items."""

    def __init__(self, session: Session, viewer: Viewer, now: float) -> None:
        self.session, self.viewer, self.now = session, viewer, now
        self.stream: Stream = session.stream(viewer)
        self.delay = session.row.terms.spectator_delay if viewer is None else 0.0
        self.number = self._number()
        """Of the last item that is shown."""

    @property
    def entries(self) -> int:
        """How many entries of the match's log had happened then, and not yet what the next item tells."""
        return self.stream.entries_seen(self.number)

    @property
    def view(self) -> Any:
        """As it is after that item."""
        if self.number == self.stream.number:
            return self.stream.view
        return self.session.match.game.view(self.session.states[self.entries], self.viewer)

    def snapshot(self, presence: Presence) -> Snapshot:
        """Everything the viewer may see."""
        reached = msgspec.Raw(msgspec.json.encode(self.view, order="deterministic"))
        return Snapshot(self.session.epoch, self.number, self.viewer, reached, self.position(presence))

    def update(self, presence: Presence, epoch: int, number: int) -> Snapshot | Update:
        """What is new to a viewer who has had item `number` of that epoch; all of it if the past has
        changed."""
        if epoch != self.session.epoch or epoch < 0 or not 0 <= number <= self.number:
            return self.snapshot(presence)
        items = [msgspec.Raw(item) for item in self.stream.items[number : self.number]]
        return Update(epoch, items, self.position(presence))

    def wait(self) -> float | None:
        """Seconds until the viewer may be shown more without anything happening; None for never."""
        if self.number == self.stream.number:
            return None
        return max(self.stream.moments[self.number] + self.delay - self.now, 0.0)

    def position(self, presence: Presence) -> Position:
        """As the viewer may know it: a spectator who waits isn't told who is awaited now."""
        return position_of(self.session, presence, behind=self.number < self.stream.number)

    def _number(self) -> int:
        shown = self.stream.number
        if not self.delay or self.session.released or self.session.over:
            return shown
        while shown and self.stream.moments[shown - 1] + self.delay > self.now:
            shown -= 1
        return shown


def _position(
    session: Session, present: frozenset[Seat], spectators: int, hosts: int, behind: bool
) -> Position:
    awaited: frozenset[Seat] = frozenset() if behind or not session.running else session.match.to_act
    times = None if behind else session.times
    named = session.display_names()
    places = [
        PublicSeat(
            name=named[seat].name,
            bot=sitting.bot,
            present=sitting.bot is not None or seat in present,
            awaited=seat in awaited,
            due=times.due(seat) if times is not None else None,
            reserves=times.usable(seat) if times is not None else None,
            translated=named[seat].translated,
        )
        for seat, sitting in enumerate(session.occupants)
    ]
    return Position(
        status="running" if behind else session.status,
        seats=places,
        resigned=tuple(sorted(session.resigned)),
        announcements=tuple(session.announcements),
        spectators=spectators,
        hosts=hosts,
        outcome=None if behind else session.match.outcome,
    )
