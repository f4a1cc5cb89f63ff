"""What a viewer of a match is sent, over a WebSocket or by polling: the same things in the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from numberhouse.game import Seat
from numberhouse.server.hub import Hub
from numberhouse.server.stream import Stream, Viewer
from numberhouse.server.table import Table

__all__ = ["Fresh", "News", "Position", "fresh", "news", "position"]


class Position(msgspec.Struct, frozen=True):
    """What everybody who sees the match sees of it besides the view."""

    status: str
    seats: Sequence[Mapping[str, Any]]
    """By seat: name, bot, present, awaited, due, reserves."""
    resigned: tuple[Seat, ...]
    announcements: Sequence[tuple[float, str]]
    spectators: int
    outcome: Any = None


class Fresh(msgspec.Struct, frozen=True, tag="fresh"):
    """The whole view as it is after item `number` of the stream."""

    epoch: int
    number: int
    view: msgspec.Raw
    position: Position


class News(msgspec.Struct, frozen=True, tag="news", omit_defaults=True):
    """What has happened since."""

    epoch: int
    items: list[msgspec.Raw] = []
    position: Position | None = None


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


def fresh(table: Table, viewer: Viewer, hub: Hub, now: float) -> Fresh:
    """Everything the viewer may see."""
    stream, shown = visible(table, viewer, now)
    if shown == stream.number:
        view = stream.view
    else:
        entries = stream.entries_seen(shown)
        view = table.match.game.view(table.states[entries], viewer)
    return Fresh(
        table.epoch, shown, msgspec.Raw(msgspec.json.encode(view)), position(table, viewer, hub, now)
    )


def news(table: Table, viewer: Viewer, hub: Hub, now: float, epoch: int, number: int) -> Fresh | News:
    """What is new to a viewer who has had item `number` of that epoch; all of it if the past has changed."""
    stream, shown = visible(table, viewer, now)
    if epoch != table.epoch or not 0 <= number <= shown:
        return fresh(table, viewer, hub, now)
    items = [msgspec.Raw(item) for item in stream.items[number:shown]]
    return News(epoch, items, position(table, viewer, hub, now))


def position(table: Table, viewer: Viewer, hub: Hub, now: float) -> Position:
    """As the viewer may know it: a spectator who waits isn't told who is awaited now."""
    stream, shown = visible(table, viewer, now)
    behind = shown < stream.number
    awaited = frozenset() if behind or not table.running else table.match.to_act
    present = hub.present(table.row.id)
    times = table.times
    seats = [
        {
            "name": sitting.name,
            "bot": sitting.bot,
            "present": sitting.bot is not None or seat in present,
            "awaited": seat in awaited,
            "due": times.due(seat) if times is not None and not behind else None,
            "reserves": times.reserves[seat] if times is not None and not behind else None,
        }
        for seat, sitting in enumerate(table.sittings)
    ]
    return Position(
        status="running" if behind else table.status,
        seats=seats,
        resigned=tuple(sorted(table.resigned)),
        announcements=tuple(table.announcements),
        spectators=hub.spectators(table.row.id),
        outcome=None if behind else table.match.outcome,
    )
