"""AC-4: rounds that close when all have locked, and rounds that last until their deadline."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from numberhouse.cli.commands.watch import watch
from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.contract.playouts import win_probabilities
from numberhouse.games.addition_crypt.bots import bots
from numberhouse.games.addition_crypt.rules.gameplay import Lock, Submit, game
from numberhouse.games.addition_crypt.words.notation import parse
from tests.games.addition_crypt.play import AnyMatch, begin, refused


def patient(seats: int = 3, **options: Any) -> AnyMatch:
    return begin(seats, rounds_close="deadline", **options)


def test_ac_4_a_round_may_last_until_its_deadline_whoever_has_locked() -> None:
    match = patient()
    for seat in range(3):
        match.act(seat, parse("A* B"))
        match.act(seat, Lock())
    assert match.to_act == frozenset({0, 1, 2})
    assert not match.state.rounds
    assert game.progress(match.state) == 0
    assert match.only_time
    for seat in (0, 1, 2):
        assert not match.state.rounds
        match.expire(seat)
    assert len(match.state.rounds) == 1
    assert [ledger[0].how for ledger in match.state.ledgers] == ["locked"] * 3


def test_ac_4_submitted_confirmed_and_defaulted_stay_three_things() -> None:
    match = patient()
    match.act(0, parse("C* B"))
    match.act(1, parse("D* E"))
    match.act(1, Lock())
    for seat in range(3):
        match.expire(seat)
    lines = [ledger[0] for ledger in match.state.ledgers]
    assert [line.how for line in lines] == ["submitted", "locked", "defaulted"]
    assert [line.pick.nodes for line in lines] == [(2, 1), (3, 4), (0, 1)]


def test_ac_4_that_somebody_has_locked_is_then_seen_by_nobody() -> None:
    match = patient()
    match.act(0, parse("C* B"))
    others = [match.view(seat) for seat in (1, 2, None)]
    events = match.act(0, Lock())
    assert [match.view(seat) for seat in (1, 2, None)] == others
    assert [event.code for event in events] == ["locked"]
    assert not any(event.visible_to(seat) for event in events for seat in (1, 2, None))


def test_ac_4_what_is_locked_may_be_replaced_until_the_deadline_and_not_after() -> None:
    match = patient()
    match.act(0, parse("C* B"))
    match.act(0, Lock())
    match.act(0, parse("D* E"))
    assert match.view(0).sealed.how == "locked"
    assert refused(match, 0, "lock").code == "locked-already"
    match.expire(0)
    assert refused(match, 0, "A* B").code == "late"
    assert match.to_act == frozenset({1, 2})
    match.expire(1)
    match.expire(2)
    assert match.view(0).ledger[0].pick.nodes == (3, 4)


def test_a_seat_waits_for_its_time_once_it_has_locked() -> None:
    match = patient()
    assert not match.waits(0)
    match.act(0, parse("C* B"))
    assert not match.waits(0)
    match.act(0, Lock())
    assert match.waits(0)
    assert match.legal(0).moves == 0
    assert not match.only_time
    assert match.next_seat() == 1
    # Where rounds close when all have locked, nobody ever waits so.
    usual = begin(2)
    usual.act(0, parse("C* B"))
    assert not usual.waits(0)


@pytest.mark.parametrize("name", bots)
def test_bots_cope_with_rounds_that_last_their_whole_time(name: str) -> None:
    match = patient(start=(0, 1, 2, 3), rounds=(("theme",), ("standout",)))
    for _ in range(100):
        if match.outcome is not None:
            break
        seat = match.next_seat()
        if match.waits(seat):
            match.expire(seat)
            continue
        chance = Chance("bots", len(match.log))
        thought = bots[name]().choose(match.view(seat), seat, match.legal(seat), Budget(), chance)
        match.act(seat, thought.action)
    assert match.outcome is not None
    assert {line.how for ledger in match.state.ledgers for line in ledger} == {"locked"}


def test_bots_play_such_a_match_at_the_terminal_and_in_imagined_ends() -> None:
    words = ("addition-crypt", "--bots", "drifter", "--seats", "3", "--seed", "x")
    result = CliRunner().invoke(
        watch, [*words, "--set", "rounds_close=deadline", "--set", "rounds=theme,theme"]
    )
    assert result.exit_code == 0, result.output
    assert "The match is over: rounds played." in result.output
    match = patient(3, rounds=(("theme",), ("theme",)))
    match.act(0, parse("C* B"))
    drifters = [bots["drifter"]() for _ in range(3)]
    (found,) = win_probabilities(game, drifters, match.view(0), 0, (None,), 1, Budget(nodes=40))
    assert found.playouts == 40


def test_ac_4_a_submission_for_a_closed_round_is_late() -> None:
    match = patient(2)
    for seat in (0, 1):
        match.expire(seat)
    with pytest.raises(IllegalAction) as caught:
        match.act(0, Submit(2, 3, 2, round=1))
    assert caught.value.code == "late"
