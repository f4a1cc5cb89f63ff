"""Compiled: a simple policy, and its cost.

Small sets are searched to the end. For other sets the policy estimates the cost of a set by its numbers of
codes and worlds. It makes the proposal and asks in the order that would be best if these estimates held for
every set at the end of the round. Its choice depends only on the position. The cost from a position is
therefore the same as the cost computed earlier.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, njit

from numberhouse.games.turing_machine.problems.bits import ones
from numberhouse.games.turing_machine.solver.search.kernel import search
from numberhouse.games.turing_machine.solver.search.proposals import considered
from numberhouse.games.turing_machine.solver.search.round import (
    asking,
    ends,
    extract,
    in_order,
    rest_of_order,
    sort_rows,
    unite,
    weave,
)
from numberhouse.games.turing_machine.solver.search.sources import sources
from numberhouse.games.turing_machine.solver.search.space import (
    ASKED,
    CHOICE,
    EMPTY,
    FIRST,
    GONE,
    KNOWN,
    LENGTH,
    LIMIT,
    MEAN,
    NEVER,
    ORDER,
    PRINT,
    PROPOSAL,
    ROUND,
    ROWS,
    SINGLE,
    START,
    VERIFIER,
)
from numberhouse.games.turing_machine.solver.search.table import fingerprint, inner

__all__ = ["greedy"]


@inner
def _greedy(
    world: Any, pattern: Any, space: Any, settings: Any, little: Any, table: Any, own_settings: Any
) -> Any:
    """The implementation of `greedy`."""
    small = little.arena.shape[0] // little.frames.shape[0]
    mean = settings[MEAN]
    stack = np.empty((1100, 3), np.int64)
    stack[0, 0] = settings[ROWS]
    stack[0, 1] = 0
    stack[0, 2] = settings[FIRST]
    height = 1
    end = settings[ROWS]
    total = int64(0)
    beginning = True
    while height > 0:
        height -= 1
        length, spent = stack[height, 0], stack[height, 1]
        end -= length
        space.frames[0, START] = end
        space.frames[0, LENGTH] = length
        space.frames[0, ORDER] = stack[height, 2]
        first = world.code[space.arena[end]]
        if world.code[space.arena[end + length - 1]] == first:
            total = total if mean else max(total, spent)
            continue
        if not beginning and length <= small:
            cost = _solve(end, length, world, pattern, space, settings, little, table, own_settings)
            total = total + cost if mean else max(total, spent + cost)
            continue
        deep = 3 - settings[GONE] if beginning else 3
        endable = beginning and (settings[PROPOSAL] >= 0 or settings[GONE] > 0)
        own = _propose(beginning, deep, endable, world, pattern, space, settings)
        if not (beginning and settings[PROPOSAL] >= 0):
            spent += ROUND
            if mean:
                total += ROUND * _worlds(end, length, world, space)
        asked, height, end = _play(
            beginning, own, endable, spent, stack, height, end, world, pattern, space, settings
        )
        if mean:
            total += asked
        beginning = False
    return total


@inner
def _solve(
    start: Any, length: Any, world: Any, pattern: Any, space: Any, settings: Any,
    little: Any, table: Any, own_settings: Any,
) -> Any:  # fmt: skip
    """The cost of best play for a small set."""
    own_settings[:] = 0
    own_settings[MEAN] = settings[MEAN]
    own_settings[ROWS] = length
    own_settings[PROPOSAL] = -1
    own_settings[LIMIT] = NEVER
    little.arena[:length] = space.arena[start : start + length]
    return search(int64(NEVER), world, pattern, little, table, own_settings)[0]


@inner
def _worlds(start: Any, length: Any, world: Any, space: Any) -> Any:
    """The number of worlds of these rows."""
    worlds = int64(0)
    for k in range(start, start + length):
        worlds += world.weight[space.arena[k]]
    return worlds


@inner
def _propose(
    beginning: Any, deep: Any, endable: Any, world: Any, pattern: Any, space: Any, settings: Any
) -> Any:
    """The policy's proposal for frame 0. The frame's cubes are left woven for it."""
    first, _ = fingerprint(space.frames[0, START], space.frames[0, LENGTH], world, space)
    space.frames[0, PRINT] = int64(first)
    known = space.kept[0] if beginning else space.kept[space.kept.shape[0] - 1]
    kept = space.kept[1]
    number = considered(0, settings[ASKED] if beginning else 0, known, kept, world, space)
    chosen = int64(-1)
    best = int64(2 * NEVER)
    for i in range(number):
        _hope(kept[i], world, pattern, space, settings)
        cost = weave(0, kept[i] >> 14, deep, endable, pattern, space, settings)
        if cost < best:
            best = cost
            chosen = kept[i]
    _hope(chosen, world, pattern, space, settings)
    weave(0, chosen >> 14, deep, endable, pattern, space, settings)
    return chosen


@inner
def _hope(own: Any, world: Any, pattern: Any, space: Any, settings: Any) -> None:
    """Fill frame 0's cubes with their estimated costs."""
    sort_rows(0, own, world, pattern, space)
    m = own >> 14
    low, flag, heft = space.low[0], space.flag[0], space.heft[0]
    allowed = in_order(own, space.frames[0, ORDER])
    for c in range(pattern.power[m]):
        if pattern.fixed[m, c] < m:
            unite(c, pattern, space, heft)
        if not allowed[pattern.asked[c] & ((1 << m) - 1)]:
            flag[c] = EMPTY
            continue
        codes = ones(space.codes[c, 0]) + ones(space.codes[c, 1])
        flag[c] = EMPTY if codes == 0 else SINGLE if codes == 1 else KNOWN
        if settings[MEAN]:
            low[c] = heft[c] * max(pattern.hope[codes], int64(ROUND * (0.2 * np.log2(heft[c]) + 0.1)))
        else:
            low[c] = (pattern.least[codes] // ROUND) * ROUND + 8 * codes + heft[c]


@inner
def _play(
    beginning: Any, own: Any, endable: Any, spent: Any, stack: Any, height: Any, end: Any,
    world: Any, pattern: Any, space: Any, settings: Any,
) -> Any:  # fmt: skip
    """Ask as woven, and put the remaining sets on the stack, in the place of the set itself. Returns the
    weight of the questions, the stack's new height and the arena's new end."""
    m = own >> 14
    top = pattern.power[m] - 1
    if beginning:
        settings[CHOICE] = own & 255
        settings[VERIFIER] = -1
    to = end + space.frames[0, LENGTH]
    begin = to
    open_ = np.empty(16, np.int64)
    open_[0] = top
    number = 1
    asked = int64(0)
    while number > 0:
        number -= 1
        c = open_[number]
        if space.flag[0, c] == SINGLE or ends(0, c, m, endable, pattern, space):
            length = extract(0, own, c, world, pattern, space, to)
            to += length
            stack[height, 0] = length
            stack[height, 1] = spent + pattern.fixed[m, c]
            stack[height, 2] = rest_of_order(space.frames[0, ORDER], own, c, pattern)
            height += 1
            continue
        place = asking(0, c, m, pattern, space, settings)
        if beginning and c == top:
            rest = place
            for v in range(6):
                if (own >> (8 + v)) & 1:
                    if rest == 0:
                        settings[VERIFIER] = v
                    rest -= 1
        asked += space.heft[0, c]
        open_[number] = c - pattern.power[place]
        open_[number + 1] = c - 2 * pattern.power[place]
        number += 2
    for k in range(begin, to):
        space.arena[end + k - begin] = space.arena[k]
    return asked, height, end + to - begin


def _entry(made_from: str) -> Any:
    @njit(cache=True, nogil=True)
    def greedy(
        world: Any, pattern: Any, space: Any, settings: Any, little: Any, table: Any, own_settings: Any
    ) -> Any:
        """The cost of the policy for the first rows of the arena. Its first choice is written to `settings`.

        The sets that are still to be played lie on the arena one after the other; the last one is next. Sets
        that fit into `little` are searched with `little` and `own_settings`.
        """
        assert made_from
        return _greedy(world, pattern, space, settings, little, table, own_settings)

    return greedy


greedy = _entry(sources())
