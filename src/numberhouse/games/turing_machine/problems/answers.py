"""The answers to a question over all possible worlds."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.worlds import Worlds, orders

__all__ = ["codes_by_answer", "codes_left", "worlds_saying_yes"]

Numbers: TypeAlias = NDArray[np.float64]


def codes_by_answer(worlds: Worlds) -> NDArray[np.int64]:
    """The number of codes that each answer leaves, for the questions whose answer isn't certain:
    int64[questions, 2], yes and no."""
    left = codes_left(worlds)
    return np.asarray(left[left.min(axis=-1) > 0], np.int64)


def codes_left(worlds: Worlds) -> NDArray[np.int64]:
    """The number of codes that each answer leaves, for every question: int64[125, n, 2] by proposal, verifier
    and answer, yes before no; 0 for an answer that is impossible."""
    yes, every = worlds_saying_yes(worlds), np.bincount(worlds.codes, worlds.weights, len(CODES))
    left = np.stack([(yes > 0).sum(axis=0), (every[:, None, None] - yes > 0).sum(axis=0)], axis=-1)
    return np.asarray(left, np.int64)


def worlds_saying_yes(worlds: Worlds) -> Numbers:
    """The number of worlds of each code in which the answer is yes: float64[125, 125, n] by code, proposal
    and verifier."""
    n, most = worlds.options.shape[:2]
    satisfied = _satisfying(worlds)
    yes = np.zeros((len(CODES), len(CODES), n))
    for verifier in range(n):
        for place in range(n) if worlds.nightmare else (verifier,):
            weights = worlds.weights
            if worlds.nightmare:
                weights = worlds.pairings[:, orders(n)[:, verifier] == place].sum(axis=1)
            names = worlds.codes.astype(np.int64) * most + worlds.rows[:, place]
            laws = np.bincount(names, weights, len(CODES) * most).reshape(len(CODES), most)
            yes[:, :, verifier] += laws @ satisfied[place]
    return yes


def _satisfying(worlds: Worlds) -> Numbers:
    """The proposals that satisfy each law: float64[places, most, 125], 1 or 0."""
    words = np.ascontiguousarray(worlds.options).view(np.uint8)
    bits = np.unpackbits(words, axis=2, count=len(CODES), bitorder="little")
    return bits.astype(np.float64)
