"""Time models as data.

A clock says how long a seat has; it never asks what time it is. The caller hands in moments, in seconds on
one scale of its choice, and learns when something is due. Acting at the very moment that is due is in time.
Spans are taken to the microsecond, which is what is left of the seconds since 1970 in a float: so a border is
where it should be on every scale.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import msgspec

__all__ = ["Clock", "NoClock", "RoundClock", "TurnClock", "due", "expired", "reserves_left"]


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """Nobody is ever late."""


class TurnClock(msgspec.Struct, frozen=True, tag="turn"):
    """So many seconds a turn; after them a seat lives on its reserve periods, which last for the whole
    match. A period that is begun is used up, for good."""

    seconds: float
    """For each turn."""
    reserves: int = 0
    """Periods that a seat begins the match with."""
    reserve_seconds: float = 60.0
    """For each period."""

    def __post_init__(self) -> None:
        _positive("seconds", self.seconds)
        _positive("reserve_seconds", self.reserve_seconds)
        if self.reserves < 0:
            raise ValueError(f"reserves: {self.reserves} periods; 0 or more are possible")


class RoundClock(msgspec.Struct, frozen=True, tag="round"):
    """One deadline for everybody, so many seconds after the round begins."""

    seconds: float
    """For each round."""

    def __post_init__(self) -> None:
        _positive("seconds", self.seconds)


Clock: TypeAlias = NoClock | TurnClock | RoundClock


def due(clock: Clock, began: float, reserves: int = 0) -> float | None:
    """When the time of a seat runs out whose turn, or whose round, began at `began`, with `reserves` periods
    left to it; None for never."""
    span = _span(clock, reserves)
    return None if span is None else began + span


def expired(clock: Clock, began: float, now: float, reserves: int = 0) -> bool:
    """Whether it is too late."""
    span = _span(clock, reserves)
    return span is not None and _elapsed(began, now) > span


def reserves_left(clock: Clock, began: float, now: float, reserves: int) -> int:
    """The periods left to a seat that began its turn with `reserves` of them and is still at it, or ends it,
    at `now`."""
    if not isinstance(clock, TurnClock):
        return reserves
    over = _elapsed(began, now) - clock.seconds
    return max(reserves - max(math.ceil(round(over, MICROSECOND) / clock.reserve_seconds), 0), 0)


MICROSECOND: Final = 6
"""Digits of a second."""


def _span(clock: Clock, reserves: int) -> float | None:
    """The seconds that a seat has; None for ever."""
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
