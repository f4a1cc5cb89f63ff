"""ST-1: the death-match opponent decides who begins."""

from __future__ import annotations

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.clock import RoundClock, TurnClock
from numberhouse.contract.game import Chance, IllegalAction, Opening, Seat
from numberhouse.contract.timekeeping import Times
from numberhouse.games.set_theory.bots import bots
from numberhouse.games.set_theory.coach.review import reviewer
from numberhouse.games.set_theory.rules.gameplay import Begin, Options, game
from numberhouse.games.set_theory.terminal.text import draw, tell
from numberhouse.games.set_theory.words.notation import parse, write
from numberhouse.match import Match
from tests.games.set_theory.play import AnyMatch, begin, do

BEGAN = 1_800_000_000.0


def undecided() -> AnyMatch:
    return begin(first="dmo-decides")


def test_st_1_by_default_the_dmo_begins_and_nothing_is_to_be_decided() -> None:
    match = begin()
    assert match.to_act == {1}
    assert match.view(0).begins == 1
    assert not match.opening


@pytest.mark.parametrize(("text", "seat"), [("dmo begins", 1), ("candidate begins", 0)])
def test_st_1_the_dmo_decides_who_begins(text: str, seat: Seat) -> None:
    match = undecided()
    assert match.to_act == {1}
    assert match.opening
    assert match.view(None).turn is None
    assert match.legal(0).moves == 0
    assert list(match.legal(1).actions) == [Begin(1), Begin(0)]
    match.act(1, parse(text))
    assert match.to_act == {seat}
    assert not match.opening
    assert match.view(None).begins == match.view(None).turn == seat
    assert [turn.seat for turn in do(match, "11@A1", "13@A2", "17@A3")] == [seat, 1 - seat, seat]


def test_st_1_a_dmo_that_is_late_with_it_begins_and_has_missed_no_turn() -> None:
    match = begin(first="dmo-decides", on_time_out="lose")
    (event,) = match.expire(1)
    assert event.code == "begins-by-default"
    assert match.outcome is None
    assert match.to_act == {1}
    assert match.state.past == ()


def test_st_1_nobody_else_decides_and_nothing_is_placed_before() -> None:
    match = undecided()
    for seat, text, code in (
        (0, "dmo begins", "not-yours-to-decide"),
        (0, "72@D4", "not-begun"),
        (1, "72@D4", "not-begun"),
        (2, "dmo begins", "no-seat"),
    ):
        with pytest.raises(IllegalAction) as caught:
            match.act(seat, parse(text))
        assert caught.value.code == code
    with pytest.raises(IllegalAction, match="no seat 3"):
        match.act(1, Begin(2))
    with pytest.raises(IllegalAction, match="doesn't wait for seat 1"):
        match.expire(0)


def test_st_1_it_is_decided_once_and_only_where_the_options_say_so() -> None:
    with pytest.raises(IllegalAction, match="decided already") as caught:
        begin().act(1, Begin(0))
    assert caught.value.code == "begun"


def test_st_1_four_turns_skipped_are_counted_from_the_first_turn_on() -> None:
    match = undecided()
    match.expire(1)
    do(match, "", "", "")
    assert match.outcome is None
    do(match, "")
    assert match.outcome is not None


def test_st_8_the_decision_has_two_minutes_to_itself_and_costs_no_reserve() -> None:
    assert isinstance(game, Opening)
    clock = game.card.clock
    assert isinstance(clock, TurnClock)
    times = Times.start(clock, 2, {1}, BEGAN, opening=True)
    assert times.due(1) == BEGAN + 120
    assert (times.usable(1), times.usable(0)) == (0, 5)
    assert times.periods(1, BEGAN + 100) == 5
    late = times.moved(1, {1}, BEGAN + 250)  # as when the service was down
    assert late.reserves == (5, 5)
    assert late.due(1) == BEGAN + 250 + 120 + 5 * 60


def test_st_8_a_hosts_clock_is_the_decisions_clock_too() -> None:
    day = Times.start(RoundClock(86_400), 2, {1}, BEGAN, opening=True)
    assert day.due(1) == BEGAN + 86_400
    assert day.moved(1, {1}, BEGAN + 1000).due(1) == BEGAN + 1000 + 86_400
    stopped = day.paused(BEGAN + 10).resumed(BEGAN + 20)
    assert stopped.opening
    assert stopped.extended(5).due(1) == BEGAN + 86_400 + 15


@pytest.mark.parametrize("name", ["collector", "plain"])
def test_bots_let_the_other_begin(name: str) -> None:
    match = undecided()
    thought = bots[name]().choose(match.view(1), 1, match.legal(1), Budget(), Chance("bot"))
    assert thought.action == Begin(0)


def test_the_decision_is_not_judged() -> None:
    match = undecided()
    view = match.view(1)
    assert reviewer.evaluate(view, 1, Begin(0), match.legal(1), Budget()) is None
    match.act(1, Begin(0))
    do(match, "72@D4")
    assert reviewer.hindsight(view, 1, Begin(0), match.view(1)) == {}


@pytest.mark.parametrize(
    ("text", "seat"),
    [("DMO", 1), ("dmo  begins", 1), ("начинает dmo", 1), ("Candidate", 0), ("начинает кандидат", 0)],
)
def test_st_1_notation(text: str, seat: Seat) -> None:
    assert parse(text) == Begin(seat)
    assert parse(write(Begin(seat))) == Begin(seat)


def test_st_1_in_words() -> None:
    match = undecided()
    names = ["Ann", "Bob"]
    assert draw(match.view(1), "en", names).endswith("Now: decide who begins, you (dmo) or Ann (candidate).")
    assert draw(match.view(0), "en", names).endswith("Now: Bob decides who begins.")
    assert draw(match.view(None), "ru", names).endswith("Сейчас: Bob решает, кто начинает.")
    (event,) = match.act(1, Begin(0))
    assert tell(event, None, "en", names) == "Bob decides: Ann begins."
    assert tell(event, 0, "en", names) == "Bob decides: you begin."
    assert tell(event, 1, "ru", names) == "Вы решили: начинает Ann."
    match = undecided()
    (event,) = match.act(1, Begin(1))
    assert tell(event, 0, "en", names) == "Bob decides to begin."
    assert tell(event, 1, "en", names) == "You decide to begin."
    match = undecided()
    (event,) = match.expire(1)
    assert tell(event, 0, "en", names) == "Bob has not decided in time who begins, and so begins."
    assert tell(event, 1, "ru", names).startswith("Вы не решили вовремя")


def test_st_1_an_imagined_state_waits_for_the_decision_too() -> None:
    match = Match(game, "imagine", Options(first="dmo-decides"))
    assert game.to_act(game.imagine(match.view(0), 0, Chance("x"))) == {1}
