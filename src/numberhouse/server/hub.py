"""Who is looking at what, now: viewers are woken when there is something for them, and fetch it themselves.

Nothing is queued for anybody. A slow reader is behind by as much as it is slow and holds up nobody.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

from numberhouse.game import Seat
from numberhouse.server.line import Line
from numberhouse.server.stream import Viewer
from numberhouse.server.table import Table

__all__ = ["Hub", "Looking"]


class Looking:
    """One connection, or one request that waits."""

    __slots__ = ("match", "seat", "viewer", "wake")

    def __init__(self, match: str, viewer: Viewer, seat: Seat | None) -> None:
        self.match = match
        self.viewer = viewer
        """Whose stream it reads."""
        self.seat = seat
        """Whose presence it is; None for spectators and hosts."""
        self.wake = asyncio.Event()


class Hub:
    """All connections of this process."""

    def __init__(self) -> None:
        self._by_match: dict[str, set[Looking]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_match.values()))

    def come(self, looking: Looking) -> None:
        """Somebody looks at a match; those who do already are told if it is a player who wasn't there."""
        there = looking.seat in self.present(looking.match)
        self._by_match.setdefault(looking.match, set()).add(looking)
        if looking.seat is not None and not there:
            self.wake_all(looking.match)

    def go(self, looking: Looking) -> None:
        """Somebody looks no longer."""
        there = self._by_match.get(looking.match, set())
        there.discard(looking)
        if not there:
            self._by_match.pop(looking.match, None)
        elif looking.seat is not None and looking.seat not in self.present(looking.match):
            self.wake_all(looking.match)

    def present(self, match: str) -> frozenset[Seat]:
        """The seats whose players are looking."""
        there = self._by_match.get(match, ())
        return frozenset(one.seat for one in there if one.seat is not None)

    def spectators(self, match: str) -> int:
        """How many look on without a seat."""
        return Counter(one.seat is None for one in self._by_match.get(match, ()))[True]

    def watch(self, table: Table, line: Line) -> None:
        """A line was entered (a `Watcher` of tables): wake whoever it shows something to."""
        for looking in self._by_match.get(line.match, ()):
            looking.wake.set()
        del table

    def wake_all(self, match: str, viewers: Iterable[Viewer] | None = None) -> None:
        """Something else than a line has happened at the match: a message, somebody who came or went."""
        chosen = None if viewers is None else set(viewers)
        for looking in self._by_match.get(match, ()):
            if chosen is None or looking.viewer in chosen:
                looking.wake.set()
