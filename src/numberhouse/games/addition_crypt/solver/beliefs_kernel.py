"""The compiled search for pasts: it redraws each seat's whole history again and again, given the others'.

A history is a chain of pairs; successive pairs share no node. Its weight falls with every node that the sum
of all histories leaves off its goal. A draw is one forward pass and one backward pass over the rounds, as for
a hidden Markov model, so a history changes as a whole. The search ends when no node is off its goal.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["search", "steps"]

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Reals = NDArray[np.float64]
Seed = NDArray[np.uint64]

FURTHEST: Final = 40.0
"""Weights span at most this exponent: none is below e^-40 of the greatest of its round."""
CANCELLED: Final = 1e-9
"""Smallest result of a subtraction that is kept. Below it, rounding dominates, and the sum is computed again
without subtraction."""
LOOSE: Final = (0.55, 0.8)
"""Strictness of the weights in rounds that have a node off its goal, in even and odd sweeps, as a multiple of
the logarithm of the number of pairs. Found by trial: loose enough for near misses, strict enough for hits."""
STRICT: Final = 1.2
"""The same for rounds that already meet their goals."""
REDRAWN: Final = 12
"""Draws of a history before the search gives up one with all nodes that the seat has used in some round."""
SHAKEN: Final = 20
"""Period in sweeps of a sweep at half the loose strictness, to escape from dead ends."""


@njit(cache=True, nogil=True)
def search(
    seed: np.uint64,
    pairs: Numbers,
    gives: Numbers,
    goal: Numbers,
    floor: Flags,
    costs: Reals,
    open_pairs: Flags,
    begin_pairs: Flags,
    sometime: Numbers,
    sweeps: int,
) -> tuple[bool, Numbers]:
    """Search for pairs whose sums meet all goals, within the given number of sweeps over the seats. Returns
    whether they were found, and the pairs, int64[round, seat].

    `pairs` is int64[pair, 2]. `gives`, int64[round, pair, node], is the amount that a pair adds to each node.
    `goal`, int64[round, node], is the total of all pairs, or its minimum where `floor` is true. `costs`,
    float64[round, 2, 2 * reach + 1], is the cost of each difference from the goal; the second row is for
    nodes with `floor`. `open_pairs`, bool[round, seat, pair], marks the pairs that a seat may have played.
    `sometime`, int64[_, 3], lists nodes that a seat has used in some round: seat, node, last round. The
    histories begin within `begin_pairs`, where a round is chosen for each of these.
    """
    rounds, seats, count = open_pairs.shape
    state = np.full(1, seed, np.uint64)
    touched = _touched(gives)
    left = goal.copy()
    drawn = np.zeros((rounds, seats), np.int64)
    weights = np.empty((rounds, count), np.float64)
    forth = np.empty((rounds, count), np.float64)
    moving = np.zeros(seats, np.bool_)
    for seat in range(seats):
        for number in range(rounds):
            moving[seat] |= open_pairs[number, seat].sum() > 1
            for pair in range(count):
                weights[number, pair] = 1.0 if begin_pairs[number, seat, pair] else 0.0
        _draw(state, pairs, weights, forth, drawn[:, seat])
        _add(left, gives, drawn[:, seat], -1)
    sweep = 0
    strictness = np.empty(rounds, np.float64)
    while _off(left, floor):
        if sweep == sweeps:
            return False, drawn
        sweep += 1
        shaken = sweep % SHAKEN == 0
        loose = LOOSE[sweep % 2] * (0.5 if shaken else 1.0)
        for seat in range(seats):
            if moving[seat]:
                for number in range(rounds):
                    off = _off(left[number : number + 1], floor[number : number + 1])
                    strictness[number] = (loose if off or shaken else STRICT) * math.log(count)
                _add(left, gives, drawn[:, seat], 1)
                _weigh(strictness, left, gives, floor, costs, touched, open_pairs[:, seat], weights)
                _redraw(state, pairs, weights, forth, sometime, seat, drawn[:, seat])
                _add(left, gives, drawn[:, seat], -1)
                if not _off(left, floor):
                    break
    return True, drawn


@njit(cache=True, nogil=True)
def steps(amounts: Numbers, reach: int) -> Numbers:
    """Fewest amounts, added or subtracted, that make up each difference of -reach … reach."""
    found = np.full(2 * reach + 1, -1, np.int64)
    queue = np.empty(2 * reach + 1, np.int64)
    found[reach] = 0
    queue[0] = reach
    head, tail = 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        for amount in amounts:
            for to in (at - amount, at + amount):
                if 0 <= to <= 2 * reach and found[to] < 0:
                    found[to] = found[at] + 1
                    queue[tail] = to
                    tail += 1
    return found


@njit(cache=True, nogil=True)
def _touched(gives: Numbers) -> Numbers:
    """The nodes that a pair changes in any round, int64[pair, 4], padded with -1."""
    _, count, nodes = gives.shape
    touched = np.full((count, 4), -1, np.int64)
    for pair in range(count):
        found = 0
        for node in range(nodes):
            if gives[:, pair, node].max() > 0:
                touched[pair, found] = node
                found += 1
    return touched


@njit(cache=True, nogil=True)
def _add(left: Numbers, gives: Numbers, history: Numbers, sign: int) -> None:
    for number in range(len(history)):
        for node in range(left.shape[1]):
            left[number, node] += sign * gives[number, history[number], node]


@njit(cache=True, nogil=True)
def _off(left: Numbers, floor: Flags) -> bool:
    """Whether any node misses its goal."""
    for number in range(left.shape[0]):
        for node in range(left.shape[1]):
            if left[number, node] > 0 or (left[number, node] < 0 and not floor[number, node]):
                return True
    return False


@njit(cache=True, nogil=True)
def _weigh(
    strictness: Reals,
    left: Numbers,
    gives: Numbers,
    floor: Flags,
    costs: Reals,
    touched: Numbers,
    open_pairs: Flags,
    weights: Reals,
) -> None:
    """Write the weight of each pair in each round. The greatest of a round is 1."""
    rounds, count, _ = gives.shape
    zero = costs.shape[2] // 2
    for number in range(rounds):
        least = np.inf
        for pair in range(count):
            if not open_pairs[number, pair]:
                continue
            cost = 0.0
            for place in range(4):
                node = touched[pair, place]
                if node >= 0:
                    row = 1 if floor[number, node] else 0
                    here = zero + left[number, node]
                    cost += costs[number, row, here - gives[number, pair, node]] - costs[number, row, here]
            weights[number, pair] = cost
            least = min(least, cost)
        for pair in range(count):
            if open_pairs[number, pair]:
                far = strictness[number] * (weights[number, pair] - least)
                weights[number, pair] = math.exp(-min(far, FURTHEST))
            else:
                weights[number, pair] = 0.0


@njit(cache=True, nogil=True)
def _redraw(
    state: Seed, pairs: Numbers, weights: Reals, forth: Reals, sometime: Numbers, seat: int, history: Numbers
) -> None:
    """Draw as `_draw`, until the history has all nodes that the seat has used in some round. After too many
    draws the old history stays."""
    if not (sometime[:, 0] == seat).any():
        _draw(state, pairs, weights, forth, history)
        return
    drawn = history.copy()
    for _ in range(REDRAWN):
        _draw(state, pairs, weights, forth, drawn)
        if _has_used(pairs, sometime, seat, drawn):
            history[:] = drawn
            return


@njit(cache=True, nogil=True)
def _has_used(pairs: Numbers, sometime: Numbers, seat: int, history: Numbers) -> bool:
    """Whether the history has all nodes that the seat has used in some round."""
    for row in range(len(sometime)):
        if sometime[row, 0] != seat:
            continue
        node, found = sometime[row, 1], False
        for number in range(sometime[row, 2] + 1):
            pair = history[number]
            found |= pairs[pair, 0] == node or pairs[pair, 1] == node
        if not found:
            return False
    return True


@njit(cache=True, nogil=True)
def _draw(state: Seed, pairs: Numbers, weights: Reals, forth: Reals, history: Numbers) -> None:
    """Write a history, with chance in proportion to the product of its weights. If none has any weight, the
    old one stays."""
    rounds, count = weights.shape
    by_node = np.empty(pairs.max() + 1, np.float64)
    both = np.empty((len(by_node), len(by_node)), np.float64)
    for number in range(rounds):
        if number:
            _sums(pairs, forth[number - 1], by_node, both)
        total = 0.0
        for pair in range(count):
            mass = weights[number, pair]
            if number and mass > 0.0:
                mass *= _before(pairs, forth[number - 1], by_node, both, pair)
            forth[number, pair] = mass
            total += mass
        if total == 0.0:
            return
        for pair in range(count):
            forth[number, pair] /= total
    chosen = -1
    for number in range(rounds - 1, -1, -1):
        after = chosen
        total = 0.0
        for pair in range(count):
            if after < 0 or _apart(pairs, pair, after):
                total += forth[number, pair]
        aim = total * _fraction(state)
        for pair in range(count):
            if forth[number, pair] > 0.0 and (after < 0 or _apart(pairs, pair, after)):
                chosen = pair
                aim -= forth[number, pair]
                if aim < 0.0:
                    break
        history[number] = chosen


@njit(cache=True, nogil=True)
def _sums(pairs: Numbers, masses: Reals, by_node: Reals, both: Reals) -> None:
    """Write the masses by node and by unordered pair of nodes."""
    by_node[:] = 0.0
    both[:] = 0.0
    for pair in range(len(pairs)):
        one, other = pairs[pair]
        by_node[one] += masses[pair]
        by_node[other] += masses[pair]
        both[one, other] += masses[pair]
        both[other, one] += masses[pair]


@njit(cache=True, nogil=True)
def _before(pairs: Numbers, masses: Reals, by_node: Reals, both: Reals, pair: int) -> float:
    """Mass of all pairs that have no node in common with this one. The total mass is 1."""
    one, other = pairs[pair]
    mass: float = 1.0 - by_node[one] - by_node[other] + both[one, other]
    if mass > CANCELLED:
        return mass
    mass = 0.0
    for before in range(len(pairs)):
        if _apart(pairs, before, pair):
            mass += masses[before]
    return mass


@njit(cache=True, nogil=True)
def _apart(pairs: Numbers, one: int, other: int) -> bool:
    """Whether two pairs have no node in common."""
    return bool(
        pairs[one, 0] != pairs[other, 0]
        and pairs[one, 0] != pairs[other, 1]
        and pairs[one, 1] != pairs[other, 0]
        and pairs[one, 1] != pairs[other, 1]
    )


@njit(cache=True, nogil=True)
def _fraction(state: Seed) -> float:
    """A random number in [0, 1), by xorshift64*."""
    drawn = state[0]
    drawn ^= drawn >> np.uint64(12)
    drawn ^= drawn << np.uint64(25)
    drawn ^= drawn >> np.uint64(27)
    state[0] = drawn
    return float((drawn * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0
