"""Evaluations of Turing Machine."""

from __future__ import annotations

import pytest

from numberhouse.contract.review import Evaluation, Unrated
from numberhouse.games.turing_machine.coach.review import PROPOSAL, QUESTION, TELLING, UNSOLVED, reviewer
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.rules.gameplay import Ask, Finish, NotYet, Options, Propose, Solve, game
from numberhouse.games.turing_machine.solver.best_play import solver_for
from numberhouse.match import Match
from tests.games.reviewing import ENOUGH, evaluated

CARDS = ((4,), (9,), (11,), (14,))


def judge(match: Match, action: object) -> Evaluation:  # type: ignore[type-arg]
    found = reviewer.evaluate(match.view(0), 0, action, match.legal(0), ENOUGH)  # type: ignore[arg-type]
    assert isinstance(found, Evaluation)
    return found


@pytest.mark.parametrize("name", ["race", "team", "extreme"])
def test_what_is_better_can_be_done_and_is_worth_more(name: str) -> None:
    for _, evaluation in evaluated(f"turing-machine-{name}"):
        assert all(one.value > evaluation.played for one in evaluation.better)


def test_best_play_is_judged_best_to_its_end() -> None:
    match = Match(game, "best", Options(cards=CARDS), 1)
    solver = solver_for(match.view(0).layout)
    while match.outcome is None:
        view = match.view(0)
        move = solver.next(solver.rows(view.observations, view.wrong_codes), "mean")
        proposed = view.tracks[0].turns[-1].proposal
        action: object
        if view.phase == "verdict":
            action = Solve(move.solution) if move.solution else NotYet()
        elif move.proposal is None or move.verifier is None:
            action = Finish()
        else:
            assert move.verifier is not None or not proposed
            action = Ask(move.verifier or 0) if proposed else Propose(move.proposal)
        assert judge(match, action).mark == "best", action
        match.act(0, action)
    assert match.outcome.reason == "solved"


def test_ending_a_round_unasked_costs_about_a_round() -> None:
    match = Match(game, "best", Options(cards=CARDS), 1)
    found = judge(match, Finish())
    assert found.mark == "blunder"
    assert found.best - found.played == pytest.approx(1.0, abs=0.02)


def test_a_guess_is_worth_its_chance_and_a_missed_solution_is_a_blunder() -> None:
    match = Match(game, "best", Options(cards=CARDS), 1)
    match.act(0, Finish())
    codes = reviewer.evaluate(match.view(0), 0, NotYet(), match.legal(0), ENOUGH)
    assert isinstance(codes, Evaluation)
    assert codes.mark == "best"
    assert codes.standing is not None
    possible = int(codes.standing.value)
    guess = judge(match, Solve("111"))
    assert guess.mark in ("blunder", "mistake", "inaccuracy")
    assert guess.played in (0.0, pytest.approx(100 / possible, abs=40))
    assert guess.better[0].action == NotYet()


def test_in_nightmare_questions_are_weighed_by_what_they_tell() -> None:
    match = Match(game, "dark", Options(mode="nightmare", verifiers=4), 1)
    found = judge(match, Propose("111"))
    assert "bits" in found.scale["en"]
    assert found.best > 0


def test_nightmare_says_what_a_question_leaves_and_that_best_play_is_unknown() -> None:
    match = Match(game, "dark", Options(mode="nightmare", verifiers=4), 1)
    layout = match.view(0).layout
    start = Knowledge(layout)
    assert len(start.codes) > 1
    proposal = judge(match, Propose("111"))
    assert [one.text for one in proposal.why] == [PROPOSAL, TELLING, UNSOLVED]
    match.act(0, Propose("345"))
    question = judge(match, Ask(1))
    first = question.why[0]
    left = [
        len(start.observe(Observation("345", 1, answer)).codes) if first.text == QUESTION else 0
        for answer in (True, False)
    ]
    assert first.values == {"total": len(start.codes), "worst": max(left), "yes": left[0], "no": left[1]}
    assert question.why[-1].text == UNSOLVED
    ended = judge(match, Finish())
    assert ended.why[0].values == {"total": len(start.codes)}


def test_notes_are_not_judged() -> None:
    from numberhouse.games.turing_machine.rules.gameplay import Note, Sheet

    match = Match(game, "best", Options(cards=CARDS), 1)
    assert isinstance(reviewer.evaluate(match.view(0), 0, Note(Sheet()), match.legal(0), ENOUGH), Unrated)
