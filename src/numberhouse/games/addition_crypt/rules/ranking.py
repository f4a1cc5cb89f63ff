"""Final places of a match (AC-15)."""

from __future__ import annotations

from numberhouse.contract.game import shared_places
from numberhouse.games.addition_crypt.rules.model import Ledger, State

__all__ = ["standing"]


def standing(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and places by seat. Seats with equal totals share a place unless the option `tie_break` orders
    them."""
    ranks = [_rank(ledger, state.options.tie_break) for ledger in state.ledgers]
    places = shared_places(ranks)
    return tuple(rank[0] for rank in ranks), places


def _rank(ledger: Ledger, tie_break: str) -> tuple[int, ...]:
    points = [line.points.total for line in ledger]
    if tie_break == "last-round":
        return (sum(points), *reversed(points))
    if tie_break == "best-round":
        return (sum(points), *sorted(points, reverse=True))
    return (sum(points),)
