"""Many whole matches at once, compiled, with exactly the results of the rules for the same picks.

>>> from numberhouse.games.addition_crypt.rules.options import Options
>>> simulated = drifting(Options(), seats=13, matches=1000, seed=1)
>>> simulated.points.shape
(1000, 7, 13)
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from numberhouse.games.addition_crypt.rules.options import Options, Terms, check, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_CELLS", "Simulated", "drifting", "replayed", "term_row", "term_table"]

Table: TypeAlias = "NDArray[Any]"
"""An array of numpy, which is imported only where it is needed."""

MOST_CELLS = 200_000_000
"""Most picks of one call: matches × rounds × seats."""

SPREAD = 0x9E3779B97F4A7C15
"""Multiplier of seeds. It is odd, so that different seeds give start values that are far apart and never
0."""


class Simulated(NamedTuple):
    """The course of the simulated matches."""

    picks: Table
    """int8[match, round, seat, 3]: the first node, the second, and the scoring one."""
    values: Table
    """int32[match, round, node]: values of the nodes after the round."""
    points: Table
    """int16[match, round, seat]: sum of digits and bonus."""

    @property
    def scores(self) -> Table:
        """int64[match, seat]: final scores."""
        scores: Table = self.points.sum(axis=1)
        return scores


def drifting(options: Options, seats: int, matches: int, seed: int) -> Simulated:
    """Matches in which every seat plays as `drifter` does: a random legal pick, each equally likely.

    Raises `IllegalAction` for options or seats that can't be played with, and `ValueError` for more than
    `MOST_CELLS` picks.
    """
    import numpy as np  # in the extra `bots`

    check(options, seats)
    _check_size(matches * len(options.rounds) * seats)
    picks = np.empty((matches, len(options.rounds), seats, 3), np.int8)
    return _played(options, picks, np.uint64((2 * seed + 1) * SPREAD % 2**64))


def replayed(options: Options, picks: Table) -> Simulated:
    """Matches with these picks, int8[match, round, seat, 3]. Raises `ValueError` for illegal picks, and
    otherwise the errors of `drifting`."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import first_illegal

    picks = np.ascontiguousarray(picks, np.int8)
    if picks.ndim != 4 or picks.shape[1] != len(options.rounds) or picks.shape[3] != 3:
        raise ValueError(
            f"picks of shape {picks.shape}; (matches, {len(options.rounds)}, seats, 3) is possible"
        )
    check(options, picks.shape[2])
    _check_size(picks.size // 3)
    match, number, seat = first_illegal(picks, options.nodes)
    if match >= 0:
        raise ValueError(
            f"match {match}, round {number + 1}, seat {seat}: {picks[match, number, seat].tolist()} is no "
            "legal pick; two different nodes not used in the round before, and one of the two, are"
        )
    return _played(options, picks, np.uint64(0))


def _played(options: Options, picks: Table, seed: Any) -> Simulated:
    """Play the given picks if the seed is 0; otherwise draw them."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.simulator_kernel import play

    matches, rounds, seats, _ = picks.shape
    values = np.empty((matches, rounds, options.nodes), np.int32)
    points = np.empty((matches, rounds, seats), np.int16)
    play(seed, np.array(options.start, np.int64), term_table(options), picks, values, points)
    return Simulated(picks, values, points)


def _check_size(cells: int) -> None:
    if not 0 <= cells <= MOST_CELLS:
        raise ValueError(f"{cells} picks at once; up to {MOST_CELLS} are possible: simulate in parts")


@lru_cache(maxsize=64)
def term_table(options: Options) -> Table:
    """The terms of all rounds for kernels, int64[round, 7]."""
    import numpy as np  # in the extra `bots`

    return np.array(
        [term_row(terms(options, number)) for number in range(1, len(options.rounds) + 1)], np.int64
    )


def term_row(ruled: Terms) -> tuple[int, ...]:
    """The terms as numbers: first amount, second amount, spread, base, bonus of Standout, bonus of Write-Off,
    its places."""
    return (*ruled.amounts, ruled.spread, ruled.base, ruled.standout, ruled.write_off, ruled.places)
