"""The compiled search of the census (TM-5).

Masks are two words: bits 0-63 and 64-124 of the 125 codes. Laws are numbered 0-182 in card order, so a set of
laws is three words. The tables are made from `laws.CARDS`.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numberhouse.games.turing_machine.problems.bits import lowest, ones
from numberhouse.games.turing_machine.problems.problem import EASY_LAST, STANDARD_LAST

__all__ = ["SETS", "census_job"]

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ONE = np.uint64(1)
NONE = np.uint64(0)

SETS = 4
"""Position of the card set counts in the result of `census_job`. The counts of problems come first."""


@njit(cache=True, nogil=True)
def census_job(
    verifiers: int,
    first: int,
    second: int,
    masks: Words,
    holds: Words,
    start: Numbers,
    both: Words,
    spare: Words,
    counts: Numbers,
    kept: NDArray[np.uint8],
) -> int:
    """Count the valid classic problems whose two smallest cards are `first` and `second`.

    The counts are added to `counts`, int64[8]: problems of the levels easy, standard, hard and none, then
    card sets of the same levels. The card sets are written to `kept`, uint8[k, verifiers], up to its size
    (which may be 0), and their number is returned. `masks` is uint64[laws, 2]. `holds` is uint64[125, 3], the
    laws true of each code. `start` is int64[cards + 2], the number of each card's first law. `both`,
    uint64[6, many, 2], and `spare`, uint64[6, many, 6, 2], are working memory.

    Cards are chosen in ascending order. For every choice of cards the kernel keeps the choices of laws that
    may still become a valid problem. Each has `both`, the codes that satisfy all its laws, and `spare`, for
    each law the codes that satisfy all other laws but not it. Both sets only shrink. A choice is dropped if a
    `spare` is empty, because that law would be superfluous. It is also dropped if `both` is too small: each
    law to come needs a spare code of its own, and the answer must remain. The last card isn't tried law by
    law: `_finish` finds all its laws at once.
    """
    most = start.shape[0] - 2
    cards = np.zeros(6, np.int64)
    sizes = np.zeros(6, np.int64)
    both[0, 0, 0] = ~NONE
    both[0, 0, 1] = (ONE << np.uint64(61)) - ONE
    sizes[1] = _extend(0, 1, first, verifiers, masks, start, both, spare)
    cards[0], cards[1] = first, second - 1
    found = 0
    depth = 1
    while depth >= 1:
        cards[depth] += 1
        card = cards[depth]
        if card > most - (verifiers - 1 - depth) or (depth == 1 and card > second):
            depth -= 1
            continue
        size = _extend(depth, sizes[depth], card, verifiers, masks, start, both, spare)
        if size == 0:
            continue
        if depth + 1 < verifiers - 1:
            depth += 1
            sizes[depth], cards[depth] = size, card
            continue
        found += _complete(
            verifiers,
            size,
            cards[: depth + 1],
            holds,
            start,
            both[depth + 1],
            spare[depth + 1],
            counts,
            kept[found:],
        )
    return found


@njit(cache=True, nogil=True)
def _complete(
    verifiers: int,
    size: int,
    cards: Numbers,
    holds: Words,
    start: Numbers,
    both: Words,
    spare: Words,
    counts: Numbers,
    kept: NDArray[np.uint8],
) -> int:
    """Count the problems and card sets that consist of `cards`, with `size` choices of laws, and a greater
    card."""
    depth = cards.shape[0]
    greatest = cards[depth - 1]
    late = 0
    for card in cards:
        late += card > STANDARD_LAST
    beyond = 2 if late + 1 >= verifiers - 2 else 3
    any0 = any1 = any2 = NONE
    for a in range(size):
        good0, good1, good2 = _finish(both[a], spare[a], depth, holds, start[greatest + 1])
        if good0 | good1 | good2 == NONE:
            continue
        easy = _ones_before(start[EASY_LAST + 1], good0, good1, good2)
        standard = _ones_before(start[STANDARD_LAST + 1], good0, good1, good2) - easy
        counts[0] += easy
        counts[1] += standard
        counts[beyond] += ones(good0) + ones(good1) + ones(good2) - easy - standard
        any0, any1, any2 = any0 | good0, any1 | good1, any2 | good2
    if any0 | any1 | any2 == NONE:
        return 0
    found = 0
    for last in range(greatest + 1, start.shape[0] - 1):
        if _ones_before(start[last + 1], any0, any1, any2) == _ones_before(start[last], any0, any1, any2):
            continue
        level = 0 if last <= EASY_LAST else 1 if last <= STANDARD_LAST else beyond
        counts[SETS + level] += 1
        if found < kept.shape[0]:
            kept[found, :depth] = cards
            kept[found, depth] = last
        found += 1
    return found


@njit(cache=True, nogil=True)
def _extend(
    depth: int, size: int, card: int, verifiers: int, masks: Words, start: Numbers, both: Words, spare: Words
) -> int:
    """Add a card to the `size` choices of laws at `depth`, and return the number of choices at the next
    depth."""
    room = verifiers - depth
    grown = 0
    for a in range(size):
        old0, old1 = both[depth, a, 0], both[depth, a, 1]
        for law in range(start[card], start[card + 1]):
            m0, m1 = masks[law, 0], masks[law, 1]
            in0, in1 = old0 & m0, old1 & m1
            if ones(in0) + ones(in1) < room:
                continue
            out0, out1 = old0 & ~m0, old1 & ~m1
            if out0 | out1 == NONE:
                continue
            fine = True
            for i in range(depth):
                s0, s1 = spare[depth, a, i, 0] & m0, spare[depth, a, i, 1] & m1
                spare[depth + 1, grown, i, 0] = s0
                spare[depth + 1, grown, i, 1] = s1
                if s0 | s1 == NONE:
                    fine = False
                    break
            if fine:
                spare[depth + 1, grown, depth, 0] = out0
                spare[depth + 1, grown, depth, 1] = out1
                both[depth + 1, grown, 0] = in0
                both[depth + 1, grown, 1] = in1
                grown += 1
    return grown


@njit(cache=True, nogil=True)
def _finish(
    both: Words, spare: Words, depth: int, holds: Words, after: int
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The laws from number `after` on that complete these `depth` laws to a valid problem, as a set.

    Such a law holds for exactly one code of `both` and for at least one code of every `spare`. With laws as
    bits, this is a sum and a product over the codes; each code contributes the laws that hold for it.
    """
    once0 = once1 = once2 = NONE
    more0 = more1 = more2 = NONE
    for half in range(2):
        word = both[half]
        while word:
            code = (half << 6) + lowest(word)
            word &= word - ONE
            more0 |= once0 & holds[code, 0]
            more1 |= once1 & holds[code, 1]
            more2 |= once2 & holds[code, 2]
            once0 |= holds[code, 0]
            once1 |= holds[code, 1]
            once2 |= holds[code, 2]
    good0 = once0 & ~more0 & ~_first(after, 0)
    good1 = once1 & ~more1 & ~_first(after, 1)
    good2 = once2 & ~more2 & ~_first(after, 2)
    for i in range(depth):
        if good0 | good1 | good2 == NONE:
            break
        some0 = some1 = some2 = NONE
        for half in range(2):
            word = spare[i, half]
            while word:
                code = (half << 6) + lowest(word)
                word &= word - ONE
                some0 |= holds[code, 0]
                some1 |= holds[code, 1]
                some2 |= holds[code, 2]
        good0, good1, good2 = good0 & some0, good1 & some1, good2 & some2
    return good0, good1, good2


@njit(cache=True, nogil=True)
def _first(number: int, k: int) -> np.uint64:
    """Word `k` of the set of the first `number` laws."""
    left = number - 64 * k
    if left <= 0:
        return NONE
    return ~NONE if left >= 64 else (ONE << np.uint64(left)) - ONE


@njit(cache=True, nogil=True)
def _ones_before(number: int, word0: np.uint64, word1: np.uint64, word2: np.uint64) -> int:
    """The number of the first `number` laws that are in a set."""
    total: int = ones(word0 & _first(number, 0))
    total += ones(word1 & _first(number, 1))
    total += ones(word2 & _first(number, 2))
    return total
