"""The supported versions of the rules, as the differences between them.

A match is replayed by the version that it began with. The game passes its edition to the functions that set
up, play and end a match. No other code depends on a version.
"""

from __future__ import annotations

from typing import Final

import msgspec

from numberhouse.games.mixmath.rules.model import Options

__all__ = ["FIRST", "SECOND", "Edition"]


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One version of the rules."""

    version: int
    everyone_keeps_start_tile: bool
    """Whether every seat keeps the tile drawn for the start, or only the seat that starts (MX-5)."""
    stuck_turn_ends: bool
    """Whether a turn may end by itself while tiles are left on the rack (MX-12)."""
    passes_end_match: bool
    """Whether a match ends when all seats pass in consecutive turns (MX-18). Otherwise one idle round ends it
    as soon as the bag is empty."""
    fewest_idle_rounds: int
    """The lowest value of the option `idle_rounds`; 0 means never (MX-18)."""

    def ends_stuck_turns(self, options: Options) -> bool:
        """Whether a turn ends by itself after a placement that leaves no legal tile (MX-12). With challenges
        any tile may be laid, so no turn is stuck."""
        return self.stuck_turn_ends and options.turn_ends == "itself" and not options.challenge


FIRST: Final = Edition(
    version=1,
    everyone_keeps_start_tile=False,
    stuck_turn_ends=False,
    passes_end_match=False,
    fewest_idle_rounds=1,
)

SECOND: Final = Edition(
    version=2,
    everyone_keeps_start_tile=True,
    stuck_turn_ends=True,
    passes_end_match=True,
    fewest_idle_rounds=0,
)
