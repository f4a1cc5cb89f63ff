"""The answers of `numberhouse solve turing-machine`. This module computes them; `answer_text` puts them into
words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numberhouse.contract.bot import Budget
from numberhouse.games.turing_machine.problems.knowledge import (
    BadObservation,
    Contradiction,
    Knowledge,
    NoValidProblem,
)
from numberhouse.games.turing_machine.problems.laws import CARDS, INDEX
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.problems.why import Reason
from numberhouse.games.turing_machine.solver.best_play import Aim, Effort, Forecast, Solver, after
from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound
from numberhouse.games.turing_machine.terminal.commands.position import LETTERS, Position, Refused, Subject

__all__ = ["Answer", "Wish", "answered", "as_json"]

DEEPEST = 99
"""Largest depth of a tree, in questions."""
SHARES = (0.4, 0.4, 0.2)
"""The shares of the time for the two forecasts and the next question."""


@dataclass(frozen=True)
class Wish:
    """The input of one call."""

    position: Position
    aim: Aim = "worst"
    seconds: float | None = None
    subjects: Sequence[Subject] = ()
    """Codes and laws whose reasons are wanted."""
    laws: bool = False
    tree: bool = False
    depth: int = DEEPEST
    lang: str = "en"


@dataclass(frozen=True)
class Answer:
    """The complete answer."""

    wish: Wish
    knowledge: Knowledge
    proposal: str | None
    """The proposal that best play makes or has made; None when the code is known."""
    verifiers: tuple[int, ...]
    """The verifiers that best play asks in turn, as far as the answers don't change the next verifier."""
    new_round: bool
    """Whether best play first ends the round under way."""
    worst: Forecast
    expected: Forecast
    reasons: tuple[tuple[Subject, Reason | None], ...] = ()
    tree: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether both forecasts are proven to be optimal."""
        return self.worst.exact and self.expected.exact


def answered(wish: Wish, interrupted: Callable[[], bool] = lambda: False) -> Answer:
    """Compute the answer. Raises `Refused` for cards without a valid problem and for contradictory answers.
    Ends early, with bounds, when the time is up or `interrupted` returns True."""
    position = wish.position
    try:
        knowledge = Knowledge(position.layout, position.observations, position.wrong_codes)
    except (BadObservation, Contradiction, NoValidProblem) as error:
        raise Refused(str(error)) from None
    solver = Solver(position.layout)
    rows = solver.rows(position.observations, position.wrong_codes)
    standing = standing_of(position)
    worst_time, expected_time, next_time = shares(wish.seconds, interrupted)
    worst = solver.worst(rows, standing, worst_time())
    expected = solver.expected(rows, standing, expected_time())
    budget = next_time()
    move = solver.next(rows, wish.aim, standing, budget)
    new_round = move.solution is None and move.proposal is None
    if new_round:
        standing = None
        move = solver.next(rows, wish.aim, None, budget)
    verifiers: tuple[int, ...] = ()
    if move.proposal is not None and move.verifier is not None:
        verifiers = in_turn(solver, rows, wish.aim, standing, move.proposal, move.verifier, budget)
    return Answer(
        wish,
        knowledge,
        move.proposal,
        verifiers,
        new_round,
        worst,
        expected,
        tuple((subject, reason_of(knowledge, subject)) for subject in wish.subjects),
        tuple(solver.tree(rows, wish.aim, wish.depth, standing, budget)) if wish.tree else (),
    )


def as_json(answer: Answer) -> dict[str, Any]:
    """The answer for programs. The keys that always exist come first, in a fixed order."""
    knowledge = answer.knowledge
    question: dict[str, Any] | None = None
    if answer.proposal is not None:
        letters = [LETTERS[verifier] for verifier in answer.verifiers]
        question = {"proposal": answer.proposal, "verifiers": letters}
        if answer.wish.position.proposal is not None:
            question["round"] = "new" if answer.new_round else "same"
    fields: dict[str, Any] = {
        "codes": list(knowledge.codes),
        "worlds": knowledge.worlds,
        "next": question,
        "worst": whole(answer.worst.best),
        "expected": effort(answer.expected.best),
    }
    if not answer.exact:
        fields["exact"] = False
        fields["at_least"] = {"worst": whole(answer.worst.least), "expected": effort(answer.expected.least)}
    if answer.wish.subjects:
        fields["why"] = [why(subject, reason, answer.wish.lang) for subject, reason in answer.reasons]
    if answer.wish.laws:
        fields["weights"] = dict(knowledge.codes)
        fields["digits"] = dict(zip("△□○", map(sorted, knowledge.digits), strict=True))
        fields["laws"] = {
            LETTERS[verifier]: [
                {"card": card, "law": place + 1, "text": CARDS[card].laws[place].text, "worlds": worlds}
                for (card, place), worlds in laws.items()
            ]
            for verifier, laws in enumerate(knowledge.laws)
        }
    if answer.wish.tree:
        fields["tree"] = list(answer.tree)
    return fields


def in_turn(
    solver: Solver,
    rows: int,
    aim: Aim,
    standing: OpenRound | None,
    proposal: str,
    first: int,
    budget: Budget | None,
) -> tuple[int, ...]:
    """The verifiers that are asked about the proposal in any case, as far as they are found in time."""
    verifiers = [first]
    left, now = [rows], standing
    while True:
        asked = verifiers[-1]
        now = after(now, Observation(proposal, asked, True))
        left = [side for rows in left for side in solver.sides(rows, proposal, asked) if side]
        if now.questions == 3 or (budget is not None and budget.spent()):
            return tuple(verifiers)
        moves = {solver.next(rows, aim, now, budget) for rows in left}
        move = moves.pop()
        if moves or move.verifier is None:
            return tuple(verifiers)
        verifiers.append(move.verifier)


def standing_of(position: Position) -> OpenRound | None:
    """The round under way in the solver's form."""
    if position.proposal is not None:
        asked = sum(1 << verifier for verifier in position.asked)
        return OpenRound(INDEX[position.proposal], asked, len(position.asked) + position.handicap)
    return OpenRound(None, 0, position.handicap) if position.handicap else None


def reason_of(knowledge: Knowledge, subject: Subject) -> Reason | None:
    """The reason why the subject is excluded; None if it isn't."""
    if subject.code is not None:
        return knowledge.why_not_code(subject.code)
    return knowledge.why_not_law(subject.verifier, subject.card, subject.place)


def why(subject: Subject, reason: Reason | None, lang: str) -> dict[str, Any]:
    """A reason for programs."""
    if reason is None:
        return {"of": subject.text, "out": False}
    said = [
        f"{seen.code} {LETTERS[seen.verifier]} {'yes' if seen.answer else 'no'}"
        for seen in reason.observations
    ]
    return {
        "of": subject.text,
        "out": True,
        "kind": reason.kind,
        "reason": reason.words(lang),
        "answers": said,
        "wrong": list(reason.wrong_codes),
        "verifiers": [LETTERS[verifier] for verifier in reason.verifiers],
        "cards": list(reason.cards),
        "smallest": reason.smallest,
    }


def shares(seconds: float | None, interrupted: Callable[[], bool]) -> list[Callable[[], Budget | None]]:
    """The budgets of the three questions. Each starts when it is called."""
    if seconds is None:
        return [lambda: None] * len(SHARES)
    end = time.monotonic() + seconds
    ends = [end - seconds * sum(SHARES[i + 1 :]) for i in range(len(SHARES))]

    def until(moment: float) -> Callable[[], Budget]:
        return lambda: Budget(max(0.0, moment - time.monotonic()), interrupted=interrupted)

    return [until(moment) for moment in ends]


def whole(one: Effort) -> dict[str, int]:
    """The rounds and questions of a single world, as whole numbers."""
    return {"rounds": round(one.rounds), "questions": round(one.questions)}


def effort(one: Effort) -> dict[str, float]:
    """The average rounds and questions."""
    return {"rounds": one.rounds, "questions": one.questions}
