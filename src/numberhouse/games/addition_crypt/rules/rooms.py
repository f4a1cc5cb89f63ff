"""The rooms for talk and their members (AC-8): all seats in round 1, later the seats that used the same node.

In round 1 there are the hall, a room for every pair of seats, and the rooms that players open for a group.
The name of a group's room lists its seats. Later the name of a room is its round and node: `round-2-C` opens
when round 2 closes, for the seats that used C, and lasts until the next round closes. Where node rooms are
for all rounds, `node-C` is the room of all seats that have ever used C. When a new seat joins them, a new
room with the larger company replaces the earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from numberhouse.contract.game import Room, Seat
from numberhouse.games.addition_crypt.rules.model import Group, Ledger, Line, Pick, State
from numberhouse.games.addition_crypt.rules.options import LETTERS, Options

__all__ = [
    "FEWEST_IN_GROUP",
    "HALL",
    "MOST_GROUPS",
    "company",
    "group_room",
    "groups_left",
    "groups_of",
    "node_company",
    "node_room",
    "pair_room",
    "rooms_of",
    "with_group",
]

HALL: Final = "hall"

FEWEST_IN_GROUP: Final = 3
"""Fewest seats of a group. Every pair has its own room anyway."""
MOST_GROUPS: Final = 10
"""Most rooms that one seat may open in a match. 26 seats open at most 260 rooms, besides the 326 of every
match of that size. State, journal and room list stay small enough with these."""


def rooms_of(state: State) -> Mapping[Room, frozenset[Seat]]:
    """The open rooms and their members. After the last round its node rooms stay open."""
    if not state.rounds:
        return _first_round(state.seats, state.groups)
    number = len(state.rounds)
    found: dict[Room, frozenset[Seat]] = {}
    for ledger in state.ledgers:
        for node, inside in company(ledger[-1]):
            found.setdefault(node_room(state.options, number, node), frozenset(inside))
    return dict(sorted(found.items()))


def company(line: Line) -> Iterator[tuple[int, tuple[Seat, ...]]]:
    """The nodes whose rooms the seat is in after this round, in order, each with the room's members."""
    yield from sorted((*zip(line.pick.nodes, line.rooms, strict=True), *line.kept))


def node_room(options: Options, round: int, node: int) -> Room:
    """The room of the seats that used the node in the round, or in any round so far."""
    kept = options.node_rooms == "all-rounds"
    return f"node-{LETTERS[node]}" if kept else f"round-{round}-{LETTERS[node]}"


def pair_room(one: Seat, other: Seat) -> Room:
    """The room of two seats in round 1."""
    return f"pair-{min(one, other)}-{max(one, other)}"


def group_room(seats: Sequence[Seat]) -> Room:
    """The room that players opened for these seats in round 1."""
    return f"group-{'-'.join(map(str, seats))}"


# Rooms that players open


def with_group(groups: Sequence[Group], seats: tuple[Seat, ...], by: Seat) -> tuple[Group, ...]:
    """The groups, with a room for `seats` (in order) opened by `by`. If the room exists already, `by` joins
    the seats that opened it."""
    found = {group.seats: group.by for group in groups}
    found[seats] = tuple(sorted({*found.get(seats, ()), by}))
    return tuple(Group(inside, openers) for inside, openers in sorted(found.items()))


def groups_of(groups: Sequence[Group], seat: Seat) -> tuple[Group, ...]:
    """The rooms that the seat has opened."""
    return tuple(group for group in groups if seat in group.by)


def groups_left(groups: Sequence[Group], seats: int, seat: Seat) -> int:
    """Number of rooms that the seat may still open in a match of that many seats. Rooms that others have
    opened are not counted, so that the number reveals nothing about them."""
    # Any subset of the others, except the empty set, a single seat, and all of them.
    possible = (1 << (seats - 1)) - seats - 1
    return max(min(MOST_GROUPS, possible) - len(groups_of(groups, seat)), 0)


# Rooms of nodes


def node_company(
    picks: Sequence[Pick], earlier: Sequence[Ledger]
) -> Iterator[tuple[tuple[tuple[Seat, ...], ...], tuple[tuple[int, tuple[Seat, ...]], ...]]]:
    """For each seat, `Line.rooms` and `Line.kept` after these picks. `earlier` is all earlier rounds where
    node rooms are for all rounds, and empty otherwise."""
    used = [set(pick.nodes) for pick in picks]
    ever = [
        nodes.union(*(line.pick.nodes for line in ledger))
        for nodes, ledger in zip(used, earlier or [()] * len(picks), strict=True)
    ]
    inside = {
        node: tuple(seat for seat, nodes in enumerate(ever) if node in nodes) for node in set().union(*ever)
    }
    for pick, nodes in zip(picks, ever, strict=True):
        first, second = pick.nodes
        others = sorted(nodes - {first, second})
        yield (inside[first], inside[second]), tuple((node, inside[node]) for node in others)


@lru_cache(maxsize=32)
def _first_round(seats: int, groups: tuple[Group, ...]) -> Mapping[Room, frozenset[Seat]]:
    pairs = {pair_room(*pair): frozenset(pair) for pair in combinations(range(seats), 2)}
    opened = {group_room(group.seats): frozenset(group.seats) for group in groups}
    return {HALL: frozenset(range(seats)), **pairs, **opened}
