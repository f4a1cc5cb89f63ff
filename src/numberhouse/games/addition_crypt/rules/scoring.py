"""The arithmetic of a round: the new values of the nodes (AC-2, AC-10, AC-13, AC-14), their points (AC-6,
AC-12), and the bonuses (AC-9, AC-11).

`simulator_kernel` is the compiled form of the same arithmetic. The tests compare the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from numberhouse.games.addition_crypt.rules.model import Pick, Points
from numberhouse.games.addition_crypt.rules.options import Terms

__all__ = ["added", "at_bottom", "default_pick", "digit_sum", "node_points", "scored"]


def added(values: Sequence[int], picks: Sequence[Pick], terms: Terms) -> tuple[int, ...]:
    """The nodes' values after all picks at once (AC-4). The changes of the round are summed first; then no
    node goes below 0 (AC-13)."""
    change = [0] * len(values)
    first, second = terms.amounts
    for pick in picks:
        change[pick.first] += first
        change[pick.second] += second
        if terms.spread:
            # Only the first amount spreads, and only to the direct neighbours (AC-14).
            change[pick.first - 1] += terms.spread
            change[(pick.first + 1) % len(values)] += terms.spread
    return tuple(max(0, value + by) for value, by in zip(values, change, strict=True))


def digit_sum(value: int, base: int) -> int:
    """Digit sum of a value of 0 or more."""
    total = 0
    while value:
        value, digit = divmod(value, base)
        total += digit
    return total


def node_points(values: Sequence[int], base: int) -> tuple[int, ...]:
    """Points of each node: its digit sum; for a single highest node only its units digit (AC-6, AC-12)."""
    highest = max(values)
    alone = sum(value == highest for value in values) == 1
    return tuple(value % base if alone and value == highest else digit_sum(value, base) for value in values)


def at_bottom(values: Sequence[int], places: int) -> frozenset[int]:
    """The nodes in the bottom places. Nodes of equal value share their places, and count only if all these
    places are bottom places (AC-11)."""
    return frozenset(
        node for node, value in enumerate(values) if sum(other <= value for other in values) <= places
    )


def scored(values: Sequence[int], picks: Sequence[Pick], terms: Terms) -> tuple[Points, ...]:
    """Points by seat, for the values after the round."""
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
    """The pick of a seat that has submitted nothing: the first two nodes that it may use. The first of them
    scores (AC-5)."""
    first, second = [node for node in range(len(barred) + 2) if node not in barred][:2]
    return Pick(first, second, first)
