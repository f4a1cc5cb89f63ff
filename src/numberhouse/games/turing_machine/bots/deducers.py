"""The bots between `casual` and best play, and the one below: they differ in how much they look at and
remember."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.turing_machine.bots.careful import decided, question
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.rules.model import Action, Finish, View
from numberhouse.games.turing_machine.rules.sheet import LETTERS

if TYPE_CHECKING:
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge

__all__ = ["Ponderer", "Wanderer"]

MOST: Final = 2
"""Most questions that these bots ask in a round."""


class Wanderer:
    """A bot that knows all that follows from its answers, and asks any question that isn't certain yet."""

    name = "wanderer"
    stops = 0
    """How often it stops after one question, of a hundred rounds; otherwise it asks two."""

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],
        budget: Budget,  # noqa: ARG002 - one look at every question takes milliseconds
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a question, or the next action if there is nothing to ask."""
        own = chance.fork(f"seat {seat}")
        return decided(view, legal, lambda knowledge: _any(view, knowledge, self.stops, own))


class Ponderer(Wanderer):
    """A wanderer that asks little in a round, and thinks about it."""

    name = "ponderer"
    stops = 60


def _any(view: View, knowledge: Knowledge, stops: int, chance: Chance) -> Thought[Action]:
    # NumPy is of the extra `bots`
    from numberhouse.games.turing_machine.solver.information import information

    turn = view.tracks[view.side or 0].turns[-1]
    if len(turn.asked) >= MOST or (turn.asked and chance.below(100) < stops):
        return Thought(Finish(), "that is enough to think about")
    _, doubt = information(knowledge.possible)
    open_questions = [
        (p, v)
        for p in ([INDEX[turn.proposal]] if turn.proposal else range(len(CODES)))
        for v in range(view.layout.verifiers)
        if v not in turn.asked and doubt[p, v] > 0
    ]
    if not open_questions:
        return Thought(Finish(), f"no other answer about {turn.proposal} would be news")
    p, verifier = chance.choice(open_questions)
    reason = f"{len(knowledge.codes)} codes left; {LETTERS[verifier]} may say either about {CODES[p]}"
    return question(view, CODES[p], verifier, reason)
