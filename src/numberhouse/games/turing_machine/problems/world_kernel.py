"""The compiled inner loop of `knowledge`: every assignment of laws that makes a valid problem (TM-4).

A set of codes is 125 bits in two unsigned words, low word first, as `laws.law_masks` gives them. The kernel
doesn't use cards: its input is, for each verifier, the possible masks of its law.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numberhouse.games.turing_machine.problems.bits import lowest

__all__ = ["answer_sets", "assignments", "faults", "pairings"]

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Places = NDArray[np.uint8]
Truths = NDArray[np.bool_]

ONE = np.uint64(1)
ZERO = np.uint64(0)


@njit(cache=True, nogil=True)
def assignments(options: Words, counts: Numbers, allowed: Words, rows: Places, codes: Places) -> int:
    """Write every choice of one mask per verifier that leaves exactly one code and has no superfluous
    verifier.

    `options`, uint64[n, most, 2], has the masks; verifier v has `counts[v]` of them. `allowed`, uint64[2],
    has the codes that may be the answer. Row k of `rows`, uint8[room, n], gets the chosen places in
    `options`, and `codes[k]` gets the code's bit. Returns the number of choices; only the first `room` are
    written.

    The search goes from verifier to verifier. It keeps `inside`, the codes that satisfy all laws so far, and
    for each verifier `skipped`, the codes that only this verifier excludes. Both sets only shrink, so an
    empty one ends the branch (TM-4: no verifier is superfluous).
    """
    n = counts.shape[0]
    room = rows.shape[0]
    inside = np.empty((n + 1, 2), np.uint64)
    skipped = np.empty((n + 1, n, 2), np.uint64)
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
            spared_low = skipped[depth, v, 0] & low
            spared_high = skipped[depth, v, 1] & high
            if spared_low | spared_high == ZERO:
                idle = True
                break
            skipped[depth + 1, v, 0] = spared_low
            skipped[depth + 1, v, 1] = spared_high
        if idle:
            continue
        if depth < n - 1:
            skipped[depth + 1, depth, 0] = low_out
            skipped[depth + 1, depth, 1] = high_out
            inside[depth + 1, 0] = left_low
            inside[depth + 1, 1] = left_high
            depth += 1
            continue
        if found < room:
            for v in range(n):
                rows[found, v] = at[v] - 1
            codes[found] = lowest(left_low) if left_low != ZERO else 64 + lowest(left_high)
        found += 1
    return found


@njit(cache=True, nogil=True, inline="always")
def _single(low: np.uint64, high: np.uint64) -> bool:
    """Whether exactly one bit is set."""
    if low == ZERO:
        return bool(high != ZERO and high & (high - ONE) == ZERO)
    return bool(high == ZERO and low & (low - ONE) == ZERO)


@njit(cache=True, nogil=True)
def answer_sets(options: Words, rows: Places, asks: Words) -> None:
    """Write to `asks`, uint64[125, n, words], the rows in which each verifier says yes to each of the 125
    codes.

    `options` and `rows` are those of `assignments`. Bit r of `asks[p, v]` belongs to row r.
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


@njit(cache=True, nogil=True)
def pairings(fits: Truths, rows: Places, orders: Places, possible: Truths) -> None:
    """Write to `possible`, bool[row, order], the pairings of verifiers with places that fit the answers.

    `orders`, uint8[n!, n], has the pairings: verifier v has the law in place `orders[o, v]`. `fits[v, place,
    option]` says whether verifier v could have given its answers with that option of that place.
    """
    for r in range(rows.shape[0]):
        for o in range(orders.shape[0]):
            possible[r, o] = True
            for v in range(orders.shape[1]):
                place = orders[o, v]
                if not fits[v, place, rows[r, place]]:
                    possible[r, o] = False
                    break


@njit(cache=True, nogil=True)
def faults(options: Words, counts: Numbers, spare: Numbers) -> tuple[int, int]:
    """Count the reasons why no choice of one mask per verifier makes a valid problem (TM-4), over all
    choices.

    Returns (choices that no code satisfies, choices that several codes satisfy). `spare`, int64[n], gets for
    each verifier the number of choices with a single code in which the verifier is superfluous.
    """
    n = counts.shape[0]
    at = np.zeros(n, np.int64)
    none = 0
    several = 0
    while True:
        low, high = _together(options, at, -1)
        if low | high == ZERO:
            none += 1
        elif not _single(low, high):
            several += 1
        else:
            for v in range(n):
                low_without, high_without = _together(options, at, v)
                if low_without == low and high_without == high:
                    spare[v] += 1
        v = n - 1
        while v >= 0:
            at[v] += 1
            if at[v] < counts[v]:
                break
            at[v] = 0
            v -= 1
        if v < 0:
            return none, several


@njit(cache=True, nogil=True)
def _together(options: Words, at: Numbers, skipped: int) -> tuple[np.uint64, np.uint64]:
    """The codes that satisfy every chosen mask except that of the verifier `skipped`."""
    low = np.uint64(0xFFFFFFFFFFFFFFFF)
    high = np.uint64((1 << 61) - 1)
    for v in range(at.shape[0]):
        if v != skipped:
            low &= options[v, at[v], 0]
            high &= options[v, at[v], 1]
    return low, high
