"""What a viewer of a match is sent, over a WebSocket or by polling: the same things in the same numbers."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import Told
from numberhouse.protocol.play import Fresh, Lobby, News, Place, Position, Viewer
from numberhouse.server.play.presence import Hub
from numberhouse.server.play.session import Table
from numberhouse.server.play.stream import Stream

__all__ = ["Sight", "lobby"]


def lobby(told: Told, seat: Seat | None, table: Table, hub: Hub) -> Lobby:
    """Everything there is to see before the start."""
    present = hub.present(told.id)
    places = [
        Place(
            chair.name,
            chair.bot,
            chair.bot is not None or chair.seat in present,
            awaited=False,
            due=None,
            reserves=None,
            translated=chair.translated,
        )
        for chair in told.seats
    ]
    announcements = tuple(table.announcements)
    return Lobby(
        seat, Position(told.status, places, (), announcements, hub.spectators(told.id), hub.hosts(told.id))
    )


class Sight:
    """What a viewer may be shown of a match at one moment: spectators may have to wait for the last items."""

    def __init__(self, table: Table, viewer: Viewer, now: float) -> None:
        self.table, self.viewer, self.now = table, viewer, now
        self.stream: Stream = table.stream(viewer)
        self.delay = table.row.terms.spectator_delay if viewer is None else 0.0
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
        return self.table.match.game.view(self.table.states[self.entries], self.viewer)

    def fresh(self, hub: Hub) -> Fresh:
        """Everything the viewer may see."""
        told = msgspec.Raw(msgspec.json.encode(self.view, order="deterministic"))
        return Fresh(self.table.epoch, self.number, self.viewer, told, self.position(hub))

    def news(self, hub: Hub, epoch: int, number: int) -> Fresh | News:
        """What is new to a viewer who has had item `number` of that epoch; all of it if the past has
        changed."""
        if epoch != self.table.epoch or not 0 <= number <= self.number:
            return self.fresh(hub)
        items = [msgspec.Raw(item) for item in self.stream.items[number : self.number]]
        return News(epoch, items, self.position(hub))

    def wait(self) -> float | None:
        """Seconds until the viewer may be shown more without anything happening; None for never."""
        if self.number == self.stream.number:
            return None
        return max(self.stream.moments[self.number] + self.delay - self.now, 0.0)

    def position(self, hub: Hub) -> Position:
        """As the viewer may know it: a spectator who waits isn't told who is awaited now."""
        table, match = self.table, self.table.row.id
        behind = self.number < self.stream.number
        present = hub.present(match)
        spectators, hosts = hub.spectators(match), hub.hosts(match)
        known = (table.number, table.epoch, tuple(table.sittings), present, spectators, hosts, behind)
        if table.position is None or table.position[0] != known:
            table.position = known, _position(table, present, spectators, hosts, behind)
        found: Position = table.position[1]
        return found

    def _number(self) -> int:
        shown = self.stream.number
        if not self.delay or self.table.released or self.table.over:
            return shown
        while shown and self.stream.moments[shown - 1] + self.delay > self.now:
            shown -= 1
        return shown


def _position(table: Table, present: frozenset[Seat], spectators: int, hosts: int, behind: bool) -> Position:
    awaited: frozenset[Seat] = frozenset() if behind or not table.running else table.match.to_act
    times = None if behind else table.times
    named = table.called()
    places = [
        Place(
            name=named[seat].name,
            bot=sitting.bot,
            present=sitting.bot is not None or seat in present,
            awaited=seat in awaited,
            due=times.due(seat) if times is not None else None,
            reserves=times.usable(seat) if times is not None else None,
            translated=named[seat].translated,
        )
        for seat, sitting in enumerate(table.sittings)
    ]
    return Position(
        status="running" if behind else table.status,
        seats=places,
        resigned=tuple(sorted(table.resigned)),
        announcements=tuple(table.announcements),
        spectators=spectators,
        hosts=hosts,
        outcome=None if behind else table.match.outcome,
    )
