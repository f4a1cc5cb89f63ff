"""The compiled search for best play: exact values of sets of worlds.

A position is a set of worlds. The worlds are rows, sorted by code, so that a code's rows stand together; a
set is `words` unsigned words of 64 bits. `asks[p, v]` is the set of rows in which verifier v says yes to
proposal p: the kernel knows neither cards nor laws.

A value is one integer, rounds above questions (`ROUND` is one round), so that comparing integers compares
(rounds, questions) lexicographically and adding them adds both. In the *worst* aim a branching costs the
larger of its two sides and a question costs 1; in the *mean* aim it costs their sum and a question costs the
weight of the worlds that are asked. Nothing else differs.

`search` is fail-soft: with a `limit`, what it returns is exact if it is at most the limit, and otherwise a
proven lower bound above the limit.

The lower bounds. A question has two answers and a round at most three questions, and all codes that remain
must end in different leaves. In the worst case that bounds how many codes a pair (rounds, questions) can
cover (`least_values`); on average no tree has fewer questions than Huffman's over the codes' weights, nor fewer
rounds than a tree in which a round parts eight ways. All bounds are pairs (rounds, questions): because the
lexicographic order survives addition, sums and maxima of such bounds are bounds.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import int64, njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = [
    "ABORTED",
    "GREEDY",
    "LIMIT",
    "MEAN",
    "NEVER",
    "NODES",
    "ROUND",
    "SETTINGS",
    "search",
]

ROUND = 1 << 32
"""One round in a value; below it stand the questions."""
NEVER = 1 << 62
"""Above every value."""

SETTINGS = 8
"""Length of `settings`, an int64 array with these places:"""
MEAN = 0
"""0: the worst case; 1: the sum over all worlds."""
NODES = 1
"""Positions looked at so far."""
LIMIT = 2
"""The number of positions at which the search gives up."""
ABORTED = 3
"""1 once it gave up: what is returned then means nothing."""
GREEDY = 4
"""1: follow the first choice everywhere; the value is then that policy's own, an upper bound."""
FREE = 5
"""1: questions cost nothing, only rounds count. A value is then a lower bound of the true one."""

ONE = np.uint64(1)
ZERO = np.uint64(0)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@intrinsic
def _zeros(typingctx: Any, word: Any) -> Any:
    """Number of zero bits below the lowest one."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), emit


@cache
def least_values() -> NDArray[np.int64]:
    """The worst-case bound: int64[4, 126] by questions left in this round and number of codes.

    With r rounds to come after this one and q questions on the paths that use them all, as many codes can be
    told apart as a tree has leaves: a question doubles what one question fewer can; ending the round trades
    it for a fresh one; and a path that ends before the last round is bound by the rounds alone (lexicographic
    order: only the paths with the most rounds count their questions).
    """
    deepest = 4

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

    least = np.full((4, 126), NEVER, np.int64)
    for left in range(4):
        for codes in range(1, 126):
            least[left, codes] = next(
                rounds * ROUND + questions
                for rounds in range(deepest)
                for questions in range(3 * rounds + left + 1)
                if most(rounds, questions, left) >= codes
            )
    return least


@njit(cache=True, nogil=True)
def search(
    slot, level, p, asked, k, limit,
    sets, asks, group, last, weight, least, keys, values, lists, prints, bins, settings,
):  # fmt: skip
    """The least cost of telling the codes of `sets[slot]` apart; 0 when there is only one.

    With `p` < 0 a round is about to begin; otherwise proposal `p` stands, the verifiers in the bits of
    `asked` have been asked about it and `k` of the round's three questions are gone. `group[row]` is the
    row's code, `last[group]` the code's last row, `weight[row]` how many worlds look like the row.
    `lists[level]` are the proposals worth a thought (its last entry is how many); `sets`, `lists`, `prints`
    and `bins` are working space, `keys` and `values` the table of positions known so far.
    """
    if settings[ABORTED] == 1:
        return int64(0)
    settings[NODES] += 1
    if settings[NODES] > settings[LIMIT] or slot + 1 >= sets.shape[0] or level + 1 >= lists.shape[0]:
        settings[ABORTED] = 1
        return int64(0)

    greedy = settings[GREEDY] == 1
    here = sets[slot]
    codes = _weigh(here, group, last, weight, bins[slot], settings)
    if codes == 1:
        return int64(0)
    unit = int64(1)
    if settings[MEAN] == 1:
        unit = bins[slot, :codes].sum()
    best = int64(NEVER)

    if p < 0:
        low = unit * ROUND + _bound(bins[slot], codes, 3, least, settings)
        if low > limit and not greedy:
            return low
        place = _place(here, keys)
        known = _same(here, keys[place])
        if known and not greedy:
            low = _higher(low, values[place, 0], settings)
            if low == values[place, 1] or low > limit:
                return low
        number = _worthwhile(
            here, codes, lists[level], lists[level + 1], asks, group, last, prints[level], bins[slot]
        )
        choice = int64(-1)
        for i in range(number):
            value = unit * ROUND + search(
                int64(slot), int64(level + 1), int64(lists[level + 1, i]), int64(0), int64(0), int64(min(limit, best - 1) - unit * ROUND),
                sets, asks, group, last, weight, least, keys, values, lists, prints, bins, settings,
            )  # fmt: skip
            if settings[ABORTED] == 1:
                return int64(0)
            if value < best:
                best = value
                choice = lists[level + 1, i]
            if best <= low or greedy:
                break
        if greedy:
            return best
        best = max(best, low)
        if not known:
            keys[place] = here
            values[place, 1] = NEVER
            values[place, 2] = -1
        values[place, 0] = best
        if best <= limit:
            values[place, 1] = best
            values[place, 2] = choice
        return best

    n = asks.shape[1]
    price = int64(0) if settings[FREE] == 1 else unit
    bounds = np.empty(n, np.int64)
    lows = np.empty((n, 2), np.int64)
    told = np.empty((n, 2), np.bool_)
    order = np.empty(n, np.int64)
    number = 0
    for v in range(n):
        if k == 3 or asked & (1 << v) != 0 or not _side(here, asks[p, v], False, sets[slot + 1]):
            continue
        lows[v, 0] = _low(
            sets[slot + 1], 2 - k, group, last, weight, least, keys, values, bins[slot], settings
        )
        if not _side(here, asks[p, v], True, sets[slot + 1]):
            continue
        lows[v, 1] = _low(
            sets[slot + 1], 2 - k, group, last, weight, least, keys, values, bins[slot], settings
        )
        told[v, 0] = lows[v, 0] < 0
        told[v, 1] = lows[v, 1] < 0
        lows[v] = np.maximum(lows[v], 0)
        if settings[MEAN] == 1:
            bounds[v] = price + lows[v, 0] + lows[v, 1]
        else:
            bounds[v] = price + max(lows[v, 0], lows[v, 1])
        at = number
        while at > 0 and bounds[order[at - 1]] > bounds[v]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = v
        number += 1

    for i in range(number):
        v = order[i]
        room = min(limit, best - 1)
        if bounds[v] > room and not greedy:
            best = min(best, bounds[v])
            break
        # The harder side first: it is the likelier to show that the question is not worth asking.
        side = 1 if lows[v, 1] > lows[v, 0] else 0
        value = price
        for turn in range(2):
            if told[v, side]:
                side = 1 - side
                continue
            owed = lows[v, 1 - side] if settings[MEAN] == 1 and turn == 0 else int64(0)
            room_side = room - price - owed
            if settings[MEAN] == 1:
                room_side = room - value - owed
            _side(here, asks[p, v], side == 1, sets[slot + 1])
            cost = search(
                int64(slot + 1), int64(level), int64(p), int64(asked | (1 << v)), int64(k + 1), int64(room_side),
                sets, asks, group, last, weight, least, keys, values, lists, prints, bins, settings,
            )  # fmt: skip
            if settings[ABORTED] == 1:
                return int64(0)
            if settings[MEAN] == 1:
                value += cost
                if value + owed > room and not greedy:
                    value += owed
                    break
            else:
                value = max(value, price + cost)
                if value > room and not greedy:
                    break
            side = 1 - side
        best = min(best, value)
        if greedy:
            return best
    if k > 0:
        best = min(
            best,
            search(
                int64(slot),
                int64(level),
                int64(-1),
                int64(0),
                int64(0),
                int64(min(limit, best - 1)),
                sets,
                asks,
                group,
                last,
                weight,
                least,
                keys,
                values,
                lists,
                prints,
                bins,
                settings,
            ),  # fmt: skip
        )
    return best


@njit(cache=True, nogil=True)
def _weigh(here, group, last, weight, bins, settings):
    """How many codes remain; in the mean aim `bins` gets the weight of each."""
    codes = 0
    before = -1
    row = _next(here, 0)
    while row >= 0:
        if settings[MEAN] == 0:
            codes += 1
            row = _next(here, last[group[row]] + 1)
            continue
        if group[row] != before:
            before = group[row]
            bins[codes] = 0
            codes += 1
        bins[codes - 1] += weight[row]
        row = _next(here, row + 1)
    return codes


@njit(cache=True, nogil=True)
def _low(here, left, group, last, weight, least, keys, values, bins, settings):
    """A lower bound on the set's cost within a round with `left` questions left; −1 when it is told already.

    Beside the bound by counting there is what the table knows of the same set before a round: it is the cost
    at the end of this one, and with questions left one fresh round more would do at least as well.
    """
    codes = _weigh(here, group, last, weight, bins, settings)
    if codes == 1:
        return int64(-1)
    unit = int64(1)
    if settings[MEAN] == 1:
        unit = bins[:codes].sum()
    low = _bound(bins, codes, left, least, settings)
    place = _place(here, keys)
    if _same(here, keys[place]):
        known = values[place, 0]
        if left > 0:
            known -= unit * ROUND
        low = _higher(low, known, settings)
    return low


@njit(cache=True, nogil=True)
def _bound(bins, codes, left, least, settings):
    """A lower bound on what it still costs to tell `codes` codes apart with `left` questions in this round.

    In the mean aim `bins` holds the codes' weights and is used up.
    """
    if codes == 1:
        return int64(0)
    if settings[MEAN] == 0:
        return least[left, codes]
    weights = bins[:codes]
    weights.sort()
    rounds = int64(0)
    room = 1 << left
    while codes > room:
        # At most room − 1 codes are told by now: of the leaves one at least must go on.
        for i in range(codes - room + 1):
            rounds += weights[i]
        room *= 8
    if settings[FREE] == 1:
        return rounds * ROUND
    return rounds * ROUND + _huffman(weights)


@njit(cache=True, nogil=True)
def _higher(bound, other, settings):
    """A bound at least as high as both. In the mean aim, when the rounds of one are reached, the questions of
    `bound` still hold, since Huffman's bound doesn't depend on the rounds."""
    if settings[MEAN] == 0 or bound >= other:
        return max(bound, other)
    return max(other, (other & ~int64(ROUND - 1)) | (bound & (ROUND - 1)))


@njit(cache=True, nogil=True)
def _huffman(weights):
    """The least sum of weight × depth over all binary trees with these leaves; `weights` ascending, used up.

    Huffman's two queues: the leaves, and the joined trees, which come out in ascending order; the joined
    ones are written over the leaves that are gone.
    """
    number = weights.shape[0]
    total = int64(0)
    leaf = 0
    head = 0
    tail = 0
    for _ in range(number - 1):
        joined = int64(0)
        for _ in range(2):
            if leaf < number and (head == tail or weights[leaf] <= weights[head]):
                joined += weights[leaf]
                leaf += 1
            else:
                joined += weights[head]
                head += 1
        weights[tail] = joined
        tail += 1
        total += joined
    return total


@njit(cache=True, nogil=True)
def _worthwhile(here, codes, known, kept, asks, group, last, prints, bins):
    """Which proposals of the list `known` are worth a thought for the rows `here`, the best first.

    `kept` gets them, its last entry their number, which is returned. Left out: a proposal all of whose
    questions have one answer, and one that asks nothing that another doesn't ask as well. `prints[p]` gets a
    fingerprint of each question's two sides, 0 where there is but one.
    """
    n = asks.shape[1]
    words = here.shape[0]
    first = _next(here, 0)
    first_word, first_bit = first >> 6, np.uint64(first & 63)
    number = 0
    for i in range(known[-1]):
        p = known[i]
        hopes = int64(0)
        useful = False
        for v in range(n):
            asking = asks[p, v]
            flip = FULL if (asking[first_word] >> first_bit) & ONE == ZERO else ZERO
            print_ = ZERO
            some = ZERO
            for w in range(words):
                side = here[w] & ~(asking[w] ^ flip)
                some |= side
                print_ = _mix(print_ ^ side)
            if some == ZERO:
                prints[p, v] = ZERO
                continue
            prints[p, v] = print_ | ONE
            useful = True
            larger = _larger(here, asking, group, last)
            hopes += (codes - larger) * (codes - larger) + 1
        if not useful:
            continue
        at = number
        while at > 0 and bins[at - 1] < hopes:
            bins[at] = bins[at - 1]
            kept[at] = kept[at - 1]
            at -= 1
        bins[at] = hopes
        kept[at] = p
        number += 1
    left = 0
    for i in range(number):
        p = kept[i]
        covered = False
        for j in range(left):
            covered = True
            for v in range(n):
                if prints[p, v] == ZERO:
                    continue
                if prints[p, v] != prints[kept[j], v] or not _alike(here, asks[p, v], asks[kept[j], v]):
                    covered = False
                    break
            if covered:
                break
        if not covered:
            kept[left] = p
            left += 1
    kept[-1] = left
    return left


@njit(cache=True, nogil=True)
def _alike(here, asking, other):
    """Whether two questions part the rows alike, yes and no possibly swapped."""
    equal = True
    swapped = True
    for w in range(here.shape[0]):
        differs = here[w] & (asking[w] ^ other[w])
        equal &= differs == ZERO
        swapped &= differs == here[w]
    return equal or swapped


@njit(cache=True, nogil=True)
def _larger(here, asking, group, last):
    """The number of codes that remain after the worse answer."""
    yes = 0
    no = 0
    row = _next(here, 0)
    while row >= 0:
        end = last[group[row]]
        some_yes = False
        some_no = False
        for w in range(row >> 6, (end >> 6) + 1):
            mask = FULL
            if w == row >> 6:
                mask &= FULL << np.uint64(row & 63)
            if w == end >> 6:
                mask &= FULL >> np.uint64(63 - (end & 63))
            inside = here[w] & mask
            some_yes |= inside & asking[w] != ZERO
            some_no |= inside & ~asking[w] != ZERO
        yes += some_yes
        no += some_no
        row = _next(here, end + 1)
    return max(yes, no)


@njit(cache=True, nogil=True)
def _side(here, asking, answer, side):
    """Write the rows of `here` that give `answer` to `side`; whether there are any."""
    some = ZERO
    for w in range(here.shape[0]):
        side[w] = here[w] & asking[w] if answer else here[w] & ~asking[w]
        some |= side[w]
    return some != ZERO


@njit(cache=True, nogil=True)
def _next(here, row):
    """The first row of the set at or after `row`; −1 if there is none."""
    word = row >> 6
    if word >= here.shape[0]:
        return -1
    bits = here[word] & (FULL << np.uint64(row & 63))
    while bits == ZERO:
        word += 1
        if word == here.shape[0]:
            return -1
        bits = here[word]
    return (word << 6) + int64(_zeros(bits))


@njit(cache=True, nogil=True)
def _mix(word):
    """SplitMix64's finisher: every bit of `word` reaches every bit of the result."""
    word ^= word >> np.uint64(30)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    word ^= word >> np.uint64(27)
    word *= np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, nogil=True)
def _place(here, keys):
    """Where the set stands in the table, or may be put: its own place, a free one, or somebody else's."""
    print_ = ZERO
    for w in range(here.shape[0]):
        print_ = _mix(print_ ^ here[w])
    mask = np.uint64(keys.shape[0] - 1)
    for step in range(4):
        place = int64((print_ + np.uint64(step)) & mask)
        if _same(here, keys[place]):
            return place
        free = True
        for w in range(here.shape[0]):
            if keys[place, w] != ZERO:
                free = False
                break
        if free:
            return place
    return int64(print_ & mask)


@njit(cache=True, nogil=True)
def _same(here, other):
    """Whether two sets are equal."""
    for w in range(here.shape[0]):
        if here[w] != other[w]:
            return False
    return True
