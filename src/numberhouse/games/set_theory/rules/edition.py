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
    one_budget: bool
    """Whether the ten sets that a host hands in share one budget of steps, which is checked before any set is
    evaluated (ST-11). Otherwise only each condition by itself is bounded, while it is evaluated."""


FIRST: Final = Edition(version=1, one_budget=False)
PRESENT: Final = Edition(version=2, one_budget=True)
