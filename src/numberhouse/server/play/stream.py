"""The stream of one viewer of a match: items, numbered from 1.

An item exists for a viewer only if something visible to that viewer happened: the secret actions of other
seats leave no gap in the numbers. An item holds the events and the changes of the view. The same states give
a stream with the same bytes in every process and after every restart, so none of it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from numberhouse.contract.game import Event
from numberhouse.protocol.play import Item, Viewer

__all__ = ["Stream"]

Raw = msgspec.Raw
astuple = msgspec.structs.astuple
encode = msgspec.json.Encoder(order="deterministic").encode
encode_item = msgspec.json.Encoder().encode
"""Bound once, because a stream encodes every field that may have changed, for every viewer."""


class Stream:
    """All items of one viewer up to now."""

    __slots__ = ("entries", "items", "moments", "reached", "view", "viewer")

    def __init__(self, viewer: Viewer, view: Any) -> None:
        self.viewer = viewer
        self.view = view
        """The view after the last item."""
        self.items: list[bytes] = []
        """JSON; item n is `items[n − 1]`."""
        self.moments: list[float] = []
        """By item, its time."""
        self.entries: list[int] = []
        """By item, the number of its entry in the match's log."""
        self.reached = 0
        """Number of entries of the match's log that the stream has taken in."""

    @property
    def number(self) -> int:
        """The number of the last item; 0 before the first."""
        return len(self.items)

    def advance(self, view: Any, events: Iterable[Event], at: float) -> bool:
        """Take in the next entry: the view after it, and its events, visible to the viewer or not. Returns
        whether there is a new item."""
        self.reached += 1
        viewer = self.viewer
        shown = [
            Raw(encode({"code": event.code, "values": event.values}))
            for event in events
            if event.visible_to(viewer)
        ]
        changed: dict[str, Raw] = {}
        longer: dict[str, Raw] = {}
        old, self.view = self.view, view
        if old is not view:
            fields = zip(view.__struct_encode_fields__, astuple(old), astuple(view), strict=True)
            for field, before, after in fields:
                if before is after:
                    continue
                if isinstance(after, list | tuple) and _extends(before, after):
                    if len(after) > len(before):
                        longer[field] = Raw(encode(after[len(before) :]))
                elif (encoded := encode(after)) != encode(before):
                    changed[field] = Raw(encoded)
        if not (shown or changed or longer):
            return False
        self.items.append(encode_item(Item(len(self.items) + 1, at, tuple(shown), changed, longer)))
        self.moments.append(at)
        self.entries.append(self.reached)
        return True

    def entries_seen(self, number: int) -> int:
        """The length of the match's log while item `number` was the viewer's last one."""
        return self.entries[number] - 1 if number < self.number else self.reached

    def after(self, number: int) -> Sequence[bytes]:
        """The items with greater numbers."""
        return self.items[number:]


def _extends(before: Any, after: Sequence[Any]) -> bool:
    """Whether `after` is a list that begins with all of `before`.

    Comparing lists skips elements that are the same object, so a long history costs next to nothing."""
    return (
        type(before) is type(after) and 0 < len(before) <= len(after) and bool(before == after[: len(before)])
    )
