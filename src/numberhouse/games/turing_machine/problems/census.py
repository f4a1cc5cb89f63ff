"""The complete census of classic problems (TM-5): the number of problems, and the number of card sets that
carry one.

The counts are exact, by the search of `census_kernel.census_job`. The pairs of smallest cards are independent
of each other. A job has a few pairs, and threads share the jobs. The kernel holds no interpreter lock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Final

import msgspec

from numberhouse.games.turing_machine.problems.laws import CARDS, CODES
from numberhouse.games.turing_machine.problems.layout import VERIFIERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LEVEL_NAMES", "Census", "Progress", "card_sets", "census"]

Progress = Callable[[int, int], None]
"""A function that receives the numbers of finished jobs and of all jobs, in the caller's thread."""

PAIRS_A_JOB: Final = 8
"""Number of pairs in a job: few enough for an even distribution, many enough for a negligible overhead."""

LEVEL_NAMES: Final = ("easy", "standard", "hard", "none")
"""The names of the levels of TM-6; none stands for cards between the levels."""


class Census(msgspec.Struct, frozen=True):
    """The numbers of valid classic problems and of card sets that carry at least one, in all and by level."""

    verifiers: int
    problems: int
    card_sets: int
    problems_by_level: Mapping[str, int]
    card_sets_by_level: Mapping[str, int]


def census(verifiers: int, threads: int = 1, progress: Progress | None = None) -> Census:
    """Count all valid problems of 4, 5 or 6 verifiers. Raises `ValueError` for another number of verifiers or
    fewer than one thread."""
    import numpy as np  # of the extra `bots`

    total = np.zeros(8, dtype=np.int64)
    for counts, _ in _jobs(verifiers, threads, progress, keep=False):
        total += counts
    problems, sets = total[:4].tolist(), total[4:].tolist()
    return Census(
        verifiers,
        sum(problems),
        sum(sets),
        dict(zip(LEVEL_NAMES, problems, strict=True)),
        dict(zip(LEVEL_NAMES, sets, strict=True)),
    )


def card_sets(verifiers: int, threads: int = 1, progress: Progress | None = None) -> NDArray[np.uint8]:
    """All card sets that carry at least one valid classic problem: uint8[k, verifiers], each row ascending,
    rows in lexicographic order. Raises `ValueError` as `census` does."""
    import numpy as np  # of the extra `bots`

    return np.concatenate([kept for _, kept in _jobs(verifiers, threads, progress, keep=True)])


def _jobs(
    verifiers: int, threads: int, progress: Progress | None, keep: bool
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """The counts and card sets of every job, in the order of the cards."""
    if verifiers not in VERIFIERS:
        raise ValueError(f"A problem has 4, 5 or 6 verifiers, not {verifiers}.")
    if threads < 1:
        raise ValueError(f"The census needs at least one thread, not {threads}.")
    pairs = [pair for pair in combinations(CARDS, 2) if pair[1] <= len(CARDS) - verifiers + 2]
    jobs = [pairs[i : i + PAIRS_A_JOB] for i in range(0, len(pairs), PAIRS_A_JOB)]
    worker = Worker(verifiers, keep)
    pool = ThreadPoolExecutor(threads) if threads > 1 else None
    try:
        results = pool.map(worker.run, jobs) if pool else map(worker.run, jobs)
        for done, result in enumerate(results, 1):
            yield result
            if progress is not None:
                progress(done, len(jobs))
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


class Worker:
    """Runs jobs. Each calling thread has its own working memory."""

    def __init__(self, verifiers: int, keep: bool) -> None:
        self.verifiers = verifiers
        self.keep = keep
        self.tables = tables()
        self.local = threading.local()

    def run(self, pairs: Sequence[tuple[int, int]]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """The counts and card sets of the problems with one of these pairs of smallest cards."""
        import numpy as np  # NumPy and Numba are of the extra `bots`

        from numberhouse.games.turing_machine.problems.census_kernel import census_job

        both, spare = self._room()
        counts = np.zeros(8, dtype=np.int64)
        sets = []
        table = self.tables
        for first, second in pairs:
            rows = comb(len(CARDS) - second, self.verifiers - 2) if self.keep else 0
            kept = np.empty((rows, self.verifiers), dtype=np.uint8)
            found = census_job(
                self.verifiers,
                first,
                second,
                table.masks,
                table.holds,
                table.start,
                both,
                spare,
                counts,
                kept,
            )
            sets.append(kept[:found])
        return counts, np.concatenate(sets)

    def _room(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        import numpy as np  # of the extra `bots`

        if not hasattr(self.local, "room"):
            # The cards with the most laws bound the number of choices of laws of any card set.
            numbers = sorted((len(card.laws) for card in CARDS.values()), reverse=True)
            many = prod(numbers[: self.verifiers - 1])
            both = np.empty((self.verifiers, many, 2), dtype=np.uint64)
            spare = np.empty((self.verifiers, many, self.verifiers - 1, 2), dtype=np.uint64)
            self.local.room = both, spare
        room: tuple[NDArray[np.uint64], NDArray[np.uint64]] = self.local.room
        return room


@dataclass(frozen=True)
class Tables:
    """The laws in card order, for the kernel."""

    masks: NDArray[np.uint64]
    """uint64[laws, 2]: the codes of each law."""
    holds: NDArray[np.uint64]
    """uint64[codes, 3]: the laws of each code."""
    start: NDArray[np.int64]
    """int64[cards + 2]: the number of each card's first law. One more entry marks the end of the last
    card."""


def tables() -> Tables:
    """The tables for `census_kernel.census_job`."""
    import numpy as np  # of the extra `bots`

    laws = [law.mask for card in CARDS.values() for law in card.laws]
    masks = np.array([(mask & (2**64 - 1), mask >> 64) for mask in laws], dtype=np.uint64)
    true = [
        sum((mask >> code & 1) << number for number, mask in enumerate(laws)) for code in range(len(CODES))
    ]
    holds = np.array(
        [[word >> shift & (2**64 - 1) for shift in (0, 64, 128)] for word in true], dtype=np.uint64
    )
    start = np.zeros(len(CARDS) + 2, dtype=np.int64)
    start[2:] = np.cumsum([len(card.laws) for card in CARDS.values()])
    return Tables(masks, holds, start)
