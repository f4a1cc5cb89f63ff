"""The stream of one viewer of a match: items, numbered from 1.

An item exists for a viewer only if something visible to that viewer happened: the secret actions of other
seats leave no gap in the numbers. An item holds the events and the changes of the view. The same states give
a stream with the same bytes in every process and after every restart, so none of it is stored.

Where a free action of the viewer has replaced earlier ones, their items are gone, and their numbers with
them: a client whose last item has a smaller number than `Stream.floor` needs a snapshot.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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

    __slots__ = ("entries", "floor", "items", "moments", "number", "numbers", "reached", "view", "viewer")

    def __init__(self, viewer: Viewer, view: Any) -> None:
        self.viewer = viewer
        self.view = view
        """The view after the last item."""
        self.items: list[bytes] = []
        """JSON."""
        self.numbers: list[int] = []
        """By item, its number."""
        self.moments: list[float] = []
        """By item, its time."""
        self.entries: list[int] = []
        """By item, the number of its entry in the match's log."""
        self.reached = 0
        """Number of entries of the match's log that the stream has taken in."""
        self.number = 0
        """The number of the last item; 0 before the first."""
        self.floor = 0
        """The number of the last item of a free action that has replaced others."""

    def advance(self, view: Any, events: Iterable[Event], at: float, replaced: int = 0) -> bool:
        """Take in the next entry: the view after it, and its events, visible to the viewer or not. Returns
        whether there is a new item.

        `replaced` is the number of earlier free actions of the viewer that the entry has replaced. Such an
        entry always has an item: a client that has an item of a replaced one must learn that it is gone."""
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
        if not (shown or changed or longer or replaced):
            return False
        self.number += 1 + replaced
        if replaced:
            self.floor = self.number
        self.items.append(encode_item(Item(self.number, at, tuple(shown), changed, longer)))
        self.numbers.append(self.number)
        self.moments.append(at)
        self.entries.append(self.reached)
        return True

    def entries_seen(self, number: int) -> int:
        """The length of the match's log while item `number` was the viewer's last one."""
        later = bisect_right(self.numbers, number)
        return self.entries[later] - 1 if later < len(self.entries) else self.reached

    def after(self, number: int, last: int | None = None) -> Sequence[bytes]:
        """The items with greater numbers, up to item `last`, or all."""
        end = None if last is None else bisect_right(self.numbers, last)
        return self.items[bisect_right(self.numbers, number) : end]

    def rewind(self, entries: int, view: Any) -> None:
        """Forget everything after the first `entries` entries of the match's log, when the viewer had this
        view. The caller takes in the other entries anew."""
        kept = bisect_right(self.entries, entries)
        del self.items[kept:], self.numbers[kept:], self.moments[kept:], self.entries[kept:]
        self.number = self.numbers[-1] if kept else 0
        self.reached, self.view = entries, view

    def drop(self, entry: int) -> None:
        """Take out an entry of the match's log of which the viewer saw nothing."""
        for index in range(bisect_left(self.entries, entry + 1), len(self.entries)):
            self.entries[index] -= 1
        self.reached -= 1


def _extends(before: Any, after: Sequence[Any]) -> bool:
    """Whether `after` is a list that begins with all of `before`.

    Comparing lists skips elements that are the same object, so a long history costs next to nothing."""
    return (
        type(before) is type(after) and 0 < len(before) <= len(after) and bool(before == after[: len(before)])
    )
