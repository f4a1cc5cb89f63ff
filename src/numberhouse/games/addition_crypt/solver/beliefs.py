"""Pasts that fit a view: what everybody may have submitted in the closed rounds.

A past fits when it leads to the nodes' values of every round, when nobody uses a node twice running (AC-3),
when it agrees with all that was published, and, for a seat, with its own submissions and with who was in its
rooms (`company`). Which node of another's pair scores is told by nothing, so it is anything.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.addition_crypt.rules.company import Company, company_of, shared, witnesses
from numberhouse.games.addition_crypt.rules.model import Pick, View
from numberhouse.games.addition_crypt.rules.options import Options, Terms, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["past"]

SWEEPS: Final = 500
"""Of the search by chance; matches that people play need a few. Then a solver takes over."""
TRIES: Final = 4
"""How often the search is begun where it is a matter of choice in which round somebody used a node."""

Table: TypeAlias = "NDArray[Any]"
"""An array of numpy, which is imported only where it is needed."""


def past(view: View, chance: Chance, *, exact: bool = True) -> list[tuple[Pick, ...]]:
    """By closed round, a pick of each seat.

    Every past that fits may be drawn, though not all equally often. There is one, the real one. Where the
    search doesn't come upon one soon, in long or lopsided matches, a solver repairs what it has, which may
    take minutes. If it needn't be exact, the search's last try is as good: one that breaks no bar and nothing
    that was told, and from which some nodes would have come out a little otherwise.
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


def _searched(view: View, pairs: list[tuple[int, int]], chance: Chance, exact: bool) -> list[list[int]]:
    """By closed round and seat, an index of `pairs`."""
    import numpy as np  # NumPy and Numba are of the extra `bots`

    from numberhouse.games.addition_crypt.solver.beliefs_kernel import search

    rounds, nodes = len(view.rounds), view.options.nodes
    values = np.array([view.options.start, *(closed.values for closed in view.rounds)])
    ruled = [terms(view.options, number) for number in range(1, rounds + 1)]
    falls = np.array([min(*one.amounts, one.spread) < 0 for one in ruled])[:, None]
    gives = np.array([_gives(nodes, one) for one in ruled])
    goal = np.where(falls, -1, 1) * np.diff(values, axis=0)
    floor = falls & (values[1:] == 0)
    # Everybody adds 0 or more, so nobody has added more than all together.
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
    seed = np.uint64(chance.bits(64) | 1)
    attempts = TRIES if known.choices else 1
    for attempt in range(attempts):
        luck = chance.fork(f"choices {attempt}")
        table = np.array(pairs)
        open_pairs = shared(table, allowed & possible[:, None], known.shared, luck)
        begin_pairs = witnesses(table, open_pairs, known.sometime, luck)
        sometime = np.array(known.sometime, np.int64).reshape(-1, 3)
        ok, found = search(seed, table, gives, goal, floor, costs, open_pairs, begin_pairs, sometime, SWEEPS)
        if ok and known.holds(pairs, found):
            break
        ok = False
    if exact and not ok:
        # NumPy and OR-Tools are of the extra `bots`
        from numberhouse.games.addition_crypt.solver.beliefs_solver import solved

        found = solved(seed, table, ruled, goal, floor, allowed, found, known)
    result: list[list[int]] = found.tolist()
    return result


def _allowed(view: View, number: int, seat: Seat, pairs: list[tuple[int, int]], known: Company) -> list[bool]:
    """The pairs that the seat may have played, by the viewer's knowledge of that round."""
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
    """What each pair adds to each node, int64[pair, node], or takes away in Up is Down."""
    import numpy as np  # of the extra `bots`

    gives = np.zeros((nodes * (nodes - 1), nodes), np.int64)
    for row, (first, second) in zip(gives, permutations(range(nodes), 2), strict=True):
        row[first] += abs(ruled.amounts[0])
        row[second] += abs(ruled.amounts[1])
        row[first - 1] += abs(ruled.spread)
        row[(first + 1) % nodes] += abs(ruled.spread)
    return gives


def _greatest(options: Options) -> int:
    """More than one pair ever adds to a node."""
    return max(*options.amounts, *options.increment) + options.spread + 1


@lru_cache(maxsize=64)
def _costs(ruled: Terms, reach: int) -> Table:
    """What it costs to miss a goal by -reach … reach: the more, the more amounts it takes to make up for it.
    In the second row for nodes that stopped at 0, where too much is as good as enough."""
    import numpy as np  # NumPy and Numba are of the extra `bots`

    from numberhouse.games.addition_crypt.solver.beliefs_kernel import steps

    amounts = sorted({abs(amount) for amount in (*ruled.amounts, ruled.spread)} - {0})
    missed = np.zeros((2, 2 * reach + 1), np.int64)
    if amounts:
        missed[0] = steps(np.array(amounts), reach)
        missed[1, reach:] = -(-np.arange(reach + 1) // amounts[-1])
    missed[missed < 0] = reach
    return np.log2(1 + missed)
