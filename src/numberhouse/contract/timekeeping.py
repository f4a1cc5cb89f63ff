"""Who has been waited for since when, and what is left of everybody's reserve.

Pure, like `clock`: whoever runs the match says when each thing happened. Told the same moments it comes to
the same times, so they need not be stored: a log with moments says it all.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Self

import msgspec

from numberhouse.contract.clock import Clock, RoundClock, TurnClock, due, reserves_left
from numberhouse.contract.game import Seat

__all__ = ["Times"]


class Times(msgspec.Struct, frozen=True):
    """The times of all seats, after something that happened. Seconds, on the caller's scale."""

    clock: Clock
    began: tuple[float | None, ...]
    """By seat, when its turn or round began; None while nobody waits for it."""
    reserves: tuple[int, ...]
    """By seat, the reserve periods that are left; what the running turn uses up isn't taken off yet."""
    stopped: float | None = None
    """Since when all clocks stand still; None while they run."""
    opening: bool = False
    """Whether the match waits for a decision before its first turn, which draws on no reserve periods
    (`numberhouse.contract.game.Opening`)."""

    @classmethod
    def start(cls, clock: Clock, seats: int, awaited: Set[Seat], at: float, *, opening: bool = False) -> Self:
        """The match begins and waits for these seats."""
        began = tuple(at if seat in awaited else None for seat in range(seats))
        periods = clock.reserves if isinstance(clock, TurnClock) else 0
        return cls(clock, began, (periods,) * seats, opening=opening)

    def moved(self, seat: Seat, awaited: Set[Seat], at: float, *, opening: bool = False) -> Self:
        """`seat` did something, or its time ran out, and now the match waits for `awaited`.

        A turn is one decision: under a `TurnClock` a seat that goes on has a turn's time again. A round goes
        on for those still waited for until somebody new is waited for, or an opening is over; then it is a
        new one, for everybody.
        """
        reserves = list(self.reserves)
        own = self.began[seat]
        if own is not None and not self.opening:
            reserves[seat] = reserves_left(self.clock, own, at, reserves[seat])
        newly = self.opening or any(self.began[other] is None for other in awaited)
        alone = len(self.began) == 1
        began: list[float | None] = []
        for other, since in enumerate(self.began):
            if other not in awaited:
                began.append(None)
            elif isinstance(self.clock, RoundClock):
                began.append(at if newly or alone else since)
            else:
                began.append(at if since is None or other == seat else since)
        return type(self)(self.clock, tuple(began), tuple(reserves), self.stopped, opening)

    def due(self, seat: Seat) -> float | None:
        """When the time of `seat` runs out; None for never, for a seat that nobody waits for, and while the
        clocks stand still."""
        since = self.began[seat]
        if since is None or self.stopped is not None:
            return None
        return due(self.clock, since, self.usable(seat))

    def usable(self, seat: Seat) -> int:
        """The reserve periods that what `seat` decides now may draw on."""
        return 0 if self.opening and self.began[seat] is not None else self.reserves[seat]

    def next_due(self) -> tuple[float, Seat] | None:
        """Whose time runs out first, and when; the lowest seat of several."""
        moments = [
            (moment, seat) for seat in range(len(self.began)) if (moment := self.due(seat)) is not None
        ]
        return min(moments, default=None)

    def periods(self, seat: Seat, now: float) -> int:
        """The reserve periods that `seat` has left at this moment."""
        since = self.began[seat]
        if since is None or self.opening:
            return self.reserves[seat]
        return reserves_left(
            self.clock, since, now if self.stopped is None else self.stopped, self.reserves[seat]
        )

    def extended(self, seconds: float, seats: Set[Seat] | None = None) -> Self:
        """These seats, or all, have so much longer; less, if it is negative."""
        began = tuple(
            since + seconds if since is not None and (seats is None or seat in seats) else since
            for seat, since in enumerate(self.began)
        )
        return type(self)(self.clock, began, self.reserves, self.stopped, self.opening)

    def paused(self, at: float) -> Self:
        """The clocks stand still."""
        stopped = at if self.stopped is None else self.stopped
        return type(self)(self.clock, self.began, self.reserves, stopped, self.opening)

    def resumed(self, at: float) -> Self:
        """The clocks go on; nobody has lost the time between."""
        if self.stopped is None:
            return self
        pause = max(at - self.stopped, 0.0)  # whoever says when it is may be wrong
        began = tuple(None if since is None else since + pause for since in self.began)
        return type(self)(self.clock, began, self.reserves, opening=self.opening)
