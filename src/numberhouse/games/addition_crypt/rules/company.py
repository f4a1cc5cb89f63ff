"""What a seat learns of the others: who used which node, in which round or in some round (AC-8), and whether
anybody submitted the same two nodes (AC-9).

A room of one round tells exactly who used the node. A room for all rounds tells who has ever used it: of
somebody who is there when the viewer first comes in only that it was in one of the rounds so far; of somebody
who comes in later that it was in that round and not before; of somebody who is in already nothing more. There
the bonus of Standout is news as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.addition_crypt.rules.model import View
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.rooms import company

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NOTHING", "Company", "Shared", "Sometime", "company_of", "shared", "witnesses"]

Table: TypeAlias = "NDArray[Any]"
"""An array of numpy, which is imported only where it is needed."""

AFRESH: Final = 20
"""How often the choice of rounds for one seat is begun anew where it has led nowhere."""


class Sometime(NamedTuple):
    """The seat used the node in one of the rounds up to `last`, counted from 0."""

    seat: Seat
    node: int
    last: int


class Shared(NamedTuple):
    """In that round, from 0, somebody else used the same two nodes as the viewer."""

    number: int
    viewer: Seat
    nodes: tuple[int, int]


class Company(NamedTuple):
    """What the viewer knows of the others from its rooms and points."""

    used: dict[tuple[int, Seat], set[int]]
    """By round, from 0, and seat: nodes that it used in that round."""
    unused: dict[tuple[int, Seat], set[int]]
    """Nodes that it didn't."""
    sometime: tuple[Sometime, ...]
    alone: dict[int, frozenset[int]]
    """By round, two nodes that nobody else used both."""
    shared: tuple[Shared, ...]

    @property
    def choices(self) -> bool:
        """Whether something is known only up to a choice of rounds or seats."""
        return bool(self.sometime or self.shared)

    def holds(self, pairs: Sequence[tuple[int, int]], found: Table) -> bool:
        """Whether these pairs, by round and seat an index, fit whatever is a matter of choice."""
        sometime = all(
            any(node in pairs[int(index)] for index in found[: last + 1, seat])
            for seat, node, last in self.sometime
        )
        return sometime and all(
            any(
                seat != viewer and set(pairs[int(index)]) == set(nodes)
                for seat, index in enumerate(found[number])
            )
            for number, viewer, nodes in self.shared
        )


NOTHING: Final = Company({}, {}, (), {}, ())


def company_of(view: View) -> Company:
    """What the viewer knows of the others; a spectator knows nothing of them."""
    rounds = range(len(view.rounds))
    used: dict[tuple[int, Seat], set[int]] = {(r, seat): set() for r in rounds for seat in range(view.seats)}
    unused: dict[tuple[int, Seat], set[int]] = {key: set() for key in used}
    sometime: list[Sometime] = []
    kept = view.options.node_rooms == "all-rounds"
    before: dict[int, set[Seat]] = {}
    for number, line in enumerate(view.ledger):
        rooms = {node: set(inside) for node, inside in company(line)}
        for node, inside in rooms.items():
            for seat in range(view.seats):
                if seat not in inside:
                    for earlier in range(number + 1) if kept else (number,):
                        unused[earlier, seat].add(node)
                elif not kept or number == 0 or (node in before and seat not in before[node]):
                    used[number, seat].add(node)
                elif node not in before and seat != view.seat:
                    sometime.append(Sometime(seat, node, number))
        before = rooms
    alone, shared = _standouts(view) if kept else ({}, ())
    return Company(used, unused, tuple(sometime), alone, shared)


def _standouts(view: View) -> tuple[dict[int, frozenset[int]], tuple[Shared, ...]]:
    """What the viewer's bonuses of Standout tell."""
    alone: dict[int, frozenset[int]] = {}
    shared: list[Shared] = []
    for number, line in enumerate(view.ledger):
        ruled = terms(view.options, number + 1)
        if not ruled.standout or ruled.published or view.seat is None:
            continue  # nothing was to be had, or everything is known
        if line.points.bonus:
            alone[number] = frozenset(line.pick.nodes)
        else:
            shared.append(Shared(number, view.seat, line.pick.nodes))
    return alone, tuple(shared)


# Choices of rounds and seats


def shared(pairs: Table, open_pairs: Table, wanted: Sequence[Shared], chance: Chance) -> Table:
    """`open_pairs`, bool[round, seat, pair], where in each of these rounds somebody who may have used the
    same two nodes as the viewer has, each equally likely."""
    chosen: Table = open_pairs.copy()
    for number, viewer, (one, other) in wanted:
        same = ((pairs == one) | (pairs == other)).all(axis=1)
        for seat in chance.shuffled([other for other in range(open_pairs.shape[1]) if other != viewer]):
            rows = chosen[:, seat].copy()
            rows[number] &= same
            if _leads_on(pairs, rows):
                chosen[:, seat] = rows
                break
    return chosen


def witnesses(pairs: Table, open_pairs: Table, sometime: Sequence[Sometime], chance: Chance) -> Table:
    """`open_pairs`, bool[round, seat, pair], where for each `sometime` a round is chosen in which only pairs
    with the node are left, so that a history is left too. Where none was found for a seat, its rounds stay
    open."""
    chosen: Table = open_pairs.copy()
    for seat in sorted({one.seat for one in sometime}):
        own = [one for one in sometime if one.seat == seat]
        for _ in range(AFRESH):
            narrowed = _narrowed(pairs, open_pairs[:, seat], chance.shuffled(own), chance)
            if narrowed is not None:
                chosen[:, seat] = narrowed
                break
    return chosen


def _narrowed(pairs: Table, rows: Table, own: Sequence[Sometime], chance: Chance) -> Table | None:
    """The rows of one seat, bool[round, pair], with a round chosen for each of these; None for a blind
    alley."""
    for _, node, last in own:
        having = (pairs == node).any(axis=1)
        for number in chance.shuffled(range(last + 1)):
            tried = rows.copy()
            tried[number] &= having
            if _leads_on(pairs, tried):
                rows = tried
                break
        else:
            return None
    return rows


def _leads_on(pairs: Table, rows: Table) -> bool:
    """Whether there is a history: a pair for each round, no two running with a node in common."""
    import numpy as np  # of the extra `bots`

    nodes = int(pairs.max()) + 1
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    reached = rows[0]
    for row in rows[1:]:
        # A pair can follow unless every reached pair shares a node with it.
        by_node = np.bincount(pairs[reached].ravel(), minlength=nodes)
        both = np.zeros((nodes, nodes), np.int64)
        np.add.at(both, (low[reached], high[reached]), 1)
        sharing = by_node[low] + by_node[high] - both[low, high]
        reached = row & (sharing < reached.sum())
    return bool(reached.any())
