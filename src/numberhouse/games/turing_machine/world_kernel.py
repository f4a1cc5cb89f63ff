"""The compiled inner loop of knowledge: every assignment of laws that makes a valid problem (TM-4).

A set of codes is 125 bits in two unsigned words, low word first, as `laws.law_masks` gives them. The kernel
knows no cards: it is fed, for each verifier, the masks that its law may have.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["assignments"]

ONE = np.uint64(1)
ZERO = np.uint64(0)


@njit(cache=True, nogil=True)
def assignments(options, counts, allowed, rows, codes):
    """Write every choice of one mask per verifier that leaves exactly one code, none superfluous.

    `options` uint64[n, most, 2] are the masks, of which verifier v has `counts[v]`; `allowed` uint64[2] are
    the codes that may be the answer. Row k of `rows` uint8[room, n] gets the chosen places in `options`,
    `codes[k]` the code's bit. Returns how many there are; only the first `room` are written.

    Going down verifier by verifier it keeps `inside`, the codes that satisfy all laws so far, and for each
    verifier `spared`, the codes that this verifier alone still rules out. Both only shrink, so an empty one
    ends the branch (TM-4: no verifier is superfluous).
    """
    n = counts.shape[0]
    room = rows.shape[0]
    inside = np.empty((n + 1, 2), np.uint64)
    spared = np.empty((n + 1, n, 2), np.uint64)
    at = np.zeros(n, np.int64)
    inside[0, 0] = np.uint64(0xFFFFFFFFFFFFFFFF)
    inside[0, 1] = np.uint64((1 << 61) - 1)
    found = 0
    depth = 0
    while depth >= 0:
        if at[depth] == counts[depth]:
            at[depth] = 0
            depth -= 1
            continue
        low = options[depth, at[depth], 0]
        high = options[depth, at[depth], 1]
        at[depth] += 1
        left_low = inside[depth, 0] & low
        left_high = inside[depth, 1] & high
        if (left_low & allowed[0]) | (left_high & allowed[1]) == ZERO:
            continue
        single = _single(left_low, left_high)
        if single != (depth == n - 1):
            continue
        low_out = inside[depth, 0] & ~low
        high_out = inside[depth, 1] & ~high
        if low_out | high_out == ZERO:
            continue
        idle = False
        for v in range(depth):
            spared_low = spared[depth, v, 0] & low
            spared_high = spared[depth, v, 1] & high
            if spared_low | spared_high == ZERO:
                idle = True
                break
            spared[depth + 1, v, 0] = spared_low
            spared[depth + 1, v, 1] = spared_high
        if idle:
            continue
        if depth < n - 1:
            spared[depth + 1, depth, 0] = low_out
            spared[depth + 1, depth, 1] = high_out
            inside[depth + 1, 0] = left_low
            inside[depth + 1, 1] = left_high
            depth += 1
            continue
        if found < room:
            for v in range(n):
                rows[found, v] = at[v] - 1
            codes[found] = _place(left_low, left_high)
        found += 1
    return found


@njit(cache=True, nogil=True, inline="always")
def _single(low, high):
    """Whether exactly one bit is set."""
    if low == ZERO:
        return high != ZERO and high & (high - ONE) == ZERO
    return high == ZERO and low & (low - ONE) == ZERO


@njit(cache=True, nogil=True)
def _place(low, high):
    """The number of the lowest bit."""
    place = 0
    word = low
    if low == ZERO:
        place = 64
        word = high
    while word & ONE == ZERO:
        word >>= ONE
        place += 1
    return place


@njit(cache=True, nogil=True)
def answer_sets(options, rows, asks):
    """Write to `asks` uint64[125, n, words] in which rows each verifier says yes to each of the 125 codes.

    `options` and `rows` as in `assignments`; bit r of `asks[p, v]` belongs to row r.
    """
    for r in range(rows.shape[0]):
        word = r >> 6
        bit = ONE << np.uint64(r & 63)
        for v in range(rows.shape[1]):
            low = options[v, rows[r, v], 0]
            high = options[v, rows[r, v], 1]
            for p in range(asks.shape[0]):
                mask = low if p < 64 else high
                if (mask >> np.uint64(p & 63)) & ONE == ONE:
                    asks[p, v, word] |= bit
