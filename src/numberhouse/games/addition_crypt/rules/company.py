"""Knowledge of a seat about the other seats: the nodes that they used, in one round or in some round (AC-8),
and whether another seat submitted the same two nodes (AC-9).

With rooms for one round, the members of a room are exactly the users of the node in that round. With rooms
for all rounds, a member has used the node in some round. When the viewer enters such a room for the first
time, each member present has used the node in one of the rounds so far. When a member enters after the
viewer, that member used the node in that round and never before. A later use by a member changes nothing in
the room. With such rooms the viewer's bonus of Standout is additional knowledge.
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
"""Number of attempts to choose rounds for one seat, before its rounds are left open."""


class Sometime(NamedTuple):
    """The seat used the node in at least one of the rounds up to `last`, counted from 0."""

    seat: Seat
    node: int
    last: int


class Shared(NamedTuple):
    """In that round, counted from 0, at least one other seat used the same two nodes as the viewer."""

    number: int
    viewer: Seat
    nodes: tuple[int, int]


class Company(NamedTuple):
    """The viewer's knowledge of the other seats, from its rooms and points."""

    used: dict[tuple[int, Seat], set[int]]
    """By round, counted from 0, and seat: the nodes that the seat used in that round."""
    unused: dict[tuple[int, Seat], set[int]]
    """By round and seat: the nodes that the seat did not use in that round."""
    sometime: tuple[Sometime, ...]
    alone: dict[int, frozenset[int]]
    """By round: two nodes that no other seat used together."""
    shared: tuple[Shared, ...]

    @property
    def choices(self) -> bool:
        """Whether some knowledge leaves a choice of rounds or seats open."""
        return bool(self.sometime or self.shared)

    def holds(self, pairs: Sequence[tuple[int, int]], found: Table) -> bool:
        """Whether these pairs fit the knowledge that leaves a choice open. By round and seat, an index of a
        pair."""
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
    """The viewer's knowledge of the other seats. A spectator has none."""
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
    """Knowledge from the viewer's bonuses of Standout."""
    alone: dict[int, frozenset[int]] = {}
    shared: list[Shared] = []
    for number, line in enumerate(view.ledger):
        ruled = terms(view.options, number + 1)
        if not ruled.standout or ruled.published or view.seat is None:
            continue  # there was no bonus, or all submissions are published
        if line.points.bonus:
            alone[number] = frozenset(line.pick.nodes)
        else:
            shared.append(Shared(number, view.seat, line.pick.nodes))
    return alone, tuple(shared)


# Choices of rounds and seats


def shared(pairs: Table, open_pairs: Table, wanted: Sequence[Shared], chance: Chance) -> Table:
    """Narrow `open_pairs`, bool[round, seat, pair], so that in each of these rounds one seat has the same two
    nodes as the viewer. The seat is drawn among those that may have them, each equally likely."""
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
    """Narrow `open_pairs`, bool[round, seat, pair]: for each `sometime` choose a round, and leave only pairs
    with the node open in it. Every seat keeps at least one possible history. A seat for which no choice was
    found keeps its rounds as they were."""
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
    """The rows of one seat, bool[round, pair], with a round chosen for each `sometime`; None at a dead
    end."""
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
    """Whether a history exists: one pair for each round, and no node in two successive rounds."""
    import numpy as np  # in the extra `bots`

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
