"""Can two kinds of requests be told apart by how long they take? A rank test on interleaved samples."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["Verdict", "compare", "measure"]

SMALLEST_P = 1e-5
"""Chance of a greater difference between samples of one kind, below which two kinds count as different."""

SMALLEST_EFFECT = 0.25
"""Distance from one half of the chance that a sample of one kind is the longer one."""


class Verdict(NamedTuple):
    """The difference between two kinds of samples."""

    effect: float
    """The chance that a sample of the second kind is longer than one of the first, less one half."""
    p: float

    @property
    def differs(self) -> bool:
        """Whether the kinds can be told apart. Both bounds must be passed: on a busy machine a small p comes
        by chance now and then, and a small effect tells nobody anything."""
        return self.p < SMALLEST_P and abs(self.effect) > SMALLEST_EFFECT


def compare(one: Sequence[float], other: Sequence[float]) -> Verdict:
    """The test of Mann and Whitney, with its normal approximation; ties count half."""
    wins = sum((late > early) + (late == early) / 2 for early in one for late in other)
    pairs = len(one) * len(other)
    deviation = math.sqrt(pairs * (len(one) + len(other) + 1) / 12)
    return Verdict(wins / pairs - 0.5, math.erfc(abs(wins - pairs / 2) / deviation / math.sqrt(2)))


def measure(one: Callable[[], object], other: Callable[[], object], samples: int) -> dict[str, Verdict]:
    """Compare so many calls of each kind, in an order drawn anew for each pair: by the clock, which a client
    reads, and by the processor time of this process, which others' load leaves alone."""
    order = random.Random("interleaved")
    clock: tuple[list[float], list[float]] = [], []
    processor: tuple[list[float], list[float]] = [], []
    kinds = (one, other)
    for kind in kinds:
        kind()
    for _ in range(samples):
        for which in order.sample((0, 1), 2):
            began, used = time.perf_counter(), time.process_time()
            kinds[which]()
            processor[which].append(time.process_time() - used)
            clock[which].append(time.perf_counter() - began)
    return {"clock": compare(*clock), "processor": compare(*processor)}
