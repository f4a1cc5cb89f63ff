"""Compiled: one round about one proposal.

The worlds of a frame fall into cells by the verifiers' answers to the proposal. Every set that the round can
leave is a cube of such cells. A round is therefore evaluated in one pass: first bounds for the sets that may
be left at its end, then from these, cube by cube, the cost of the cheapest way to ask.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from numberhouse.games.turing_machine.problems.bits import ones
from numberhouse.games.turing_machine.solver.search.space import (
    BOUNDED,
    EMPTY,
    FREE,
    KNOWN,
    LENGTH,
    MEAN,
    NEVER,
    NODES,
    ORDER,
    RAW,
    ROUND,
    ROUNDS_ONLY,
    SINGLE,
    START,
)
from numberhouse.games.turing_machine.solver.search.table import find, higher, inner, is_exact, salted

__all__ = [
    "asking",
    "ends",
    "extract",
    "in_order",
    "leaf",
    "load",
    "mend",
    "rest_of_order",
    "sort_rows",
    "unite",
    "weave",
]

ONE = np.uint64(1)
ZERO = np.uint64(0)


@inner
def load(
    d: Any, own: Any, deep: Any, world: Any, pattern: Any, space: Any, table: Any, settings: Any
) -> None:
    """Fill frame d's cubes for the proposal `own` (as in `Space.kept`), with at most `deep` questions left.

    Sets that may be left after the last question are looked up in the table. Sets left earlier get a quick
    bound, because they matter only if ending the round early is best.
    """
    sort_rows(d, own, world, pattern, space)
    mean, free = settings[MEAN], settings[FREE]
    m = own >> 14
    settings[NODES] += 1 + (space.frames[d, LENGTH] >> 6)
    low, flag, heft = space.low[d], space.flag[d], space.heft[d]
    order = space.frames[d, ORDER]
    allowed = in_order(own, order)
    for c in range(pattern.power[m]):
        j = pattern.fixed[m, c]
        if j < m:
            unite(c, pattern, space, heft)
        if j > deep:
            continue
        if heft[c] == 0 or (order != 0 and not allowed[pattern.asked[c] & ((1 << m) - 1)]):
            flag[c] = EMPTY
            continue
        codes = ones(space.codes[c, 0]) + ones(space.codes[c, 1])
        if codes == 1:
            flag[c] = SINGLE
            low[c] = 0
            continue
        flag[c] = RAW
        low[c] = _quick(codes, heft[c], pattern, mean)
        if j < deep and j < m:
            if mean:
                low[c] = max(low[c], _parted(c, m, pattern, low, flag, heft))
        else:
            at = find(salted(space.prints[c, 0], mean), space.prints[c, 1], table)
            if at >= 0:
                low[c] = higher(low[c], table[at, 2], mean)
                flag[c] = KNOWN if is_exact(table[at, 3], free) else BOUNDED
        if free:
            low[c] &= ROUNDS_ONLY


@inner
def sort_rows(d: Any, own: Any, world: Any, pattern: Any, space: Any) -> None:
    """Sort the frame's rows into their cells: fingerprints, codes and weights."""
    p, mask, m = own & 255, (own >> 8) & 63, own >> 14
    prints, codes, heft = space.prints, space.codes, space.heft[d]
    for answers in range(1 << m):
        c = pattern.cell[(1 << m) - 1, answers]
        prints[c, 0] = ZERO
        prints[c, 1] = ZERO
        codes[c, 0] = ZERO
        codes[c, 1] = ZERO
        heft[c] = 0
    start = space.frames[d, START]
    for k in range(start, start + space.frames[d, LENGTH]):
        row = space.arena[k]
        c = pattern.cell[mask, world.answers[p, row]]
        prints[c, 0] ^= world.prints[row, 0]
        prints[c, 1] ^= world.prints[row, 1]
        code = world.code[row]
        codes[c, code >> 6] |= ONE << np.uint64(code & 63)
        heft[c] += world.weight[row]


@inner
def in_order(own: Any, order: Any) -> Any:
    """The sets of the proposal's verifiers (by place) that keep to the order among interchangeable ones."""
    allowed = np.ones(64, np.bool_)
    if order == 0:
        return allowed
    places = np.zeros(6, np.int64)
    m = 0
    for v in range(6):
        if (own >> (8 + v)) & 1:
            places[m] = v
            m += 1
    for asked in range(1 << m):
        for i in range(m):
            for j in range(m):
                if asked >> i & 1 and not asked >> j & 1 and order >> (6 * places[i] + places[j]) & 1:
                    allowed[asked] = False
    return allowed


@inner
def rest_of_order(order: Any, own: Any, c: Any, pattern: Any) -> Any:
    """The order among verifiers that were interchangeable and haven't been asked in cube c."""
    i = 0
    for v in range(6):
        if (own >> (8 + v)) & 1:
            if pattern.digit[c, i] != 2:
                order &= ~(int64(63) << (6 * v))
                for other in range(6):
                    order &= ~(int64(1) << (6 * other + v))
            i += 1
    return order


@inner
def unite(c: Any, pattern: Any, space: Any, heft: Any) -> None:
    """Build a cube from the two cubes that an answer of its first open verifier makes."""
    i = 0
    while pattern.digit[c, i] != 2:
        i += 1
    yes = c - pattern.power[i]
    no = yes - pattern.power[i]
    for w in range(2):
        space.prints[c, w] = space.prints[no, w] ^ space.prints[yes, w]
        space.codes[c, w] = space.codes[no, w] | space.codes[yes, w]
    heft[c] = heft[no] + heft[yes]


@inner
def _quick(codes: Any, worlds: Any, pattern: Any, mean: Any) -> Any:
    """A lower bound of the cost before a round, from the numbers of codes and worlds. In the aim mean every
    code has at least one world, and the sums are smallest if all other worlds have the same code.
    `static_bound` is more precise."""
    if not mean:
        return pattern.least[codes]
    rounds = worlds
    room = 8
    while codes > room:
        rounds += codes - room + 1
        room *= 8
    if worlds - codes >= codes - 2:
        return rounds * ROUND + worlds + pattern.heap[codes - 1]
    return rounds * ROUND + pattern.heap[codes] + worlds - codes


@inner
def _parted(c: Any, m: Any, pattern: Any, low: Any, flag: Any, heft: Any) -> Any:
    """A lower bound in the aim mean. The best play for all parts is no better for any part than that part's
    own best play. Worlds of one code still play a round and hear an answer with the others."""
    most = int64(0)
    for i in range(m):
        if pattern.digit[c, i] == 2:
            yes = c - pattern.power[i]
            no = yes - pattern.power[i]
            if flag[no] != EMPTY and flag[yes] != EMPTY:
                cost = heft[no] * (ROUND + 1) if flag[no] == SINGLE else low[no]
                cost += heft[yes] * (ROUND + 1) if flag[yes] == SINGLE else low[yes]
                most = max(most, cost)
    return most


@inner
def weave(d: Any, m: Any, deep: Any, endable: Any, pattern: Any, space: Any, settings: Any) -> Any:
    """Fill `space.best` from the cubes of frame d, and return the cost of the round, which is at the top.

    `endable`: the round may end without a further question.
    """
    cubes = pattern.early[m, deep, : pattern.number[m, deep]]
    _weave(cubes, d, m, deep, endable, pattern, space, settings)
    return space.best[d, pattern.power[m] - 1]


@inner
def mend(d: Any, c: Any, m: Any, deep: Any, endable: Any, pattern: Any, space: Any, settings: Any) -> None:
    """Do the work of `weave` after only cube c has changed. Only cubes with fewer answers depend on it."""
    cubes = np.empty(8, np.int64)
    cubes[0] = c
    number = 1
    for i in range(m):
        if pattern.digit[c, i] != 2:
            for k in range(number):
                cubes[number + k] = cubes[k] + (2 - pattern.digit[c, i]) * pattern.power[i]
            number *= 2
    _weave(cubes[:number], d, m, deep, endable, pattern, space, settings)


@inner
def _weave(
    cubes: Any, d: Any, m: Any, deep: Any, endable: Any, pattern: Any, space: Any, settings: Any
) -> None:
    """Fill `space.best` for these cubes, each from the cubes with one more answer."""
    mean, free = settings[MEAN], settings[FREE]
    low, flag, heft, best = space.low[d], space.flag[d], space.heft[d], space.best[d]
    digit, power, fixed = pattern.digit, pattern.power, pattern.fixed
    for k in range(cubes.shape[0]):
        c = cubes[k]
        if flag[c] == EMPTY:
            continue
        if flag[c] == SINGLE:
            best[c] = 0
            continue
        j = fixed[m, c]
        ending = int64(2 * NEVER)
        if j > 0 or endable:
            ending = low[c] * 2 + (flag[c] != KNOWN)
        going_on = int64(2 * NEVER)
        if j < deep:
            for i in range(m):
                if digit[c, i] == 2:
                    yes = c - power[i]
                    no = yes - power[i]
                    if flag[no] != EMPTY and flag[yes] != EMPTY:
                        going_on = min(going_on, joined(best[no], best[yes], heft[c], mean, free))
        if free and going_on < 2 * NEVER:
            # If questions are free, a set is never cheaper than its parts, so asking on is right.
            best[c] = going_on
        else:
            best[c] = min(ending, going_on)


@inner
def joined(no: Any, yes: Any, worlds: Any, mean: Any, free: Any) -> Any:
    """The cost of asking, from the costs after both answers (doubled; odd if not proven)."""
    open_ = (no | yes) & 1
    if mean:
        price = int64(0) if free else worlds
        return ((no >> 1) + (yes >> 1) + price) * 2 + open_
    return (max(no >> 1, yes >> 1) + 1) * 2 + open_


@inner
def asking(d: Any, c: Any, m: Any, pattern: Any, space: Any, settings: Any) -> Any:
    """The open verifier of cube c (by place) whose question attains `best`; −1 when ending does."""
    flag, best = space.flag[d], space.best[d]
    for i in range(m):
        if pattern.digit[c, i] == 2:
            yes = c - pattern.power[i]
            no = yes - pattern.power[i]
            if flag[no] != EMPTY and flag[yes] != EMPTY:
                cost = joined(best[no], best[yes], space.heft[d, c], settings[MEAN], settings[FREE])
                if cost == best[c]:
                    return i
    return -1


@inner
def ends(d: Any, c: Any, m: Any, endable: Any, pattern: Any, space: Any) -> Any:
    """Whether ending the round in cube c attains `best`."""
    j = pattern.fixed[m, c]
    known = space.flag[d, c] == KNOWN
    return (j > 0 or endable) and space.best[d, c] == space.low[d, c] * 2 + (not known)


@inner
def leaf(d: Any, m: Any, deep: Any, endable: Any, pattern: Any, space: Any, settings: Any) -> Any:
    """The next set to examine: the unproven set with the highest bound at the end of the cheapest way to ask,
    or the first set that has only a quick bound."""
    stack = np.empty(16, np.int64)
    stack[0] = pattern.power[m] - 1
    height = 1
    found = int64(-1)
    while height > 0:
        height -= 1
        c = stack[height]
        if space.best[d, c] & 1 == 0:
            continue
        i = int64(-1)
        if settings[FREE] and pattern.fixed[m, c] < deep:
            i = asking(d, c, m, pattern, space, settings)
        if i < 0 and ends(d, c, m, endable, pattern, space):
            if space.flag[d, c] == RAW:
                return c
            if found < 0 or space.low[d, c] > space.low[d, found]:
                found = c
            continue
        if i < 0:
            i = asking(d, c, m, pattern, space, settings)
        stack[height] = c - pattern.power[i]
        stack[height + 1] = c - 2 * pattern.power[i]
        height += 2
    return found


@inner
def extract(d: Any, own: Any, c: Any, world: Any, pattern: Any, space: Any, to: Any) -> Any:
    """Write the rows of cube c of frame d to the arena from `to` on, and return their number."""
    bits = 0
    wanted = 0
    i = 0
    for v in range(6):
        if (own >> (8 + v)) & 1:
            if pattern.digit[c, i] != 2:
                bits |= 1 << v
                wanted |= pattern.digit[c, i] << v
            i += 1
    number = 0
    start = space.frames[d, START]
    for k in range(start, start + space.frames[d, LENGTH]):
        row = space.arena[k]
        if world.answers[own & 255, row] & bits == wanted:
            space.arena[to + number] = row
            number += 1
    return number
