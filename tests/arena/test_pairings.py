"""Who meets whom, and on which seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from numberhouse.arena.pairings import SEATINGS, Points, Seating, Table, batches, tables_of_deal


def drain(names: Sequence[str], deals: int, pairing: str, points: Points | None = None) -> list[Table]:
    """All tables of two seats, with these points after each batch."""
    schedule = batches(names, "s", deals, 2, pairing, "alternate")  # type: ignore[arg-type]
    tables = list(next(schedule, []))
    while True:
        try:
            tables += schedule.send(points or dict.fromkeys(names, 0.0))
        except StopIteration:
            return tables


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_over_a_deal_every_seat_is_taken_by_each_bot_alike(seating: Seating, seats: int) -> None:
    tables = tables_of_deal(["a", "b"], "deal", seats, seating)
    for seat in range(seats):
        taken = Counter(table.seats[seat] for table in tables)
        expected = {"a": 1, "b": seats - 1} if seating == "alone" else {"a": 1, "b": 1}
        assert taken == expected


def test_thirteen_seats_are_shared_by_turns_and_exchanged() -> None:
    first, second = tables_of_deal(["a", "b"], "deal", 13, "alternate")
    assert (first.seats.count("a"), second.seats.count("a")) == (7, 6)
    assert first.deal == second.deal
    assert first.key != second.key


def test_one_seat_is_played_by_each_alone() -> None:
    assert [table.seats for table in tables_of_deal(["a", "b"], "deal", 1, "alternate")] == [("a",), ("b",)]


def test_round_robin_lets_all_pairs_meet_on_every_deal() -> None:
    tables = drain(["a", "b", "c"], 10, "round-robin")
    met = Counter(frozenset(table.seats) for table in tables)
    assert met == {frozenset(pair): 20 for pair in ("ab", "ac", "bc")}
    assert len({table.key for table in tables}) == len(tables)


def test_a_gauntlet_is_the_first_against_each_other() -> None:
    met = {frozenset(table.seats) for table in drain(["a", "b", "c"], 3, "gauntlet")}
    assert met == {frozenset("ab"), frozenset("ac")}


def test_swiss_lets_neighbours_in_points_meet_and_nobody_twice() -> None:
    tables = drain(list("abcdefgh"), 1, "swiss", {name: -ord(name) for name in "abcdefgh"})
    pairs = [frozenset(table.seats) for table in tables if table.turn == 0]
    assert len(set(pairs)) == len(pairs) == 12
    assert frozenset("ab") in pairs[:4]
    assert frozenset("ac") in pairs[4:8]
