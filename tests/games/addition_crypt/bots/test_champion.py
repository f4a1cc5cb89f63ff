"""The bot `champion`: it replies to what the others probably do."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.addition_crypt.bots.champion import Champion
from numberhouse.games.addition_crypt.rules.gameplay import Submit
from tests.games.addition_crypt.play import AnyMatch, begin, only, play


def submitted(match: AnyMatch, seat: int = 0, seed: str = "x", nodes: int = 1) -> Submit:
    thought = Champion().choose(match.view(seat), seat, match.legal(seat), Budget(nodes=nodes), Chance(seed))
    assert isinstance(thought.action, Submit)
    assert thought.action in match.legal(seat).actions
    return thought.action


def test_within_nodes_it_is_the_same_on_every_machine() -> None:
    match = play(begin(4), ["A* B", "C* D", "E* F", "D* C"])
    legal, view = match.legal(0), match.view(0)
    one, other = (Champion().choose(view, 0, legal, Budget(nodes=128), Chance("x")) for _ in "12")
    assert one == other


def test_it_gets_by_on_what_its_seat_may_know() -> None:
    """Two matches that look alike to seat 0 and are not: it does the same in both."""
    one = play(begin(4), ["A* B", "C* D", "E* F", "D* C"])
    other = play(begin(4), ["A* B", "D C*", "E F*", "C D*"])
    assert one.view(0) == other.view(0)
    assert submitted(one) == submitted(other)


def test_it_knows_what_is_barred_for_others() -> None:
    """The other can only go on C and D: A is worth 9 for certain."""
    match = play(begin(2, start=(6, 300, 0, 0), rounds=(("theme",), ("theme",))), ["C* D", "A* B"])
    for seed in "abc":
        assert submitted(match, seed=seed) == Submit(1, 0, 0)


def test_in_the_last_round_it_plays_for_the_first_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is 7 points ahead. A and B bring 9 for certain, which is hardly enough. E brings 11 if the
    other leaves it alone; on average it brings less."""
    match = play(
        begin(2, start=(7, 6, 9, 98, 28, 1000), rounds=(("write-off",), ("theme",)), write_off=0),
        ["C* D", "A* B"],
    )
    assert [ledger[0].points.total for ledger in match.state.ledgers] == [1, 8]
    assert submitted(match, nodes=4000).scoring == 4
    monkeypatch.setattr("numberhouse.games.addition_crypt.bots.champion.FIRST", 1000)
    assert submitted(match, nodes=4000).scoring in (0, 1)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (26, {"rounds": (("theme",), ("standout",))}),
        (3, {"node_rooms": "all-rounds"}),
        (3, {"start": (0,) * 16, "rounds": (("theme",), ("write-off",), ("up-is-down", "sixify"))}),
        (2, {"start": (1, 2, 3, 4), "rounds": (("standout",), ("area-of-effect", "increment"), ("theme",))}),
        (5, only("standout")),
    ],
)
def test_it_plays_with_other_options(seats: int, options: dict[str, Any]) -> None:
    match = begin(seats, **options)
    while match.to_act:
        for seat in sorted(match.to_act):
            if seat or not match.state.rounds:
                match.expire(seat)
            else:
                match.act(seat, submitted(match))
                match.expire(seat)


def test_it_thinks_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time it knows the running round only, and imagines one history."""
    from numberhouse.games.addition_crypt.solver.population import Population

    counted: list[int] = []
    before = Population.history

    def counting(self: Population) -> Any:
        counted.append(1)
        return before(self)

    monkeypatch.setattr(Population, "history", counting)
    match = play(begin(3), ["A* B", "C* D", "E* F"])
    submitted(match)
    assert counted == [1]
