"""The compiled draw of a random valid problem (TM-4): draws candidates until one is valid.

Masks are two words, bits 0-63 and 64-124 of the 125 codes. The tables are made from `laws.CARDS`.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numberhouse.games.turing_machine.problems.bits import ones
from numberhouse.games.turing_machine.problems.problem import EASY_LAST, STANDARD_LAST

__all__ = ["draw_problem"]

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ONE = np.uint64(1)
NONE = np.uint64(0)


@njit(cache=True, nogil=True)
def draw_problem(
    seed: np.uint64,
    tries: int,
    verifiers: int,
    extreme: bool,
    level: int,
    forced: Numbers,
    lines: Numbers,
    even: int,
    free: Numbers,
    masks: Words,
    numbers: Numbers,
    drawn: Numbers,
) -> bool:
    """Draw candidates until one is a valid problem of the class. Returns False after `tries` candidates.

    The module `generator` proves that the result is uniform. `level` is 0 easy, 1 standard, 2 hard, 3 any.
    `lines`, int64[k, 2], are the allowed laws (card, place) of cards that aren't forced; `free` are those
    cards. With `even` > 0 every card has that number of lines, including places after its last law. `masks`
    is uint64[49, 9, 2]; `numbers`, int64[49], is the number of laws of each card. The problem is written to
    `drawn`, int64[6, 3]: for each verifier the card of its law, the law's place, and in extreme the other
    card.
    """
    state = np.empty(1, np.uint64)
    state[0] = seed
    slots = np.empty(12, np.int64)
    for _ in range(tries):
        drawn[:] = 0
        _seat_forced(state, verifiers, extreme, forced, slots, drawn)
        if (
            _draw_laws(state, verifiers, lines, even, masks, numbers, drawn)
            and _all_needed(verifiers, masks, drawn)
            and (not extreme or _draw_decoys(state, verifiers, free, drawn))
            and _of_level(verifiers, extreme, level, drawn)
        ):
            return True
    return False


@njit(cache=True, nogil=True)
def _seat_forced(
    state: Words, verifiers: int, extreme: bool, forced: Numbers, slots: Numbers, drawn: Numbers
) -> None:
    """Give slots to the forced cards: the first slots, or in extreme any of the 2n slots, all equally
    likely."""
    number = 2 * verifiers
    for slot in range(number):
        slots[slot] = slot
    for i in range(forced.shape[0]):
        j = i + _below(state, number - i) if extreme else i
        slots[i], slots[j] = slots[j], slots[i]
        slot = slots[i]
        if slot < verifiers:
            drawn[slot, 0] = forced[i]
        else:
            drawn[slot - verifiers, 2] = forced[i]


@njit(cache=True, nogil=True)
def _draw_laws(
    state: Words, verifiers: int, lines: Numbers, even: int, masks: Words, numbers: Numbers, drawn: Numbers
) -> bool:
    """Draw a law for every verifier. Returns False if the candidate must be rejected: a card occurs twice, a
    line has no law, or too few codes are left for all laws to be needed."""
    both0, both1 = ~NONE, (ONE << np.uint64(61)) - ONE
    for v in range(verifiers):
        card = drawn[v, 0]
        if card:
            place = _below(state, even if even else numbers[card])
        else:
            while True:
                line = _below(state, lines.shape[0])
                card, place = lines[line, 0], lines[line, 1]
                fresh = True
                for u in range(v):
                    fresh &= drawn[u, 0] != card
                if fresh:
                    break
                if not even:
                    return False
        if place >= numbers[card]:
            return False
        drawn[v, 0], drawn[v, 1] = card, place
        both0 &= masks[card, place, 0]
        both1 &= masks[card, place, 1]
        if ones(both0) + ones(both1) < verifiers - v:
            return False
    return bool(ones(both0) + ones(both1) == 1)


@njit(cache=True, nogil=True)
def _all_needed(verifiers: int, masks: Words, drawn: Numbers) -> bool:
    """Whether every law of a candidate with one code excludes a code that the other laws allow (TM-4)."""
    for skipped in range(verifiers):
        left0, left1 = ~NONE, (ONE << np.uint64(61)) - ONE
        for v in range(verifiers):
            if v != skipped:
                left0 &= masks[drawn[v, 0], drawn[v, 1], 0]
                left1 &= masks[drawn[v, 0], drawn[v, 1], 1]
        if ones(left0) + ones(left1) < 2:
            return False
    return True


@njit(cache=True, nogil=True)
def _draw_decoys(state: Words, verifiers: int, free: Numbers, drawn: Numbers) -> bool:
    """Put a second card beside every law, each unused card equally likely. Always returns True."""
    for v in range(verifiers):
        while drawn[v, 2] == 0:
            card = free[_below(state, free.shape[0])]
            fresh = True
            for u in range(verifiers):
                fresh &= drawn[u, 0] != card and drawn[u, 2] != card
            if fresh:
                drawn[v, 2] = card
    return True


@njit(cache=True, nogil=True)
def _of_level(verifiers: int, extreme: bool, level: int, drawn: Numbers) -> bool:
    """Whether the cards on the table have the level (TM-6). No card may be beyond the level's last card."""
    middle = late = 0
    for v in range(verifiers):
        for column in range(0, 3 if extreme else 1, 2):
            middle += EASY_LAST < drawn[v, column] <= STANDARD_LAST
            late += drawn[v, column] > STANDARD_LAST
    if level == 1:
        return middle > 0
    return level != 2 or late >= verifiers - 2


@njit(cache=True, nogil=True)
def _below(state: Words, limit: int) -> np.int64:
    """A whole number from 0 to limit−1, each equally likely: 32 bits, scaled. Surplus values are drawn
    again."""
    bound = np.uint64(limit)
    while True:
        scaled = (_split_mix(state) >> np.uint64(32)) * bound
        low = scaled & np.uint64(0xFFFFFFFF)
        if low >= bound or low >= np.uint64(0x100000000) % bound:
            return np.int64(scaled >> np.uint64(32))


@njit(cache=True, nogil=True)
def _split_mix(state: Words) -> np.uint64:
    """The next word of SplitMix64 (Steele, Lea and Flood 2014): the same on every machine."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: np.uint64 = word ^ (word >> np.uint64(31))
    return mixed
