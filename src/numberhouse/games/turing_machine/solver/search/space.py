"""Data of the search for best play: the instance, fixed patterns, working memory, and names of their fields.

A value is one integer, rounds above questions (`ROUND` is one round). Comparing integers therefore compares
(rounds, questions) lexicographically, and adding them adds both.

A *cube* is the rest of a set of worlds after some answers about one proposal. The proposal has m verifiers
with different questions; each answered no (digit 0), yes (1) or wasn't asked (2). The cube's number has these
digits in base 3. The two cubes after asking verifier i in cube c are c − 2·3^i (no) and c − 3^i (yes): both
smaller numbers.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import log2
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["NEVER", "ROUND", "Pattern", "Space", "World", "patterns", "space"]

ROUND: Final = 1 << 32
"""One round in a value. The lower bits hold the questions."""
ROUNDS_ONLY: Final = ~(ROUND - 1)
"""Mask that removes the questions from a value."""
NEVER: Final = 1 << 60
"""A number above every value."""
PROPOSALS: Final = 125

# Indices of `settings`.
MEAN: Final = 0
"""0: the worst case; 1: the sum over all worlds."""
FREE: Final = 1
"""1: only rounds count. A value is then a lower bound of the true one."""
ROWS: Final = 2
"""The number of rows, at the start of the arena, that are searched."""
PROPOSAL: Final = 3
"""The proposal already made, −1 if there is none."""
ASKED: Final = 4
"""A bit for each verifier that has been asked about the proposal."""
GONE: Final = 5
"""The number of questions of the round that are used."""
NARROW: Final = 6
"""1: the list of proposals is incomplete, so the result must not be stored for the whole set."""
NODES: Final = 7
"""The work done: the number of sets begun and proposals evaluated, each one more for every 64 rows."""
LIMIT: Final = 8
"""The amount of work at which the search stops."""
CHOICE: Final = 9
"""Result: the proposal to make."""
VERIFIER: Final = 10
"""Result, if a proposal is already made: the verifier to ask, −1 to end the round."""
FIRST: Final = 11
"""Six bits for each verifier: the verifiers, interchangeable with it, that must be asked before it."""
SETTINGS: Final = 12

# States of knowledge about a cube.
EMPTY: Final = 0
"""The cube has no worlds."""
SINGLE: Final = 1
"""The cube has one code."""
RAW: Final = 2
"""The cube has a quick bound that isn't looked up yet."""
BOUNDED: Final = 3
"""The cube has the best known bound."""
KNOWN: Final = 4
"""The cube has its exact value."""

# Indices of a frame, the search's record of one set of worlds before a round.
START: Final = 0
"""The position of the frame's rows in the arena."""
LENGTH: Final = 1
TOP: Final = 2
"""Values above this need not be exact."""
LOW: Final = 3
"""A proven lower bound; at the end the result."""
OWN: Final = 4
"""The cost of the round itself."""
NUMBER: Final = 5
"""The number of proposals that are considered."""
CURRENT: Final = 6
"""The proposal to which the cubes belong."""
WAITING: Final = 7
"""The cube whose bound has changed or is being computed, −1 if there is none."""
PRINT: Final = 8
SECOND_PRINT: Final = 9
ORDER: Final = 10
"""The order of verifiers for the frame's set, in the form of `FIRST`."""
FRAME: Final = 11


class World(NamedTuple):
    """An instance. Rows are sorted by code."""

    answers: NDArray[np.uint8]
    """[125, rows]: bit v says whether verifier v says yes to the proposal."""
    code: NDArray[np.int64]
    """[rows]: the number of the row's code, from 0."""
    weight: NDArray[np.int64]
    """[rows]: the number of worlds of the row."""
    proposal: NDArray[np.int64]
    """[codes]: the proposal that is the code."""
    prints: NDArray[np.uint64]
    """[rows, 2]: random words. The exclusive or of its rows' words, 128 bits, identifies a set: in a trillion
    look-ups two of a billion sets are confused with a probability below 10^-16."""


class Pattern(NamedTuple):
    """Tables that are the same for all instances."""

    least: NDArray[np.int64]
    """[126]: the smallest value in the worst case before a round, by number of codes."""
    heap: NDArray[np.int64]
    """[127]: the smallest sum of depths of a binary tree, by number of leaves."""
    hope: NDArray[np.int64]
    """[126]: the approximate average cost of a world before a round, by number of codes (fitted)."""
    cell: NDArray[np.int64]
    """[64, 64]: the cube in which exactly the verifiers of a mask were asked, by mask and answers."""
    digit: NDArray[np.int64]
    """[729, 6]: the digits of a cube."""
    fixed: NDArray[np.int64]
    """[7, 729]: the number of the first m digits that say yes or no, by m."""
    asked: NDArray[np.int64]
    """[729]: a bit for each digit that says yes or no."""
    early: NDArray[np.int64]
    """[7, 4, 729]: the cubes of m verifiers with at most that number of answers, ascending."""
    number: NDArray[np.int64]
    """[7, 4]: the number of these cubes."""
    power: NDArray[np.int64]
    """[7]: the powers of three."""


class Space(NamedTuple):
    """Working memory. `depth` is the number of frames."""

    arena: NDArray[np.int32]
    """The rows of the sets, one frame's after another's."""
    frames: NDArray[np.int64]
    """[depth, FRAME]: the fields of the frames."""
    kept: NDArray[np.int64]
    """[depth + 2, 126]: kept[d + 1] has the proposals that frame d considers (their number comes last), each
    as proposal | mask of verifiers << 8 | number of verifiers << 14. kept[0] has the initial proposals, and
    kept[depth + 1] all proposals."""
    lows: NDArray[np.int64]
    """[depth, 125]: a lower bound for each considered proposal."""
    low: NDArray[np.int64]
    """[depth, 729]: the cost of each cube before a round, for the current proposal of each frame."""
    flag: NDArray[np.int64]
    """[depth, 729]: the state of knowledge about each cube."""
    heft: NDArray[np.int64]
    """[depth, 729]: the number of worlds in each cube."""
    parts: NDArray[np.uint64]
    """[125, 6]: fingerprints of the partitions by a proposal's questions."""
    masks: NDArray[np.int64]
    """[125]: the mask and number of a proposal's verifiers, as in `kept`."""
    prints: NDArray[np.uint64]
    """[729, 2]: the fingerprints of the cubes that were loaded last."""
    codes: NDArray[np.uint64]
    """[729, 2]: the codes of these cubes, a bit for each."""
    best: NDArray[np.int64]
    """[depth, 729]: the cost of the rest of the round and of the game, doubled; odd if it is only a bound."""
    bins: NDArray[np.int64]
    """[128]: the weights of codes."""


@cache
def patterns() -> Pattern:
    """The only `Pattern`, cached."""
    cell = np.zeros((64, 64), np.int64)
    for mask in range(64):
        verifiers = [v for v in range(6) if mask >> v & 1]
        for answers in range(64):
            cell[mask, answers] = sum((answers >> v & 1) * 3**i for i, v in enumerate(verifiers))
    power = np.array([3**i for i in range(7)], np.int64)
    digit = np.arange(729)[:, None] // power[:6] % 3
    fixed = np.array([(digit[:, :m] != 2).sum(axis=1) for m in range(7)], np.int64)
    asked = (digit != 2) @ (1 << np.arange(6))
    early, number = np.zeros((7, 4, 729), np.int64), np.zeros((7, 4), np.int64)
    for m, deep in product(range(7), range(4)):
        cubes = np.flatnonzero(fixed[m, : 3**m] <= deep)
        early[m, deep, : len(cubes)] = cubes
        number[m, deep] = len(cubes)
    depth = [max(k - 1, 0).bit_length() for k in range(127)]
    heap = np.array([k * depth[k] - (1 << depth[k]) + k for k in range(127)], np.int64)
    heap[0] = 0
    hope = np.array([ROUND * max(1.0, 0.43 * log2(max(codes, 1)) + 0.1) for codes in range(126)]).astype(
        np.int64
    )
    return Pattern(
        least_values(), heap, hope, cell, np.ascontiguousarray(digit), fixed, asked, early, number, power
    )


def space(rows: int, codes: int) -> Space:
    """Working memory for an instance. The operating system allocates its pages at their first use."""
    depth = min(rows, codes) + 3
    kept = np.zeros((depth + 2, PROPOSALS + 1), np.int64)
    kept[0, :PROPOSALS] = np.arange(PROPOSALS)
    kept[0, PROPOSALS] = PROPOSALS
    kept[-1] = kept[0]
    return Space(
        arena=np.empty(rows * min(depth, 40), np.int32),
        frames=np.zeros((depth, FRAME), np.int64),
        kept=kept,
        lows=np.zeros((depth, PROPOSALS), np.int64),
        low=np.empty((depth, 729), np.int64),
        flag=np.empty((depth, 729), np.int64),
        heft=np.empty((depth, 729), np.int64),
        parts=np.empty((PROPOSALS, 6), np.uint64),
        masks=np.empty(PROPOSALS, np.int64),
        prints=np.empty((729, 2), np.uint64),
        codes=np.empty((729, 2), np.uint64),
        best=np.empty((depth, 729), np.int64),
        bins=np.empty(128, np.int64),
    )


def least_values() -> NDArray[np.int64]:
    """The worst-case bound before a round: int64[126] by number of codes.

    With r rounds and q questions on the paths that use them all, the number of codes that can be
    distinguished is the number of leaves of a tree. A question doubles the number for one question fewer.
    Ending the round exchanges it for a fresh one. A path that ends before the last round is limited only by
    the rounds (lexicographic order: only the paths with the most rounds count their questions).
    """

    @cache
    def most(rounds: int, questions: int, left: int) -> int:
        if rounds < 0:
            return 0
        if questions < 0:
            return most_unbound(rounds - 1, left)
        ways = [1, most_unbound(rounds - 1, left)]
        if left and questions:
            ways.append(2 * most(rounds, questions - 1, left - 1))
        if rounds:
            ways.append(most(rounds - 1, questions, 3))
        return max(ways)

    def most_unbound(rounds: int, left: int) -> int:
        return 1 << (left + 3 * rounds) if rounds >= 0 else 0

    least = np.zeros(126, np.int64)
    for codes in range(2, 126):
        least[codes] = next(
            (rounds + 1) * ROUND + questions
            for rounds in range(4)
            for questions in range(3 * rounds + 4)
            if most(rounds, questions, 3) >= codes
        )
    return least
