"""Time models as data.

A clock defines how long a seat has; it never reads the time, and starts nothing: `timekeeping` keeps when
each seat's turn began. The caller passes moments, in seconds on a scale of its choice, and learns when
something is due. An action at exactly the moment that is due is in time. Spans are rounded to the
microsecond, the precision that a float has for seconds since 1970: without rounding, a deadline would depend
on the scale.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import msgspec

__all__ = ["Clock", "NoClock", "RoundClock", "TurnClock", "due", "is_expired", "reserves_left"]


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """No clock: no seat is ever late."""


class TurnClock(msgspec.Struct, frozen=True, tag="turn"):
    """A number of seconds for each turn; after them a seat uses its reserve periods, which last for the whole
    match. A period that has begun is used up for good."""

    seconds: float
    """For each turn."""
    reserves: int = 0
    """Periods of each seat at the beginning of the match."""
    reserve_seconds: float = 60.0
    """For each period."""

    def __post_init__(self) -> None:
        _positive("seconds", self.seconds)
        _positive("reserve_seconds", self.reserve_seconds)
        if self.reserves < 0:
            raise ValueError(f"reserves: {self.reserves} periods; 0 or more are possible")


class RoundClock(msgspec.Struct, frozen=True, tag="round"):
    """One deadline for all seats, a number of seconds after the round begins."""

    seconds: float
    """For each round."""

    def __post_init__(self) -> None:
        _positive("seconds", self.seconds)


Clock: TypeAlias = NoClock | TurnClock | RoundClock


def due(clock: Clock, began: float, reserves: int = 0) -> float | None:
    """The moment at which a seat's time runs out; None for never. Its turn or round began at `began`, and it
    has `reserves` periods left."""
    span = _span(clock, reserves)
    return None if span is None else began + span


def is_expired(clock: Clock, began: float, now: float, reserves: int = 0) -> bool:
    """Whether the time of a seat has run out at `now`."""
    span = _span(clock, reserves)
    return span is not None and _elapsed(began, now) > span


def reserves_left(clock: Clock, began: float, now: float, reserves: int) -> int:
    """The periods left to a seat at `now`, during its turn or at its end. It had `reserves` of them when the
    turn began."""
    if not isinstance(clock, TurnClock):
        return reserves
    overtime = _elapsed(began, now) - clock.seconds
    return max(reserves - max(math.ceil(round(overtime, MICROSECOND) / clock.reserve_seconds), 0), 0)


MICROSECOND: Final = 6
"""Digits of a second."""


def _span(clock: Clock, reserves: int) -> float | None:
    """The seconds that a seat has; None for no limit."""
    match clock:
        case TurnClock(seconds=seconds, reserve_seconds=period):
            return round(seconds + max(reserves, 0) * period, MICROSECOND)
        case RoundClock(seconds=seconds):
            return round(seconds, MICROSECOND)
        case NoClock():
            return None


def _elapsed(began: float, now: float) -> float:
    return round(now - began, MICROSECOND)


def _positive(name: str, seconds: float) -> None:
    if not (math.isfinite(seconds) and round(seconds, MICROSECOND) > 0):
        raise ValueError(f"{name}: {seconds}; a finite number above 0 is possible, to the microsecond")
