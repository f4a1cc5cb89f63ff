"""Promises between players: which two nodes a seat uses in a round (`Promising` of the contract).

The two nodes are the whole promise. Which of them gets which amount, and which one scores, stays open: the
rooms of nodes (AC-8) show who used a node and nothing more, so nobody could verify the rest.

Whether a promise was kept follows from a view alone. A viewer learns it from the published submissions
(AC-11), after the end, or from the rooms that the viewer was in: a player who isn't in the room of a node
hasn't used it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from numberhouse.contract.game import Seat
from numberhouse.games.addition_crypt.rules.model import Action, Pick, Submit, View
from numberhouse.games.addition_crypt.rules.rooms import company

__all__ = ["is_kept", "promise_rounds", "promises_for"]


def promise_rounds(view: View, seat: Seat) -> Sequence[int]:
    """The running round, unless the seat's time has run out in it, and all rounds to come."""
    if view.end is not None or view.seat != seat or view.sealed is None:
        return ()
    return tuple(range(view.round + view.sealed.late, len(view.options.rounds) + 1))


def promises_for(view: View, seat: Seat, round: int) -> Sequence[Action]:
    """Every pair of nodes that the seat may use in the round, as the submission in alphabetical order."""
    if round not in promise_rounds(view, seat):
        return ()
    barred = view.barred if round == view.round else ()
    free = [node for node in range(view.options.nodes) if node not in barred]
    return tuple(Submit(first, second, first, round) for first, second in combinations(free, 2))


def is_kept(view: View, seat: Seat, round: int, action: Action) -> bool | None:
    """Whether the seat used just these two nodes in the round; None as long as the view leaves it open."""
    if not isinstance(action, Submit) or not 1 <= round <= len(view.rounds):
        return None
    promised = {action.first, action.second}
    pick = _known_pick(view, seat, round)
    if pick is not None:
        return set(pick.nodes) == promised
    if len(view.ledger) < round:
        return None
    used = set(_used_nodes(view, seat, round))
    unused = {node for node, inside in company(view.ledger[round - 1]) if seat not in inside}
    if used - promised or unused & promised:
        return False
    return True if used == promised else None


def _known_pick(view: View, seat: Seat, round: int) -> Pick | None:
    if view.end is not None:
        return view.end.ledgers[seat][round - 1].pick
    if view.seat == seat:
        return view.ledger[round - 1].pick
    published = view.rounds[round - 1].published
    return None if published is None else published[seat]


def _used_nodes(view: View, seat: Seat, round: int) -> Iterator[int]:
    """The nodes in whose rooms the viewer has met the seat, and which it has used in this round. Where rooms
    are for all rounds, a member of an earlier round needn't have used the node again."""
    earlier: dict[int, tuple[Seat, ...]] = {}
    if view.options.node_rooms == "all-rounds" and round > 1:
        earlier = dict(company(view.ledger[round - 2]))
    for node, inside in company(view.ledger[round - 1]):
        is_new = (
            view.options.node_rooms != "all-rounds" or round == 1 or seat not in earlier.get(node, (seat,))
        )
        if seat in inside and is_new:
            yield node
