"""The ranking of the seats, from the public turns (ST-8, ST-9)."""

from __future__ import annotations

from collections.abc import Sequence

from numberhouse.contract.game import Seat
from numberhouse.games.set_theory.rules.course import course
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO, Reason, Turn

__all__ = ["highest", "standing", "time_outs"]


def highest(past: Sequence[Turn], seat: Seat) -> int:
    """The points of the seat's best move."""
    return max((turn.points for turn in past if turn.seat == seat), default=0)


def time_outs(past: Sequence[Turn], seat: Seat) -> int:
    """Number of time-outs of the seat."""
    return sum(turn.seat == seat and turn.number is None for turn in past)


def standing(past: tuple[Turn, ...], reason: Reason) -> tuple[int, int]:
    """The final places. A match lost on time is lost. After four skipped turns in a row, fewer time-outs win
    (ST-8). Then more points win, then the highest single move, then the DMO (ST-9). Who resigns loses."""
    if reason in ("candidate-resigned", "dmo-resigned"):
        return (2, 1) if reason == "candidate-resigned" else (1, 2)
    candidate, dmo = (_merit(past, seat, reason) for seat in (CANDIDATE, DMO))
    return (1, 2) if candidate > dmo else (2, 1)


def _merit(past: tuple[Turn, ...], seat: Seat, reason: Reason) -> tuple[int, int, int]:
    """The key of the comparison, most important part first."""
    late = 0 if reason == "grid-full" else -time_outs(past, seat)
    return late, course(past).scores[seat], highest(past, seat)
