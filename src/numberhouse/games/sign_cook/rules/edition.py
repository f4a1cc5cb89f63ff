"""The differences between the versions of the rules, each as a named field.

A match keeps the version with which it began, so that its record stays valid.
"""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["FIRST", "PRESENT", "Edition"]


class Edition(msgspec.Struct, frozen=True):
    """One version of the rules."""

    version: int
    bounded: bool
    """Whether bounds that depend only on the dish limit the computation, and a value beyond them is served
    undecided (SC-10). Otherwise a process with a time limit computes values that aren't rational, and a value
    is refused if the process doesn't finish."""
    claims: bool
    """Whether a true `= value` may follow an expression (SC-9)."""
    bonus_breaks_ties: bool
    """Whether the dessert's points that break ties include its point for 538 (SC-19)."""


FIRST: Final = Edition(version=1, bounded=False, claims=False, bonus_breaks_ties=False)
PRESENT: Final = Edition(version=2, bounded=True, claims=True, bonus_breaks_ties=True)
