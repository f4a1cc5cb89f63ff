"""The bot `careful`: it asks the most informative question, one at a time, and names the code when it is
certain."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.rules.model import (
    Action,
    Ask,
    Finish,
    Note,
    NotYet,
    Propose,
    Solve,
    View,
)
from numberhouse.games.turing_machine.rules.sheet import LETTERS, Sheet

if TYPE_CHECKING:
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge

__all__ = ["Careful", "decided", "most_informative", "question"]


class Careful:
    """A bot that asks the question with the largest expected information about the code while the round has
    an informative question. It names the code when only one is left. It looks only one answer ahead."""

    name = "careful"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        legal: Legal[Action],
        budget: Budget,  # noqa: ARG002 - one look at every question takes milliseconds
        chance: Chance,  # noqa: ARG002 - between equals it takes the first
    ) -> Thought[Action]:
        """Choose the most informative question, or the next action if there is nothing to ask."""
        return decided(view, legal, lambda knowledge: most_informative(view, knowledge))


def decided(view: View, legal: Legal[Action], ask: Callable[[Knowledge], Thought[Action]]) -> Thought[Action]:
    """The action that follows from full knowledge: the verdict if it is certain, the end of asking if nothing
    is left to ask, otherwise the result of `ask`."""
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge  # NumPy is of the extra `bots`

    if not legal.moves:
        return Thought(Note(view.sheet or Sheet()), "nobody waits for this seat; the notes stay as they are")
    knowledge = Knowledge(view.layout, view.observations, view.wrong_codes)
    code, *others = knowledge.codes
    reason = f"{len(knowledge.codes)} codes left" if others else f"only {code} is left"
    if view.phase == "verdict":
        return Thought(NotYet() if others else Solve(code), reason)
    return ask(knowledge) if others else Thought(Finish(), reason)


def most_informative(view: View, knowledge: Knowledge) -> Thought[Action]:
    """The question with the most information about the code. If no question has any, the question with the
    most uncertain answer."""
    # NumPy is of the extra `bots`
    from numberhouse.games.turing_machine.solver.information import information

    turn = view.tracks[view.side or 0].turns[-1]
    bits, doubt = information(knowledge.possible)
    questions = [
        # The numbers are rounded, so that equal values are equal on every machine. Among equals a possible
        # code is preferred.
        (-round(float(bits[p, v]), 9), -round(float(doubt[p, v]), 9), CODES[p] not in knowledge.codes, p, v)
        for p in ([INDEX[turn.proposal]] if turn.proposal else range(len(CODES)))
        for v in range(view.layout.verifiers)
        if v not in turn.asked and doubt[p, v] > 0
    ]
    if not questions:
        return Thought(Finish(), f"no other answer about {turn.proposal} would be news")
    *_, p, verifier = min(questions)
    proposal, letter = CODES[p], LETTERS[verifier]
    reason = f"{len(knowledge.codes)} codes left; asking {letter} about {proposal} tells"
    return question(view, proposal, verifier, f"{reason} {bits[p, verifier]:.2f} bits on average")


def question(view: View, proposal: str, verifier: int, reason: str) -> Thought[Action]:
    """The next action that leads to this question: the proposal, or the question if the proposal is already
    made."""
    proposed = view.tracks[view.side or 0].turns[-1].proposal
    return Thought(Ask(verifier) if proposed else Propose(proposal), reason)
