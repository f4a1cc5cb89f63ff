"""Shares, intervals, the sequential test and ratings."""

from __future__ import annotations

import random

import pytest

from numberhouse.arena.match import MatchResult
from numberhouse.arena.pairings import Table
from numberhouse.arena.statistics import Sprt, fair_share, pair_shares, ratings, share_of, win_shares


def result(deal: str, turn: int, seats: str, places: tuple[int, ...]) -> MatchResult:
    table = Table(deal, turn, tuple(seats))
    return MatchResult(table=table, ended="played", scores=tuple(map(float, places)), places=places)


def test_deals_and_not_matches_are_counted() -> None:
    results = [
        result(str(deal), turn, "ab" if not turn else "ba", (1, 2)) for deal in range(8) for turn in (0, 1)
    ]
    share = pair_shares(results, ["a", "b"])["a", "b"]
    # Whoever sits first wins: the bots are equal, and that is certain, not a coin thrown sixteen times.
    assert (share.mean, share.error, share.deals) == (0.5, 0.0, 8)


def test_equal_places_are_half_a_win_each() -> None:
    pairs = pair_shares([result("1", 0, "ab", (1, 1))], ["a", "b"])
    assert pairs["a", "b"].mean == pairs["b", "a"].mean == 0.5


def test_a_single_seat_is_compared_by_score() -> None:
    results = [result("1", 0, "a", (1,)), result("1", 1, "b", (1,))]
    scored = [
        MatchResult(table=one.table, ended="played", scores=(score,), places=(1,))
        for one, score in zip(results, (5.0, 3.0), strict=True)
    ]
    assert pair_shares(scored, ["a", "b"])["a", "b"].mean == 1.0


def test_a_shared_first_place_is_shared() -> None:
    results = [result("1", 0, "abb", (1, 1, 3))]
    assert win_shares(results, "a").mean == 0.5
    assert win_shares(results, "b").mean == 0.25
    assert fair_share(results, "a") == pytest.approx(1 / 3)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draw = random.Random(5)
    held = 0
    for _ in range(400):
        low, high = share_of([draw.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(60)]).interval
        held += low <= 0.5 <= high
    assert 0.90 <= held / 400 <= 0.99


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "low"), (0.62, "high")])
def test_the_sequential_test_is_wrong_as_seldom_as_it_says(truth: float, verdict: str) -> None:
    draw, right, lengths = random.Random(7), 0, []
    for _ in range(200):
        test, values = Sprt(0.5, 0.62), list[float]()
        while (said := test.verdict(values)) is None and len(values) < 3000:
            values += [(draw.random() < truth) / 2 + (draw.random() < truth) / 2 for _ in range(8)]
        right += said == verdict
        lengths.append(len(values))
    assert right / 200 >= 0.93
    assert sum(lengths) / 200 < 250


def test_ratings_put_the_better_one_first_and_know_more_from_more() -> None:
    few = [result(str(deal), 0, "ab", (1, 2)) for deal in range(3)]
    many = [result(str(deal), 0, "ab", (1, 2)) for deal in range(60)]
    short, long = ratings(few, ["a", "b"]), ratings(many, ["a", "b"])
    assert short["a"].mean > short["b"].mean
    assert long["a"].low > long["b"].high
    assert long["a"].high - long["a"].low < short["a"].high - short["a"].low
