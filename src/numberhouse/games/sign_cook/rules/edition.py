"""What differs between the versions of the rules, each difference by its name.

Matches keep the version that they began with, so that their records stay true.
"""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["FIRST", "PRESENT", "Edition"]


class Edition(msgspec.Struct, frozen=True):
    """One version of the rules."""

    version: int
    bounded: bool
    """Whether bounds that follow from the dish alone decide what is worked out, and the rest is served
    undecided (SC-10). Otherwise values that aren't rational are worked out by a process with a time limit,
    and refused where it doesn't finish."""
    claims: bool
    """Whether a true `= value` may stand behind an expression (SC-9)."""
    bonus_breaks_ties: bool
    """Whether the dessert's points that break ties include its point for 538 (SC-19)."""


FIRST: Final = Edition(version=1, bounded=False, claims=False, bonus_breaks_ties=False)
PRESENT: Final = Edition(version=2, bounded=True, claims=True, bonus_breaks_ties=True)
