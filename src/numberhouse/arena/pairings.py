"""Who meets whom. A pairing yields batches of tables; Swiss waits for the results of one before the next.

A table of two bots gives them its seats by turns: A B A B. The same deal is played again as B A B A. With
`alone` the first bot has one seat and the other all others; the deal is played with the first on each seat in
turn. With `together` all entrants sit at one table, which is turned seat by seat.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

import msgspec

__all__ = ["PAIRINGS", "SEATINGS", "Pairing", "Points", "Seating", "Table", "batches", "tables_of_deal"]

Pairing: TypeAlias = Literal["round-robin", "gauntlet", "swiss"]
Seating: TypeAlias = Literal["alternate", "alone", "together"]
Points: TypeAlias = Mapping[str, float]
"""Points by the entrants' names."""

PAIRINGS: Final[tuple[Pairing, ...]] = ("round-robin", "gauntlet", "swiss")
SEATINGS: Final[tuple[Seating, ...]] = ("alternate", "alone", "together")

BATCH: Final = 8
"""Deals of a batch: so often a sequential test looks at the results."""


class Table(msgspec.Struct, frozen=True):
    """One match to play."""

    deal: str
    """The seed, the same for all tables of the deal."""
    turn: int
    """Which of the deal's tables this is, from 0."""
    seats: tuple[str, ...]
    """Names of entrants by seat."""

    @property
    def key(self) -> str:
        """What names the table in a ledger."""
        return f"{self.deal} / {self.turn} / {' '.join(self.seats)}"


def tables_of_deal(names: Sequence[str], deal: str, seats: int, seating: Seating) -> list[Table]:
    """The tables at which a deal is played by these entrants: two, unless they sit `together`.

    Raises `ValueError` where the seats can't be shared.
    """
    if seating == "together":
        lines = [[*names[turn:], *names[:turn]] for turn in range(len(names))]
        return [
            Table(deal, turn, tuple(line[seat % len(line)] for seat in range(seats)))
            for turn, line in enumerate(lines)
        ]
    first, second = names
    if seats == 1:  # each plays it alone, and the results are compared
        return [Table(deal, 0, (first,)), Table(deal, 1, (second,))]
    if seating == "alone":
        return [
            Table(deal, turn, tuple(first if seat == turn else second for seat in range(seats)))
            for turn in range(seats)
        ]
    return [
        Table(deal, turn, tuple((first, second)[(seat + turn) % 2] for seat in range(seats)))
        for turn in (0, 1)
    ]


def batches(
    names: Sequence[str], seed: str, deals: int, seats: int, pairing: Pairing, seating: Seating
) -> Generator[list[Table], Points, None]:
    """Batches of tables. Send each batch's points so far, by name, to get the next.

    `round-robin` plays all pairs, `gauntlet` the first against each other, with `deals` deals a pair. `swiss`
    plays as many rounds as it needs to part the field, in which neighbours in points meet who haven't met
    before. With `together` there is one field and no pairs.
    """
    if seating == "together":
        for first in range(0, deals, BATCH):
            yield [
                table
                for deal in range(first, min(deals, first + BATCH))
                for table in tables_of_deal(names, f"{seed} {deal}", seats, seating)
            ]
    elif pairing == "swiss":
        yield from _swiss(names, seed, deals, seats, seating)
    else:
        pairs = (
            list(combinations(names, 2))
            if pairing == "round-robin"
            else [(names[0], name) for name in names[1:]]
        )
        for first in range(0, deals, BATCH):
            yield [
                table
                for deal in range(first, min(deals, first + BATCH))
                for pair in pairs
                for table in tables_of_deal(pair, f"{seed} {deal}", seats, seating)
            ]


def _swiss(
    names: Sequence[str], seed: str, deals: int, seats: int, seating: Seating
) -> Generator[list[Table], Points, None]:
    met: set[frozenset[str]] = set()
    points: Points = dict.fromkeys(names, 0.0)
    for round_number in range(max(1, (len(names) - 1).bit_length())):
        pairs = _neighbours(sorted(names, key=lambda name: (-points[name], names.index(name))), met)
        if not pairs:
            return
        met |= {frozenset(pair) for pair in pairs}
        points = yield [
            table
            for deal in range(deals)
            for pair in pairs
            for table in tables_of_deal(pair, f"{seed} {round_number} {deal}", seats, seating)
        ]


def _neighbours(ranked: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    """Pairs from the top down, each with the nearest it hasn't met; one may be left out."""
    pairs = []
    waiting = list(ranked)
    while len(waiting) > 1:
        first = waiting.pop(0)
        other = next((name for name in waiting if frozenset((first, name)) not in met), None)
        if other is not None:
            waiting.remove(other)
            pairs.append((first, other))
    return pairs
