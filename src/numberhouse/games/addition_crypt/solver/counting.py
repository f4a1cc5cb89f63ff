"""The numbers by which the bot `counter` counts. `population` imagines counters by the same numbers."""

from __future__ import annotations

from typing import Final

__all__ = ["COUNTING", "NEARLY", "PASTS", "SAMPLES", "TEMPER"]

PASTS: Final = 8
"""Number of pasts that a counter imagines."""
SAMPLES: Final = 96
"""Number of samples of the others' next submissions, for each past."""
COUNTING: Final = 0.5
"""The share of the others that count too."""
TEMPER: Final = 0.5
"""Points by which a submission must earn more for others to take it e times as often."""
NEARLY: Final = 0.25
"""Points below the highest average that are still good enough: the averages are no better known."""
