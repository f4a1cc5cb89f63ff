"""The rating of a solver by Elo's formula, against problems whose ratings are fixed beforehand.

A score lies between 0 and 1, so that half of what best play attains counts like half a point. Nobody gets the
same problem twice, so no problem that a person knows counts for the person's rating.
"""

from __future__ import annotations

from typing import Final

__all__ = ["START", "expected_score", "new_rating"]

START: Final = 1200.0
"""Rating of a person without rated answers."""

SPREAD: Final = 400.0
"""A difference of so many points between solver and problem makes the odds ten to one."""

NEW: Final = 20
"""Problems after which a rating moves half as fast."""
STEPS: Final = (40.0, 20.0)


def expected_score(solver: float, problem: float) -> float:
    """The expected score of a solver with this rating at a problem with that rating."""
    return 1 / (1 + 10 ** ((problem - solver) / SPREAD))


def new_rating(solver: float, problem: float, score: float, before: int) -> float:
    """The solver's new rating after a score of 0 … 1, with `before` rated answers earlier."""
    step = STEPS[before >= NEW]
    return round(solver + step * (score - expected_score(solver, problem)), 1)
