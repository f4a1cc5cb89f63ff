"""Compiled: selects the proposals that are worth examining before a round."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64

from numberhouse.games.turing_machine.solver.search.space import LENGTH, PRINT, START
from numberhouse.games.turing_machine.solver.search.table import inner

__all__ = ["considered"]

ONE = np.uint64(1)
ZERO = np.uint64(0)


@inner
def considered(d: Any, asked: Any, known: Any, kept: Any, world: Any, space: Any) -> Any:
    """Write to `kept` the proposals of the list `known` that are worth examining in frame d, and return their
    number.

    A proposal is left out if all its questions have only one answer, or if another proposal asks all its
    questions too. Among proposals with the same questions, one that is a remaining code stays, else the
    smallest one. If no proposal in the list has a question, the first one stays.
    """
    number = _partitions(d, asked, known, kept, world, space)
    if number == 0:
        kept[0] = known[0] & 255
        kept[125] = 1
        return 1
    likely = _likely(d, world, space)
    order = kept[:number].copy()
    left = 0
    for m in range(6, 0, -1):
        for turn in range(2):
            for i in range(number):
                p = order[i]
                if space.masks[p] >> 6 != m or likely[p] == (turn == 1):
                    continue
                if not _covered(p, kept[:left], space):
                    kept[left] = p | space.masks[p] << 8
                    left += 1
    kept[125] = left
    return left


@inner
def _partitions(d: Any, asked: Any, known: Any, kept: Any, world: Any, space: Any) -> Any:
    """Fill `parts` and `masks` for the proposals `known`, and `kept` with those that divide the rows."""
    start, length = space.frames[d, START], space.frames[d, LENGTH]
    total = uint64(space.frames[d, PRINT])
    yes = np.empty(6, np.uint64)
    number = 0
    for i in range(known[125]):
        p = known[i] & 255
        yes[:] = ZERO
        for k in range(start, start + length):
            row = space.arena[k]
            print_ = world.prints[row, 0]
            answers = np.uint64(world.answers[p, row])
            for v in range(6):
                yes[v] ^= print_ & (ZERO - ((answers >> np.uint64(v)) & ONE))
        m = 0
        mask = 0
        for v in range(6):
            if yes[v] == ZERO or yes[v] == total or asked >> v & 1:
                continue
            part = min(yes[v], yes[v] ^ total)
            new = True
            for j in range(m):
                new &= space.parts[p, j] != part
            if new:
                space.parts[p, m] = part
                mask |= 1 << v
                m += 1
        space.masks[p] = mask | m << 6
        if m > 0:
            kept[number] = p
            number += 1
    return number


@inner
def _likely(d: Any, world: Any, space: Any) -> Any:
    """The proposals that are remaining codes."""
    likely = np.zeros(126, np.bool_)
    start = space.frames[d, START]
    for k in range(start, start + space.frames[d, LENGTH]):
        likely[world.proposal[world.code[space.arena[k]]]] = True
    return likely


@inner
def _covered(p: Any, others: Any, space: Any) -> Any:
    """Whether one of the `others` makes all the partitions that p makes."""
    for j in range(others.shape[0]):
        q = others[j] & 255
        covered = True
        for x in range(space.masks[p] >> 6):
            there = False
            for y in range(space.masks[q] >> 6):
                there |= space.parts[q, y] == space.parts[p, x]
            if not there:
                covered = False
                break
        if covered:
            return True
    return False
