"""The bots."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.game import Chance, Seat
from numberhouse.games.set_theory.bots import Collector, Plain, bots
from numberhouse.games.set_theory.rules.gameplay import Options, Place, game
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, lines_by_set
from numberhouse.games.set_theory.solver.posterior import posterior
from numberhouse.games.set_theory.solver.scan_kernel import best_number
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN
from tests.games.set_theory.play import AnyMatch


def play(
    players: Mapping[Seat, Bot[Any, Any]], seed: str, nodes: int = 500, options: Options | None = None
) -> AnyMatch:
    match = Match(game, seed, options)
    while match.to_act:
        (seat,) = match.to_act
        chance = Chance(seed, len(match.log) + 1).fork(f"seat {seat}")
        legal = match.legal(seat)
        if seat in players:
            action = players[seat].choose(match.view(seat), seat, legal, Budget(nodes=nodes), chance).action
        else:
            action = legal.sample(chance)
        match.act(seat, action)
    return match


def test_the_strongest_stands_first() -> None:
    assert list(bots) == ["champion", "collector", "weaver", "explorer", "gambler", "novice", "plain"]


def test_collector_beats_plain_and_plain_beats_chance() -> None:
    for seed in ("a", "b", "c"):
        candidate, dmo = play({0: Collector(), 1: Plain()}, seed).outcome.scores  # type: ignore[union-attr]
        assert candidate > 1.5 * dmo
        candidate, dmo = play({0: Plain()}, seed).outcome.scores  # type: ignore[union-attr]
        assert candidate > dmo


def test_they_play_with_sets_from_outside_the_catalogue() -> None:
    assert play({0: Plain(), 1: Collector()}, "outside", options=Options(sets=TEN)).outcome is not None


@pytest.mark.parametrize("bot", [Collector(), Plain()])
def test_a_bot_knows_only_its_view_and_chance(bot: Bot[Any, Any]) -> None:
    match = play_on(Match(game, "same"), 8)
    view, legal = match.view(0), match.legal(0)
    chosen = {bot.choose(view, 0, legal, Budget(nodes=300), Chance("c")).action for _ in range(2)}
    assert len(chosen) == 1


def play_on(match: AnyMatch, turns: int) -> AnyMatch:
    chance = Chance("on")
    for _ in range(turns):
        (seat,) = match.to_act
        match.act(seat, match.legal(seat).sample(chance))
    return match


def test_collectors_expectation_is_what_the_imagined_matches_bring_on_average() -> None:
    match = play_on(Match(game, "expected"), 12)
    view = match.view(0)
    seat = view.turn
    known = posterior(view)
    place = Place(123_450, "D4") if "D4" not in view.grid else Place(123_450, "E5")
    grid = {cell: turn.sets for cell, turn in view.grid.items()}
    lines = np.array(lines_by_set(grid, place.cell, LABELS))
    expected = float((known.belongs([place.number])[0] * known.expected_worths * (1 + 3 * lines)).sum())
    gained = [
        game.apply(game.imagine(view, seat, Chance("i", number)), seat, place, Chance("x"))
        .state.past[-1]
        .points
        for number in range(400)
    ]
    assert np.mean(gained) == pytest.approx(expected, abs=5 * float(np.std(gained)) / 20 + 1e-9)


def test_collector_takes_a_line_when_it_knows_the_sets() -> None:
    match = play({1: Plain()}, "line", options=Options(sets=TEN, worths=(3,) * 10))
    state = Match.replay(game, "line", match.options, 2, match.log[:50]).state
    view = game.view(state, 0)
    (seat,) = game.to_act(state)
    thought = Collector().choose(view, seat, game.legal(view, seat), Budget(), Chance("c"))
    after = game.apply(state, seat, thought.action, Chance("x")).state
    best_of_random = max(turn.points for turn in state.past)
    assert after.past[-1].points > best_of_random / 2
    assert "points can be expected" in thought.reason
    assert isinstance(thought.action, Place)
    free = [cell for cell in CELLS if cell not in view.grid]
    assert thought.action.cell in free


def test_the_scan_finds_the_best_number_that_is_not_barred() -> None:
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 256, (2000, 3), np.uint8)
    sums = rng.random((3, 256))
    values = sums[0, rows[:, 0]] + sums[1, rows[:, 1]] + sums[2, rows[:, 2]]
    values[:10] = -1
    order = np.argsort(-values)
    number, value = best_number(rows, 10, sums, order[:3].astype(np.int64))
    assert number == order[3]
    assert value == pytest.approx(values[order[3]])


def test_a_bot_keeps_to_its_time() -> None:
    view = play_on(Match(game, "time"), 10).view(0)
    legal = game.legal(view, view.turn)
    Collector().choose(view, view.turn, legal, Budget(nodes=10), Chance("c"))
    began = time.process_time()
    Collector().choose(view, view.turn, legal, Budget(seconds=0.0), Chance("c"))
    assert time.process_time() - began < 1
