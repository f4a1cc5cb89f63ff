"""The compiled simulator against the rules: the same values and points for the same picks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.contract.game import IllegalAction
from numberhouse.games.addition_crypt.rules.gameplay import Lock, Submit, game
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.options import VARIATIONS, Options
from numberhouse.games.addition_crypt.solver.simulator import MOST_CELLS, Simulated, drifting, replayed
from numberhouse.match import Match

ROUND = st.one_of(
    st.just(("theme",)),
    st.lists(st.sampled_from(VARIATIONS[1:]), min_size=1, max_size=6, unique=True).map(tuple),
)
AMOUNTS = st.tuples(st.integers(0, 40), st.integers(0, 40))
OPTIONS = st.builds(
    Options,
    start=st.lists(st.integers(0, 60), min_size=4, max_size=26).map(tuple),
    rounds=st.lists(ROUND, min_size=1, max_size=8).map(tuple),
    amounts=AMOUNTS,
    increment=AMOUNTS,
    spread=st.integers(0, 9),
    base=st.integers(2, 36),
    sixify_base=st.integers(2, 36),
    standout=st.integers(0, 100),
    write_off=st.integers(0, 100),
    write_off_places=st.integers(0, 4),
)


def agree(options: Options, simulated: Simulated, number: int) -> None:
    """Match `number` of the simulated ones, once more by the rules."""
    seats = simulated.picks.shape[2]
    match = Match(game, "seed", options, seats)
    for row in simulated.picks[number].tolist():
        for seat, (first, second, scoring) in enumerate(row):
            match.act(seat, Submit(first, second, scoring))
            match.act(seat, Lock())
    assert match.outcome is not None
    assert simulated.values[number].tolist() == [list(closed.values) for closed in match.state.rounds]
    points = [[line.points.total for line in ledger] for ledger in match.state.ledgers]
    assert simulated.points[number].T.tolist() == points
    assert simulated.scores[number].tolist() == list(match.outcome.scores)


@settings(max_examples=150, deadline=None)
@given(OPTIONS, st.integers(2, 26), st.integers(0, 2**32))
def test_simulated_matches_are_those_of_the_rules(options: Options, seats: int, seed: int) -> None:
    simulated = drifting(options, seats, 2, seed)
    agree(options, simulated, 0)
    agree(options, simulated, 1)
    again = replayed(options, simulated.picks)
    assert (again.values == simulated.values).all()
    assert (again.points == simulated.points).all()


def test_matches_of_13_with_the_seeds_options() -> None:
    simulated = drifting(Options(), 13, 40, 7)
    for number in range(40):
        agree(Options(), simulated, number)
    totals = simulated.values.sum(axis=2)
    assert (totals[:, :5] == [60, 99, 164, 203, 242]).all()
    assert (totals[:, 5] >= 203).all()
    assert (totals[:, 6] == totals[:, 5] + 65).all()


def test_drawn_picks_are_legal_and_each_as_likely() -> None:
    simulated = drifting(Options(), 2, 42_000, 3)
    firsts = Counter(map(tuple, simulated.picks[:, 0, 0].tolist()))
    assert set(firsts) == {(pick.first, pick.second, pick.scoring) for pick in picks(7, ())}
    assert 400 < min(firsts.values()) <= max(firsts.values()) < 600
    after = Counter(
        tuple(second) for first, second in simulated.picks[:, :2, 1].tolist() if {*first[:2]} == {0, 3}
    )
    assert set(after) == {(pick.first, pick.second, pick.scoring) for pick in picks(7, (0, 3))}
    assert max(after.values()) < 2 * min(after.values())
    assert (drifting(Options(), 2, 10, 3).picks == drifting(Options(), 2, 10, 3).picks).all()
    assert (drifting(Options(), 2, 10, 3).picks != drifting(Options(), 2, 10, 4).picks).any()


@pytest.mark.parametrize(
    "pick",
    [[0, 0, 0], [0, 7, 0], [-1, 0, 0], [0, 1, 2], [2, 3, 2]],
    ids=["same", "beyond", "before", "star", "barred"],
)
def test_illegal_picks_are_refused(pick: list[int]) -> None:
    legal = np.array([[[[0, 1, 0], [2, 3, 2]], [[2, 3, 2], [0, 1, 0]]]], np.int8)
    options = Options(rounds=(("theme",), ("theme",)))
    replayed(options, legal)
    legal[0, 1, 1] = pick
    with pytest.raises(ValueError, match=r"match 0, round 2, seat 1: .* is no legal pick"):
        replayed(options, legal)


def test_what_else_is_refused() -> None:
    with pytest.raises(ValueError, match=r"picks of shape \(1, 2, 3\)"):
        replayed(Options(), np.zeros((1, 2, 3), np.int8))
    with pytest.raises(ValueError, match="simulate in parts"):
        drifting(Options(), 2, MOST_CELLS, 0)
    with pytest.raises(IllegalAction, match="2 to 26 seats"):
        drifting(Options(), 1, 1, 0)
