"""Compiled: the table of known facts about sets of worlds before a round, and bounds by counting.

An entry is four words: the set's two fingerprints, a lower bound, and notes. In the notes bit 0 says that the
bound is the value, bit 1 that its rounds are exact. The proposal that attains it, plus 1, starts at bit 8,
and the number of rows at bit 32. Four entries form a bucket. In a full bucket the entry of the smallest set
is replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import int64, njit

from numberhouse.games.turing_machine.solver.search.space import FREE, MEAN, ROUND

__all__ = ["find", "fingerprint", "higher", "inner", "is_exact", "mix", "remember", "salted", "static_bound"]

Function = TypeVar("Function", bound=Callable[..., Any])


def inner(function: Function) -> Function:
    """Decorate a function that only compiled functions call. The parts that calls from outside need take
    almost half of the compile time, and are left out. The function is cached with its callers."""
    decorate: Any = njit  # the declared types of `njit` lack these options
    compiled: Function = decorate(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


ZERO = np.uint64(0)
SALT = np.uint64(0x5851F42D4C957F2D)


@inner
def mix(word: Any) -> Any:
    """SplitMix64's finisher: every bit of `word` reaches every bit of the result."""
    word ^= word >> np.uint64(30)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(27)
    word *= np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inner
def fingerprint(start: Any, length: Any, world: Any, space: Any) -> Any:
    """The two words that identify the set of these rows in the arena."""
    first = ZERO
    second = ZERO
    for k in range(start, start + length):
        first ^= world.prints[space.arena[k], 0]
        second ^= world.prints[space.arena[k], 1]
    return first, second


@inner
def salted(first: Any, mean: Any) -> Any:
    """The first fingerprint in the form of the table, because one table serves both aims."""
    return first if mean else first ^ SALT


@inner
def find(first: Any, second: Any, table: Any) -> Any:
    """The position of the set; −1 if it isn't in the table. `first` is salted."""
    base = int64(first & np.uint64(table.shape[0] - 4))
    for at in range(base, base + 4):
        if table[at, 0] == int64(first) and table[at, 1] == int64(second):
            return at
    return int64(-1)


@inner
def is_exact(notes: Any, free: Any) -> Any:
    """Whether the entry has the exact value; if only rounds count (`free`), whether its rounds are exact."""
    return notes & 1 != 0 or (free != 0 and notes & 2 != 0)


@inner
def higher(bound: Any, other: Any, mean: Any) -> Any:
    """A bound at least as high as both. In the aim mean the questions of a bound by counting, and of sums of
    such bounds, hold independently of the rounds. The questions of `bound`, which is by counting, may
    therefore be combined with the higher rounds of `other`."""
    if not mean or bound >= other:
        return max(bound, other)
    return max(other, (other & ~int64(ROUND - 1)) | (bound & (ROUND - 1)))


@inner
def remember(
    first: Any, second: Any, low: Any, proven: Any, choice: Any, length: Any, table: Any, settings: Any
) -> None:
    """Store that the set costs at least `low`, or exactly `low` if `proven`, with the proposal `choice`."""
    mean, free = settings[MEAN], settings[FREE]
    first = salted(first, mean)
    notes = int64(0)
    at = find(first, second, table)
    if at >= 0:
        notes = table[at, 3] & 0xFFFF
        if notes & 1:
            return
        if free or not proven:
            low = max(low, table[at, 2])
    else:
        at = int64(first & np.uint64(table.shape[0] - 4))
        for other in range(at + 1, at + 4):
            if table[other, 3] >> 32 < table[at, 3] >> 32:
                at = other
    if proven:
        notes = int64(2 if free else 3) | (choice + 1) << 8
    table[at, 0] = int64(first)
    table[at, 1] = int64(second)
    table[at, 2] = low
    table[at, 3] = notes | length << 32


@inner
def static_bound(start: Any, length: Any, world: Any, pattern: Any, space: Any, settings: Any) -> Any:
    """A lower bound of the cost before a round by counting codes, and the cost of a question.

    In the aim mean no tree has fewer questions than Huffman's for the codes' weights, and none has fewer
    rounds than a tree in which each round divides the codes eight ways.
    """
    bins = space.bins
    codes = 0
    unit = int64(0)
    before = int64(-1)
    for k in range(start, start + length):
        row = space.arena[k]
        if world.code[row] != before:
            before = world.code[row]
            bins[codes] = 0
            codes += 1
        bins[codes - 1] += world.weight[row]
        unit += world.weight[row]
    if settings[MEAN] == 0:
        return pattern.least[codes], int64(1)
    if codes == 1:
        return int64(0), unit
    weights = bins[:codes]
    for i in range(1, codes):  # insertion sort: the list is short and often sorted
        one = weights[i]
        j = i - 1
        while j >= 0 and weights[j] > one:
            weights[j + 1] = weights[j]
            j -= 1
        weights[j + 1] = one
    rounds = unit
    room = 8
    while codes > room:
        # At most room − 1 codes are determined at this point, so at least one leaf must continue.
        for i in range(codes - room + 1):
            rounds += weights[i]
        room *= 8
    return rounds * ROUND + _huffman(weights), unit


@inner
def _huffman(weights: Any) -> Any:
    """The smallest sum of weight × depth over all binary trees with these leaves. `weights` is ascending and
    is overwritten.

    Huffman's algorithm with two queues: the leaves, and the joined trees, which are made in ascending order.
    The joined trees overwrite the leaves that are already used.
    """
    number = weights.shape[0]
    total = int64(0)
    leaf = 0
    head = 0
    for tail in range(number - 1):
        joined = int64(0)
        for _ in range(2):
            if leaf < number and (head == tail or weights[leaf] <= weights[head]):
                joined += weights[leaf]
                leaf += 1
            else:
                joined += weights[head]
                head += 1
        weights[tail] = joined
        total += joined
    return total
