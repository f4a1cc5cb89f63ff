"""The arithmetic of a round: what the nodes become (AC-2, AC-10, AC-13, AC-14), what they are worth (AC-6,
AC-12), and who earns a bonus (AC-9, AC-11).

`simulator_kernel` does the same compiled, and is held against this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from numberhouse.games.addition_crypt.rules.model import Pick, Points
from numberhouse.games.addition_crypt.rules.options import Terms

__all__ = ["added", "at_bottom", "default_pick", "digit_sum", "node_points", "scored"]


def added(values: Sequence[int], picks: Sequence[Pick], terms: Terms) -> tuple[int, ...]:
    """The nodes' values after all picks at once (AC-4). No node goes below 0, the round's changes being added
    up first (AC-13)."""
    change = [0] * len(values)
    first, second = terms.amounts
    for pick in picks:
        change[pick.first] += first
        change[pick.second] += second
        if terms.spread:
            # Only the first amount spreads, and what is passed on goes no further (AC-14).
            change[pick.first - 1] += terms.spread
            change[(pick.first + 1) % len(values)] += terms.spread
    return tuple(max(0, value + by) for value, by in zip(values, change, strict=True))


def digit_sum(value: int, base: int) -> int:
    """The sum of the digits of a value of 0 or more."""
    total = 0
    while value:
        value, digit = divmod(value, base)
        total += digit
    return total


def node_points(values: Sequence[int], base: int) -> tuple[int, ...]:
    """What each node scores: its digits' sum; a single highest node only its units digit (AC-6, AC-12)."""
    highest = max(values)
    alone = sum(value == highest for value in values) == 1
    return tuple(value % base if alone and value == highest else digit_sum(value, base) for value in values)


def at_bottom(values: Sequence[int], places: int) -> frozenset[int]:
    """The nodes in the bottom places. Equal values share their places, and count only if all of these are
    among the bottom ones (AC-11)."""
    return frozenset(
        node for node, value in enumerate(values) if sum(other <= value for other in values) <= places
    )


def scored(values: Sequence[int], picks: Sequence[Pick], terms: Terms) -> tuple[Points, ...]:
    """By seat, for the values after the round."""
    by_node = node_points(values, terms.base)
    bottom = at_bottom(values, terms.places) if terms.write_off else frozenset()
    sets = Counter(frozenset(pick.nodes) for pick in picks) if terms.standout else Counter()
    return tuple(
        Points(
            by_node[pick.scoring],
            terms.standout * (sets[frozenset(pick.nodes)] == 1)
            + terms.write_off * sum(node in bottom for node in pick.nodes),
        )
        for pick in picks
    )


def default_pick(barred: Sequence[int]) -> Pick:
    """What is played for a seat that has submitted nothing: the first two nodes that it may use, of which the
    first one scores (AC-5)."""
    first, second = [node for node in range(len(barred) + 2) if node not in barred][:2]
    return Pick(first, second, first)
