"""The compiled parts of `population`: what seats earn against a policy, and histories that seats with a
policy have probably played.

A choice is twice the number of an ordered pair, plus 1 if its second node scores. A *set* is a pair without
its order; the number after the last set stands for "nothing yet". A policy is the chance of each choice after
each set.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numberhouse.games.addition_crypt.solver.beliefs_kernel import (
    LOOSE,
    SHAKEN,
    STRICT,
    _add,
    _fraction,
    _off,
    _touched,
    _weigh,
)

__all__ = ["draw_choices", "earned", "likely"]

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]
Seed = NDArray[np.uint64]


@njit(cache=True, nogil=True)
def draw_choices(seed: np.uint64, bounds: Reals, sets: Numbers, kinds: Numbers, choices: Numbers) -> None:
    """Write a choice of each seat to `choices`, int64[sample, seat]. `bounds`, float64[kind, set, choice],
    are the cumulative policies; `sets` and `kinds`, int64[seat], tell each seat's. The seed must not be 0."""
    state = np.full(1, seed, np.uint64)
    for sample in choices:
        for seat in range(len(sample)):
            sample[seat] = _drawn(state, bounds[kinds[seat], sets[seat]])


@njit(cache=True, nogil=True)
def earned(
    seed: np.uint64,
    row: Numbers,
    start: Numbers,
    pairs: Numbers,
    set_of: Numbers,
    digits: Numbers,
    bounds: Reals,
    sets: Numbers,
    free: Flags,
    samples: int,
    sums: Reals,
) -> None:
    """Write to `sums`, float64[past, seat, choice], what each choice earns each seat on average, where all
    others follow the policy `bounds`, float64[set, choice], cumulative. `sets`, int64[past, seat], are the
    sets of the round before, `free`, bool[set, pair], what may follow them; other choices earn 0. `digits`
    are the sums of digits of the numbers from 0."""
    state = np.full(1, seed, np.uint64)
    nodes, seats = len(start), sets.shape[1]
    choices = np.empty(seats, np.int64)
    total = np.empty(nodes, np.int64)
    others = np.empty(nodes, np.int64)
    now = np.empty(nodes, np.int64)
    taken = np.zeros(set_of.max() + 1, np.int64)
    sums[:] = 0.0
    for past in range(len(sets)):
        for _ in range(samples):
            total[:] = start
            taken[:] = 0
            for seat in range(seats):
                choices[seat] = _drawn(state, bounds[sets[past, seat]])
                pair = choices[seat] // 2
                _change(row, pairs[pair], 1, total)
                taken[set_of[pair]] += 1
            for seat in range(seats):
                own = choices[seat] // 2
                others[:] = total
                _change(row, pairs[own], -1, others)
                for pair in range(len(pairs)):
                    if not free[sets[past, seat], pair]:
                        continue
                    now[:] = others
                    _change(row, pairs[pair], 1, now)
                    highest, alone = np.int64(-1), 0
                    for node in range(nodes):
                        if now[node] < 0:
                            now[node] = 0
                        if now[node] > highest:
                            highest, alone = now[node], 0
                        alone += now[node] == highest
                    bonus = 0
                    if row[4] and taken[set_of[pair]] == (set_of[pair] == set_of[own]):
                        bonus += row[4]
                    if row[5]:
                        bonus += row[5] * (_bottom(now, pairs[pair, 0], row[6]))
                        bonus += row[5] * (_bottom(now, pairs[pair, 1], row[6]))
                    for star in range(2):
                        value = now[pairs[pair, star]]
                        worth = value % row[3] if value == highest and alone == 1 else digits[value]
                        sums[past, seat, 2 * pair + star] += worth + bonus
    sums /= samples


@njit(cache=True, nogil=True)
def likely(
    seed: np.uint64,
    set_of: Numbers,
    gives: Numbers,
    goal: Numbers,
    floor: Flags,
    costs: Reals,
    open_pairs: Flags,
    policies: Reals,
    prior: Reals,
    kinds: Numbers,
    sweeps: int,
    settled: int,
) -> tuple[bool, Numbers]:
    """Search for histories as `beliefs_kernel.search` does, but draw likely ones: seats follow policies,
    float64[round, kind, set, pair]. Writes the seats' kinds to `kinds`, int64[seat]; `prior` is how many
    seats of each kind are expected, weighed against the seats' own histories. Ends with the first histories
    that meet all goals after `settled` sweeps. Returns whether there were any, and the pairs,
    int64[round, seat].
    """
    rounds, seats, count = open_pairs.shape
    state = np.full(1, seed, np.uint64)
    touched = _touched(gives)
    left = goal.copy()
    drawn = np.zeros((rounds, seats), np.int64)
    weights = np.empty((rounds, count), np.float64)
    forth = np.empty((rounds, count), np.float64)
    by_set = np.zeros(policies.shape[2], np.float64)
    strictness = np.empty(rounds, np.float64)
    crowd = prior.copy()
    for seat in range(seats):
        kinds[seat] = _among(state, prior)
        crowd[kinds[seat]] += 1.0
        for number in range(rounds):
            for pair in range(count):
                weights[number, pair] = 1.0 if open_pairs[number, seat, pair] else 0.0
        _draw(state, set_of, policies, kinds[seat], weights, forth, by_set, drawn[:, seat])
        _add(left, gives, drawn[:, seat], -1)
    for sweep in range(sweeps):
        if sweep >= settled and not _off(left, floor):
            return True, drawn
        shaken = sweep % SHAKEN == SHAKEN - 1
        loose = LOOSE[sweep % 2] * (0.5 if shaken else 1.0)
        for seat in range(seats):
            for number in range(rounds):
                off = _off(left[number : number + 1], floor[number : number + 1])
                strictness[number] = (loose if off or shaken or sweep < settled else STRICT) * math.log(count)
            crowd[kinds[seat]] -= 1.0
            _kind(state, set_of, policies, crowd, drawn[:, seat], kinds, seat)
            crowd[kinds[seat]] += 1.0
            _add(left, gives, drawn[:, seat], 1)
            _weigh(strictness, left, gives, floor, costs, touched, open_pairs[:, seat], weights)
            _draw(state, set_of, policies, kinds[seat], weights, forth, by_set, drawn[:, seat])
            _add(left, gives, drawn[:, seat], -1)
            if sweep >= settled and not _off(left, floor):
                return True, drawn
    return not _off(left, floor), drawn


@njit(cache=True, nogil=True)
def _kind(
    state: Seed,
    set_of: Numbers,
    policies: Reals,
    crowd: Reals,
    history: Numbers,
    kinds: Numbers,
    seat: int,
) -> None:
    """Draw the seat's kind, given its history and how many of each kind there are."""
    logs = np.log(crowd)
    before = policies.shape[2] - 1
    for number in range(len(history)):
        for kind in range(len(crowd)):
            logs[kind] += math.log(policies[number, kind, before, history[number]] + 1e-12)
        before = set_of[history[number]]
    kinds[seat] = _among(state, np.exp(logs - logs.max()))


@njit(cache=True, nogil=True)
def _draw(
    state: Seed,
    set_of: Numbers,
    policies: Reals,
    kind: int,
    weights: Reals,
    forth: Reals,
    by_set: Reals,
    history: Numbers,
) -> None:
    """Write a history, with chance in proportion to its weights and its chance by the policy. If none has
    any weight, the old one stays."""
    rounds, count = weights.shape
    nothing = policies.shape[2] - 1
    for number in range(rounds):
        by_set[:] = 0.0
        if number:
            for pair in range(count):
                by_set[set_of[pair]] += forth[number - 1, pair]
        else:
            by_set[nothing] = 1.0
        policy = policies[number, kind]
        forth[number, :] = 0.0
        for earlier in range(nothing + 1):
            if by_set[earlier] > 0.0:
                for pair in range(count):
                    forth[number, pair] += by_set[earlier] * policy[earlier, pair]
        total = 0.0
        for pair in range(count):
            forth[number, pair] *= weights[number, pair]
            total += forth[number, pair]
        if total <= 0.0:
            return
        for pair in range(count):
            forth[number, pair] /= total
    for number in range(rounds - 1, -1, -1):
        if number < rounds - 1:
            policy = policies[number + 1, kind]
            after = history[number + 1]
            for pair in range(count):
                forth[number, pair] *= policy[set_of[pair], after]
        history[number] = _among(state, forth[number])


@njit(cache=True, nogil=True)
def _among(state: Seed, masses: Reals) -> int:
    """A place, with chance in proportion to its mass; the last one with any."""
    aim = masses.sum() * _fraction(state)
    chosen = 0
    for place in range(len(masses)):
        if masses[place] > 0.0:
            chosen = place
            aim -= masses[place]
            if aim < 0.0:
                break
    return chosen


@njit(cache=True, nogil=True)
def _drawn(state: Seed, bounds: Reals) -> int:
    """A place in a cumulative policy."""
    aim = bounds[-1] * _fraction(state)
    low, high = 0, len(bounds) - 1
    while low < high:
        middle = (low + high) // 2
        if bounds[middle] > aim:
            high = middle
        else:
            low = middle + 1
    return low


@njit(cache=True, nogil=True)
def _change(row: Numbers, pair: Numbers, sign: int, now: Numbers) -> None:
    first, second = pair
    now[first] += sign * row[0]
    now[second] += sign * row[1]
    if row[2]:
        now[first - 1 if first else len(now) - 1] += sign * row[2]
        now[first + 1 if first < len(now) - 1 else 0] += sign * row[2]


@njit(cache=True, nogil=True)
def _bottom(now: Numbers, node: int, places: int) -> int:
    below = 0
    for other in now:
        below += other <= now[node]
    return 1 if below <= places else 0
