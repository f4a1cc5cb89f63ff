"""Pasts that fit a view: possible submissions of all seats in the closed rounds.

A past fits if it leads to the nodes' values of every round, no seat uses a node in two successive rounds
(AC-3), and it agrees with all published submissions. For a seat's view it also fits the seat's own
submissions and the members of its rooms (`company`). Nothing reveals the scoring node of another seat's pair,
so it is drawn at random.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.addition_crypt.rules.company import Company, company_of, shared, witnesses
from numberhouse.games.addition_crypt.rules.model import Pick, View
from numberhouse.games.addition_crypt.rules.options import Options, Terms, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Evidence", "evidence_of", "past"]

SWEEPS: Final = 500
"""Sweeps of the random search before a solver takes over. Matches between people need only a few."""
TRIES: Final = 4
"""Attempts of the search where the round in which a seat used a node is a choice."""

Table: TypeAlias = "NDArray[Any]"
"""An array of numpy, which is imported only where it is needed."""


def past(view: View, chance: Chance, *, exact: bool = True) -> list[tuple[Pick, ...]]:
    """A past: for each closed round, a pick of each seat.

    Every past that fits may be drawn, though not all with equal chance. At least one exists, the real one. In
    long or lopsided matches the search may not find one soon; then a solver repairs the search's last try,
    which may take minutes. With `exact` false the last try is returned instead. It breaks no bar and no
    published fact, but some nodes would have come out slightly different.
    """
    if not view.rounds:
        return []
    pairs = list(permutations(range(view.options.nodes), 2))
    drawn = _searched(view, pairs, chance, exact)
    return [_picks(view, number, [pairs[pair] for pair in row], chance) for number, row in enumerate(drawn)]


def _picks(view: View, number: int, nodes: list[tuple[int, int]], chance: Chance) -> tuple[Pick, ...]:
    published = view.rounds[number].published
    if published is not None:
        return published
    return tuple(
        view.ledger[number].pick if seat == view.seat else Pick(*pair, scoring=pair[chance.below(2)])
        for seat, pair in enumerate(nodes)
    )


class Evidence(NamedTuple):
    """What a past must fit, for kernels. `beliefs_kernel.search` describes the arrays."""

    pairs: Table
    gives: Table
    goal: Table
    floor: Table
    costs: Table
    open_pairs: Table
    """bool[round, seat, pair]: the pairs that a seat may have played by itself."""
    possible: Table
    """bool[round, pair]: the pairs that do not exceed what all seats together added."""
    known: Company
    ruled: list[Terms]


def evidence_of(view: View) -> Evidence:
    """What a past must fit. At least one round is closed."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    pairs = list(permutations(range(view.options.nodes), 2))
    rounds, nodes = len(view.rounds), view.options.nodes
    values = np.array([view.options.start, *(closed.values for closed in view.rounds)])
    ruled = [terms(view.options, number) for number in range(1, rounds + 1)]
    falls = np.array([min(*one.amounts, one.spread) < 0 for one in ruled])[:, None]
    gives = np.array([_gives(nodes, one) for one in ruled])
    goal = np.where(falls, -1, 1) * np.diff(values, axis=0)
    floor = falls & (values[1:] == 0)
    # Every seat adds 0 or more, so no seat has added more than the total.
    possible = np.all((gives <= goal[:, None]) | floor[:, None], axis=2)
    known = company_of(view)
    allowed = np.array(
        [
            [_allowed(view, number, seat, pairs, known) for seat in range(view.seats)]
            for number in range(rounds)
        ]
    )
    costs = np.array(
        [_costs(one, max(view.seats * _greatest(view.options), int(goal.max()))) for one in ruled]
    )
    return Evidence(np.array(pairs), gives, goal, floor, costs, allowed, possible, known, ruled)


def _searched(view: View, pairs: list[tuple[int, int]], chance: Chance, exact: bool) -> list[list[int]]:
    """An index of `pairs`, by closed round and seat."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.beliefs_kernel import search

    table, gives, goal, floor, costs, allowed, possible, known, ruled = evidence_of(view)
    seed = np.uint64(chance.bits(64) | 1)
    attempts = TRIES if known.choices else 1
    for attempt in range(attempts):
        luck = chance.fork(f"choices {attempt}")
        open_pairs = shared(table, allowed & possible[:, None], known.shared, luck)
        begin_pairs = witnesses(table, open_pairs, known.sometime, luck)
        sometime = np.array(known.sometime, np.int64).reshape(-1, 3)
        ok, found = search(seed, table, gives, goal, floor, costs, open_pairs, begin_pairs, sometime, SWEEPS)
        if ok and known.holds(pairs, found):
            break
        ok = False
    if exact and not ok:
        # NumPy and OR-Tools are in the extra `bots`
        from numberhouse.games.addition_crypt.solver.beliefs_solver import solved

        found = solved(seed, table, ruled, goal, floor, allowed, found, known)
    result: list[list[int]] = found.tolist()
    return result


def _allowed(view: View, number: int, seat: Seat, pairs: list[tuple[int, int]], known: Company) -> list[bool]:
    """Whether the seat may have played each pair, by the viewer's knowledge of that round."""
    published = view.rounds[number].published
    if published is not None:
        return [pair == published[seat].nodes for pair in pairs]
    if view.seat is None:
        return [True] * len(pairs)
    if seat == view.seat:
        return [pair == view.ledger[number].pick.nodes for pair in pairs]
    used, unused = known.used[number, seat], known.unused[number, seat]
    alone = known.alone.get(number)
    return [used <= set(pair) and not unused & set(pair) and alone != frozenset(pair) for pair in pairs]


@lru_cache(maxsize=64)
def _gives(nodes: int, ruled: Terms) -> Table:
    """Amount that each pair adds to each node, int64[pair, node]; negative in Up is Down."""
    import numpy as np  # in the extra `bots`

    gives = np.zeros((nodes * (nodes - 1), nodes), np.int64)
    for row, (first, second) in zip(gives, permutations(range(nodes), 2), strict=True):
        row[first] += abs(ruled.amounts[0])
        row[second] += abs(ruled.amounts[1])
        row[first - 1] += abs(ruled.spread)
        row[(first + 1) % nodes] += abs(ruled.spread)
    return gives


def _greatest(options: Options) -> int:
    """Upper bound of the amount that one pair adds to a node."""
    return max(*options.amounts, *options.increment) + options.spread + 1


@lru_cache(maxsize=64)
def _costs(ruled: Terms, reach: int) -> Table:
    """Cost of missing a goal by -reach … reach. It grows with the number of amounts that make up for the
    miss. The second row is for nodes that stopped at 0, where an excess costs nothing."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.addition_crypt.solver.beliefs_kernel import steps

    amounts = sorted({abs(amount) for amount in (*ruled.amounts, ruled.spread)} - {0})
    missed = np.zeros((2, 2 * reach + 1), np.int64)
    if amounts:
        missed[0] = steps(np.array(amounts), reach)
        missed[1, reach:] = -(-np.arange(reach + 1) // amounts[-1])
    missed[missed < 0] = reach
    return np.log2(1 + missed)
