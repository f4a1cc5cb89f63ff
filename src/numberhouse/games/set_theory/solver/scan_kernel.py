"""The compiled search for the best numbers: one pass over the table of all properties."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["best_number", "best_numbers"]

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


@njit(cache=True, nogil=True)
def best_number(rows: Bytes, first: int, sums: Floats, barred: Numbers) -> tuple[int, float]:
    """The number from `first` on with the greatest value, the lowest among equals, and that value; -1 if all
    are barred.

    `rows`, uint8[numbers, bytes], has the properties of each number as bits. `sums`, float64[bytes, 256], has
    the total value of the properties in every possible byte. `barred` numbers are skipped.
    """
    best, most = -1, -np.inf
    for number in range(first, rows.shape[0]):
        value = 0.0
        for place in range(rows.shape[1]):
            value += sums[place, rows[number, place]]
        if value > most:
            free = True
            for other in barred:
                if other == number:
                    free = False
                    break
            if free:
                best, most = number, value
    return best, most


@njit(cache=True, nogil=True)
def best_numbers(rows: Bytes, first: int, sums: Floats, barred: Numbers, count: int) -> Numbers:
    """Up to `count` numbers of the greatest values, the best first, the lower first among equals. The other
    arguments are those of `best_number`."""
    numbers = np.full(count, -1, np.int64)
    values = np.full(count, -np.inf)
    for number in range(first, rows.shape[0]):
        value = 0.0
        for place in range(rows.shape[1]):
            value += sums[place, rows[number, place]]
        if value <= values[count - 1]:
            continue
        free = True
        for other in barred:
            if other == number:
                free = False
                break
        if free:
            place = count - 1
            while place > 0 and values[place - 1] < value:
                values[place], numbers[place] = values[place - 1], numbers[place - 1]
                place -= 1
            values[place], numbers[place] = value, number
    return numbers[numbers >= 0]
