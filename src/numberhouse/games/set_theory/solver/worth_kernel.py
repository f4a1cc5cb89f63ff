"""The compiled inner loop of the worths: the vectors of ten worths that fit the points of a turn."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["counted", "fitting"]

Vectors = NDArray[np.int8]
Numbers = NDArray[np.int64]


@njit(cache=True, nogil=True)
def fitting(vectors: Vectors, times: Numbers, points: int) -> Vectors:
    """The vectors, int8[n, sets], whose weighted sum of worths, with the weights `times`, is `points`."""
    kept = np.empty_like(vectors)
    found = 0
    for place in range(vectors.shape[0]):
        total = 0
        for k in range(vectors.shape[1]):
            total += times[k] * vectors[place, k]
        if total == points:
            kept[found] = vectors[place]
            found += 1
    return kept[:found].copy()


@njit(cache=True, nogil=True)
def counted(vectors: Vectors) -> Numbers:
    """int64[sets, 3]: the number of vectors in which each set is worth 1, 2 and 3."""
    counts = np.zeros((vectors.shape[1], 3), np.int64)
    for place in range(vectors.shape[0]):
        for k in range(vectors.shape[1]):
            counts[k, vectors[place, k] - 1] += 1
    return counts
