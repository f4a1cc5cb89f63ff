"""What a viewer of a match is sent, over a WebSocket or by polling: the same things in the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from numberhouse.game import Outcome, Seat
from numberhouse.server.hub import Hub
from numberhouse.server.stream import Stream, Viewer
from numberhouse.server.table import Table
from numberhouse.server.told import Told

__all__ = ["Fresh", "Lobby", "News", "Place", "Position", "Sight", "lobby"]


class Place(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str
    bot: str | None
    present: bool
    """Whether its player is looking."""
    awaited: bool
    due: float | None
    """When its time runs out."""
    reserves: int | None
    """Reserve periods that it began its turn with."""
    translated: Mapping[str, str] = {}
    """The name in other languages, where it isn't the same."""


class Position(msgspec.Struct, frozen=True):
    """What everybody who sees the match sees of it besides the view."""

    status: str
    seats: Sequence[Place]
    resigned: tuple[Seat, ...]
    announcements: Sequence[tuple[float, str]]
    spectators: int
    hosts: int = 0
    """How many hosts look on; they aren't counted among the spectators."""
    outcome: Outcome | None = None


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """The match hasn't begun: who sits where."""

    seat: Seat | None
    """Where whoever is told this sits."""
    position: Position


class Fresh(msgspec.Struct, frozen=True, tag="fresh"):
    """The whole view as it is after item `number` of the stream."""

    epoch: int
    number: int
    seat: Viewer
    """Whose view it is; none is the spectators'."""
    view: msgspec.Raw
    position: Position


class News(msgspec.Struct, frozen=True, tag="news", omit_defaults=True):
    """What has happened since."""

    epoch: int
    items: list[msgspec.Raw] = []
    position: Position | None = None


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
            reserves=times.reserves[seat] if times is not None else None,
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
