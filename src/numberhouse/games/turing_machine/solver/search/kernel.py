"""The compiled search for best play: exact values of sets of worlds.

The cost of a set W before a round is f(W). f(W) is 0 when one code is left. Otherwise it is the round itself,
plus the cheapest way to ask up to three questions about one proposal, with f of the remaining sets at the
end. In the aim *worst* a question costs 1, and the more expensive of the two answers counts. In the aim
*mean* a question costs the weight of the worlds in which it is asked, and both answers count. The aims don't
differ otherwise. See `space` for values.

The search is best first. A frame is one set before a round. In a frame each proposal has a lower bound, woven
from bounds of the sets that the round may leave (`round`). The search examines the proposal with the lowest
bound: an unproven set at the end of its cheapest way to ask becomes the next frame. That frame returns its
value, or a bound just high enough to make another proposal the better. If all sets on the cheapest way of the
lowest proposal are proven, its bound is the value. Results are stored in the table. Frames lie on a stack of
their own, because the compiled functions don't call themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, njit, uint64

from numberhouse.games.turing_machine.solver.search.proposals import considered
from numberhouse.games.turing_machine.solver.search.round import (
    asking,
    ends,
    extract,
    leaf,
    load,
    mend,
    rest_of_order,
    weave,
)
from numberhouse.games.turing_machine.solver.search.sources import sources
from numberhouse.games.turing_machine.solver.search.space import (
    ASKED,
    BOUNDED,
    CHOICE,
    CURRENT,
    FIRST,
    GONE,
    KNOWN,
    LENGTH,
    LIMIT,
    LOW,
    MEAN,
    NARROW,
    NEVER,
    NODES,
    NUMBER,
    ORDER,
    OWN,
    PRINT,
    PROPOSAL,
    RAW,
    ROUND,
    ROUNDS_ONLY,
    ROWS,
    SECOND_PRINT,
    START,
    TOP,
    VERIFIER,
    WAITING,
)
from numberhouse.games.turing_machine.solver.search.space import FREE as ONLY_ROUNDS
from numberhouse.games.turing_machine.solver.search.table import (
    find,
    fingerprint,
    higher,
    inner,
    is_exact,
    mix,
    remember,
    salted,
    static_bound,
)

__all__ = ["BOUND", "GIVEN_UP", "VALUE", "prepare", "search"]

# Results of a step of the search.
DEEPER = 0
"""The next frame is ready."""
VALUE = 1
"""The frame's LOW is its value."""
BOUND = 2
"""The frame's LOW is a lower bound above its TOP."""
GIVEN_UP = 3
"""The limit of work has been reached."""
GO_ON = 4

ONE = np.uint64(1)
ZERO = np.uint64(0)


@inner
def _search(limit: Any, world: Any, pattern: Any, space: Any, table: Any, settings: Any) -> Any:
    """The implementation of `search`."""
    frames = space.frames
    frames[0, START] = 0
    frames[0, LENGTH] = settings[ROWS]
    frames[0, TOP] = limit
    frames[0, ORDER] = settings[FIRST]
    d = 0
    state = DEEPER
    while True:
        if state == DEEPER:
            state = _enter(d, world, pattern, space, table, settings)
        if state == GO_ON:
            state = _step(d, world, pattern, space, table, settings)
        if state == DEEPER:
            d += 1
            continue
        if state == GIVEN_UP:
            return _give_up(d, space, table, settings), state
        if d == 0:
            return frames[0, LOW], state
        d -= 1
        c = frames[d, WAITING]
        space.low[d, c] = max(space.low[d, c], frames[d + 1, LOW])
        space.flag[d, c] = KNOWN if state == VALUE else BOUNDED
        state = GO_ON


@inner
def _plain(d: Any, settings: Any) -> Any:
    """Whether the frame is a set before a whole round with all proposals allowed."""
    return d > 0 or (settings[PROPOSAL] < 0 and settings[GONE] == 0 and settings[NARROW] == 0)


@inner
def _endable(d: Any, settings: Any) -> Any:
    """Whether the round may end without another question."""
    return d == 0 and (settings[PROPOSAL] >= 0 or settings[GONE] > 0)


@inner
def _enter(d: Any, world: Any, pattern: Any, space: Any, table: Any, settings: Any) -> Any:
    """Begin a frame: find the known facts about its set, and a bound for each proposal worth examining."""
    mean, free = settings[MEAN], settings[ONLY_ROUNDS]
    f = space.frames[d]
    start, length = f[START], f[LENGTH]
    settings[NODES] += 1 + (length >> 6)
    first, second = fingerprint(start, length, world, space)
    f[PRINT] = int64(first)
    f[SECOND_PRINT] = int64(second)
    low, unit = static_bound(start, length, world, pattern, space, settings)
    plain = _plain(d, settings)
    f[LOW] = 0
    if plain:
        notes = int64(0)
        at = find(salted(first, mean), second, table)
        if at >= 0:
            low = higher(low, table[at, 2], mean)
            notes = table[at, 3]
        f[LOW] = low & ROUNDS_ONLY if free else low
        if is_exact(notes, free):
            settings[CHOICE] = ((notes >> 8) & 255) - 1
            return VALUE
        if f[LOW] > f[TOP]:
            return BOUND
    if (
        settings[NODES] > settings[LIMIT]
        or d + 2 >= space.frames.shape[0]
        or start + 2 * length > space.arena.shape[0]
    ):
        return GIVEN_UP
    known = space.kept[d]
    if d == 1 and not _plain(0, settings):
        known = space.kept[space.kept.shape[0] - 1]
    f[OWN] = 0 if d == 0 and settings[PROPOSAL] >= 0 else unit * ROUND
    f[CURRENT] = -1
    f[WAITING] = -1
    f[NUMBER] = considered(d, settings[ASKED] if d == 0 else 0, known, space.kept[d + 1], world, space)
    deep = 3 - settings[GONE] if d == 0 else 3
    for i in range(f[NUMBER]):
        own = space.kept[d + 1, i]
        load(d, own, deep, world, pattern, space, table, settings)
        cost = weave(d, own >> 14, deep, _endable(d, settings), pattern, space, settings)
        value = f[OWN] + (cost >> 1)
        if plain:
            if mean and space.low[d, pattern.power[own >> 14] - 1] > f[LOW]:
                f[LOW] = space.low[d, pattern.power[own >> 14] - 1]
                if f[LOW] > f[TOP]:
                    remember(first, second, f[LOW], False, 0, length, table, settings)
                    return BOUND
            if cost & 1 == 0 and value <= f[LOW]:
                settings[CHOICE] = own & 255
                remember(first, second, f[LOW], True, own & 255, length, table, settings)
                return VALUE
        space.lows[d, i] = max(value, f[LOW])
    return GO_ON


@inner
def _step(d: Any, world: Any, pattern: Any, space: Any, table: Any, settings: Any) -> Any:
    """Continue with a frame until it is finished or needs another frame."""
    f = space.frames[d]
    lows = space.lows[d]
    plain, endable = _plain(d, settings), _endable(d, settings)
    deep = 3 - settings[GONE] if d == 0 else 3
    while True:
        at = 0
        for i in range(1, f[NUMBER]):
            if lows[i] < lows[at]:
                at = i
        if lows[at] > f[TOP]:
            f[LOW] = lows[at]
            if plain:
                _note(f, False, 0, table, settings)
            return BOUND
        own = space.kept[d + 1, at]
        m = own >> 14
        if f[CURRENT] != at:
            f[CURRENT] = at
            load(d, own, deep, world, pattern, space, table, settings)
            weave(d, m, deep, endable, pattern, space, settings)
        elif f[WAITING] >= 0:
            mend(d, f[WAITING], m, deep, endable, pattern, space, settings)
        f[WAITING] = -1
        cost = space.best[d, pattern.power[m] - 1]
        if f[OWN] + (cost >> 1) > lows[at]:
            lows[at] = f[OWN] + (cost >> 1)
            continue
        if cost & 1 == 0:
            f[LOW] = lows[at]
            if plain:
                _note(f, True, own & 255, table, settings)
            if d == 0:
                _choose(own, endable, pattern, space, settings)
            return VALUE
        c = leaf(d, m, deep, endable, pattern, space, settings)
        to = f[START] + f[LENGTH]
        length = extract(d, own, c, world, pattern, space, to)
        if space.flag[d, c] == RAW:
            _look_up(d, c, to, length, world, pattern, space, table, settings)
            f[WAITING] = c
            continue
        # A limit slightly above the next best proposal avoids returning to the same set many times.
        top = f[TOP]
        slack = f[OWN] >> 6 if settings[MEAN] else int64(0)
        for i in range(f[NUMBER]):
            if i != at:
                top = min(top, lows[i] + slack)
        space.frames[d + 1, START] = to
        space.frames[d + 1, LENGTH] = length
        if settings[MEAN]:
            space.frames[d + 1, TOP] = top - f[OWN] - (cost >> 1) + space.low[d, c]
        else:
            space.frames[d + 1, TOP] = top - f[OWN] - pattern.fixed[m, c]
        space.frames[d + 1, ORDER] = rest_of_order(f[ORDER], own, c, pattern)
        f[WAITING] = c
        return DEEPER


@inner
def _note(f: Any, proven: Any, choice: Any, table: Any, settings: Any) -> None:
    """Store the result of a frame in the table."""
    remember(
        uint64(f[PRINT]), uint64(f[SECOND_PRINT]), f[LOW], proven, choice, f[LENGTH], table, settings
    )  # fmt: skip


@inner
def _choose(own: Any, endable: Any, pattern: Any, space: Any, settings: Any) -> None:
    """Write the choice at the top of the first frame, whose cubes have just been woven, to the settings."""
    m = own >> 14
    top = pattern.power[m] - 1
    settings[CHOICE] = own & 255
    settings[VERIFIER] = -1
    if ends(0, top, m, endable, pattern, space):
        return
    place = asking(0, top, m, pattern, space, settings)
    for v in range(6):
        if (own >> (8 + v)) & 1:
            if place == 0:
                settings[VERIFIER] = v
            place -= 1


@inner
def _look_up(
    d: Any, c: Any, to: Any, length: Any, world: Any, pattern: Any, space: Any, table: Any, settings: Any
) -> None:
    """Replace the quick bound of cube c by the best known bound. Its rows lie in the arena from `to` on."""
    mean, free = settings[MEAN], settings[ONLY_ROUNDS]
    first, second = fingerprint(to, length, world, space)
    at = find(salted(first, mean), second, table)
    space.flag[d, c] = BOUNDED
    if at >= 0:
        low = table[at, 2]
        if is_exact(table[at, 3], free):
            space.flag[d, c] = KNOWN
    else:
        low, _ = static_bound(to, length, world, pattern, space, settings)
        remember(first, second, low, False, 0, length, table, settings)
    space.low[d, c] = max(space.low[d, c], low & ROUNDS_ONLY if free else low)


@inner
def _give_up(d: Any, space: Any, table: Any, settings: Any) -> Any:
    """Store the bounds of the frames under way, and return the bound of the first one."""
    for e in range(d):
        f = space.frames[e]
        low = int64(NEVER)
        for i in range(f[NUMBER]):
            low = min(low, space.lows[e, i])
        f[LOW] = max(f[LOW], low)
        if _plain(e, settings):
            _note(f, False, 0, table, settings)
    return space.frames[0, LOW]


@njit(cache=True, nogil=True)
def prepare(asks: Any, answers: Any, prints: Any) -> None:
    """Fill `World.answers` from uint64[125, verifiers, words] sets of rows, and `World.prints`."""
    for p in range(asks.shape[0]):
        for row in range(answers.shape[1]):
            bits = np.uint8(0)
            for v in range(asks.shape[1]):
                bits |= np.uint8(((asks[p, v, row >> 6] >> np.uint64(row & 63)) & ONE) << np.uint64(v))
            answers[p, row] = bits
    for row in range(prints.shape[0]):
        for i in range(2):
            prints[row, i] = mix(np.uint64(2 * row + i + 1) * np.uint64(0x9E3779B97F4A7C15))


def _entry(made_from: str) -> Any:
    @njit(cache=True, nogil=True)
    def search(limit: Any, world: Any, pattern: Any, space: Any, table: Any, settings: Any) -> Any:
        """The cost of the first rows of the arena, or a lower bound: (cost, VALUE), (bound, BOUND) with the
        bound above `limit`, or (bound, GIVEN_UP).

        If a proposal is already made, the round under way isn't counted. `space` describes `settings` and the
        other arguments.
        """
        assert made_from
        return _search(limit, world, pattern, space, table, settings)

    return search


search = _entry(sources())
