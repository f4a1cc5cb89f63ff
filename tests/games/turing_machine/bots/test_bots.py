"""The bots: legal everywhere, as strong as they say, and the machine as good as best play."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from math import log2
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.bots import bots
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.knowledge import Contradiction, Knowledge
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import MODES, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Observation, Problem
from numberhouse.games.turing_machine.rules.gameplay import (
    Action,
    Ask,
    Finish,
    Note,
    Options,
    Propose,
    Sheet,
    Solve,
    game,
)
from numberhouse.games.turing_machine.solver.best_play import solver_for
from numberhouse.games.turing_machine.solver.information import information
from numberhouse.match import Match
from numberhouse.registry import find
from tests.games.turing_machine.problems.strategies import valid_problems

PROBLEM = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))
SOLOS = tuple(draw(Chance(f"solo {number}"), "classic", 4 + number % 3, "any") for number in range(18))
TINY: tuple[Callable[[], Budget], ...] = (
    lambda: Budget(seconds=0),
    lambda: Budget(nodes=1),
    lambda: Budget(interrupted=lambda: True),
)


def solo(problem: Problem, **options: Any) -> Match[Any, Any, Any, Any]:
    return Match(game, "seed", Options(problem=problem.id, mode=problem.layout.mode, **options), 1)


def thought(
    name: str, match: Match[Any, Any, Any, Any], seat: int = 0, budget: Budget | None = None, salt: str = ""
) -> Thought[Action]:
    chance = Chance(f"{name}{salt}", len(match.log))
    return bots[name]().choose(match.view(seat), seat, match.legal(seat), budget or Budget(), chance)


def play(name: str, match: Match[Any, Any, Any, Any]) -> Match[Any, Any, Any, Any]:
    while match.to_act:
        match.act(0, thought(name, match).action)
    return match


@cache
def result(name: str, problem: Problem) -> tuple[bool, int, int]:
    """Solved or not, rounds, questions."""
    end = play(name, solo(problem))
    return end.outcome is not None and end.outcome.scores == (1.0,), end.state.round, questions(end)


def questions(match: Match[Any, Any, Any, Any]) -> int:
    asked: int = match.state.tracks[0].questions
    return asked


def test_the_registry_has_them_strongest_first() -> None:
    installed = find("turing-machine")
    known = ["machine", "careful", "casual"]
    assert next(iter(installed.bots())) == "machine"
    assert [name for name in installed.bots() if name in known] == known
    assert set(installed.opponents()) <= set(installed.bots())
    assert [bot().name for bot in bots.values()] == list(bots)


@pytest.mark.parametrize("style", ["race", "team"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", bots)
def test_whole_matches_are_legal_with_next_to_no_budget(name: str, mode: Mode, style: Any) -> None:
    for number, budget in enumerate(TINY):
        options = Options(
            mode=mode,
            verifiers=4 + number,
            level="any",
            style=style,
            handicap=(1, 2)[: 1 + (style == "race")],
        )
        match = Match(game, f"tiny {number}", options, 2)
        while match.to_act:
            seat = max(match.to_act)
            match.act(seat, thought(name, match, seat, budget()).action)
            assert len(match.log) < 500
        assert match.outcome is not None
        assert match.outcome.reason in {"solved", "last-left", "nobody", "lost"}


@pytest.mark.parametrize("name", bots)
def test_a_seat_nobody_waits_for_keeps_its_notes(name: str) -> None:
    match = solo(PROBLEM)
    race = Match(game, "seed", match.options, 2)
    race.act(0, Finish())
    kept = thought(name, race, 0).action
    assert kept == Note(Sheet())
    race.act(0, kept)


def test_tm_12_the_machine_takes_the_rounds_and_questions_of_best_play() -> None:
    for problem in SOLOS:
        line = solver_for(problem.layout).play(problem)
        assert result("machine", problem) == (True, line.rounds, line.questions)


def test_tm_9_the_machine_asks_within_the_round_that_a_handicap_leaves() -> None:
    for problem in SOLOS[:6]:
        match = solo(problem, handicap=(2,))
        forecast = solver_for(problem.layout).expected()
        play("machine", match)
        assert len(match.state.tracks[0].turns[0].asked) <= 1
        assert forecast.exact


def test_machine_is_no_worse_than_careful_and_careful_than_casual() -> None:
    found = {name: [result(name, problem) for problem in SOLOS] for name in bots}
    assert all(solved for name in ("machine", "careful") for solved, _, _ in found[name])
    effort = {
        name: (mean(rounds for _, rounds, _ in games), mean(asked for _, _, asked in games))
        for name, games in found.items()
    }
    assert effort["machine"] < effort["careful"] < effort["casual"]


def test_casual_errs_at_times_and_mostly_does_not() -> None:
    solved = [play("casual", solo(problem)).state.winners == (0,) for problem in SOLOS]
    assert len(SOLOS) / 2 < sum(solved) < len(SOLOS)


def test_tm_4_careful_and_machine_reason_with_validity_and_casual_does_not() -> None:
    """On these cards two codes are left before any question, and 221 goes with one of □ = 4."""
    match = solo(PROBLEM)
    match.act(0, Propose("345"))
    match.act(0, Ask(0))
    for name in ("machine", "careful"):
        assert thought(name, match) == Thought(Finish(), "only 241 is left")
    assert thought("casual", match).action != Finish()


def test_who_knows_the_code_says_it() -> None:
    for name in ("machine", "careful"):
        match = play(name, solo(PROBLEM))
        assert match.log[-1].action == Solve("241")
        assert (match.state.round, questions(match)) == (1, 1)


def test_the_machine_says_why() -> None:
    told = thought("machine", solo(PROBLEM)).reason
    assert told.startswith("2 codes left; asking ")
    assert told.endswith(" splits them 1 to 1")
    assert "tells 1.00 bits on average" in thought("careful", solo(PROBLEM)).reason


@pytest.mark.parametrize("budget", TINY)
def test_without_a_budget_the_machine_asks_what_careful_would(budget: Any) -> None:
    problem = draw(Chance("hard"), "nightmare", 6, "hard")
    assert thought("machine", solo(problem), budget=budget()) == thought("careful", solo(problem))


def test_the_machine_can_be_interrupted_while_it_thinks() -> None:
    match = solo(draw(Chance("long"), "nightmare", 5, "hard"))
    stop, asked = threading.Event(), threading.Event()

    def interrupted() -> bool:
        asked.set()
        return stop.is_set()

    thoughts: list[Thought[Action]] = []
    thinker = threading.Thread(
        target=lambda: thoughts.append(thought("machine", match, budget=Budget(interrupted=interrupted))),
        daemon=True,
    )
    thinker.start()
    assert asked.wait(60)
    stop.set()
    thinker.join(60)
    assert len(thoughts) == 1
    match.act(0, thoughts[0].action)


@pytest.mark.parametrize("name", bots)
def test_the_same_view_and_chance_give_the_same_thought(name: str) -> None:
    for problem in SOLOS[:4]:
        match = solo(problem)
        for _ in range(6):
            if match.to_act:
                first = thought(name, match, budget=Budget(nodes=1000))
                assert thought(name, match, budget=Budget(nodes=1000)) == first
                match.act(0, first.action)


def test_casual_takes_its_chances() -> None:
    match = solo(PROBLEM)
    assert len({thought("casual", match, salt=str(number)).action for number in range(20)}) > 5


@settings(max_examples=15)
@given(valid_problems(), st.lists(st.tuples(st.sampled_from(CODES), st.integers(0, 3)), max_size=6))
def test_information_is_what_the_answers_would_tell(problem: Problem, asked: list[tuple[str, int]]) -> None:
    seen = [Observation(code, verifier, problem.answer(code, verifier)) for code, verifier in asked]
    knowledge = Knowledge(problem.layout, seen)
    bits, doubt = information(knowledge.possible)
    for code, verifier in [("345", 0), (problem.code, 3), ("111", 1), *asked[:1]]:
        sides = [side(knowledge, Observation(code, verifier, answer)) for answer in (True, False)]
        total = sum(sum(codes.values()) for codes in sides)
        assert total == knowledge.worlds
        left = sum(entropy(codes) * sum(codes.values()) / total for codes in sides)
        ask = INDEX[code], verifier
        assert bits[ask] == pytest.approx(entropy(knowledge.codes) - left, abs=1e-9)
        assert doubt[ask] == pytest.approx(
            entropy({str(i): sum(side.values()) for i, side in enumerate(sides)})
        )


def side(knowledge: Knowledge, seen: Observation) -> dict[str, int]:
    try:
        return knowledge.observe(seen).codes
    except Contradiction:
        return {}


def entropy(weights: dict[str, int]) -> float:
    total = sum(weights.values())
    return sum(-weight / total * log2(weight / total) for weight in weights.values() if weight)
