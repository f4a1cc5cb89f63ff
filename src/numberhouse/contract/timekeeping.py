"""The times of all seats: since when the match waits for each, and the reserve periods that are left.

Pure, like `clock`: the caller passes the moment of each entry. The same moments give the same times, so that
times need not be stored: a log with moments is enough.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Self

import msgspec

from numberhouse.contract.clock import Clock, NoClock, RoundClock, TurnClock, due, reserves_left
from numberhouse.contract.game import Seat

__all__ = ["Times"]


class Times(msgspec.Struct, frozen=True):
    """The times of all seats after an entry, in seconds on the caller's scale."""

    clock: Clock
    began: tuple[float | None, ...]
    """By seat, when its turn or round began; None while the match doesn't wait for it."""
    reserves: tuple[int, ...]
    """By seat, the reserve periods that are left. Those that the running turn uses are not yet subtracted."""
    stopped: float | None = None
    """The moment since which all clocks stand still; None while they run."""
    opening: bool = False
    """Whether the match waits for a decision before its first turn, which draws on no reserve periods
    (`numberhouse.contract.game.Opening`)."""

    @classmethod
    def start(cls, clock: Clock, seats: int, awaited: Set[Seat], at: float, *, opening: bool = False) -> Self:
        """The times when the match begins and waits for these seats."""
        began = tuple(at if seat in awaited else None for seat in range(seats))
        periods = clock.reserves if isinstance(clock, TurnClock) else 0
        return cls(clock, began, (periods,) * seats, opening=opening)

    def moved(self, seat: Seat, awaited: Set[Seat], at: float, *, opening: bool = False) -> Self:
        """The times after `seat` has acted, or its time has run out; the match now waits for `awaited`.

        A turn is one decision: under a `TurnClock` a seat that acts again has a turn's time again. A round
        continues for the seats that the match still waits for. A new round begins for all seats when the
        match waits for a further seat, or when an opening is over.
        """
        reserves = list(self.reserves)
        own_start = self.began[seat]
        if own_start is not None and not self.opening:
            reserves[seat] = reserves_left(self.clock, own_start, at, reserves[seat])
        is_new_round = self.opening or any(self.began[other] is None for other in awaited)
        single_seat = len(self.began) == 1
        began: list[float | None] = []
        for other, start in enumerate(self.began):
            if other not in awaited:
                began.append(None)
            elif isinstance(self.clock, RoundClock):
                began.append(at if is_new_round or single_seat else start)
            else:
                began.append(at if start is None or other == seat else start)
        return type(self)(self.clock, tuple(began), tuple(reserves), self.stopped, opening)

    def due(self, seat: Seat) -> float | None:
        """The moment at which the time of `seat` runs out; None for never, for a seat that the match doesn't
        wait for, and while the clocks stand still."""
        start = self.began[seat]
        if start is None or self.stopped is not None:
            return None
        return due(self.clock, start, self.usable(seat))

    def usable(self, seat: Seat) -> int:
        """The reserve periods that the present decision of `seat` may draw on."""
        return 0 if self.opening and self.began[seat] is not None else self.reserves[seat]

    def next_due(self) -> tuple[float, Seat] | None:
        """The first moment at which a seat's time runs out, and that seat; the lowest of several seats."""
        if self.stopped is not None or isinstance(self.clock, NoClock):
            return None
        moments = [
            (moment, seat)
            for seat, start in enumerate(self.began)
            if start is not None and (moment := due(self.clock, start, self.usable(seat))) is not None
        ]
        return min(moments, default=None)

    def periods(self, seat: Seat, now: float) -> int:
        """The reserve periods that `seat` has left at this moment."""
        start = self.began[seat]
        if start is None or self.opening:
            return self.reserves[seat]
        return reserves_left(
            self.clock, start, now if self.stopped is None else self.stopped, self.reserves[seat]
        )

    def extended(self, seconds: float, seats: Set[Seat] | None = None) -> Self:
        """The times with `seconds` more for these seats, or all; negative seconds take time away."""
        began = tuple(
            start + seconds if start is not None and (seats is None or seat in seats) else start
            for seat, start in enumerate(self.began)
        )
        return type(self)(self.clock, began, self.reserves, self.stopped, self.opening)

    def paused(self, at: float) -> Self:
        """The times with clocks that stand still since `at`."""
        stopped = at if self.stopped is None else self.stopped
        return type(self)(self.clock, self.began, self.reserves, stopped, self.opening)

    def resumed(self, at: float) -> Self:
        """The times with clocks that run again since `at`; the pause costs no seat any time."""
        if self.stopped is None:
            return self
        pause = max(at - self.stopped, 0.0)  # the caller's clock may have gone back
        began = tuple(None if start is None else start + pause for start in self.began)
        return type(self)(self.clock, began, self.reserves, opening=self.opening)
