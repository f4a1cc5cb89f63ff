"""What one viewer is shown of a match, item by item, numbered from 1.

An item exists for a viewer only if something visible to that viewer happened: other seats' secret doings
leave no gap in the numbers. Item n holds the events and what changed in the view. Told the same states, a
stream has the same bytes in every process and after every restart, so none of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from numberhouse.contract.game import Event
from numberhouse.protocol.play import Item, Viewer

__all__ = ["Stream"]

Raw = msgspec.Raw
encode = msgspec.json.Encoder(order="deterministic").encode
"""Bound once: a stream encodes every field that may have changed, for every viewer."""


class Stream:
    """All items of one viewer up to now."""

    __slots__ = ("entries", "items", "moments", "reached", "view", "viewer")

    def __init__(self, viewer: Viewer, view: Any) -> None:
        self.viewer = viewer
        self.view = view
        """After the last item."""
        self.items: list[bytes] = []
        """JSON; item n is `items[n − 1]`."""
        self.moments: list[float] = []
        """By item, when it happened."""
        self.entries: list[int] = []
        """By item, which entry of the match's log it tells of."""
        self.reached = 0
        """Entries of the match's log that the stream has been told."""

    @property
    def number(self) -> int:
        """Of the last item; 0 before the first."""
        return len(self.items)

    def advance(self, view: Any, events: Iterable[Event], at: float) -> bool:
        """The next state has this view, after these events, of which the viewer sees some. Whether there is a
        new item."""
        self.reached += 1
        seen = [event for event in events if event.visible_to(self.viewer)]
        changed, longer = _changes(self.view, view)
        self.view = view
        if not (seen or changed or longer):
            return False
        shown = [Raw(encode({"code": event.code, "values": event.values})) for event in seen]
        self.items.append(msgspec.json.encode(Item(len(self.items) + 1, at, tuple(shown), changed, longer)))
        self.moments.append(at)
        self.entries.append(self.reached)
        return True

    def entries_seen(self, number: int) -> int:
        """How many entries had happened when the viewer had item `number` and not yet the next."""
        return self.entries[number] - 1 if number < self.number else self.reached

    def after(self, number: int) -> Sequence[bytes]:
        """The items with greater numbers."""
        return self.items[number:]


def _changes(old: Any, new: Any) -> tuple[dict[str, msgspec.Raw], dict[str, msgspec.Raw]]:
    changed: dict[str, Raw] = {}
    longer: dict[str, Raw] = {}
    if old is new:
        return changed, longer
    for name, field in zip(new.__struct_fields__, new.__struct_encode_fields__, strict=True):
        before, after = getattr(old, name), getattr(new, name)
        if before is after:
            continue
        if isinstance(after, list | tuple) and _extends(before, after):
            if len(after) > len(before):
                longer[field] = Raw(encode(after[len(before) :]))
        elif (now := encode(after)) != encode(before):
            changed[field] = Raw(now)
    return changed, longer


def _extends(before: Any, after: Sequence[Any]) -> bool:
    """Whether `after` is a list that begins with all of `before`. What is the very same thing isn't looked
    into, so that a long history costs next to nothing."""
    return (
        type(before) is type(after) and 0 < len(before) <= len(after) and bool(before == after[: len(before)])
    )
