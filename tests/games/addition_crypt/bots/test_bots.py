"""Bots: `drifter` submits anything, `counter` replies to what it can infer."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance
from numberhouse.games.addition_crypt.bots import bots
from numberhouse.games.addition_crypt.rules.gameplay import Action, Lock, Submit
from numberhouse.games.addition_crypt.solver.beliefs import past
from numberhouse.games.addition_crypt.words.notation import parse
from tests.games.addition_crypt.play import AnyMatch, begin, only, play


def thought(match: AnyMatch, seat: int, name: str, seed: str = "x") -> Thought[Action]:
    return bots[name]().choose(match.view(seat), seat, match.legal(seat), Budget(), Chance(seed))


def played(names: Sequence[str], seed: str) -> AnyMatch:
    match = begin(len(names))
    while match.to_act:
        seat = min(match.to_act)
        action = thought(match, seat, names[seat], f"{seed} {len(match.log)}").action
        match.act(seat, action)
    return match


def test_the_strongest_comes_first() -> None:
    assert list(bots) == ["champion", "counter", "estimator", "dreamer", "drifter", "admirer"]


def test_bots_submit_lock_and_stay_with_it() -> None:
    for name in bots:
        match = begin(2)
        submitted = thought(match, 0, name).action
        assert isinstance(submitted, Submit)
        match.act(0, submitted)
        assert thought(match, 0, name).action == Lock()
        match.act(0, Lock())
        before = match.state
        match.act(0, thought(match, 0, name).action)
        assert match.state == before


def test_the_drifter_submits_anything() -> None:
    match = play(begin(2), ["A* B", "C* D"])
    seen = {thought(match, 0, "drifter", str(number)).action for number in range(600)}
    assert seen == set(match.legal(0).actions)


def test_the_counter_knows_what_is_barred_for_others() -> None:
    """The other can only go on C and D, so what becomes of A and B is certain: 9 for A with 2 more, and
    no more than 3 or 4 for B, the single highest."""
    match = play(begin(2, start=(6, 300, 0, 0), rounds=(("theme",), ("theme",))), ["C* D", "A* B"])
    found = thought(match, 0, "counter")
    assert found.action == Submit(1, 0, 0)
    assert found.reason == "earns 9.0 points on average"


def test_the_counter_weighs_what_is_not_certain() -> None:
    """A with 1 more is 9, 10 or 2, by what the other does: 7.5 on average. Nothing else comes near."""
    match = begin(2, **only("theme", start=(17, 90, 0, 0)))
    action = thought(match, 0, "counter").action
    assert isinstance(action, Submit)
    assert (action.first, action.scoring) == (0, 0)


def test_the_counter_gives_a_reason() -> None:
    assert "points on average" in thought(begin(3), 0, "counter").reason


def test_the_counter_thinks_no_longer_than_it_may() -> None:
    match = play(begin(3), ["A* B", "C* D", "E* F"])
    budget = Budget(nodes=1)
    found = bots["counter"]().choose(match.view(0), 0, match.legal(0), budget, Chance("x"))
    assert isinstance(found.action, Submit)


def test_the_counter_waits_for_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten rounds of Area of Effect among 20: a past that fits exactly takes the solver minutes."""

    def solved(*_: object) -> None:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr("numberhouse.games.addition_crypt.solver.beliefs_solver.solved", solved)
    monkeypatch.setattr("numberhouse.games.addition_crypt.solver.beliefs.SWEEPS", 0)
    match = play(
        begin(6, rounds=(("area-of-effect",), ("write-off",), ("area-of-effect",), ("theme",))),
        ["A* B", "C* D", "E* F", "G* A", "B* C", "D* E"],
        ["C* D", "A* B", "G* A", "B* C", "D* E", "F* G"],
        ["A* B", "C* D", "E* F", "G* A", "B* C", "D* E"],
    )
    with pytest.raises(AssertionError, match="the solver was asked"):
        past(match.view(0), Chance("x"))
    near = past(match.view(0), Chance("x"), exact=False)
    assert near[1] == match.state.rounds[1].published
    assert [row[0] for row in near] == [line.pick for line in match.view(0).ledger]
    for earlier, later in itertools.pairwise(near):
        assert not any(set(one.nodes) & set(two.nodes) for one, two in zip(earlier, later, strict=True))
    assert isinstance(thought(match, 0, "counter").action, Submit)


def test_the_counter_beats_drifters() -> None:
    scores = [0.0, 0.0]
    for number in range(12):
        outcome = played(["counter", "drifter", "drifter", "drifter", "counter"], str(number)).outcome
        assert outcome is not None
        scores[0] += (outcome.scores[0] + outcome.scores[4]) / 2
        scores[1] += sum(outcome.scores[1:4]) / 3
    assert scores[0] > 1.1 * scores[1]


def test_counters_at_one_table_dont_walk_into_the_same_node() -> None:
    """Twelve counters once made a 9 a 0 together: each took the node that was best for one of them alone."""
    match = begin(13, **only("up-is-down", start=(29, 20, 20, 20, 20, 20, 95)))
    actions = [thought(match, seat, "counter", f"table {seat}").action for seat in range(13)]
    scoring = [action.scoring for action in actions if isinstance(action, Submit)]
    assert len(scoring) == 13
    assert scoring.count(0) <= 7


def test_the_admirer_takes_what_looks_best_now() -> None:
    match = begin(2, **only("theme", start=(0, 0, 19, 0)))
    for number in range(20):
        action = thought(match, 0, "admirer", str(number)).action
        assert isinstance(action, Submit)
        assert action.scoring == 2


def test_the_counter_gets_by_on_what_its_seat_may_know() -> None:
    """Two matches that look alike to seat 0 and are not: it does the same in both."""
    one = play(begin(4), ["A* B", "C* D", "E* F", "D* C"])
    other = play(begin(4), ["A* B", "D C*", "E F*", "C D*"])
    assert one.view(0) == other.view(0)
    assert thought(one, 0, "counter") == thought(other, 0, "counter")
    one.act(1, parse("E* F"))
    assert thought(one, 0, "counter") == thought(other, 0, "counter")
