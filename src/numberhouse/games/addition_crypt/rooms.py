"""Who may talk where (AC-8): everybody with everybody in round 1, then those who used the same node.

A room is named by its round and node: the room that opens when round 2 closes for those who used C is
`round-2-C`. It is there until the next round closes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from numberhouse.game import Room, Seat
from numberhouse.games.addition_crypt.options import LETTERS
from numberhouse.games.addition_crypt.table import Pick, State

__all__ = ["HALL", "node_room", "pair_room", "rooms_of", "users"]

HALL: Final = "hall"


def rooms_of(state: State) -> Mapping[Room, frozenset[Seat]]:
    """The rooms that are open now, and who may talk there. After the last round its node rooms stay open."""
    if not state.rounds:
        return _first_round(state.seats)
    number = len(state.rounds)
    found: dict[Room, frozenset[Seat]] = {}
    for ledger in state.ledgers:
        line = ledger[-1]
        for node, inside in zip(line.pick.nodes, line.rooms, strict=True):
            found.setdefault(node_room(number, node), frozenset(inside))
    return dict(sorted(found.items()))


def node_room(round: int, node: int) -> Room:
    """The room of those who used the node in the round."""
    return f"round-{round}-{LETTERS[node]}"


def pair_room(one: Seat, other: Seat) -> Room:
    """The room of two in round 1."""
    return f"pair-{min(one, other)}-{max(one, other)}"


def users(picks: Sequence[Pick], node: int) -> tuple[Seat, ...]:
    """Who used the node, in order of seats; a default counts like any pick."""
    return tuple(seat for seat, pick in enumerate(picks) if node in pick.nodes)


@lru_cache(maxsize=32)
def _first_round(seats: int) -> Mapping[Room, frozenset[Seat]]:
    pairs = {pair_room(*pair): frozenset(pair) for pair in combinations(range(seats), 2)}
    return {HALL: frozenset(range(seats)), **pairs}
