"""The clock of a serving process: seconds since 1970 that never jump.

The system's time may jump: an administrator or a time service sets it, forth or back. A deadline must not
pass an hour early because of that, nor may an entry be older than the one before it. Therefore the clock
reads the system's time once. From then on it counts the seconds of the machine's steady clock, which nobody
can set. It approaches the system's time again at `RATE`, so slowly that no seat notices.

All moments in the service are of this clock: deadlines, entries, sign-ins, schedules, and the `Date` of
answers, with which the pages compute the time that is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog

__all__ = ["RATE", "HouseClock"]

RATE: Final = 0.001
"""Seconds by which the clock approaches the system's time in a second: an hour in six weeks."""

LONGEST_STEP: Final = 60.0
"""Seconds; after a longer time without a reading only these count for the approach."""

NOTICEABLE: Final = 2.0
"""Seconds of difference from the system's time that are reported."""

log = structlog.get_logger("numberhouse")


def steady_seconds() -> float:
    """Seconds that the machine has run, its sleep included where the system counts that."""
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class HouseClock:
    """A clock that is called for the present moment, like `time.time`."""

    def __init__(
        self,
        system: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady_seconds,
        *,
        offset: float | None = None,
    ) -> None:
        """With the `offset` of another clock of this machine it shows the same time."""
        self._system = system
        self._steady = steady
        self._last = steady()
        self.offset = system() - self._last if offset is None else offset
        """What has to be added to the steady clock."""
        self._reported = False

    def __call__(self) -> float:
        """The present moment, never before the last one."""
        last, self._last = self._last, self._steady()
        difference = self._system() - (self._last + self.offset)
        most = RATE * min(max(self._last - last, 0.0), LONGEST_STEP)
        self.offset += min(max(difference, -most), most)
        if (abs(difference) > NOTICEABLE) != self._reported:
            self._report(difference)
        return self._last + self.offset

    def be_at_least(self, moment: float) -> None:
        """Show `moment` now if the clock is behind it."""
        self.offset += max(moment - self(), 0.0)

    def adopt(self, moment: float) -> None:
        """Show `moment` now. Only before anybody has read the clock: it may go back by this."""
        self.offset += moment - self()

    def _report(self, difference: float) -> None:
        self._reported = not self._reported
        if self._reported:
            log.warning("the system's time has jumped; the house keeps its own", seconds=round(difference, 1))
        else:
            log.info("the house's time is the system's again")
