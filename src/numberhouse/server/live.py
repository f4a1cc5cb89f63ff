"""What a viewer of a match is sent, over a WebSocket or by polling: the same things in the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from numberhouse.game import Outcome, Seat
from numberhouse.server.hub import Hub
from numberhouse.server.stream import Stream, Viewer
from numberhouse.server.table import Table
from numberhouse.server.told import Told

__all__ = ["Fresh", "Lobby", "News", "Place", "Position", "fresh", "lobby", "news", "position", "wait"]


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


def fresh(table: Table, viewer: Viewer, hub: Hub, now: float) -> Fresh:
    """Everything the viewer may see."""
    stream, shown = visible(table, viewer, now)
    if shown == stream.number:
        view = stream.view
    else:
        view = table.match.game.view(table.states[stream.entries_seen(shown)], viewer)
    told = msgspec.Raw(msgspec.json.encode(view, order="deterministic"))
    return Fresh(table.epoch, shown, viewer, told, position(table, viewer, hub, now))


def news(table: Table, viewer: Viewer, hub: Hub, now: float, epoch: int, number: int) -> Fresh | News:
    """What is new to a viewer who has had item `number` of that epoch; all of it if the past has changed."""
    stream, shown = visible(table, viewer, now)
    if epoch != table.epoch or not 0 <= number <= shown:
        return fresh(table, viewer, hub, now)
    items = [msgspec.Raw(item) for item in stream.items[number:shown]]
    return News(epoch, items, position(table, viewer, hub, now))


def wait(table: Table, viewer: Viewer, now: float) -> float | None:
    """Seconds until the viewer may be shown more without anything happening; None for never."""
    stream, shown = visible(table, viewer, now)
    if shown == stream.number:
        return None
    return max(stream.moments[shown] + table.row.terms.spectator_delay - now, 0.0)


def visible(table: Table, viewer: Viewer, now: float) -> tuple[Stream, int]:
    """The viewer's stream, and how many of its items may be shown by now: spectators wait."""
    stream = table.stream(viewer)
    delay = table.row.terms.spectator_delay
    if viewer is not None or not delay or table.released or table.over:
        return stream, stream.number
    shown = stream.number
    while shown and stream.moments[shown - 1] + delay > now:
        shown -= 1
    return stream, shown


def position(table: Table, viewer: Viewer, hub: Hub, now: float) -> Position:
    """As the viewer may know it: a spectator who waits isn't told who is awaited now."""
    stream, shown = visible(table, viewer, now)
    behind = shown < stream.number
    present = hub.present(table.row.id)
    spectators, hosts = hub.spectators(table.row.id), hub.hosts(table.row.id)
    known = (table.number, table.epoch, tuple(table.sittings), present, spectators, hosts, behind)
    if table.position is None or table.position[0] != known:
        table.position = known, _position(table, present, spectators, hosts, behind)
    found: Position = table.position[1]
    return found


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
