"""Weaker bots for the moods of opponents: they compare few numbers, and see more or less of the grid."""

from __future__ import annotations

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.set_theory.bots.collector import gains_of
from numberhouse.games.set_theory.bots.opening import opening
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Place, View

__all__ = ["Guesser", "Liner", "Sower"]

DIGITS = 6


class Guesser:
    """Compares a few random numbers, each on one random cell, by the points that can be expected."""

    name = "guesser"
    looks = 3
    """Number of random numbers that it compares."""
    lines = False
    """Whether it compares the cells too; otherwise it takes any empty one."""

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says what can be placed
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """The best of the numbers that it looks at."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        if view.begins is None:
            return opening
        own = chance.fork(f"seat {seat}")
        looks = self.looks if budget.nodes is None else max(1, min(self.looks, budget.nodes))
        used, numbers = barred(view), list[int]()
        while len(numbers) < looks:
            number = FIRST + own.below(LAST - FIRST + 1)
            if number not in used:
                numbers.append(number)
        cells = empty(view) if self.lines else [own.choice(empty(view))]
        known = posterior(view)
        values = known.belongs(numbers) @ gains_of(view, known, cells).T
        places = [(row, cell) for row in range(looks) for cell in range(len(cells))]
        row, cell = max(own.shuffled(places), key=lambda one: round(float(values[one]), DIGITS))
        reason = f"of {looks} numbers it is expected to score most: {values[row, cell]:.1f}"
        return Thought(Place(numbers[row], cells[cell]), reason)


class Sower(Guesser):
    """Compares a few numbers on every square."""

    name = "sower"
    looks = 5
    lines = True


class Liner(Guesser):
    """Compares many numbers on every square."""

    name = "liner"
    looks = 60
    lines = True
