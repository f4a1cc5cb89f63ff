"""Who may talk where (AC-8): everybody with everybody in round 1, then those who used the same node.

In round 1 there are the hall, a talk for every two, and the rooms that players open for a group; a group's
room is named by its seats. Afterwards a room is named by its round and node: the room that opens when round 2
closes for those who used C is `round-2-C`, and is there until the next round closes. Where node rooms are for
all rounds, C's room is `node-C` for all who have ever used C; when somebody new has used it, a room with
other people takes the place of the one before.
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
"""Two have their talk anyway."""
MOST_GROUPS: Final = 10
"""Rooms that one seat may open in a match. Of 26 seats all together open 260 at most, besides the 326 that
are there anyway: so much a state, a journal and a list of rooms bear."""


def rooms_of(state: State) -> Mapping[Room, frozenset[Seat]]:
    """The rooms that are open now, and who may talk there. After the last round its node rooms stay open."""
    if not state.rounds:
        return _first_round(state.seats, state.groups)
    number = len(state.rounds)
    found: dict[Room, frozenset[Seat]] = {}
    for ledger in state.ledgers:
        for node, inside in company(ledger[-1]):
            found.setdefault(node_room(state.options, number, node), frozenset(inside))
    return dict(sorted(found.items()))


def company(line: Line) -> Iterator[tuple[int, tuple[Seat, ...]]]:
    """The nodes whose rooms the seat is in after this round, and who is there, in order of the nodes."""
    yield from sorted((*zip(line.pick.nodes, line.rooms, strict=True), *line.kept))


def node_room(options: Options, round: int, node: int) -> Room:
    """The room of those who used the node in the round, or in any so far."""
    kept = options.node_rooms == "all-rounds"
    return f"node-{LETTERS[node]}" if kept else f"round-{round}-{LETTERS[node]}"


def pair_room(one: Seat, other: Seat) -> Room:
    """The room of two in round 1."""
    return f"pair-{min(one, other)}-{max(one, other)}"


def group_room(seats: Sequence[Seat]) -> Room:
    """The room that somebody opened for these seats in round 1."""
    return f"group-{'-'.join(map(str, seats))}"


# Rooms that players open


def with_group(groups: Sequence[Group], seats: tuple[Seat, ...], by: Seat) -> tuple[Group, ...]:
    """With a room for these seats, in order, opened by that one. Where there is such a room already, it has
    been opened by one more."""
    found = {group.seats: group.by for group in groups}
    found[seats] = tuple(sorted({*found.get(seats, ()), by}))
    return tuple(Group(inside, openers) for inside, openers in sorted(found.items()))


def groups_of(groups: Sequence[Group], seat: Seat) -> tuple[Group, ...]:
    """The rooms that the seat has opened."""
    return tuple(group for group in groups if seat in group.by)


def groups_left(groups: Sequence[Group], seats: int, seat: Seat) -> int:
    """How many rooms the seat may still open in a match of so many seats. What others have opened is not
    counted, so that the number tells nothing of them."""
    # With each of the others or without; but not with nobody, with one alone, or with all.
    possible = (1 << (seats - 1)) - seats - 1
    return max(min(MOST_GROUPS, possible) - len(groups_of(groups, seat)), 0)


# Rooms of nodes


def node_company(
    picks: Sequence[Pick], earlier: Sequence[Ledger]
) -> Iterator[tuple[tuple[tuple[Seat, ...], ...], tuple[tuple[int, tuple[Seat, ...]], ...]]]:
    """For each seat `Line.rooms` and `Line.kept` after these picks; `earlier` is what all did before where
    node rooms are for all rounds, else empty."""
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
