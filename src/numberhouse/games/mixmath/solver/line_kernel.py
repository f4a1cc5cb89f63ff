"""The values that solve a line, compiled: tables for the turn search, made from the definitions in the rules.

The results of two numbers are a table of `arithmetic.results`: for every pair of numbers and every kind of
square a set of values, one bit for each value that tiles have. The results of a chain (MX-21) are computed
here by trying all operations in turn, and cached by its numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import int64, njit, uint64
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.arithmetic import (
    KNOWN,
    LONGEST_CHAIN,
    MOST_POWER,
    PLAIN,
    Arithmetic,
    results,
)
from numberhouse.games.mixmath.rules.tiles import VALUES

__all__ = ["RANK", "Lines", "lines_of", "solving"]

HIGHEST: Final = VALUES[-1]

RANK: Final = np.full(HIGHEST + 1, 63, dtype=np.int64)
"""The bit of each value. Values without a tile have bit 63, which is never set."""
RANK[list(VALUES)] = range(len(VALUES))

KEPT: Final = 1 << 15
"""Size of the cache of lines. A new line replaces an older one in its place."""


class Lines(NamedTuple):
    """The tables of an arithmetic for the search."""

    pairs: NDArray[np.uint64]
    """By sign (0: none, 1 to 4: + - x /), nearest and next number: the values that solve them, one bit each.
    Empty for the arithmetic of the box, which the search computes."""
    chains: NDArray[np.uint64]
    """Row 0: whether powers and remainders count in chains. Each further row is a line: its sign and numbers,
    seven bits each, and the values that solve it. Without chains there is only row 0."""


@lru_cache(maxsize=32)
def lines_of(arithmetic: Arithmetic) -> Lines:
    """The tables of an arithmetic. Searches of all threads share them: this is safe because no compiled code
    here releases the interpreter's lock."""
    chains = np.zeros((1 + KEPT if arithmetic.chains else 1, 2), np.uint64)
    chains[0] = "power" in arithmetic.operations, "modulus" in arithmetic.operations
    if arithmetic == PLAIN:
        return Lines(np.zeros((0, 0, 0), np.uint64), chains)
    pairs = np.zeros((5, HIGHEST + 1, HIGHEST + 1), dtype=np.uint64)
    for a in VALUES:
        for b in VALUES:
            for number, sign in enumerate((None, *"+-x/")):
                found = results(a, b, sign, arithmetic) & KNOWN
                pairs[number, a, b] = sum(1 << int(RANK[value]) for value in found)
    return Lines(pairs, chains)


@njit(cache=True, inline="always")
def solving(grid: Any, square: Any, step: Any, sign: Any, pairs: Any, chains: Any) -> Any:
    """The values that solve the line from a square on. `sign` is 0 on a square without one."""
    a = int64(grid[square + step])
    if a < 0:
        return uint64(0)
    b = int64(grid[square + 2 * step])
    if b < 0:
        return uint64(0)
    found = pairs[sign, a, b]
    if len(chains) > 1 and grid[square + 3 * step] >= 0:
        found |= chained(grid, square, step, sign, chains)
    return found


@njit(cache=True)
def chained(grid: Any, square: Any, step: Any, sign: Any, chains: Any) -> Any:
    """The values that solve three or more numbers of a line."""
    line = np.empty(LONGEST_CHAIN, np.int64)
    length = 0
    key = uint64(sign + 1)
    while length < LONGEST_CHAIN and grid[square + (length + 1) * step] >= 0:
        line[length] = grid[square + (length + 1) * step]
        key = key << uint64(7) | uint64(line[length] + 1)
        length += 1
    row = 1 + int64((key * uint64(0x9E3779B97F4A7C15)) >> uint64(40)) % KEPT
    if chains[row, 0] == key:
        return chains[row, 1]
    found = uint64(0)
    read = np.empty(LONGEST_CHAIN, np.int64)
    for count in range(3, length + 1):
        for way in range(2):
            for number in range(count):
                read[number] = line[number] if way == 0 else line[count - 1 - number]
            found |= alone(read, count, sign) if sign else worked_out(read, count, chains)
    chains[row, 0] = key
    chains[row, 1] = found
    return found


@njit(cache=True)
def bit(top: Any, bottom: Any) -> Any:
    """The bit of a quotient; no bit if no tile has its value."""
    if top < 0 or bottom == 0 or top % bottom or top // bottom > HIGHEST:
        return uint64(0)
    rank = RANK[top // bottom]
    return uint64(0) if rank == 63 else uint64(1) << uint64(rank)


@njit(cache=True)
def alone(read: Any, count: Any, sign: Any) -> Any:
    """The result of the numbers with one operation alone, as a bit."""
    if sign == 1:
        return bit(read[:count].sum(), 1)
    if sign == 2:
        return bit(2 * read[0] - read[:count].sum(), 1)
    product = int64(1)
    for number in range(1, count):
        product *= read[number]
    return bit(read[0] * product, 1) if sign == 3 else bit(read[0], product)


PLUS, MINUS, TIMES, OVER, MOD, POWER = range(6)


@njit(cache=True)
def worked_out(read: Any, count: Any, chains: Any) -> Any:
    """All results of the numbers in this order. The operations between them are counted up like digits."""
    powers, modulus = chains[0, 0] != 0, chains[0, 1] != 0
    most = 6 if powers else 5
    signs = np.zeros(count, np.int64)
    found = uint64(0)
    while True:
        found |= outcome(read, signs, count)
        place = count - 2
        while place >= 0:
            signs[place] += 1
            if signs[place] == MOD and not modulus:
                signs[place] += 1
            if signs[place] < most:
                break
            signs[place] = 0
            place -= 1
        if place < 0:
            return found


@njit(cache=True)
def outcome(read: Any, signs: Any, count: Any) -> Any:
    """The bit of the value of one expression: powers from the right first, then x / mod, then + -. No
    intermediate number exceeds 3 × MOST_POWER ** 3: a power takes at least two numbers, and any other number
    is a tile's."""
    top, bottom = int64(0), int64(1)  # the sum so far
    upper, lower = int64(0), int64(1)  # the term that it ends with
    sign = PLUS
    place = 0
    while place < count:
        last = place
        while last < count - 1 and signs[last] == POWER:
            last += 1
        factor = read[last]
        for number in range(last - 1, place - 1, -1):
            factor = power(read[number], factor)
            if factor < 0:
                return uint64(0)
        if sign in (PLUS, MINUS):
            top, bottom = top * lower + upper * bottom, bottom * lower
            upper, lower = factor if sign == PLUS else -factor, int64(1)
        elif sign == TIMES:
            upper *= factor
        elif factor == 0:
            return uint64(0)
        elif sign == OVER:
            lower *= factor
        else:
            if upper % lower:
                return uint64(0)
            whole = abs(upper) // lower % factor
            upper, lower = whole if upper >= 0 else -whole, int64(1)
        sign = signs[last]
        place = last + 1
    return bit(top * lower + upper * bottom, bottom * lower)


@njit(cache=True)
def power(base: Any, exponent: Any) -> Any:
    """A power; negative if it has no value or exceeds `MOST_POWER`."""
    if base <= 1 or exponent == 0:
        if exponent == 0:
            return int64(1) if base else int64(-1)
        return base
    result = int64(1)
    for _ in range(exponent):
        result *= base
        if result > MOST_POWER:
            return int64(-1)
    return result
