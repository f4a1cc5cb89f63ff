"""The compiled inner loop of the posterior: all ways to give the sets different families and the right bands.

Families come one after the other; each goes to one of the sets in one of three bands, or to none. What
matters of the way so far is which sets have one (a subset, as bits) and how many of them lie in the first and
the second band; the third has the rest. Too many in the third need no check: then one of the others stays
short, and that way leads nowhere.
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
    """The weight of all ways together, of those with each set in each family and band, and of each beginning.

    `weights` float64[families, sets, bands] are those of a set in a family and band, to be multiplied;
    `limits` int64[bands] says how many sets lie in each band. Gives (total, cells float64[families, sets,
    bands] that sum up to the total for every set, forward float64[families + 1, subsets, first, second]).
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
            # What can't be reached, or can't be filled up with the families that are left, is passed over.
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
