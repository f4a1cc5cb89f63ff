"""The compiled arithmetic of `scoring`, whole matches of it, and the points of replies to samples of the
others.

`simulator.term_row` describes a row of terms. A pick is first node, second node, scoring node.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["drift", "first_illegal", "play", "reply_points", "reply_wins"]

Picks = NDArray[np.int8]
Numbers = NDArray[np.int64]
Seed = NDArray[np.uint64]


@njit(cache=True, nogil=True)
def play(
    seed: np.uint64,
    start: Numbers,
    terms: Numbers,
    picks: Picks,
    values: NDArray[np.int32],
    points: NDArray[np.int16],
) -> None:
    """Write the values and points of all matches and rounds. With a seed other than 0, write the picks
    too."""
    state = np.full(1, seed, np.uint64)
    matches, rounds, seats, _ = picks.shape
    nodes = len(start)
    now = np.empty(nodes, np.int64)
    worth = np.empty(nodes, np.int64)
    for match in range(matches):
        now[:] = start
        for number in range(rounds):
            row = terms[number]
            here = picks[match, number]
            if seed:
                before = picks[match, number - 1] if number else here
                for seat in range(seats):
                    _drift(state, nodes, number > 0, before[seat], here[seat])
            _add(row, here, now)
            for node in range(nodes):
                values[match, number, node] = now[node]
            _worths(now, row[3], worth)
            for seat in range(seats):
                points[match, number, seat] = worth[here[seat, 2]]
            if row[4]:
                _standout(row[4], here, points[match, number])
            if row[5]:
                _write_off(row[5], row[6], now, here, points[match, number])


@njit(cache=True, nogil=True)
def drift(seed: np.uint64, nodes: int, before: Picks, samples: Picks) -> None:
    """Write random legal picks to `samples`, int8[sample, seat, 3]. They follow the picks `before`,
    int8[seat, 3], or begin a match if that is empty. The seed must not be 0."""
    state = np.full(1, seed, np.uint64)
    for sample in samples:
        for seat in range(len(sample)):
            _drift(state, nodes, len(before) > 0, before[seat] if len(before) else sample[seat], sample[seat])


@njit(cache=True, nogil=True)
def first_illegal(picks: Picks, nodes: int) -> tuple[int, int, int]:
    """Match, round and seat, from 0, of the first pick that the rules would refuse; -1 three times if there
    is none."""
    matches, rounds, seats, _ = picks.shape
    for match in range(matches):
        for number in range(rounds):
            for seat in range(seats):
                first, second, scoring = picks[match, number, seat]
                legal = 0 <= first < nodes and 0 <= second < nodes and first != second
                legal &= scoring in (first, second)
                if legal and number:
                    one, other, _ = picks[match, number - 1, seat]
                    legal = first not in (one, other) and second not in (one, other)
                if not legal:
                    return match, number, seat
    return -1, -1, -1


@njit(cache=True, nogil=True)
def reply_points(row: Numbers, start: Numbers, others: Picks, own: Picks, sums: Numbers) -> None:
    """Add to `sums`, int64[reply, 2], the points of each pair of `own` against each sample of `others`,
    int8[sample, seat, 3], with its first and with its second node scoring. `start` are the values before the
    round."""
    nodes = len(start)
    now = np.empty(nodes, np.int64)
    worth = np.empty(nodes, np.int64)
    points = np.zeros(1, np.int16)
    change = np.empty(nodes, np.int64)
    for sample in range(len(others)):
        change[:] = 0
        _change(row, others[sample], change)
        for reply in range(len(own)):
            now[:] = change
            _change(row, own[reply : reply + 1], now)
            for node in range(nodes):
                now[node] = max(0, start[node] + now[node])
            _worths(now, row[3], worth)
            points[0] = 0
            if row[5]:
                _write_off(row[5], row[6], now, own[reply : reply + 1], points)
            bonus = np.int64(points[0])
            if row[4] and not _shared(own[reply], others[sample]):
                bonus += row[4]
            sums[reply, 0] += worth[own[reply, 0]] + bonus
            sums[reply, 1] += worth[own[reply, 1]] + bonus


@njit(cache=True, nogil=True)
def reply_wins(
    row: Numbers,
    start: Numbers,
    others: Picks,
    own: Picks,
    totals: Numbers,
    score: int,
    sums: NDArray[np.float64],
) -> None:
    """As `reply_points`, for the last round: add to `sums`, float64[reply, 2], the part of the first place
    that each pair brings. `totals`, int64[seat], are the others' points so far, `score` the own ones."""
    nodes, seats = len(start), others.shape[1]
    now = np.empty(nodes, np.int64)
    worth = np.empty(nodes, np.int64)
    change = np.empty(nodes, np.int64)
    picks = np.empty((seats + 1, 3), np.int8)
    points = np.empty(seats + 1, np.int16)
    for sample in range(len(others)):
        change[:] = 0
        _change(row, others[sample], change)
        picks[:seats] = others[sample]
        for reply in range(len(own)):
            picks[seats] = own[reply]
            now[:] = change
            _change(row, own[reply : reply + 1], now)
            for node in range(nodes):
                now[node] = max(0, start[node] + now[node])
            _worths(now, row[3], worth)
            points[:] = 0
            if row[4]:
                _standout(row[4], picks, points)
            if row[5]:
                _write_off(row[5], row[6], now, picks, points)
            highest, shared = np.int64(-1), 0
            for seat in range(seats):
                total = totals[seat] + worth[picks[seat, 2]] + points[seat]
                if total > highest:
                    highest, shared = total, 0
                shared += total == highest
            for starred in (0, 1):
                mine = score + worth[own[reply, starred]] + points[seats]
                if mine > highest:
                    sums[reply, starred] += 1.0
                elif mine == highest:
                    sums[reply, starred] += 1.0 / (1 + shared)


@njit(cache=True, nogil=True)
def _shared(pick: Picks, others: Picks) -> bool:
    for other in others:
        if (pick[0] == other[0] and pick[1] == other[1]) or (pick[0] == other[1] and pick[1] == other[0]):
            return True
    return False


@njit(cache=True, nogil=True)
def _drift(state: Seed, nodes: int, barred: bool, before: Picks, pick: Picks) -> None:
    """Draw a legal pick: two of the free nodes in order, and the scoring one, all equally likely."""
    free = nodes - 2 if barred else nodes
    low = min(before[0], before[1]) if barred else nodes
    high = max(before[0], before[1]) if barred else nodes
    first = _below(state, free)
    second = _below(state, free - 1)
    second += second >= first
    for place, node in enumerate((first, second)):
        node += node >= low
        node += node >= high
        pick[place] = node
    pick[2] = pick[_below(state, 2)]


@njit(cache=True, nogil=True)
def _add(row: Numbers, picks: Picks, now: Numbers) -> None:
    change = np.zeros(len(now), np.int64)
    _change(row, picks, change)
    for node in range(len(now)):
        now[node] = max(0, now[node] + change[node])


@njit(cache=True, nogil=True)
def _change(row: Numbers, picks: Picks, change: Numbers) -> None:
    nodes = len(change)
    for pick in picks:
        change[pick[0]] += row[0]
        change[pick[1]] += row[1]
        if row[2]:
            change[pick[0] - 1 if pick[0] else nodes - 1] += row[2]
            change[pick[0] + 1 if pick[0] < nodes - 1 else 0] += row[2]


@njit(cache=True, nogil=True)
def _worths(now: Numbers, base: int, worth: Numbers) -> None:
    highest = now.max()
    alone = 0
    for node in range(len(now)):
        alone += now[node] == highest
    for node in range(len(now)):
        value = now[node]
        if value == highest and alone == 1:
            worth[node] = value % base
            continue
        total = 0
        while value:
            total += value % base
            value //= base
        worth[node] = total


@njit(cache=True, nogil=True)
def _standout(bonus: int, picks: Picks, points: NDArray[np.int16]) -> None:
    for seat in range(len(picks)):
        if not _shared(picks[seat], picks[:seat]) and not _shared(picks[seat], picks[seat + 1 :]):
            points[seat] += bonus


@njit(cache=True, nogil=True)
def _write_off(bonus: int, places: int, now: Numbers, picks: Picks, points: NDArray[np.int16]) -> None:
    for node in range(len(now)):
        below = 0
        for other in now:
            below += other <= now[node]
        if below <= places:
            for seat in range(len(picks)):
                if picks[seat, 0] == node or picks[seat, 1] == node:
                    points[seat] += bonus


@njit(cache=True, nogil=True)
def _below(state: Seed, limit: int) -> np.int64:
    """A random number of 0 … limit - 1, by xorshift64*. The bias is negligible for limits this small."""
    drawn = state[0]
    drawn ^= drawn >> np.uint64(12)
    drawn ^= drawn << np.uint64(25)
    drawn ^= drawn >> np.uint64(27)
    state[0] = drawn
    high = (drawn * np.uint64(2685821657736338717)) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))
