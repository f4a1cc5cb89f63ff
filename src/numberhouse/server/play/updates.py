"""The messages for a viewer of a match: the same, with the same numbers, over a WebSocket and by polling."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.play import Lobby, PublicMatch, PublicSeat, Snapshot, Update, Viewer
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.session import Session
from numberhouse.server.play.stream import Stream

__all__ = ["ViewerState", "lobby", "public_match_of"]


def lobby(info: MatchInfo, seat: Seat | None, session: Session, presence: Presence) -> Lobby:
    """The first message before the start of a match."""
    present = presence.present(info.id)
    places = [
        PublicSeat(
            seat_info.name,
            seat_info.bot,
            seat_info.bot is not None or seat_info.seat in present,
            awaited=False,
            due=None,
            reserves=None,
            translated=seat_info.translated,
        )
        for seat_info in info.seats
    ]
    announcements = tuple(session.announcements)
    return Lobby(
        seat,
        PublicMatch(
            info.status,
            places,
            (),
            announcements,
            presence.spectators(info.id),
            presence.hosts(info.id),
        ),
    )


def public_match_of(session: Session, presence: Presence, *, behind: bool) -> PublicMatch:
    """The part of a message that is the same for every viewer; `behind` for one who sees the match with a
    delay. It is computed once for all viewers, until anything that it depends on changes."""
    present, spectators, hosts = presence.audience(session.row.id)
    inputs = (session.number, session.epoch, tuple(session.occupants), present, spectators, hosts, behind)
    if session.public_match is None or session.public_match[0] != inputs:
        session.public_match = inputs, _public_match(session, present, spectators, hosts, behind)
    public_match: PublicMatch = session.public_match[1]
    return public_match


class ViewerState:
    """The part of a match that a viewer may see at one moment: spectators may have to wait for the last
    items."""

    def __init__(self, session: Session, viewer: Viewer, now: float) -> None:
        self.session, self.viewer, self.now = session, viewer, now
        self.stream: Stream = session.stream(viewer)
        self.delay = session.row.terms.spectator_delay if viewer is None else 0.0
        self.number = self._visible_number()
        """The number of the last item that the viewer may see."""

    @property
    def entries(self) -> int:
        """The length of the match's log while that item was the last one."""
        return self.stream.entries_seen(self.number)

    @property
    def view(self) -> Any:
        """The view after that item."""
        if self.number == self.stream.number:
            return self.stream.view
        return self.session.match.game.view(self.session.states[self.entries], self.viewer)

    def snapshot(self, presence: Presence) -> Snapshot:
        """Everything the viewer may see."""
        view = msgspec.Raw(msgspec.json.encode(self.view, order="deterministic"))
        return Snapshot(self.session.epoch, self.number, self.viewer, view, self.public_match(presence))

    def update(self, presence: Presence, epoch: int, number: int) -> Snapshot | Update:
        """The items after item `number` of that epoch; a snapshot if the past has been corrected since."""
        if epoch != self.session.epoch or epoch < 0 or not 0 <= number <= self.number:
            return self.snapshot(presence)
        items = [msgspec.Raw(item) for item in self.stream.items[number : self.number]]
        return Update(epoch, items, self.public_match(presence))

    def wait(self) -> float | None:
        """Seconds until the viewer may see more, even if nothing happens meanwhile; None for never."""
        if self.number == self.stream.number:
            return None
        return max(self.stream.moments[self.number] + self.delay - self.now, 0.0)

    def public_match(self, presence: Presence) -> PublicMatch:
        """The public facts that the viewer may see: a delayed spectator doesn't see which seats are awaited
        now."""
        return public_match_of(self.session, presence, behind=self.number < self.stream.number)

    def _visible_number(self) -> int:
        number = self.stream.number
        if not self.delay or self.session.released or self.session.over:
            return number
        while number and self.stream.moments[number - 1] + self.delay > self.now:
            number -= 1
        return number


def _public_match(
    session: Session, present: frozenset[Seat], spectators: int, hosts: int, behind: bool
) -> PublicMatch:
    awaited: frozenset[Seat] = frozenset() if behind or not session.running else session.match.to_act
    times = None if behind else session.times
    names = session.display_names()
    places = [
        PublicSeat(
            name=names[seat].name,
            bot=occupant.bot,
            present=occupant.bot is not None or seat in present,
            awaited=seat in awaited,
            due=times.due(seat) if times is not None else None,
            reserves=times.usable(seat) if times is not None else None,
            translated=names[seat].translated,
        )
        for seat, occupant in enumerate(session.occupants)
    ]
    return PublicMatch(
        status="running" if behind else session.status,
        seats=places,
        resigned=tuple(sorted(session.resigned)),
        announcements=tuple(session.announcements),
        spectators=spectators,
        hosts=hosts,
        outcome=None if behind else session.match.outcome,
    )
