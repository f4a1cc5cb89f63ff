"""The rating of a solver: Elo's, against problems whose ratings are known beforehand and never move.

A score lies between 0 and 1, so that half of what best play attains counts like half a point. A problem is
met once, so nobody is rated by one that they know.
"""

from __future__ import annotations

from typing import Final

__all__ = ["START", "expected", "rated"]

START: Final = 1200.0
"""Of somebody who hasn't answered anything."""

SPREAD: Final = 400.0
"""So many points between solver and problem make the odds ten to one."""

NEW: Final = 20
"""Problems after which a rating moves half as fast."""
STEPS: Final = (40.0, 20.0)


def expected(solver: float, problem: float) -> float:
    """The score that ratings speak for."""
    return 1 / (1 + 10 ** ((problem - solver) / SPREAD))


def rated(solver: float, problem: float, score: float, before: int) -> float:
    """The solver's rating after a score of 0 … 1, having answered so many problems before."""
    step = STEPS[before >= NEW]
    return round(solver + step * (score - expected(solver, problem)), 1)
