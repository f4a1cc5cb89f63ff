"""The bot `machine`, which plays best (TM-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.turing_machine.bots.careful import decided, most_informative, question
from numberhouse.games.turing_machine.problems.laws import INDEX
from numberhouse.games.turing_machine.rules.model import QUESTIONS, Action, Finish, View
from numberhouse.games.turing_machine.rules.sheet import LETTERS

if TYPE_CHECKING:
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge
    from numberhouse.games.turing_machine.solver.best_play import Move, Solver

__all__ = ["Machine"]


class Machine:
    """A bot that takes the fewest rounds on average over all possible worlds, and among such plays the fewest
    questions.

    If its budget ends before best play is proven, it asks the best question found so far. If the budget ends
    before the search begins (no time, or fewer than two positions), it asks the question that `careful` would
    ask.
    """

    name = "machine"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        legal: Legal[Action],
        budget: Budget,
        chance: Chance,  # noqa: ARG002 - best play needs no dice
    ) -> Thought[Action]:
        """Choose the next step of best play."""
        return decided(view, legal, lambda knowledge: _best(view, knowledge, budget))


def _best(view: View, knowledge: Knowledge, budget: Budget) -> Thought[Action]:
    if budget.spent(1):
        return most_informative(view, knowledge)
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import solver_for

    solver = solver_for(view.layout)
    rows = solver.rows(view.observations, view.wrong_codes)
    move = _move(view, solver, rows, budget)
    left = f"{len(knowledge.codes)} codes left"
    if move.proposal is None or move.verifier is None:
        return Thought(Finish(), f"{left}; another proposal tells more")
    letter = LETTERS[move.verifier]
    yes, no = (len(solver.codes(side)) for side in solver.sides(rows, move.proposal, move.verifier))
    splits = f"splits them {yes} to {no}" if yes + no == len(knowledge.codes) else f"leaves {yes} or {no}"
    return question(view, move.proposal, move.verifier, f"{left}; asking {letter} {splits}")


def _move(view: View, solver: Solver, rows: int, budget: Budget) -> Move:
    """The move of best play. If a proposal was just made, the move asks the question for which it was
    made."""
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound

    track = view.tracks[view.side or 0]
    turn, gone = track.turns[-1], QUESTIONS - track.left
    if not turn.asked:
        move = solver.next(rows, "mean", OpenRound(None, 0, gone) if gone else None, budget)
        if turn.proposal in ("", move.proposal):
            return move
    asked = sum(1 << verifier for verifier in turn.asked)
    return solver.next(rows, "mean", OpenRound(INDEX[turn.proposal], asked, gone), budget)
