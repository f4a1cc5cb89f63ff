"""The times of all seats: since when the match waits for each, and the reserve periods that are left.

Pure, like `clock`: the caller passes the moment of each entry. The same moments give the same times, so that
times need not be stored: a log with moments is enough.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Self

import msgspec
from msgspec.structs import replace

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
    unseen: tuple[float | None, ...] = ()
    """By seat, the moment at which its first turn begins at the latest, while its player hasn't looked at the
    match; None for other seats. Empty where no clock waits for a look."""

    @classmethod
    def start(
        cls,
        clock: Clock,
        seats: int,
        awaited: Set[Seat],
        at: float,
        *,
        opening: bool = False,
        unseen: Set[Seat] = frozenset(),
        look: float = 0.0,
    ) -> Self:
        """The times when the match begins and waits for these seats. The first turn of an `unseen` seat
        begins when its player has looked (`seen`), at the latest `look` seconds later."""
        began = tuple(
            (at + look if seat in unseen else at) if seat in awaited else None for seat in range(seats)
        )
        periods = clock.reserves if isinstance(clock, TurnClock) else 0
        latest = tuple(start if seat in unseen else None for seat, start in enumerate(began))
        return cls(clock, began, (periods,) * seats, opening=opening, unseen=latest if unseen else ())

    def is_unseen(self, seat: Seat) -> bool:
        """Whether the clock of the seat still waits for its player's first look."""
        return bool(self.unseen) and self.unseen[seat] is not None

    def seen(self, seat: Seat, at: float) -> Self:
        """The times after the player of the seat has looked at the match: its first turn begins, unless it
        has begun by itself. Time that the host has added stays."""
        latest = self.unseen[seat] if self.unseen else None
        if latest is None:
            return self
        early = max(latest - (at if self.stopped is None else min(at, self.stopped)), 0.0)
        began = [*self.began]
        start = began[seat]
        began[seat] = None if start is None else start - early
        unseen = tuple(None if other == seat else moment for other, moment in enumerate(self.unseen))
        return replace(self, began=tuple(began), unseen=unseen)

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
        unseen = tuple(
            moment if began[other] == self.began[other] else None for other, moment in enumerate(self.unseen)
        )
        return type(self)(self.clock, tuple(began), tuple(reserves), self.stopped, opening, unseen)

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
        return replace(self, began=began)

    def paused(self, at: float) -> Self:
        """The times with clocks that stand still since `at`."""
        stopped = at if self.stopped is None else self.stopped
        return replace(self, stopped=stopped)

    def resumed(self, at: float) -> Self:
        """The times with clocks that run again since `at`; the pause costs no seat any time."""
        if self.stopped is None:
            return self
        pause = max(at - self.stopped, 0.0)  # the caller's clock may have gone back
        began = tuple(None if start is None else start + pause for start in self.began)
        unseen = tuple(None if moment is None else moment + pause for moment in self.unseen)
        return replace(self, began=began, stopped=None, unseen=unseen)
