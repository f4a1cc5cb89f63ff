"""The compiled inner loop of the posterior: all ways to give ten sets different families and the right bands.

Families come one after the other; each goes to one of the sets in one of three bands, or to none. What
matters of the way so far is which sets have one (a subset, 10 bits) and how many of them lie in the first and
the second band; the third has the rest.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["BANDS", "SETS", "ways"]

Weights = NDArray[np.float64]
Numbers = NDArray[np.int64]

SETS = 10
BANDS = 3


@njit(cache=True, nogil=True)
def ways(weights: Weights, limits: Numbers) -> tuple[float, Weights, Weights]:
    """The weight of all ways together, of those with each set in each family and band, and of each beginning.

    `weights` float64[families, sets, bands] are those of a set in a family and band, to be multiplied;
    `limits` int64[bands] says how many sets lie in each band. Gives (total, cells float64[families, sets,
    bands] that sum up to the total for every set, forward float64[families + 1, subsets, first, second]).
    """
    families = weights.shape[0]
    full = (1 << SETS) - 1
    firsts, seconds = limits[0] + 1, limits[1] + 1
    size = np.zeros(full + 1, np.int64)
    for subset in range(1, full + 1):
        size[subset] = size[subset >> 1] + (subset & 1)
    forward = np.zeros((families + 1, full + 1, firsts, seconds))
    forward[0, 0, 0, 0] = 1.0
    for family in range(families):
        for subset in range(full + 1):
            # What can't be reached, or can't be filled up with the families that are left, is passed over.
            if size[subset] > family or SETS - size[subset] > families - family:
                continue
            for first in range(firsts):
                for second in range(seconds):
                    so_far = forward[family, subset, first, second]
                    if so_far == 0.0:
                        continue
                    forward[family + 1, subset, first, second] += so_far
                    third = size[subset] - first - second
                    for k in range(SETS):
                        if subset >> k & 1:
                            continue
                        more = subset | 1 << k
                        if first < limits[0]:
                            forward[family + 1, more, first + 1, second] += so_far * weights[family, k, 0]
                        if second < limits[1]:
                            forward[family + 1, more, first, second + 1] += so_far * weights[family, k, 1]
                        if third < limits[2]:
                            forward[family + 1, more, first, second] += so_far * weights[family, k, 2]
    cells = np.zeros((families, SETS, BANDS))
    after = np.zeros((full + 1, firsts, seconds))
    after[full, limits[0], limits[1]] = 1.0
    for family in range(families - 1, -1, -1):
        here = np.zeros((full + 1, firsts, seconds))
        for subset in range(full + 1):
            if size[subset] > family or SETS - size[subset] > families - family:
                continue
            for first in range(firsts):
                for second in range(seconds):
                    so_far = forward[family, subset, first, second]
                    if so_far == 0.0:
                        continue
                    rest = after[subset, first, second]
                    third = size[subset] - first - second
                    for k in range(SETS):
                        if subset >> k & 1:
                            continue
                        more = subset | 1 << k
                        if first < limits[0]:
                            part = weights[family, k, 0] * after[more, first + 1, second]
                            rest += part
                            cells[family, k, 0] += so_far * part
                        if second < limits[1]:
                            part = weights[family, k, 1] * after[more, first, second + 1]
                            rest += part
                            cells[family, k, 1] += so_far * part
                        if third < limits[2]:
                            part = weights[family, k, 2] * after[more, first, second]
                            rest += part
                            cells[family, k, 2] += so_far * part
                    here[subset, first, second] = rest
        after = here
    return forward[families, full, limits[0], limits[1]], cells, forward
