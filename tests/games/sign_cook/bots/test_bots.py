"""The bots: they play whole matches soundly, and the cook better than the apprentice."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.sign_cook.bots import Apprentice, Cook, bots
from numberhouse.games.sign_cook.rules.gameplay import Mine, Options, game
from numberhouse.match import Match
from tests.games.sign_cook.play import AnyMatch, begin


def played(match: AnyMatch, *players: str, nodes: int | None = None) -> AnyMatch:
    seated = [bots[name]() for name in players]
    while match.to_act:
        seat = min(match.to_act)
        chance = Chance(match.seed, len(match.log)).fork(f"seat {seat}")
        budget = Budget(nodes=nodes)
        thought = seated[seat].choose(match.view(seat), seat, match.legal(seat), budget, chance)
        assert thought.reason
        match.act(seat, thought.action)
    return match


def test_the_cook_mines_seven_serves_soundly_leaves_nothing_and_wins() -> None:
    match = played(Match(game, "kitchen", Options(), 3), "cook", "apprentice", "apprentice")
    assert [course.plates[0].verdict for course in match.state.courses] == ["judged"] * 3
    assert [course.longest for course in match.state.courses] == [7, 7, 7]
    assert match.state.courses[1].plates[0].values == ("24",)
    assert match.state.kitchens[0].pantry == ""
    assert match.outcome is not None
    assert match.outcome.places[0] == 1
    assert match.outcome.scores[0] == 9


def test_the_cook_plays_alike_every_time(samples: Callable[[int, int], int]) -> None:
    rival = "apprentice" if samples(1, 2) == 1 else "cook"
    one, other = (played(Match(game, "again", Options(), 2), "cook", rival, nodes=1) for _ in range(2))
    assert one.log == other.log


def test_the_cook_keeps_its_budget() -> None:
    match = Match(game, "hurry", Options(), 2)
    cook = Cook()
    cook.choose(match.view(0), 0, match.legal(0), Budget(seconds=0.1), Chance("warm"))
    while 0 in match.to_act:
        began = time.process_time()
        thought = cook.choose(match.view(0), 0, match.legal(0), Budget(seconds=0.2), Chance("hurry"))
        assert time.process_time() - began < 3
        match.act(0, thought.action)


@pytest.mark.parametrize("name", bots)
def test_with_an_exhausted_mine_and_no_words_they_still_present_something(name: str) -> None:
    match = played(begin(mine=("10", "00"), words="zz", garnets=0), name, name)
    assert match.outcome is not None


def test_the_apprentice_mines_what_it_may_and_takes_milliseconds() -> None:
    match = begin()
    thought = Apprentice().choose(match.view(0), 0, match.legal(0), Budget(), Chance("one"))
    assert isinstance(thought.action, Mine)
    match.act(0, thought.action)
