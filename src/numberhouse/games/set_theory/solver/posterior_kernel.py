"""The compiled inner loop of the posterior: all ways to assign different families and the right bands to the
sets.

Families are processed one after the other. Each is assigned to one of the sets in one of three bands, or to
none. The state of a partial way is the subset of assigned sets, as bits, and the numbers of them in the first
and the second band; the rest is in the third. An excess in the third band needs no check: another band then
stays short, and the way never completes.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["ways"]

Weights = NDArray[np.float64]
Numbers = NDArray[np.int64]


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract", "nsz"})
def ways(weights: Weights, limits: Numbers) -> tuple[float, Weights, Weights]:
    """The total weight of all ways, of those with each set in each family and band, and of each partial way.

    `weights`, float64[families, sets, bands], are the factors of a set in a family and band. `limits`,
    int64[bands], are the numbers of sets in each band. Returns (total, cells float64[families, sets, bands]
    that sum to the total for every set, forward float64[families + 1, subsets, first, second]).
    """
    families, sets = weights.shape[0], weights.shape[1]
    full = (1 << sets) - 1
    firsts, seconds = limits[0] + 1, limits[1] + 1
    size = np.zeros(full + 1, np.int64)
    for subset in range(1, full + 1):
        size[subset] = size[subset >> 1] + (subset & 1)
    forward = np.zeros((families + 1, full + 1, firsts, seconds))
    forward[0, 0, 0, 0] = 1.0
    for family in range(families):
        for subset in range(full + 1):
            # Unreachable states, and those that the remaining families can't complete, are skipped.
            if size[subset] > family or sets - size[subset] > families - family:
                continue
            here = forward[family, subset]
            same = forward[family + 1, subset]
            for first in range(firsts):
                for second in range(seconds):
                    same[first, second] += here[first, second]
            for k in range(sets):
                if subset >> k & 1:
                    continue
                there = forward[family + 1, subset | 1 << k]
                one, two, three = weights[family, k, 0], weights[family, k, 1], weights[family, k, 2]
                if three != 0.0:
                    for first in range(firsts):
                        for second in range(seconds):
                            there[first, second] += three * here[first, second]
                if two != 0.0:
                    for first in range(firsts):
                        for second in range(seconds - 1):
                            there[first, second + 1] += two * here[first, second]
                if one != 0.0:
                    for first in range(firsts - 1):
                        for second in range(seconds):
                            there[first + 1, second] += one * here[first, second]
    cells = np.zeros((families, sets, 3))
    after = np.zeros((full + 1, firsts, seconds))
    before = np.zeros((full + 1, firsts, seconds))
    after[full, limits[0], limits[1]] = 1.0
    for family in range(families - 1, -1, -1):
        for subset in range(full + 1):
            rest = before[subset]
            if size[subset] > family or sets - size[subset] > families - family:
                rest[:] = 0.0
                continue
            rest[:] = after[subset]
            here = forward[family, subset]
            for k in range(sets):
                if subset >> k & 1:
                    continue
                there = after[subset | 1 << k]
                one, two, three = weights[family, k, 0], weights[family, k, 1], weights[family, k, 2]
                if three != 0.0:
                    met = 0.0
                    for first in range(firsts):
                        for second in range(seconds):
                            rest[first, second] += three * there[first, second]
                            met += here[first, second] * there[first, second]
                    cells[family, k, 2] += three * met
                if two != 0.0:
                    met = 0.0
                    for first in range(firsts):
                        for second in range(seconds - 1):
                            rest[first, second] += two * there[first, second + 1]
                            met += here[first, second] * there[first, second + 1]
                    cells[family, k, 1] += two * met
                if one != 0.0:
                    met = 0.0
                    for first in range(firsts - 1):
                        for second in range(seconds):
                            rest[first, second] += one * there[first + 1, second]
                            met += here[first, second] * there[first + 1, second]
                    cells[family, k, 0] += one * met
        after, before = before, after
    return forward[families, full, limits[0], limits[1]], cells, forward
